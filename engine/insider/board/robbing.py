"""Pawns that have robbed in this turn are done, wherever they are put afterwards (IR-15).

The pawns of a player are alike, so `Town.done` holds where each pawn that has robbed is now: a place, the home of
the player, or a table as a negative number (-2 is table 2). Every act of a turn ends with `settled`, which moves
the marks along with the pawns. Of several pawns on a spot one without a mark always moves first (IR-16), so a mark
leaves a spot only if there are more marks than pawns.
"""

from __future__ import annotations

from collections import Counter

from engine.insider.board.walking import at_home
from engine.insider.state import State, town_of


def whereabouts(state: State, seat: int) -> Counter[int]:
    """Count the pawns of a player by spot; the home is a spot too, and table 2 is -2."""
    town = town_of(state)
    tables = [-table for table, sitting in enumerate(state.inn.tables, start=1) if sitting == seat]
    found = Counter((*town.pawns[seat - 1], *tables))
    found[town.plan.homes[seat - 1]] = at_home(state, seat)
    return found


def pawns_at(state: State, seat: int, at: int) -> int:
    """Count the pawns of a player on one spot, at home, or at a table."""
    if at < 0:
        return state.inn.tables[-at - 1 : -at].count(seat)
    town = town_of(state)
    return at_home(state, seat) if at == town.plan.homes[seat - 1] else town.pawns[seat - 1].count(at)


def all_done(state: State, at: int) -> bool:
    """Return whether every pawn on a spot of the player who has the turn has robbed."""
    return pawns_at(state, state.turn, at) <= town_of(state).done.count(at)


def exchanged(state: State, one: int, other: int) -> tuple[int, ...]:
    """Return the marks after two own pawns have changed places: the numbers of pawns do not show that."""
    done = [*town_of(state).done]
    for start, end in ((one, other), (other, one)):
        if all_done(state, start):
            done.remove(start)
            done.append(end)
    return tuple(done)


def settled(before: State, after: State) -> State:
    """Move the marks of the turn to where an act has put the pawns, and drop arrivals that are gone."""
    town, seat = town_of(after), after.turn
    if not town.done and not town.fresh:
        return after
    done: list[int] = []
    for at in town.done:
        if done.count(at) < pawns_at(after, seat, at):
            done.append(at)
    if len(done) < len(town.done):
        came = (whereabouts(after, seat) - whereabouts(before, seat)).elements()
        done += sorted(came, key=lambda at: at == town.plan.homes[seat - 1])[: len(town.done) - len(done)]
    fresh: list[int] = []
    for at in town.fresh:
        if fresh.count(at) + done.count(at) < pawns_at(after, seat, at):
            fresh.append(at)
    if (*done,) == town.done and (*fresh,) == town.fresh:
        return after
    return after._replace(town=town._replace(done=tuple(done), fresh=tuple(fresh)))
