"""What action cards do: whom they strike, and what happens when nobody wards them off."""

from __future__ import annotations

from collections.abc import Callable

from engine.insider import restaurant
from engine.insider import town as towns
from engine.insider.board.robbing import exchanged
from engine.insider.city import INSIDER
from engine.insider.state import State, owing, town_of
from engine.insider.town import Given, Pawn

STRIKES_ALL = frozenset({"vip", "bomb", "hype"})
STRIKES_ONE = frozenset({"meeting", "scandal", "rumours"})


def struck_by(state: State, seat: int, given: Given) -> tuple[int, ...]:
    """List who may ward a power off (IR-19 to IR-25, IR-29)."""
    if given.use in STRIKES_ALL:
        return tuple(other for other in state.seats if other != seat and other not in state.inn.left)
    if given.use in STRIKES_ONE:
        return (given.number,)
    if given.use == "swap":
        owners = {owner(state, pawn) for pawn in given.pawns}
        return tuple(sorted(owners - {seat}))
    return ()


def owner(state: State, pawn: Pawn) -> int:
    """Return whose a pawn is."""
    return state.inn.tables[pawn.table - 1] if pawn.spot == INSIDER else pawn.seat


def effect(state: State, seat: int, given: Given) -> State:
    """Return the state after a power has taken effect."""
    return _EFFECTS[given.use](state, seat, given)


def _swap(state: State, _seat: int, given: Given) -> State:
    one, other = given.pawns
    owners = owner(state, one), owner(state, other)
    town, tables = town_of(state), list(state.inn.tables)
    for pawn, whose in zip((one, other), owners, strict=True):
        if pawn.spot != INSIDER:
            town = towns.take(town, whose, pawn.spot, of_turn=whose == state.turn)
    for pawn, whose in zip((other, one), owners, strict=True):
        if pawn.spot == INSIDER:
            tables[pawn.table - 1] = whose
        else:
            town = towns.put(town, whose, pawn.spot)
    if set(owners) == {state.turn}:
        town = town._replace(done=exchanged(state, *(-pawn.table or pawn.spot for pawn in given.pawns)))
    state = state._replace(town=town)
    return state._replace(inn=restaurant.arrange(state.inn, tuple(tables)))


def _vip(state: State, _seat: int, given: Given) -> State:
    return state._replace(inn=restaurant.arrange(state.inn, given.tables))


def _fly(state: State, seat: int, given: Given) -> State:
    assert given.start is not None
    assert given.target is not None
    spot, table = given.target
    town = towns.take(town_of(state), seat, given.start.spot, of_turn=True)
    state = state._replace(town=towns.put(town, seat, spot, arrives=True))
    if given.start.spot == INSIDER:
        return state._replace(inn=restaurant.sit(state.inn, given.start.table, 0))
    return state._replace(inn=restaurant.sit(state.inn, table, seat)) if spot == INSIDER else state


def _meeting(state: State, _seat: int, given: Given) -> State:
    town = towns.send_home(town_of(state), given.number)
    return state._replace(town=town, inn=restaurant.send_home(state.inn, given.number))


def _scandal(state: State, _seat: int, given: Given) -> State:
    return owing(state, given.number, state.owed[given.number - 1] + 1)


def _rumours(state: State, _seat: int, given: Given) -> State:
    return state._replace(inn=restaurant.spread_rumours(state.inn, given.number))


def _bomb(state: State, _seat: int, _given: Given) -> State:
    town = town_of(state)
    town = town._replace(pawns=((),) * len(town.pawns))
    return state._replace(town=town, inn=restaurant.clear(state.inn))


def _again(state: State, _seat: int, _given: Given) -> State:
    return state._replace(town=towns.new_turn(town_of(state), is_second=True))


def _out(state: State, _seat: int, given: Given) -> State:
    return state._replace(town=towns.move_outs(town_of(state), given.outs))


def _hype(state: State, _seat: int, _given: Given) -> State:
    return state._replace(inn=restaurant.evaluate(state.inn))


_EFFECTS: dict[str, Callable[[State, int, Given], State]] = {
    "swap": _swap,
    "vip": _vip,
    "fly": _fly,
    "meeting": _meeting,
    "scandal": _scandal,
    "rumours": _rumours,
    "bomb": _bomb,
    "again": _again,
    "out": _out,
    "hype": _hype,
}
