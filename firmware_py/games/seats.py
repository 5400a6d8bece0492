"""A seat as displays, page, broker and club show it: who sits there, the points, whose turn it is, who has won.

>>> from engine import GAMES
>>> rules = GAMES["inside"].rules()
>>> from engine.game import Setup
>>> seats_of(rules, rules.start(Setup("inside", ("Anna", "Ben"))), ("Anna", "Ben"))[0]
Seat(seat=1, mark=1, name='Anna', points=0, is_turn=True, is_winner=False)
"""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Rules, Standing


class Seat(NamedTuple):
    """A seat of a match."""

    seat: int
    mark: int
    """The number of the seat key that has its colour."""
    name: str
    points: int
    is_turn: bool
    is_winner: bool


def party_of(standing: Standing) -> dict[int, int]:
    """Return the party of every seat that has partners, counted from 1."""
    parties = [party["seats"] for party in standing.details.get("parties", ())]  # type: ignore[attr-defined]
    return {seat: at for at, seats in enumerate(parties, start=1) if len(seats) > 1 for seat in seats}


def seats_of(
    rules: Rules[object], state: object, names: tuple[str, ...], marks: tuple[int, ...] = ()
) -> list[Seat]:
    """Return the seats of a match; without marks, a seat is shown by its number."""
    standing = rules.standing(state)
    turn = None if standing.is_decided else rules.ask(state).turn
    return [
        Seat(
            seat,
            marks[seat - 1] if marks else seat,
            name,
            standing.points[seat],
            seat == turn,
            seat in standing.winners,
        )
        for seat, name in enumerate(names, start=1)
    ]
