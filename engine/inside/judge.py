"""The verdict on any act of Inside, and what the box asks and says.

>>> from engine.inside.state import start
>>> from engine.game import Setup
>>> state = start(Setup("inside", ("Anna", "Ben")))
>>> judge(state, Act(1, "place", ("L310",))) is None
True
>>> refusal = judge(state, Act(1, "place", ("L210",)))
>>> refusal.rule, refusal.why.key, str(refusal.allowed[0])
('ID-2', 'inside.not-carried', '1 place L211')
"""

from __future__ import annotations

from engine.acts import Act
from engine.game import Ask, no_seat
from engine.inside.corrections import tell_fix
from engine.inside.legal import instead
from engine.inside.play import play
from engine.inside.pyramid import CELLS, names
from engine.inside.state import CUBE, CUBES, PLAYER, SEATS, State, is_over, no_cube, none_left, not_open, over
from engine.verdicts import Impossible, Refusal, Sentence, say

RULINGS = frozenset({("ID-9", "inside.no-bonus-stock")})


def judge(state: State, act: Act) -> Refusal | None:
    """Return why an act is refused; None if it is accepted."""
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
    """Return what is wrong while a bonus is owed: only its cells, only from the opponent's stock (ID-6, ID-7)."""
    other = 2 - state.turn
    if verb == "place":
        return "ID-6", say("inside.bonus-first", cells=names(state.owed), other=PLAYER[other])
    if not state.owed >> cell & 1:
        return "ID-6", say("inside.not-owed", cell=CELLS[cell], cells=names(state.owed))
    if not state.stocks[other][colour]:
        return "ID-6", none_left(other, colour)
    return None


def _against_placing(state: State, verb: str, colour: int, cell: int) -> tuple[str, Sentence] | None:
    """Return what is wrong while no bonus is owed: an own cube on an open cell (ID-2, ID-5)."""
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
    """Return who plays each seat."""
    return SEATS


def ask(state: State) -> Ask:
    """Return who has to say what."""
    if is_over(state):
        _, why = over(state)
        return Ask((), why)
    who, other = PLAYER[state.turn - 1], PLAYER[2 - state.turn]
    if state.owed:
        return Ask((state.turn,), say("inside.ask-bonus", who=who, other=other, cells=names(state.owed)))
    return Ask((state.turn,), say("inside.ask-place", who=who))


def tell(_state: State, act: Act) -> Sentence:
    """Return in a few words what an act does."""
    if act.verb == "fix":
        return tell_fix(act)
    colour, cell = CUBES[act.args]
    if act.verb == "bonus" and act.seat is not None:
        return say("inside.told-bonus", cube=CUBE[colour], cell=CELLS[cell], other=PLAYER[2 - act.seat])
    return say("inside.told", cube=CUBE[colour], cell=CELLS[cell])


def reveals(_act: Act) -> bool:
    """Return whether an act shows something new: in Inside everything lies open."""
    return False
