"""The position around the restaurant at `board` depth: pawns, Total OUT cards, hands, and where a turn is.

Pawns of a player are alike: those that are neither in the city nor at a table are at home. What a turn needs to
know of single ones is where some have arrived in it, and where those are that have robbed.

>>> from engine.insider.city import GRID, HOMES, Link, plan_of
>>> town = Town.of(plan_of(tuple(Link(one, other, 2) for one, other in GRID), HOMES[2]))
>>> town.hands, town.pile, sorted(PLACES[spot] for spot in town.outs)
((7, 7), 41, ['b3', 'c2', 'c4', 'd3'])
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.insider.city import FIRST_SQUARE, INNER, INSIDER, PLACES, Plan, is_square

PAWNS = 7
"""Of each player (IR-6)."""
FULL_HAND = 7
ALL_CARDS = 55
"""Action cards, eleven of each kind (IR-17)."""


class Phase(Enum):
    """Where in a turn the player is."""

    BEGUN = "begun"
    """Points, dice or cards: that is said first (IR-9, IR-10, IR-12)."""
    MOVING = "moving"


class Spot(NamedTuple):
    """A spot of the city, or a table in the restaurant."""

    spot: int
    table: int = 0


class Pawn(NamedTuple):
    """A pawn that words name: whose it is, and where; at a table it is whoever sits there."""

    spot: int
    seat: int = 0
    table: int = 0


class Given(NamedTuple):
    """What the words of an act say."""

    start: Spot | None = None
    target: Spot | None = None
    pawns: tuple[Pawn, ...] = ()
    kind: str = ""
    cards: int = 0
    use: str = ""
    number: int = 0
    """A seat, or how many."""
    faces: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()
    outs: tuple[tuple[int, int], ...] = ()
    is_open: bool = False


class Power(NamedTuple):
    """Action cards that were played and can still be warded off (IR-19)."""

    given: Given
    """What was played, and for what use."""
    struck: tuple[int, ...]
    offers: tuple[int, ...]
    """By seat: bodyguards that were offered against a VIP (IR-21)."""


class Town(NamedTuple):
    """The city and the turn."""

    plan: Plan
    outs: frozenset[int]
    """Places with a Total OUT (IR-4)."""
    pawns: tuple[tuple[int, ...], ...]
    """By seat: the spots of the pawns in the city, in order."""
    hands: tuple[int, ...]
    """By seat: how many action cards."""
    pile: int
    discards: int
    phase: Phase = Phase.BEGUN
    points: int = 0
    """Left in this turn."""
    is_double: bool = False
    """A Total OUT may be moved instead of an action (IR-11)."""
    may_act: bool = True
    """No action was taken in this turn, and it is no second turn (IR-17, IR-28)."""
    is_second: bool = False
    """It is the second turn that a trendsetter gives (IR-28)."""
    fresh: tuple[int, ...] = ()
    """Places where a pawn arrived in this turn, and has not robbed; one entry a pawn (IR-15)."""
    done: tuple[int, ...] = ()
    """Where the pawns that have robbed in this turn are: a spot, the home, or a negative table number (IR-15)."""
    power: Power | None = None

    @classmethod
    def of(cls, plan: Plan) -> Town:
        """Return the start: all pawns at home, Total OUT cards on the inner places, full hands (IR-4, IR-6)."""
        seats = len(plan.homes)
        outs = frozenset(PLACES.index(name) for name in INNER)
        pile = ALL_CARDS - seats * FULL_HAND
        return cls(plan, outs, ((),) * seats, (FULL_HAND,) * seats, pile, 0)

    @property
    def squares(self) -> frozenset[int]:
        """The squares of paths where a pawn stands (IR-2)."""
        return frozenset([spot for spots in self.pawns for spot in spots if spot >= FIRST_SQUARE])

    def at(self, spot: int) -> list[int]:
        """List the seats with a pawn on a spot."""
        return [seat for seat, spots in enumerate(self.pawns, start=1) if spot in spots]

    def movable(self, seat: int, spot: int) -> bool:
        """Return whether a pawn on a spot of the city has not robbed in this turn (IR-15)."""
        return self.pawns[seat - 1].count(spot) > self.done.count(spot)


# --- changes


def _with(pawns: tuple[tuple[int, ...], ...], seat: int, spots: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*pawns[: seat - 1], spots, *pawns[seat:])


def _less(spots: tuple[int, ...], spot: int) -> tuple[int, ...]:
    at = spots.index(spot)
    return (*spots[:at], *spots[at + 1 :])


def put(town: Town, seat: int, spot: int, *, arrives: bool = False) -> Town:
    """Put a pawn on a spot; at home it is no longer in the city."""
    if spot in {town.plan.homes[seat - 1], INSIDER}:
        return town
    pawns = _with(town.pawns, seat, tuple(sorted((*town.pawns[seat - 1], spot))))
    fresh = (*town.fresh, spot) if arrives and not is_square(spot) else town.fresh
    return town._replace(pawns=pawns, fresh=fresh)


def take(town: Town, seat: int, spot: int, *, of_turn: bool) -> Town:
    """Take a pawn from a spot: of who has the turn one that stood there before, then one that arrived (IR-16).

    A pawn that has robbed is taken last; `settled` moves its mark.
    """
    if spot in {town.plan.homes[seat - 1], INSIDER}:
        return town
    spots = town.pawns[seat - 1]
    pawns = _with(town.pawns, seat, _less(spots, spot))
    if not of_turn or spots.count(spot) > town.fresh.count(spot) + town.done.count(spot):
        return town._replace(pawns=pawns)
    fresh = _less(town.fresh, spot) if spot in town.fresh else town.fresh
    return town._replace(pawns=pawns, fresh=fresh)


def clear_spot(town: Town, spot: int) -> Town:
    """Send home all pawns on a spot (IR-26)."""
    return town._replace(pawns=tuple(tuple(other for other in spots if other != spot) for spots in town.pawns))


def move_outs(town: Town, moved: tuple[tuple[int, int], ...]) -> Town:
    """Move Total OUT cards, each from a place to a place; pawns that stand there go home (IR-26)."""
    outs = town.outs - {start for start, _ in moved} | {target for _, target in moved}
    town = town._replace(outs=outs)
    for _, target in moved:
        town = clear_spot(town, target)
    return town


def send_home(town: Town, seat: int) -> Town:
    """Send home all pawns of a player (IR-23)."""
    return town._replace(pawns=_with(town.pawns, seat, ()))


def spend(town: Town, seat: int, count: int) -> Town:
    """Lay cards from a hand onto the discard pile."""
    return town._replace(hands=_counted(town.hands, seat, -count), discards=town.discards + count)


def draw(town: Town, seat: int, count: int) -> Town:
    """Draw cards; the discards become the pile when it is empty; without discards nothing is drawn (IR-18)."""
    for _ in range(count):
        if not town.pile:
            town = town._replace(pile=town.discards, discards=0)
        if town.pile:
            town = town._replace(pile=town.pile - 1, hands=_counted(town.hands, seat, 1))
    return town


def rob(town: Town, seat: int, spot: int) -> Town:
    """Take a card from each player with a pawn on a place; what exceeds seven is discarded (IR-15, IR-16)."""
    town = town._replace(fresh=_less(town.fresh, spot), done=(*town.done, spot))
    for other in town.at(spot):
        if other == seat or not town.hands[other - 1]:
            continue
        town = town._replace(hands=_counted(town.hands, other, -1))
        if town.hands[seat - 1] < FULL_HAND:
            town = town._replace(hands=_counted(town.hands, seat, 1))
        else:
            town = town._replace(discards=town.discards + 1)
    return town


def _counted(hands: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    return (*hands[: seat - 1], hands[seat - 1] + by, *hands[seat:])


def new_turn(town: Town, *, is_second: bool = False) -> Town:
    """Return the town at the start of a turn."""
    return town._replace(
        phase=Phase.BEGUN,
        points=0,
        is_double=False,
        may_act=not is_second,
        is_second=is_second,
        fresh=(),
        done=(),
        power=None,
    )
