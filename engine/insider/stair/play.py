"""What acts do to a game of Insider at `stair` depth.

Any seat may act at any time; turns are a reminder that `stop` moves on. `understood` reads the words of an act and
refuses what a state cannot hold; `judge` builds on it, and adds what would not be legal.

>>> from engine.game import Setup
>>> from engine.insider.state import start
>>> state = start(Setup("insider", ("Anna", "Ben", "Carla")))
>>> state = play(state, Act(None, "card", ("4:", "3", "2", "1", "0", "/", "-4")))
>>> state = play(state, Act(2, "seat", ("1",)))
>>> state.inn.tables, state.turn
((2, 0, 0, 0), 1)
"""

from __future__ import annotations

from collections.abc import Callable

from engine.acts import Act
from engine.game import MATCH_VERBS, no_seat
from engine.insider import restaurant
from engine.insider.cards import MOST_TABLES, read_card
from engine.insider.restaurant import Restaurant
from engine.insider.stair.corrections import fix
from engine.insider.state import TABLES, State, gone, no_card, on_card, owing
from engine.insider.turns import (
    FACES,
    NO_SEAT,
    OPEN_TABLE,
    SEATS,
    SEVEN,
    SITTING,
    due,
    next_turn,
    playing_on,
    stopped,
    who_leaves,
)
from engine.verdicts import Impossible, player, say

Numbers = tuple[int, ...]

ALONE = ("bomb", "hype", "points", "draw", "again", "stop")
"""Verbs without further words."""
STRIKING = ("meeting", "scandal", "rumours")
"""Verbs that name whom they strike."""
IN_RESTAURANT = frozenset({"seat", "leave", "swap", "vip", "bomb", "hype"})
"""Verbs that need an open card."""


def play(state: State, act: Act) -> State:
    """Return the state after an act that it can hold, legal or not; raises `Impossible` on others."""
    verb = act.verb
    if verb == "card":
        card = read_card(due(state, act))
        return _within(state, restaurant.turn_up(playing_on(state).inn, card))
    if verb == "fix":
        return fix(state, act)
    if verb == "quit":
        return _quit(state, act)
    if verb == "time":
        return stopped(state, act)
    given = understood(state, act)
    assert act.seat is not None
    if state.inn.end is not None:
        state = playing_on(state)
    return _DOING[verb](state, act.seat, given)


# --- reading


def understood(state: State, act: Act) -> Numbers:
    """Read the words after the verb of a player's act; raises `Impossible` on what the state cannot hold."""
    seat, verb, args = act
    reading = _READING.get(verb)
    if reading is None:
        raise Impossible(say("act.unknown", verb=verb, verbs=("card", *_READING, "time", *MATCH_VERBS)))
    if seat is None or not 1 <= seat <= len(state.owed):
        raise Impossible(no_seat(act, state.seats))
    given = reading(state, verb, args)
    inn = state.inn
    if seat in inn.left:
        raise Impossible(gone(seat), "M-6")
    if inn.card is None and verb in IN_RESTAURANT:
        raise Impossible(no_card(state), "IR-8")
    if verb in _CHECKING:
        _CHECKING[verb](inn, seat, given)
    return given


def _read_nothing(_state: State, verb: str, args: tuple[str, ...]) -> Numbers:
    if args:
        raise Impossible(say("act.stands-alone", verb=verb))
    return ()


def _read_table(_state: State, verb: str, args: tuple[str, ...]) -> Numbers:
    if len(args) != 1 or args[0] not in TABLES:
        raise Impossible(say("insider.table-words", verb=verb, most=MOST_TABLES))
    return (TABLES[args[0]],)


def _read_struck(state: State, verb: str, args: tuple[str, ...]) -> Numbers:
    struck = SEATS.get(args[0], 0) if len(args) == 1 else 0
    if not 1 <= struck <= len(state.owed):
        raise Impossible(say("insider.struck-words", verb=verb, seats=tuple(state.seats)))
    return (struck,)


def _read_swap(state: State, _verb: str, args: tuple[str, ...]) -> Numbers:
    match args:
        case (table, seat) if table in TABLES and SEATS.get(seat, 0) in state.seats:
            return TABLES[table], SEATS[seat]
    raise Impossible(say("insider.swap-words", seats=tuple(state.seats)))


def _read_vip(state: State, _verb: str, args: tuple[str, ...]) -> Numbers:
    given = tuple([SITTING.get(word, NO_SEAT) for word in args])
    if not given or max(given) > len(state.owed):
        raise Impossible(say("insider.vip-words", seats=tuple(state.seats)))
    return given


def _read_faces(_state: State, verb: str, args: tuple[str, ...]) -> Numbers:
    given = tuple([FACES.get(face, 0) for face in args])
    if len(given) not in {1, 2} or 0 in given:
        raise Impossible(say("insider.roll-words", verb=verb))
    return given


_READING: dict[str, Callable[[State, str, tuple[str, ...]], Numbers]] = {
    **dict.fromkeys(("seat", "leave"), _read_table),
    **dict.fromkeys(STRIKING, _read_struck),
    **dict.fromkeys(ALONE, _read_nothing),
    "swap": _read_swap,
    "vip": _read_vip,
    "roll": _read_faces,
}


# --- what a state cannot hold


def _check_seat(inn: Restaurant, _seat: int, given: Numbers) -> None:
    (table,) = given
    on_card(inn, table)
    if inn.tables[table - 1]:
        raise Impossible(say("insider.taken", table=str(table), who=player(inn.tables[table - 1])), "IR-5")


def _check_leave(inn: Restaurant, seat: int, given: Numbers) -> None:
    (table,) = given
    on_card(inn, table)
    sitting = inn.tables[table - 1]
    if not sitting:
        raise Impossible(say("insider.nobody-there", table=str(table)), "IR-5")
    if sitting != seat:
        raise Impossible(
            say("insider.not-theirs", table=str(table), who=player(sitting), not_who=player(seat)), "IR-5"
        )


def _check_swap(inn: Restaurant, _seat: int, given: Numbers) -> None:
    table, other = given
    on_card(inn, table)
    if not inn.tables[table - 1]:
        raise Impossible(say("insider.nobody-there", table=str(table)), "IR-20")
    if other in inn.left:
        raise Impossible(gone(other), "M-6")


def _check_vip(inn: Restaurant, _seat: int, given: Numbers) -> None:
    if OPEN_TABLE in given:
        if not any(inn.tables):
            raise Impossible(say("insider.nobody-seated"), "IR-21")
        raise Impossible(say("act.open-value"))
    if len(given) != len(inn.tables):
        raise Impossible(say("insider.vip-count", given=len(given), count=len(inn.tables)), "IR-21")
    for other in given:
        if other in inn.left:
            raise Impossible(gone(other), "M-6")


def _check_struck(inn: Restaurant, _seat: int, given: Numbers) -> None:
    if given[0] in inn.left:
        raise Impossible(gone(given[0]), "M-6")


_CHECKING: dict[str, Callable[[Restaurant, int, Numbers], None]] = {
    "seat": _check_seat,
    "leave": _check_leave,
    "swap": _check_swap,
    "vip": _check_vip,
    **dict.fromkeys(STRIKING, _check_struck),
}


# --- doing


def _seat(state: State, seat: int, given: Numbers) -> State:
    return _within(state, restaurant.sit(state.inn, given[0], seat))


def _leave(state: State, _seat: int, given: Numbers) -> State:
    return _within(state, restaurant.sit(state.inn, given[0], 0))


def _swap(state: State, _seat: int, given: Numbers) -> State:
    return _within(state, restaurant.sit(state.inn, *given))


def _vip(state: State, _seat: int, given: Numbers) -> State:
    return _within(state, restaurant.arrange(state.inn, given))


def _meeting(state: State, _seat: int, given: Numbers) -> State:
    return _within(state, restaurant.send_home(state.inn, given[0]))


def _bomb(state: State, _seat: int, _given: Numbers) -> State:
    return _within(state, restaurant.clear(state.inn))


def _hype(state: State, _seat: int, _given: Numbers) -> State:
    return _within(state, restaurant.evaluate(state.inn))


def _rumours(state: State, _seat: int, given: Numbers) -> State:
    inn, seat = state.inn, given[0]
    return state if seat in inn.rumours else _within(state, restaurant.spread_rumours(inn, seat))


def _within(state: State, inn: Restaurant) -> State:
    _, turn, owed, rolls_again, verified, town, has_turns = state
    return State(inn, turn, owed, rolls_again, verified, town, has_turns)


def _scandal(state: State, _seat: int, given: Numbers) -> State:
    return owing(state, given[0], state.owed[given[0] - 1] + 1)


def _roll(state: State, seat: int, given: Numbers) -> State:
    return _rolling_again(state, seat if sum(given) == SEVEN else 0)


def _move(state: State, _seat: int, _given: Numbers) -> State:
    return _rolling_again(state, 0)


def _rolling_again(state: State, seat: int) -> State:
    return state if state.rolls_again == seat else state._replace(rolls_again=seat)


def _again(state: State, seat: int, _given: Numbers) -> State:
    return State(state.inn, seat, state.owed, 0, state.verified, has_turns=True)


def _stop(state: State, seat: int, _given: Numbers) -> State:
    return next_turn(state, seat)._replace(has_turns=True)


_DOING: dict[str, Callable[[State, int, Numbers], State]] = {
    "seat": _seat,
    "leave": _leave,
    "swap": _swap,
    "vip": _vip,
    "meeting": _meeting,
    "bomb": _bomb,
    "hype": _hype,
    "rumours": _rumours,
    "scandal": _scandal,
    "roll": _roll,
    "points": _move,
    "draw": _move,
    "again": _again,
    "stop": _stop,
}


def _quit(state: State, act: Act) -> State:
    seat = who_leaves(state, act)
    state = owing(state, seat, 0)._replace(inn=restaurant.leave_game(state.inn, seat))
    if state.turn == seat:
        return next_turn(state, seat)
    return _rolling_again(state, 0) if state.rolls_again == seat else state
