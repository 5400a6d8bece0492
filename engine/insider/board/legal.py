"""The acts of Insider at `board` depth that are well-formed, and those that are legal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, product

from engine.acts import OPEN, Act
from engine.insider.board.checks import VIP_GUARDS, out_moves
from engine.insider.board.reading import USES
from engine.insider.board.walking import due_cards, moves
from engine.insider.cards import MOST_TABLES
from engine.insider.city import CORNERS, INSIDER, OUTER, PLACES, Plan, is_square
from engine.insider.state import State, town_of
from engine.insider.town import FULL_HAND, Phase
from engine.insider.turns import FACES, cards_due, every_card

UNOPPOSED = Act(None, "unopposed")
FLIGHT = frozenset(range(len(PLACES))) - {INSIDER} - {PLACES.index(name) for name in CORNERS}
"""Places where a pawn can fly to, or be swapped; the restaurant has its tables. With one card: `OUTER`."""


@cache
def said(seat: int, *words: str) -> Act:
    """Make each act once."""
    return Act(seat, words[0], words[1:])


def _tables(count: int) -> list[str]:
    return [f"insider.{table}" for table in range(1, count + 1)]


LANDINGS = (*(name for name in PLACES if name != PLACES[INSIDER]), *_tables(MOST_TABLES))
"""Where a pawn could fly to."""


# --- what could be said


@cache
def _always(players: int, seat: int) -> tuple[Act, ...]:
    """List what a player could say whatever the position is."""
    seats = range(1, players + 1)
    acts = [said(seat, "points"), *(said(seat, "roll", *faces) for faces in product(FACES, repeat=2))]
    acts += [said(seat, "roll", face) for face in FACES]
    acts.append(said(seat, "draw"))
    for kind, count in USES:
        use = USES[kind, count]
        if use in {"meeting", "scandal", "rumours"}:
            acts += [said(seat, "play", kind, str(count), use, str(other)) for other in seats]
        elif use in {"vip", "out"}:
            acts.append(said(seat, "play", kind, str(count), use, OPEN))
        elif use in {"bomb", "again", "hype"}:
            acts.append(said(seat, "play", kind, str(count), use))
    acts += [said(seat, "rob", name) for name in PLACES if name != PLACES[INSIDER]]
    acts += [said(seat, "guard", str(count)) for count in (1, 2, 3)]
    acts += [said(seat, "out", OPEN), said(seat, "exchange"), said(seat, "stop")]
    return tuple(acts)


@lru_cache(maxsize=1024)
def _every_walk(plan: Plan, seat: int, start: int) -> tuple[Act, ...]:
    """List the ways on foot from a spot."""
    targets = [name for name in plan.names if name != PLACES[INSIDER]] + _tables(MOST_TABLES)
    return tuple(said(seat, "move", plan.names[start], target) for target in targets)


@cache
def _every_flight(seat: int, count: str, start: str) -> tuple[Act, ...]:
    """List the flights from a place or a table, with some cards."""
    return tuple(said(seat, "play", "helicopter", count, "fly", start, target) for target in LANDINGS)


def wellformed(state: State) -> list[Act]:
    """List all that could be said, in the order in which keys offer it."""
    town = town_of(state)
    acts = [*every_card(state), UNOPPOSED]
    swaps = list(combinations([name for _, name in _pawns(state, everywhere=True)], 2))
    seated = [f"insider.{at}" for at, sitting in enumerate(state.inn.tables, start=1) if sitting]
    for seat in state.seats:
        starts = sorted({*town.pawns[seat - 1], town.plan.homes[seat - 1]})
        for start in starts:
            acts += _every_walk(town.plan, seat, start)
        places = [PLACES[spot] for spot in starts if not is_square(spot)]
        for count in ("1", "2"):
            for place in (*places, *seated):
                acts += _every_flight(seat, count, place)
            acts += [said(seat, "play", "administrator", count, "swap", *pawns) for pawns in swaps]
        acts += _always(len(state.owed), seat)
        due = due_cards(state, seat)
        acts += [said(seat, "draw", str(count)) for count in range(FULL_HAND + 1) if count != due]
    return acts


def _pawns(state: State, *, everywhere: bool) -> list[tuple[int, str]]:
    """List where a pawn could be swapped, and its name: on outer places, or on all places and at the tables.

    Pawns on the same place have the same number; tables have negative ones.
    """
    among = FLIGHT if everywhere else OUTER
    pawns = enumerate(town_of(state).pawns, start=1)
    found = sorted({(spot, seat) for seat, spots in pawns for spot in spots if spot in among})
    names = [(place, f"{PLACES[place]}.{seat}") for place, seat in found]
    if everywhere:
        tables = enumerate(state.inn.tables, start=1)
        names += [(-table, f"insider.{table}") for table, sitting in tables if sitting]
    return names


# --- what is legal


def legal(state: State) -> list[Act]:
    """List every act that would be accepted."""
    town = town_of(state)
    if state.inn.is_over:
        return []
    if town.power is not None:
        return [UNOPPOSED, *_guards(state)]
    if state.inn.card is None:
        return cards_due(state)
    return _beginnings(state) if town.phase is Phase.BEGUN else _in_turn(state)


def _guards(state: State) -> Iterator[Act]:
    town = town_of(state)
    power = town.power
    assert power is not None
    for seat in power.struck:
        hand = town.hands[seat - 1]
        if power.given.use != "vip":
            if hand >= power.given.cards:
                yield said(seat, "guard", str(power.given.cards))
            continue
        most = min(VIP_GUARDS - sum(power.offers), hand - power.offers[seat - 1])
        yield from (said(seat, "guard", str(count)) for count in range(1, most + 1))


@cache
def _rolls(seat: int, dice: int) -> tuple[Act, ...]:
    return tuple(said(seat, "roll", *faces) for faces in product(FACES, repeat=dice))


def _beginnings(state: State) -> list[Act]:
    seat = state.turn
    rolls = _rolls(seat, 1 if seat in state.inn.rumours else 2)
    if state.rolls_again:
        return [*rolls]
    points = [] if seat in state.inn.rumours else [said(seat, "points")]
    draws = [said(seat, "draw", str(count)) for count in range(due_cards(state, seat))]
    return [*points, *rolls, said(seat, "draw"), *draws]


def _in_turn(state: State) -> list[Act]:
    town, seat = town_of(state), state.turn
    found = moves(state)
    can_move = bool(found)
    if not can_move:
        found.append(said(seat, "stop"))
    found += [said(seat, "rob", PLACES[place]) for place in dict.fromkeys(town.fresh) if town.at(place) != [seat]]
    if town.may_act:
        found += _actions(state, can_move=can_move)
    return found


def _actions(state: State, *, can_move: bool) -> list[Act]:
    town, seat = town_of(state), state.turn
    hand = town.hands[seat - 1]
    can_bar = town.is_double and next(out_moves(state), None) is not None
    found = [said(seat, "out", OPEN)] if can_bar else []
    others = [str(other) for other in state.seats if other != seat and other not in state.inn.left]
    if hand:
        found.append(said(seat, "exchange"))
        found += _swaps(state, 1)
        found += _flights(state, 1)
        found += [said(seat, "play", "scandal", "1", "scandal", other) for other in others]
        if not can_move:
            found.append(said(seat, "play", "trendsetter", "1", "again"))
    if hand > 1:
        found += _swaps(state, 2)
        found += _flights(state, 2)
        found += [said(seat, "play", "scandal", "2", "rumours", other) for other in others]
        found.append(said(seat, "play", "trendsetter", "2", "out", OPEN))
    if hand > 2:  # noqa: PLR2004 - three cards
        found += [said(seat, "play", "helicopter", "3", "meeting", other) for other in others]
        found += [said(seat, "play", "scandal", "3", "bomb"), said(seat, "play", "trendsetter", "3", "hype")]
        if any(state.inn.tables):
            found.append(said(seat, "play", "administrator", "3", "vip", OPEN))
    return found


def _swaps(state: State, count: int) -> list[Act]:
    """List the pairs of pawns on different places, or at different tables (IR-20)."""
    seat, cards = state.turn, str(count)
    return [
        said(seat, "play", "administrator", cards, "swap", one, other)
        for (place, one), (beside, other) in combinations(_pawns(state, everywhere=count > 1), 2)
        if place != beside
    ]


def _flights(state: State, count: int) -> list[Act]:
    """List where an own pawn can fly (IR-22)."""
    town, seat = town_of(state), state.turn
    among = FLIGHT if count > 1 else OUTER
    starts = [spot for spot in dict.fromkeys(town.pawns[seat - 1]) if spot in among and town.movable(seat, spot)]
    tables = list(enumerate(state.inn.tables, start=1)) if count > 1 else []
    free = [f"insider.{table}" for table, sitting in tables if not sitting]
    found: list[Act] = []
    for start in starts:
        found += flights_from(seat, count, PLACES[start], town.outs)
        found += [said(seat, "play", "helicopter", str(count), "fly", PLACES[start], table) for table in free]
    for table, sitting in tables:
        if sitting == seat and -table not in town.done:
            found += flights_from(seat, count, f"insider.{table}", town.outs)
    return found


@lru_cache(maxsize=1024)
def flights_from(seat: int, count: int, start: str, outs: frozenset[int]) -> tuple[Act, ...]:
    """List the places where a pawn can fly from a place or a table; they are the same until a Total OUT moves."""
    among = FLIGHT if count > 1 else OUTER
    targets = [PLACES[place] for place in sorted(among - outs) if PLACES[place] != start]
    return tuple(said(seat, "play", "helicopter", str(count), "fly", start, target) for target in targets)
