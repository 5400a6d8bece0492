"""What acts do to a game of Insider at `board` depth.

`understood` reads an act and refuses what is not legal or, if the table insists, what a state cannot hold; `judge`
adds walking too far, and stopping while points are left.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.acts import Act
from engine.game import UNLISTED
from engine.insider import restaurant
from engine.insider import town as towns
from engine.insider.board.checks import VIP_GUARDS, check
from engine.insider.board.corrections import fix
from engine.insider.board.powers import effect, struck_by
from engine.insider.board.reading import read
from engine.insider.board.robbing import settled
from engine.insider.board.walking import due_cards
from engine.insider.cards import read_card
from engine.insider.city import INSIDER, ways
from engine.insider.state import State, owing, town_of
from engine.insider.town import Given, Phase, Power, Town
from engine.insider.turns import SEVEN, due, next_turn, playing_on, stopped, who_leaves
from engine.verdicts import Impossible, say


def play(state: State, act: Act) -> State:
    """Return the state after an act that it can hold, legal or not; raises `Impossible` on others."""
    if act.verb == "card":
        card = read_card(due(state, act))
        return state._replace(inn=restaurant.turn_up(playing_on(state).inn, card))
    if act.verb in UNLISTED:
        after = {"fix": fix, "quit": _quit, "time": stopped}[act.verb](state, act)
        after = with_town(after, town_of(after)._replace(power=None))  # a power that still waits comes to nothing
        return settled(state, after)
    given = understood(state, act, is_insisted=True)
    if given.is_open:
        raise Impossible(say("act.open-value"))
    return settled(state, _DOING[act.verb](playing_on(state), act.seat or 0, given))


def understood(state: State, act: Act, *, is_insisted: bool = False) -> Given:
    """Read an act; raises `Impossible` on what is not legal, or only on what the state cannot hold."""
    given = read(state, act)
    check(state, act, given, is_insisted=is_insisted)
    return given


def with_town(state: State, town: Town) -> State:
    """Change what is around the restaurant."""
    return state._replace(town=town)


# --- the turn


def _points(state: State, _seat: int, _given: Given) -> State:
    return with_town(state, town_of(state)._replace(phase=Phase.MOVING, points=SEVEN))


def _roll(state: State, seat: int, given: Given) -> State:
    if sum(given.faces) == SEVEN:
        return state._replace(rolls_again=seat)
    is_double = len(given.faces) > 1 and given.faces[0] == given.faces[1]
    town = town_of(state)._replace(phase=Phase.MOVING, points=sum(given.faces), is_double=is_double)
    return state._replace(town=town, rolls_again=0)


def _draw(state: State, seat: int, given: Given) -> State:
    count = due_cards(state, seat) if given.number < 0 else given.number
    return end_turn(with_town(state, towns.draw(town_of(state), seat, count)), seat)


def end_turn(state: State, seat: int) -> State:
    """Start the turn of the next player, past those who have left or miss a turn (IR-1, IR-24)."""
    return next_turn(with_town(state, towns.new_turn(town_of(state))), seat)


def _move(state: State, seat: int, given: Given) -> State:
    assert given.start is not None
    assert given.target is not None
    town, start, (target, table) = town_of(state), given.start.spot, given.target
    cost = ways(town.plan, town.outs, seat, start).get(target, town.points)
    town = towns.take(town, seat, start, of_turn=True)
    town = towns.put(town, seat, target, arrives=True)
    town = town._replace(points=max(town.points - cost, 0))
    if target == INSIDER:
        return state._replace(town=town, inn=restaurant.sit(state.inn, table, seat))
    return with_town(state, town)


def _rob(state: State, seat: int, given: Given) -> State:
    assert given.start is not None
    return with_town(state, towns.rob(town_of(state), seat, given.start.spot))


def _stop(state: State, seat: int, _given: Given) -> State:
    return end_turn(state, seat)


# --- actions


def _play(state: State, seat: int, given: Given) -> State:
    town = towns.spend(town_of(state), seat, given.cards)._replace(may_act=False)
    struck = struck_by(state, seat, given)
    state = with_town(state, town)
    if not struck:
        return effect(state, seat, given)
    power = Power(given, struck, (0,) * len(state.owed))
    return with_town(state, town._replace(power=power))


def _guard(state: State, seat: int, given: Given) -> State:
    town = town_of(state)
    power = town.power
    assert power is not None
    if power.given.use != "vip":
        return with_town(state, towns.spend(town, seat, given.number)._replace(power=None))
    offers = [*power.offers]
    offers[seat - 1] += given.number
    if sum(offers) < VIP_GUARDS:
        return with_town(state, town._replace(power=power._replace(offers=tuple(offers))))
    for other, offered in enumerate(offers, start=1):
        town = towns.spend(town, other, offered)
    return with_town(state, town._replace(power=None))


def _unopposed(state: State, _seat: int, _given: Given) -> State:
    town = town_of(state)
    assert town.power is not None
    return effect(with_town(state, town._replace(power=None)), state.turn, town.power.given)


def _out(state: State, _seat: int, given: Given) -> State:
    town = town_of(state)._replace(may_act=False)
    return with_town(state, towns.move_outs(town, given.outs))


def _exchange(state: State, seat: int, _given: Given) -> State:
    town = towns.draw(towns.spend(town_of(state), seat, 1), seat, 1)
    return with_town(state, town._replace(may_act=False))


_DOING: dict[str, Callable[[State, int, Given], State]] = {
    "points": _points,
    "roll": _roll,
    "draw": _draw,
    "move": _move,
    "rob": _rob,
    "play": _play,
    "guard": _guard,
    "unopposed": _unopposed,
    "out": _out,
    "exchange": _exchange,
    "stop": _stop,
}


def _quit(state: State, act: Act) -> State:
    """Remove a player: pawns go home, the hand to the discards; no more gains or penalties (M-6)."""
    seat = who_leaves(state, act)
    town = towns.send_home(town_of(state), seat)
    town = towns.spend(town, seat, town.hands[seat - 1])
    state = owing(state, seat, 0)._replace(inn=restaurant.leave_game(state.inn, seat), town=town)
    return end_turn(state, seat) if seat == state.turn and not state.inn.is_over else state
