"""The acts of Inside that are well-formed, and those that are legal.

>>> from engine.game import Setup
>>> from engine.inside.state import start
>>> state = start(Setup("inside", ("Anna", "Ben")))
>>> len(wellformed(state)), len(legal(state))
(280, 30)
"""

from __future__ import annotations

from engine.acts import Act
from engine.inside.pyramid import CELLS, members, nearest
from engine.inside.state import COLOURS, SEATS, State, is_over


def _acts(verb: str) -> tuple[tuple[tuple[Act, ...], ...], ...]:
    """Make every act of a verb once: by seat, colour, cell."""
    return tuple(
        tuple(tuple(Act(seat, verb, (letter + name,)) for name in CELLS) for letter in COLOURS)
        for seat in (0, *SEATS)
    )


PLACE, BONUS = _acts("place"), _acts("bonus")
WELLFORMED = tuple(
    act for acts in (PLACE, BONUS) for seat in SEATS for colour in (0, 1) for act in acts[seat][colour]
)
ALTERNATIVES = 3


def wellformed(_state: State) -> tuple[Act, ...]:
    """List all acts that could be said: any seat, any colour, any cell."""
    return WELLFORMED


def _now(state: State) -> tuple[tuple[tuple[Act, ...], ...], int, tuple[int, int]]:
    """Return which acts are due, on which cells and from which stock (ID-5, ID-6)."""
    if state.owed:
        return BONUS[state.turn], state.owed, state.stocks[2 - state.turn]
    return PLACE[state.turn], state.open, state.stocks[state.turn - 1]


def legal(state: State) -> list[Act]:
    """List every act that would be accepted."""
    if is_over(state):
        return []
    acts, cells, (light, dark) = _now(state)
    indices = members(cells)
    found = [acts[0][index] for index in indices] if light else []
    if dark:
        found += [acts[1][index] for index in indices]
    return found


def instead(state: State, colour: int, cell: int) -> tuple[Act, ...]:
    """Find the legal acts nearest to a wish: what the cell rests on first, then what lies near."""
    acts, cells, stock = _now(state)
    row = acts[colour if stock[colour] else 1 - colour]
    found: list[Act] = []
    for index in nearest(cell):
        if cells >> index & 1:
            found.append(row[index])
            if len(found) == ALTERNATIVES:
                break
    return tuple(found)
