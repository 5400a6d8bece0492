"""The publicity stair: how evaluations move the markers, kept as a history that can be corrected later.

Where the markers stand follows from the history, so that a round corrected long after moves everything that came
behind it.

>>> from engine.insider.cards import KNOWN
>>> history = (Round(KNOWN, (1, 2, 1, 2)),)
>>> for gain in account(history, seats=3, cellar=-10)[1].gains:
...     print(gain.seat, gain.tables, gain.change, gain.before, "->", gain.after)
1 (1, 3) 4 0 -> 4
2 (2, 4) 2 0 -> 2
3 () -4 0 -> -4
"""

from __future__ import annotations

from typing import NamedTuple

from engine.insider.cards import MOST_TABLES, VALUES, Card

TOP = 35
"""The step that wins (IR-32)."""
MOST_ROUNDS = 7
"""Evaluations in a game (IR-33)."""
CELLAR = -10
"""The placeholder for the depth of the cellar (IR-34)."""
HIGHEST = MOST_ROUNDS * MOST_TABLES * VALUES[-1]
"""Nobody can come higher, even if a table plays on and on."""


class Round(NamedTuple):
    """An evaluation: the card, and the seat at each table (0: nobody)."""

    card: Card
    tables: tuple[int, ...]
    left: frozenset[int] = frozenset()
    """Seats that had quit by then: they neither gain nor lose."""


class Shift(NamedTuple):
    """A correction: the table has seen a marker so many steps higher or lower."""

    seat: int
    by: int
    left: frozenset[int] = frozenset()
    """Seats that had quit by then."""


History = tuple[Round | Shift, ...]
Steps = tuple[int, ...]
"""By seat, seat 1 first."""


class Gain(NamedTuple):
    """What an evaluation did to one player."""

    seat: int
    tables: tuple[int, ...]
    """Where their pawns sat, counted from 1."""
    values: tuple[int, ...]
    change: int
    """The sum of the values, or the penalty."""
    before: int
    after: int

    @property
    def stopped(self) -> bool:
        """Whether the cellar has stopped the fall."""
        return self.after > self.before + self.change


def gains(evaluated: Round, steps: Steps, cellar: int) -> list[Gain]:
    """Return an evaluation for everybody who is still there (IR-30, IR-31)."""
    card, tables, left = evaluated
    found = []
    for seat, before in enumerate(steps, start=1):
        if seat in left:
            continue
        if seat not in tables:
            found.append(Gain(seat, (), (), card.corner, before, max(before + card.corner, cellar)))
            continue
        own = tuple([number for number, sitting in enumerate(tables, start=1) if sitting == seat])
        values = tuple([card.values[number - 1] for number in own])
        change = sum(values)
        found.append(Gain(seat, own, values, change, before, max(before + change, cellar)))
    return found


def climbed(steps: Steps, changes: list[Gain]) -> Steps:
    """Move the markers."""
    after = list(steps)
    for gain in changes:
        after[gain.seat - 1] = gain.after
    return tuple(after)


class Account(NamedTuple):
    """An evaluation worked out, and where the markers stood until the next one; the first account is the start."""

    gains: list[Gain]
    steps: Steps
    """Corrections of markers included."""
    left: frozenset[int]
    """Seats that had quit by then."""


def account(history: History, seats: int, cellar: int) -> list[Account]:
    """Return the start and every evaluation with its arithmetic."""
    found = [Account([], (0,) * seats, frozenset())]
    for entry in history:
        steps = found[-1].steps
        if isinstance(entry, Shift):
            step = max(steps[entry.seat - 1] + entry.by, cellar)
            moved = (*steps[: entry.seat - 1], step, *steps[entry.seat :])
            found[-1] = found[-1]._replace(steps=moved, left=entry.left)
        else:
            changes = gains(entry, steps, cellar)
            found.append(Account(changes, climbed(steps, changes), entry.left))
    return found


def rounds_of(history: History) -> list[Round]:
    """List the evaluations of a history."""
    return [entry for entry in history if isinstance(entry, Round)]
