"""Pawns in the city: how far they walk, what is in the way, whether points can be used, the cards they bring."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from typing import NamedTuple

from engine.acts import Act
from engine.insider.cards import MOST_TABLES
from engine.insider.city import INSIDER, PLACES, Plan, is_square, ways
from engine.insider.state import State, town_of
from engine.insider.town import FULL_HAND, PAWNS, Town
from engine.verdicts import Sentence, player, say

Wrong = tuple[str, Sentence]


MOST_POINTS = 12


class Walks(NamedTuple):
    """The moves of a seat from a spot, the nearest first; those into the restaurant aside."""

    acts: tuple[Act, ...]
    targets: tuple[int, ...]
    distances: tuple[int, ...]
    """The points that each takes."""
    inside: int
    """The points that it takes to the INSIDER; more than there can be if no way leads there."""


@lru_cache(maxsize=4096)
def walks(plan: Plan, outs: frozenset[int], seat: int, start: int) -> Walks:
    """Make the moves from a spot; they stay the same until a Total OUT moves."""
    found = ways(plan, outs, seat, start).copy()
    inside = found.pop(INSIDER, MOST_POINTS + 1)
    to = _moves_from(plan, seat, start)
    return Walks(tuple([to[target] for target in found]), tuple(found), tuple(found.values()), inside)


@cache
def _moves_from(plan: Plan, seat: int, start: int) -> tuple[Act, ...]:
    """Make the moves from a spot to every other, once and for all."""
    return tuple(Act(seat, "move", (plan.names[start], name)) for name in plan.names)


@cache
def _moves_inside(plan: Plan, seat: int, start: int) -> tuple[Act, ...]:
    """Make the moves from a spot to every table, once and for all."""
    tables = range(1, MOST_TABLES + 1)
    return tuple(Act(seat, "move", (plan.names[start], f"insider.{table}")) for table in tables)


def at_home(state: State, seat: int) -> int:
    """Count the pawns of a player that are at home."""
    return PAWNS - len(town_of(state).pawns[seat - 1]) - state.inn.tables.count(seat)


def due_cards(state: State, seat: int) -> int:
    """Count the action cards that a player may draw: one for each place with a pawn (IR-12)."""
    town = town_of(state)
    places = {spot for spot in town.pawns[seat - 1] if not is_square(spot)}
    return min(len(places), FULL_HAND - town.hands[seat - 1])


def starts(state: State, seat: int) -> list[int]:
    """List the spots from which a pawn of a player can walk (IR-5, IR-15)."""
    town = town_of(state)
    home, spots = town.plan.homes[seat - 1], dict.fromkeys(town.pawns[seat - 1])
    found = [spot for spot in spots if town.movable(seat, spot)]
    return [home, *found] if at_home(state, seat) > town.done.count(home) else found


def moves(state: State) -> list[Act]:
    """List every move with the points that are left (IR-13)."""
    town, inn, seat = town_of(state), state.inn, state.turn
    taken, points = town.squares, town.points
    if not points:
        return []
    free = [table for table, sitting in enumerate(inn.tables) if not sitting]
    found: list[Act] = []
    for start in starts(state, seat):
        acts, targets, distances, inside = walks(town.plan, town.outs, seat, start)
        near = acts[: bisect_right(distances, points)]
        if taken:
            found += [act for act, target in zip(near, targets, strict=False) if target not in taken]
        else:
            found += near
        if inside <= points:
            seats = _moves_inside(town.plan, seat, start)
            found += [seats[table] for table in free]
    return found


def can_move(state: State) -> bool:
    """Return whether some pawn can use a point (IR-14)."""
    return bool(moves(state))


def name_of(town: Town, spot: int) -> str:
    """Name a spot."""
    return town.plan.names[spot] if spot != INSIDER else "insider"


def against_walking(state: State, start: int, target: int) -> Wrong | None:
    """Return why a pawn cannot walk somewhere with the points that are left: too far, or the way is barred."""
    town = town_of(state)
    points = ways(town.plan, town.outs, state.turn, start).get(target)
    if points is None:
        return "IR-13", say(
            "insider.no-way",
            start=name_of(town, start),
            target=name_of(town, target),
            barred=_in_the_way(state, start, target),
        )
    if points > town.points:
        return "IR-13", say(
            "insider.too-far",
            start=name_of(town, start),
            target=name_of(town, target),
            points=points,
            left=town.points,
        )
    return None


def _in_the_way(state: State, start: int, target: int) -> tuple[Sentence, ...]:
    """Name what closes the shortest way that there would be without it."""
    town = town_of(state)
    owners = {home: seat for seat, home in enumerate(town.plan.homes, start=1) if seat != state.turn}
    barred = {*town.outs, *town.plan.closed, *owners, INSIDER}
    came_from = {start: start}
    rim = [start]
    while target not in came_from:
        rim = [
            beside
            for spot in rim
            for beside in town.plan.beside[spot]
            if beside not in came_from and came_from.setdefault(beside, spot) == spot
        ]
    on_the_way, spot = [], came_from[target]
    while spot != start:
        if spot in barred:
            on_the_way.append(spot)
        spot = came_from[spot]
    return tuple(_obstacle(town, spot, owners) for spot in reversed(on_the_way)) or (say("insider.every-way"),)


def _obstacle(town: Town, spot: int, owners: dict[int, int]) -> Sentence:
    if spot in town.outs:
        return say("insider.total-out", place=PLACES[spot])
    if spot in owners:
        return say("insider.home-of", who=player(owners[spot]), place=PLACES[spot])
    return say("insider.not-through") if spot == INSIDER else say("insider.closed-home", place=PLACES[spot])


def against_target(state: State, seat: int, target: int, table: int) -> Wrong | None:
    """Return why no pawn of a player can be on a spot at all (IR-2 to IR-5)."""
    town, inn = town_of(state), state.inn
    if target == INSIDER:
        if table > len(inn.tables):
            return "IR-7", say("insider.not-on-card", table=str(table), count=len(inn.tables))
        sitting = inn.tables[table - 1]
        return ("IR-5", say("insider.taken", table=str(table), who=player(sitting))) if sitting else None
    if target in town.outs:
        return "IR-4", say("insider.total-out", place=PLACES[target])
    if is_square(target):
        others = town.at(target)
        if others:
            return "IR-2", say("insider.square-taken", square=name_of(town, target), who=player(others[0]))
        return None
    owners = {home: other for other, home in enumerate(town.plan.homes, start=1)}
    if target in town.plan.closed:
        return "IR-3", say("insider.closed-home", place=PLACES[target])
    if owners.get(target, seat) != seat:
        return "IR-3", say("insider.home-of", who=player(owners[target]), place=PLACES[target])
    return None
