"""Corrections of Inside: what stands on a cell, and whose turn it is.

>>> from engine.acts import read_act
>>> from engine.inside.state import start
>>> from engine.game import Setup
>>> fix(start(Setup("inside", ("Anna", "Ben"))), read_act("fix turn 2")).turn
2
"""

from __future__ import annotations

from engine.acts import Act
from engine.game import as_written
from engine.inside.pyramid import CARRIED, CARRIERS, CELLS, INDEX, names, open_cells
from engine.inside.state import COLOURS, CUBE, OWN, PLAYER, State, is_cell_like, not_open, who_follows
from engine.verdicts import Impossible, Sentence, say


def fix(state: State, act: Act) -> State:
    """`fix 310 L`, `fix 310 -`, `fix turn 2`: the table is right, the box was wrong."""
    if act.seat is not None:
        raise Impossible(say("act.table-only", verb=act.verb))
    match act.args:
        case ("turn", "1" | "2" as seat):
            return _fix_turn(state, int(seat))
        case (cell, "L" | "D" | "-" as colour) if cell in INDEX:
            return _fix_cell(state, INDEX[cell], colour)
        case (cell, _) if is_cell_like(cell) and cell not in INDEX:
            raise Impossible(say("inside.no-cell", cell=cell), "ID-1")
    raise Impossible(say("inside.fix-words"))


def tell_fix(act: Act) -> Sentence:
    """Return in a few words what a correction puts right.

    >>> from engine.acts import read_act
    >>> tell_fix(read_act("fix 310 -"))
    Sentence(key='inside.told-empty', args=(('cell', '310'),))
    """
    match act.args:
        case ("turn", "1" | "2" as seat):
            return say("match.told-turn", who=PLAYER[int(seat) - 1])
        case (cell, "L" | "D" as colour):
            return say("inside.told", cube=CUBE[COLOURS.index(colour)], cell=cell)
        case (cell, "-"):
            return say("inside.told-empty", cell=cell)
    return as_written(act)


def _fix_turn(state: State, seat: int) -> State:
    if seat == state.turn:
        return state
    if state.stocks[seat - 1] == (0, 0):
        raise Impossible(say("inside.empty-handed", who=PLAYER[seat - 1], other=PLAYER[2 - seat]), "ID-10")
    return state._replace(turn=seat, owed=0)


def _fix_cell(state: State, cell: int, colour: str) -> State:
    bit = 1 << cell
    if colour in COLOURS and state.cubes[COLOURS.index(colour)] & bit:
        return state
    filled = state.cubes[0] | state.cubes[1]
    resting = [above for above, _ in CARRIED[cell] if filled & above]
    if colour == "-" and resting:
        carried = names(sum(resting))
        raise Impossible(say("inside.carries", cell=CELLS[cell], carried=carried), "ID-2")
    if colour != "-" and CARRIERS[cell] & ~filled:
        raise Impossible(not_open(state, cell), "ID-2")
    (light, dark), stocks = _exchanged(state, bit, COLOURS.find(colour))
    opened = open_cells(light | dark)
    owed = sum(
        1 << i
        for i, carriers in enumerate(CARRIERS)
        if state.owed & opened & 1 << i and carriers in (carriers & light, carriers & dark)
    )
    turn = state.turn
    if state.owed or stocks[turn - 1] == (0, 0):
        turn, owed = who_follows(turn, owed, stocks)
    return State((light, dark), stocks, turn, opened, owed, state.left)


def _exchanged(
    state: State, bit: int, new: int
) -> tuple[tuple[int, int], tuple[tuple[int, int], tuple[int, int]]]:
    """Return the cubes and stocks once a cell has another cube; it stays empty if the new colour is negative."""
    cubes, stocks = list(state.cubes), [list(stock) for stock in state.stocks]
    giver = max(new, 0)
    for old in (0, 1):
        if cubes[old] & bit:  # back to the player of that colour, unless they have all theirs
            giver = old if stocks[old][old] < OWN else 1 - old
            cubes[old] ^= bit
            stocks[giver][old] += 1
    if new >= 0:  # who gets a cube back gives the other one, if they can
        giver = giver if stocks[giver][new] else 1 - giver
        if not stocks[giver][new]:
            raise Impossible(say("inside.no-cube-anywhere", cube=CUBE[new]), "ID-4")
        stocks[giver][new] -= 1
        cubes[new] |= bit
    return (cubes[0], cubes[1]), ((stocks[0][0], stocks[0][1]), (stocks[1][0], stocks[1][1]))
