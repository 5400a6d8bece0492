"""Corrections at `board` depth: those of the restaurant, then pawns, Total OUT cards and hands."""

from __future__ import annotations

from engine.acts import Act
from engine.insider.city import INNER, INSIDER, is_square
from engine.insider.stair.corrections import correction_words, fix_restaurant
from engine.insider.state import TABLES, State, present, town_of
from engine.insider.town import ALL_CARDS, FULL_HAND, PAWNS, Town, new_turn
from engine.verdicts import Impossible, player, say


def fix(state: State, act: Act) -> State:
    """Return the state with something put right; raises `Impossible` if that could not exist."""
    args = correction_words(act)
    after = fix_restaurant(state, args)
    if after is None:
        return _around(state, args)
    if args[0] == "table":
        _check_pawns(state, *args[1:])
    return after._replace(town=new_turn(town_of(after))) if args[0] == "turn" else after


def _check_pawns(state: State, table: str, sitting: str) -> None:
    """Raise `Impossible` if a player would have an eighth pawn, at a table (IR-6)."""
    if sitting == "-" or state.inn.tables[TABLES[table] - 1] == int(sitting):
        return
    seat = int(sitting)
    if len(town_of(state).pawns[seat - 1]) + state.inn.tables.count(seat) == PAWNS:
        raise Impossible(say("insider.eighth-pawn", who=player(seat), most=PAWNS), "IR-6")


def _around(state: State, args: tuple[str, ...]) -> State:
    """Put right what is around the restaurant."""
    town = town_of(state)
    match args:
        case ("pawn", seat, *names) if names:
            return _pawns(state, town, present(state, seat), tuple(names))
        case ("out", *names) if names:
            return _outs(state, town, tuple(names))
        case ("hand", seat, count) if count in map(str, range(FULL_HAND + 1)):
            return _hand(state, town, present(state, seat), int(count))
    raise Impossible(say("insider.fix-words-board"))


def _pawns(state: State, town: Town, seat: int, names: tuple[str, ...]) -> State:
    """Correct where the pawns of a player in the city are; the others are at home or at a table."""
    spots = () if names == ("-",) else tuple(sorted(_spot(town, name, "insider.fix-spot-words") for name in names))
    if len(spots) + state.inn.tables.count(seat) > PAWNS:
        raise Impossible(say("insider.eighth-pawn", who=player(seat), most=PAWNS), "IR-6")
    for spot in spots:
        others = [other for other in town.at(spot) if other != seat]
        if is_square(spot) and (others or spots.count(spot) > 1):
            raise Impossible(say("insider.one-a-square", square=town.plan.names[spot]), "IR-2")
        if spot in town.outs:
            raise Impossible(say("insider.total-out", place=town.plan.names[spot]), "IR-4")
        if spot in {*town.plan.homes, *town.plan.closed}:
            raise Impossible(say("insider.leave-home-out"), "IR-3")
    pawns = (*town.pawns[: seat - 1], spots, *town.pawns[seat:])
    return state._replace(town=town._replace(pawns=pawns))


def _spot(town: Town, name: str, wrong: str) -> int:
    if name not in town.plan.spots or town.plan.spots[name] == INSIDER:
        raise Impossible(say(wrong, given=name[:20]))
    return town.plan.spots[name]


def _outs(state: State, town: Town, names: tuple[str, ...]) -> State:
    """Correct where the Total OUT cards are: all four, or some if the others lie beside the board."""
    spots = [] if names == ("-",) else [_spot(town, name, "insider.fix-out-words") for name in names]
    if len(spots) > len(INNER) or len(set(spots)) < len(spots) or any(is_square(spot) for spot in spots):
        raise Impossible(say("insider.four-outs"), "IR-4")
    for spot in spots:
        if spot in {*town.plan.homes, *town.plan.closed}:
            raise Impossible(say("insider.out-at-home", place=town.plan.names[spot]), "IR-26")
        if town.at(spot):
            raise Impossible(say("insider.out-on-pawn", place=town.plan.names[spot]), "IR-4")
    return state._replace(town=town._replace(outs=frozenset(spots)))


def _hand(state: State, town: Town, seat: int, count: int) -> State:
    """Correct the count of a hand; the pile makes up for it, then the discards."""
    hands = (*town.hands[: seat - 1], count, *town.hands[seat:])
    rest = ALL_CARDS - sum(hands)
    discards = min(town.discards, rest)
    return state._replace(town=town._replace(hands=hands, discards=discards, pile=rest - discards))
