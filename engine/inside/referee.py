"""The verdict on any act of Inside, and how the game stands.

>>> from engine.inside.cubes import start
>>> from engine.game import Setup
>>> state = start(Setup("inside", ("Anna", "Ben")))
>>> judge(state, Act(1, "place", ("L310",))) is None
True
>>> refusal = judge(state, Act(1, "place", ("L210",)))
>>> refusal.rule, refusal.why.key, str(refusal.lawful[0])
('ID-2', 'inside.not-carried', '1 place L211')
"""

from __future__ import annotations

from engine.acts import Act
from engine.game import Ask, Standing, no_seat
from engine.inside.cubes import (
    CUBE,
    CUBES,
    PLAYER,
    SEATS,
    State,
    is_over,
    no_cube,
    none_left,
    not_open,
    over,
    play,
)
from engine.inside.lawful import instead
from engine.inside.pyramid import CELLS, FACES, names
from engine.verdicts import Impossible, Refusal, Sentence, say

RULINGS = frozenset({"ID-7", "ID-8", "ID-9"})
MAJORITY = 8
"""Squares of a face's 15 that take it (ID-11)."""


def judge(state: State, act: Act) -> Refusal | None:
    """Rule on any act; None is yes."""
    if act.verb not in ("place", "bonus"):
        try:
            play(state, act)
        except Impossible as impossible:
            return Refusal(impossible.rule, impossible.why)
        return None
    if act.seat not in SEATS:
        return Refusal(None, no_seat(act, SEATS))
    cube = CUBES.get(act.args)
    if cube is None:
        rule, why = no_cube(act)
        return Refusal(rule, why)
    if is_over(state):
        rule, why = over(state)
        return Refusal(rule, why)
    colour, cell = cube
    wrong: tuple[str, Sentence] | None
    if act.seat != state.turn:
        wrong = _out_of_turn(state, act.seat)
    elif state.owed:
        wrong = _against_bonus(state, act.verb, colour, cell)
    else:
        wrong = _against_placing(state, act.verb, colour, cell)
    if wrong is None:
        return None
    rule, why = wrong
    return Refusal(rule, why, instead(state, colour, cell))


def _out_of_turn(state: State, seat: int) -> tuple[str, Sentence]:
    who, other = PLAYER[seat - 1], PLAYER[2 - seat]
    if state.stocks[seat - 1] == (0, 0):
        return "ID-10", say("inside.empty-handed", who=who, other=other)
    if state.owed:
        return "ID-6", say("inside.other-owes", who=other, cells=names(state.owed), other=who)
    return "ID-5", say("inside.not-your-turn", who=who, other=other)


def _against_bonus(state: State, verb: str, colour: int, cell: int) -> tuple[str, Sentence] | None:
    """A bonus is owed: only its cells, only from the opponent's stock (ID-6, ID-7)."""
    other = 2 - state.turn
    if verb == "place":
        return "ID-6", say("inside.bonus-first", cells=names(state.owed), other=PLAYER[other])
    if not state.owed >> cell & 1:
        return "ID-6", say("inside.not-owed", cell=CELLS[cell], cells=names(state.owed))
    if not state.stocks[other][colour]:
        return "ID-6", none_left(other, colour)
    return None


def _against_placing(state: State, verb: str, colour: int, cell: int) -> tuple[str, Sentence] | None:
    """No bonus is owed: an own cube on an open cell (ID-2, ID-5)."""
    if verb == "bonus":
        other = 2 - state.turn
        if state.stocks[other] == (0, 0):
            return "ID-9", say("inside.no-bonus-stock", other=PLAYER[other])
        return "ID-6", say("inside.no-bonus", who=PLAYER[state.turn - 1])
    if not state.open >> cell & 1:
        return "ID-2", not_open(state, cell)
    if not state.stocks[state.turn - 1][colour]:
        return "ID-5", none_left(state.turn - 1, colour)
    return None


def seats(_state: State) -> tuple[int, ...]:
    """Tell who plays each seat."""
    return SEATS


def ask(state: State) -> Ask:
    """Tell whose moment it is and for what."""
    if is_over(state):
        _, why = over(state)
        return Ask((), why)
    who, other = PLAYER[state.turn - 1], PLAYER[2 - state.turn]
    if state.owed:
        return Ask((state.turn,), say("inside.ask-bonus", who=who, other=other, cells=names(state.owed)))
    return Ask((state.turn,), say("inside.ask-place", who=who))


def tell(_state: State, act: Act) -> Sentence:
    """Say in a few words what an act does."""
    colour, cell = CUBES[act.args]
    return say("inside.told", cube=CUBE[colour], cell=CELLS[cell])


def reveals(_act: Act) -> bool:
    """Tell whether an act shows something new: in Inside everything lies open."""
    return False


def squares(state: State) -> dict[str, tuple[int, int]]:
    """Count the light and the dark squares of each face (ID-3).

    >>> squares(State((0b1, 0), ((12, 5), (5, 13)), 2, 0, 0))
    {'X': (1, 0), 'Y': (1, 0), 'Z': (0, 0)}
    """
    light, dark = state.cubes
    return {face: ((light & cells).bit_count(), (dark & cells).bit_count()) for face, cells in FACES.items()}


def standing(state: State) -> Standing:
    """Tell the faces taken, who won and how (ID-11)."""
    faces = squares(state)
    taken = {seat: sum(counts[seat - 1] >= MAJORITY for counts in faces.values()) for seat in SEATS}
    winners: tuple[int, ...] = ()
    if state.left:
        winners = (3 - state.left,)
    elif is_over(state):
        winners = (max(SEATS, key=taken.__getitem__),)
    details = {
        "faces": {face: {"light": light, "dark": dark} for face, (light, dark) in faces.items()},
        "stocks": {
            str(seat): {"light": light, "dark": dark}
            for seat, (light, dark) in zip(SEATS, state.stocks, strict=True)
        },
    }
    return Standing(is_over(state), winners, taken, details)
