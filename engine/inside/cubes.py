"""The state of a game of Inside, and what acts do to it.

Seat 1 is Light, seat 2 is Dark; colour 0 is light, colour 1 is dark. A turn is a `place` and then, as long as
a bonus is owed (ID-6), one `bonus` for each owed cell.

>>> state = start(Setup("inside", ("Anna", "Ben")))
>>> state = play(state, Act(1, "place", ("L310",)))
>>> state.turn, state.stocks
(2, ((12, 5), (5, 13)))
"""

from __future__ import annotations

from typing import NamedTuple

from engine.acts import Act
from engine.game import MATCH_VERBS, Setup, no_seat, who_quits
from engine.inside.pyramid import BOARD, CARRIED, CARRIERS, CELLS, EVERY_CELL, INDEX, names, open_cells
from engine.verdicts import BadSetup, Impossible, Sentence, say

VERSION = "1"
SEATS = (1, 2)
COLOURS = "LD"
OWN, FOREIGN = 13, 5
"""Cubes of the own and of the other colour that a player begins with (ID-4)."""

CUBES: dict[tuple[str, ...], tuple[int, int]] = {
    (letter + name,): (colour, index) for colour, letter in enumerate(COLOURS) for index, name in enumerate(CELLS)
}
"""What the words of `place` and `bonus` mean: colour and cell."""

PLAYER = (say("inside.player-light"), say("inside.player-dark"))
CUBE = (say("inside.cube-light"), say("inside.cube-dark"))


class State(NamedTuple):
    """A position. Sets of cells are integers with a bit for each cell."""

    cubes: tuple[int, int]
    """By colour: the cells where such a cube stands."""
    stocks: tuple[tuple[int, int], tuple[int, int]]
    """By player, then by colour."""
    turn: int
    """The seat that places the next cube."""
    open: int
    """The empty cells that can take a cube (ID-2)."""
    owed: int
    """The cells that must be filled from the opponent's stock first (ID-6)."""
    left: int = 0
    """The seat that has quit, if one has."""


def is_over(state: State) -> bool:
    """Tell whether nobody plays any more (ID-11, M-6)."""
    return bool(state.left) or state.cubes[0] | state.cubes[1] == EVERY_CELL


def start(setup: Setup) -> State:
    """Begin with an empty board; Light has the first turn (ID-4)."""
    if len(setup.players) != len(SEATS):
        raise BadSetup(say("inside.two-players", given=len(setup.players)), "Players")
    if setup.first != 1:
        raise BadSetup(say("inside.light-begins", given=setup.first), "First")
    return State((0, 0), ((OWN, FOREIGN), (FOREIGN, OWN)), turn=1, open=BOARD, owed=0)


def play(state: State, act: Act) -> State:
    """Apply any act that the state can hold, whosever turn it is; raise `Impossible` on others."""
    if act.verb in ("place", "bonus"):
        return _put(state, act)
    if act.verb == "fix":
        return _fix(state, act)
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
    turn, owed = _who_follows(seat, owed, both)
    return State(cubes, both, turn, opened, owed, state.left)


def _who_follows(seat: int, owed: int, stocks: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    """Find whose turn follows when a seat has put a cube, and what is owed then (ID-5, ID-6, ID-9, ID-10)."""
    if stocks[2 - seat] == (0, 0):
        return seat, 0
    return (seat, owed) if owed else (3 - seat, 0)


def _quit(state: State, act: Act) -> State:
    seat = who_quits(act, SEATS)
    if is_over(state):
        rule, why = over(state)
        raise Impossible(why, rule)
    return state._replace(left=seat)


def _fix(state: State, act: Act) -> State:
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

    cubes, stocks = list(state.cubes), [list(stock) for stock in state.stocks]
    new = COLOURS.find(colour)
    giver = max(new, 0)
    for old in (0, 1):
        if cubes[old] & bit:  # back to the player of that colour, unless they have all theirs
            giver = old if stocks[old][old] < OWN else 1 - old
            cubes[old] ^= bit
            stocks[giver][old] += 1
    if colour != "-":  # who gets a cube back gives the other one, if they can
        giver = giver if stocks[giver][new] else 1 - giver
        if not stocks[giver][new]:
            raise Impossible(say("inside.no-cube-anywhere", cube=CUBE[new]), "ID-4")
        stocks[giver][new] -= 1
        cubes[new] |= bit

    light, dark = cubes
    opened = open_cells(light | dark)
    owed = sum(
        1 << i
        for i, carriers in enumerate(CARRIERS)
        if state.owed & opened & 1 << i and carriers in (carriers & light, carriers & dark)
    )
    new_stocks = ((stocks[0][0], stocks[0][1]), (stocks[1][0], stocks[1][1]))
    turn = state.turn
    if state.owed or new_stocks[turn - 1] == (0, 0):
        turn, owed = _who_follows(turn, owed, new_stocks)
    return State((light, dark), new_stocks, turn, opened, owed, state.left)


# What is wrong, in words: shared by `play`, which cannot, and `judge`, which would not.


def is_cell_like(word: str) -> bool:
    """Tell three digits, whether or not there is such a cell."""
    return len(word) == len("310") and word.isascii() and word.isdecimal()


def no_cube(act: Act) -> tuple[str | None, Sentence]:
    """Say why the words name no cube on a cell."""
    match act.args:
        case (word,) if word[:1] in tuple(COLOURS) and is_cell_like(word[1:]):
            return "ID-1", say("inside.no-cell", cell=word[1:])
    return None, say("inside.cube-words", verb=act.verb)


def not_open(state: State, cell: int) -> Sentence:
    """Say why a cell cannot take a cube (ID-2)."""
    for colour in (0, 1):
        if state.cubes[colour] >> cell & 1:
            return say("inside.taken", cell=CELLS[cell], cube=CUBE[colour])
    empty = CARRIERS[cell] & ~(state.cubes[0] | state.cubes[1])
    return say("inside.not-carried", cell=CELLS[cell], empty=names(empty))


def none_left(player: int, colour: int) -> Sentence:
    """Say that a stock lacks a colour."""
    return say("inside.none-left", who=PLAYER[player], cube=CUBE[colour])


def over(state: State) -> tuple[str, Sentence]:
    """Say why the game is over."""
    if state.left:
        return "M-6", say("inside.over-left", who=PLAYER[state.left - 1], winner=PLAYER[2 - state.left])
    return "ID-11", say("inside.over-full")
