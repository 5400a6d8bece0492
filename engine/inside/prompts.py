"""The steps with which the keys say an act of Inside, and the answers to the open values of corrections.

>>> from engine.game import Setup
>>> from engine.inside.state import start
>>> state = start(Setup("inside", ("Anna", "Ben")))
>>> [step.value for step in steps(state, Act(1, "place", ("L310",)))]
['310', 'L']
"""

from __future__ import annotations

from functools import cache

from engine.acts import OPEN, Act
from engine.inside.play import play
from engine.inside.pyramid import CELLS, XYZ
from engine.inside.state import COLOURS, CUBE, CUBES, PLAYER, SEATS, State, is_over
from engine.steps import Answer, Step, choice, seat, spot
from engine.verdicts import Impossible, Sentence, say

# Seen from above, face X in front, the cube on its corner: a cell and the one three levels higher lie on the same
# spot.
SPOTS = tuple(
    spot(say("inside.ask-cell"), name, y - z, y + z - 2 * x) for name, (x, y, z) in zip(CELLS, XYZ, strict=True)
)


def _colours(asks: Sentence, likely: int | None = None) -> tuple[Step, ...]:
    """Return a step for each colour; the cursor starts on the likely one."""
    labels = zip(COLOURS, CUBE, strict=True)
    return tuple(
        choice(asks, letter, label)._replace(is_likely=at == likely) for at, (letter, label) in enumerate(labels)
    )


COLOUR = tuple(_colours(say("inside.ask-colour"), own) for own in range(len(SEATS)))
"""By player: which colour, of the own stock."""


@cache
def _their_colours(other: int, cell: int) -> tuple[Step, ...]:
    """Return a step for each colour of the opponent's stock; the likely one is the player's own."""
    return _colours(say("inside.ask-their-colour", other=PLAYER[other], cell=CELLS[cell]), 1 - other)


_FIX = say("inside.ask-fix")
_FIXES = (choice(_FIX, "cell", say("inside.fix-cell")), choice(_FIX, "turn", say("inside.fix-turn")))
_CUBES = (*_colours(say("inside.ask-colour")), choice(say("inside.ask-colour"), "-", say("inside.no-cube")))


def answers(state: State, act: Act) -> list[Answer]:
    """List the answers to the first open value of a correction; no other act of Inside has one."""
    end: tuple[str, ...] = ()
    match act:
        case Act(None, "fix", ("*",)):
            return [Answer(step, Act(None, "fix", (step.value, OPEN))) for step in _FIXES]
        case Act(None, "fix", ("cell", "*")):
            steps, end = SPOTS, (OPEN,)
        case Act(None, "fix", ("turn", "*")):
            steps = tuple(seat(say("box.ask-seat"), number) for number in SEATS)
        case Act(None, "fix", (cell, "*")) if cell in CELLS:
            steps = _CUBES
        case _:
            return []
    begun = act.args[:1] if act.args[0] != "cell" else ()
    said = [Act(None, "fix", (*begun, step.value, *end)) for step in steps]
    return [Answer(step, fix, not _can_be(state, fix)) for step, fix in zip(steps, said, strict=True)]


def _can_be(state: State, act: Act) -> bool:
    """Return whether a correction, or any that fills it in, leads to a position that can exist."""
    if OPEN in act.args:
        return any(_can_be(state, answer.act) for answer in answers(state, act))
    try:
        play(state, act)
    except Impossible:
        return False
    return True


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps to an act: the cell, then the colour. While a bonus is owed nothing else is offered.

    If it is owed on one cell no other is offered, so that only the colour is asked for.
    """
    due = "bonus" if state.owed and act.seat == state.turn else "place"
    if act.seat is None or act.verb != due or is_over(state):
        return ()
    colour, cell = CUBES[act.args]
    if due == "bonus" and state.owed.bit_count() == 1 and not state.owed >> cell & 1:
        return ()
    colours = _their_colours(2 - act.seat, cell) if due == "bonus" else COLOUR[act.seat - 1]
    return SPOTS[cell], colours[colour]
