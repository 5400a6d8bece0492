"""What can be said in a game of Inside, what would be lawful, and the steps to say it.

>>> from engine.game import Setup
>>> from engine.inside.cubes import start
>>> state = start(Setup("inside", ("Anna", "Ben")))
>>> len(wellformed(state)), len(legal(state))
(280, 30)
>>> [step.value for step in steps(state, Act(1, "place", ("L310",)))]
['310', 'L']
"""

from __future__ import annotations

from engine.acts import OPEN, Act
from engine.inside.cubes import COLOURS, CUBE, CUBES, PLAYER, SEATS, State, is_over, play
from engine.inside.pyramid import CELLS, XYZ, members, nearest
from engine.steps import Answer, Step, choice, seat, spot
from engine.verdicts import Impossible, Sentence, say


def _acts(verb: str) -> tuple[tuple[tuple[Act, ...], ...], ...]:
    """Make every act of a verb once: by seat, colour, cell."""
    return tuple(
        tuple(tuple(Act(seat, verb, (letter + name,)) for name in CELLS) for letter in COLOURS)
        for seat in (0, *SEATS)
    )


PLACE, BONUS = _acts("place"), _acts("bonus")
WELLFORMED = tuple(
    act for acts in (PLACE, BONUS) for seat in SEATS for colour in (0, 1) for act in acts[seat][colour]
)
ALTERNATIVES = 3


def wellformed(_state: State) -> tuple[Act, ...]:
    """List all acts that could be said: any seat, any colour, any cell."""
    return WELLFORMED


def _now(state: State) -> tuple[tuple[tuple[Act, ...], ...], int, tuple[int, int]]:
    """Tell which acts are due, on which cells and from which stock (ID-5, ID-6)."""
    if state.owed:
        return BONUS[state.turn], state.owed, state.stocks[2 - state.turn]
    return PLACE[state.turn], state.open, state.stocks[state.turn - 1]


def legal(state: State) -> list[Act]:
    """List every act that would be accepted."""
    if is_over(state):
        return []
    acts, cells, (light, dark) = _now(state)
    indices = members(cells)
    found = [acts[0][index] for index in indices] if light else []
    if dark:
        found += [acts[1][index] for index in indices]
    return found


def instead(state: State, colour: int, cell: int) -> tuple[Act, ...]:
    """Find the lawful acts nearest to a wish: what the cell rests on first, then what lies near."""
    acts, cells, stock = _now(state)
    row = acts[colour if stock[colour] else 1 - colour]
    found: list[Act] = []
    for index in nearest(cell):
        if cells >> index & 1:
            found.append(row[index])
            if len(found) == ALTERNATIVES:
                break
    return tuple(found)


# Seen from above, the cube on its corner: a cell and the one three levels higher lie on the same spot.
SPOTS = tuple(
    spot(say("inside.ask-cell"), name, y - x, 2 * z - x - y) for name, (x, y, z) in zip(CELLS, XYZ, strict=True)
)


def _colours(asks: Sentence) -> tuple[Step, ...]:
    return tuple(choice(asks, letter, label) for letter, label in zip(COLOURS, CUBE, strict=True))


COLOUR = {
    "place": (_colours(say("inside.ask-colour")),) * len(SEATS),
    "bonus": tuple(_colours(say("inside.ask-their-colour", other=other)) for other in reversed(PLAYER)),
}
"""By verb and player: which colour, of the own stock or of the opponent's."""


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
    """Tell whether a correction, or any that fills it in, leads to a position that can exist."""
    if OPEN in act.args:
        return any(_can_be(state, answer.act) for answer in answers(state, act))
    try:
        play(state, act)
    except Impossible:
        return False
    return True


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Tell the path of an act: the cell, then the colour. A bonus that is owed is all that is offered."""
    due = "bonus" if state.owed and act.seat == state.turn else "place"
    if act.seat is None or act.verb != due or is_over(state):
        return ()
    colour, cell = CUBES[act.args]
    return SPOTS[cell], COLOUR[due][act.seat - 1][colour]
