"""The acts of Insider at `stair` depth that are well-formed, and those that are legal.

>>> from engine.game import Setup
>>> from engine.insider.state import start
>>> state = start(Setup("insider", ("Anna", "Ben", "Carla")))
>>> [str(act) for act in legal(state) if act.seat is None]
['card 4: * / *', 'card 5: * / *', 'card 6: * / *']
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from engine.acts import OPEN, Act
from engine.insider.cards import MOST_TABLES
from engine.insider.stair.play import ALONE, IN_RESTAURANT, STRIKING
from engine.insider.state import State
from engine.insider.turns import FACES, cards_due, every_card

Seats = tuple[int, ...]


def _strike(seat: int, others: Seats) -> list[Act]:
    return [Act(seat, verb, (str(other),)) for verb in STRIKING for other in others]


def _roll(seat: int, dice: int) -> list[Act]:
    return [Act(seat, "roll", faces) for faces in product(FACES, repeat=dice)]


@cache
def _wellformed(players: int) -> tuple[Act, ...]:
    seats = tuple(range(1, players + 1))
    tables = [str(number) for number in range(1, MOST_TABLES + 1)]
    acts: list[Act] = []
    for seat in seats:
        acts += [Act(seat, "seat", (table,)) for table in tables]
        acts += [Act(seat, "points"), *_roll(seat, 2), *_roll(seat, 1), Act(seat, "draw")]
        acts += [Act(seat, "swap", (table, str(other))) for table in tables for other in seats]
        acts += [Act(seat, "vip", (OPEN,)), *_strike(seat, seats)]
        acts += [Act(seat, verb) for verb in ("bomb", "again", "hype", "stop")]
        acts += [Act(seat, "leave", (table,)) for table in tables]
    return tuple(acts)


def wellformed(state: State) -> tuple[Act, ...]:
    """List all that could be said: any card, seat, table and faces; in the order in which keys offer it."""
    return (*every_card(state), *_wellformed(len(state.owed)))


class Book(NamedTuple):
    """The acts that are legal among certain players, made once."""

    without_card: tuple[Act, ...]
    """While the next card is still to be turned up, beside that card."""
    anywhere: tuple[Act, ...]
    """With an open card, whoever sits where."""
    vips: tuple[Act, ...]
    """With an open card, if somebody sits there (IR-21)."""
    at_table: tuple[tuple[tuple[Act, ...], ...], ...]
    """By table, then by who sits there."""


@cache
def _book(players: int, left: frozenset[int], rumours: frozenset[int]) -> Book:
    there = tuple(seat for seat in range(1, players + 1) if seat not in left)
    anywhere = [act for seat in there for act in _anywhere(seat, there, under_rumours=seat in rumours)]
    return Book(
        tuple(act for act in anywhere if act.verb not in IN_RESTAURANT),
        tuple(anywhere),
        tuple(Act(seat, "vip", (OPEN,)) for seat in there),
        tuple(
            tuple(_at_table(there, str(table), sitting) for sitting in range(players + 1))
            for table in range(1, MOST_TABLES + 1)
        ),
    )


def _anywhere(seat: int, there: Seats, *, under_rumours: bool) -> list[Act]:
    """List what a player may do whoever sits where (IR-9, IR-10, IR-24)."""
    alone = [Act(seat, verb) for verb in ALONE if not (verb == "points" and under_rumours)]
    struck = _strike(seat, tuple(other for other in there if other != seat))
    return [*struck, *_roll(seat, 1 if under_rumours else 2), *alone]


def _at_table(there: Seats, table: str, sitting: int) -> tuple[Act, ...]:
    """List what is legal at one table, free or taken (IR-5, IR-20)."""
    if not sitting:
        return tuple(Act(seat, "seat", (table,)) for seat in there)
    swaps = [Act(seat, "swap", (table, str(other))) for seat in there for other in there]
    return (Act(sitting, "leave", (table,)), *swaps)


def legal(state: State) -> Sequence[Act]:
    """List every act that would be accepted."""
    inn = state.inn
    if inn.is_over:
        return []
    found = allowed(len(state.owed), inn.left, inn.rumours, inn.tables)
    return found if inn.card is not None else (*cards_due(state), *found)


@lru_cache(maxsize=1024)
def allowed(players: int, left: frozenset[int], rumours: frozenset[int], tables: Seats) -> tuple[Act, ...]:
    """List what is legal with certain players at the tables: most acts change none of them.

    Without tables the next card is still to be turned up; it is not listed here.
    """
    without_card, anywhere, vips, at_table = _book(players, left, rumours)
    if not tables:
        return without_card
    found: list[Act] = []
    for acts, sitting in zip(at_table, tables, strict=False):
        found += acts[sitting]
    return (*found, *anywhere, *(vips if any(tables) else ()))


ALTERNATIVES = 3
NEAR = {
    "card": ("seat",),
    "leave": ("leave", "swap", "seat"),
    "points": ("roll", "draw"),
    "swap": ("swap", "seat"),
}
"""What somebody may have meant instead of a verb; else the verb itself."""


def instead(state: State, act: Act) -> tuple[Act, ...]:
    """Find the legal acts nearest to a wish: the same verb, then the same player, then the nearest table."""
    acts = legal(state)
    if state.inn.card is None and act.verb in {*IN_RESTAURANT, "card"}:
        return tuple(other for other in acts if other.verb == "card")
    verbs = NEAR.get(act.verb, (act.verb,))
    near = [other for other in acts if other.verb in verbs and not _changes_nothing(state, other)]
    near = [other for other in near if other.seat == act.seat] or near
    near.sort(key=lambda other: (verbs.index(other.verb), _apart(act.args, other.args)))
    return tuple((near or [other for other in acts if other.seat == act.seat] or acts)[:ALTERNATIVES])


def _changes_nothing(state: State, act: Act) -> bool:
    """Return whether an act swaps pawns of the same player: that is legal, but no useful advice."""
    return act.verb == "swap" and str(state.inn.tables[int(act.args[0]) - 1]) == act.args[1]


def _apart(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Return how far the tables, seats or faces of two acts lie apart; each is one digit."""
    return sum(abs(ord(a[0]) - ord(b[0])) for a, b in zip(one, other, strict=False))
