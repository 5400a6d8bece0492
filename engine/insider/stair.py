"""The publicity stair: how evaluations move the markers, kept as a history that can be corrected later.

Where the markers stand follows from the history, so that a round corrected long after moves everything that came
behind it.

>>> from engine.insider.cards import KNOWN
>>> history = (Round(KNOWN, (1, 2, 1, 2)),)
>>> for gain in account(history, seats=3, cellar=-10)[0]:
...     print(gain.seat, gain.tables, gain.change, gain.before, "->", gain.after)
1 (1, 3) 4 0 -> 4
2 (2, 4) 2 0 -> 2
3 () -4 0 -> -4
"""

from __future__ import annotations

from typing import NamedTuple

from engine.insider.cards import VALUES, Card

TOP = 35
"""The step that wins (IR-32)."""
MOST_ROUNDS = 7
"""Evaluations in a game (IR-33)."""
CELLAR = -10
"""The stand-in for the depth of the cellar (IR-34)."""
HIGHEST = TOP - 1 + 7 * VALUES[-1]
"""Nobody can come higher: one step below the top, and then seven of the best tables."""


class Round(NamedTuple):
    """An evaluation: the card, and the seat at each table (0: nobody)."""

    card: Card
    tables: tuple[int, ...]
    left: frozenset[int] = frozenset()
    """Seats that had quit by then: they neither gain nor lose."""


class Mark(NamedTuple):
    """A correction: the table has seen a marker on another step."""

    seat: int
    step: int


History = tuple[Round | Mark, ...]
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
    """Work out an evaluation for everybody who is still there (IR-30, IR-31)."""
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


def account(history: History, seats: int, cellar: int) -> list[list[Gain]]:
    """Work out every evaluation with its arithmetic."""
    steps: Steps = (0,) * seats
    rounds = []
    for entry in history:
        if isinstance(entry, Mark):
            steps = marked(steps, entry)
        else:
            rounds.append(gains(entry, steps, cellar))
            steps = climbed(steps, rounds[-1])
    return rounds


def marked(steps: Steps, mark: Mark) -> Steps:
    """Put one marker elsewhere."""
    return (*steps[: mark.seat - 1], mark.step, *steps[mark.seat :])


def heights(history: History, seats: int, cellar: int) -> list[Steps]:
    """Find where the markers stood before the first evaluation and after each, corrections of markers included."""
    found: list[Steps] = [(0,) * seats]
    for entry in history:
        if isinstance(entry, Mark):
            found[-1] = marked(found[-1], entry)
        else:
            found.append(climbed(found[-1], gains(entry, found[-1], cellar)))
    return found


def rounds_of(history: History) -> list[Round]:
    """List the evaluations of a history."""
    return [entry for entry in history if isinstance(entry, Round)]
