"""What acts do to a game of Inside.

>>> from engine.inside.state import start
>>> from engine.game import Setup
>>> state = play(start(Setup("inside", ("Anna", "Ben"))), Act(1, "place", ("L310",)))
>>> state.turn, state.stocks
(2, ((12, 5), (5, 13)))
"""

from __future__ import annotations

from engine.acts import Act
from engine.game import MATCH_VERBS, no_seat, who_quits
from engine.inside.corrections import fix
from engine.inside.pyramid import CARRIED
from engine.inside.state import CUBES, SEATS, State, is_over, no_cube, none_left, not_open, over, who_follows
from engine.verdicts import Impossible, say


def play(state: State, act: Act) -> State:
    """Return the state after an act that it can hold, whosever turn it is; raises `Impossible` on others."""
    if act.verb in ("place", "bonus"):
        return _put(state, act)
    if act.verb == "fix":
        return fix(state, act)
    if act.verb == "quit":
        return _quit(state, act)
    raise Impossible(say("act.unknown", verb=act.verb, verbs=("place", "bonus", *MATCH_VERBS)))


def _put(state: State, act: Act) -> State:
    seat = act.seat
    if seat not in SEATS:
        raise Impossible(no_seat(act, SEATS))
    cube = CUBES.get(act.args)
    if cube is None:
        rule, why = no_cube(act)
        raise Impossible(why, rule)
    colour, cell = cube
    bit = 1 << cell
    if not state.open & bit:
        raise Impossible(not_open(state, cell), "ID-2")
    giver = seat - 1 if act.verb == "place" else 2 - seat
    stocks = list(state.stocks)
    lights, darks = stocks[giver]
    if not stocks[giver][colour]:
        raise Impossible(none_left(giver, colour), "ID-5")
    stocks[giver] = (lights - 1, darks) if colour == 0 else (lights, darks - 1)

    light, dark = state.cubes
    light, dark = cubes = (light | bit, dark) if colour == 0 else (light, dark | bit)
    filled = light | dark
    own = cubes[colour]
    opened = state.open ^ bit
    owed = 0
    for above, carriers in CARRIED[cell]:
        if carriers & filled == carriers:
            opened |= above
            if carriers & own == carriers:
                owed |= above
    if state.owed:  # an earlier duty goes on; it stays with who has it, should the other be let in by overruling
        owed = owed | state.owed & ~bit if seat == state.turn else state.owed & ~bit
        seat = state.turn
    both = stocks[0], stocks[1]
    turn, owed = who_follows(seat, owed, both)
    return State(cubes, both, turn, opened, owed, state.left)


def _quit(state: State, act: Act) -> State:
    seat = who_quits(act, SEATS)
    if is_over(state):
        rule, why = over(state)
        raise Impossible(why, rule)
    return state._replace(left=seat)
