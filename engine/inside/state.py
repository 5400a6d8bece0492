"""The state of a game of Inside, and why it cannot take something.

Seat 1 is Light, seat 2 is Dark; colour 0 is light, colour 1 is dark. A turn is a `place` and then, as long as
a bonus is owed (ID-6), one `bonus` for each owed cell.

>>> state = start(Setup("inside", ("Anna", "Ben")))
>>> state.turn, state.stocks
(1, ((13, 5), (5, 13)))
"""

from __future__ import annotations

from typing import NamedTuple

from engine.acts import Act
from engine.game import Setup
from engine.inside.pyramid import BOARD, CARRIERS, CELLS, EVERY_CELL, names
from engine.verdicts import BadSetup, Sentence, say

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
    """Return whether nobody plays any more (ID-11, M-6)."""
    return bool(state.left) or state.cubes[0] | state.cubes[1] == EVERY_CELL


def start(setup: Setup) -> State:
    """Return the start: an empty board, and Light has the first turn (ID-4)."""
    if len(setup.players) != len(SEATS):
        raise BadSetup(say("inside.two-players", given=len(setup.players)), "Players")
    if setup.first != 1:
        raise BadSetup(say("inside.light-begins", given=setup.first), "First")
    return State((0, 0), ((OWN, FOREIGN), (FOREIGN, OWN)), turn=1, open=BOARD, owed=0)


def who_follows(seat: int, owed: int, stocks: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    """Find whose turn follows when a seat has put a cube, and what is owed then (ID-5, ID-6, ID-9, ID-10)."""
    if stocks[2 - seat] == (0, 0):
        return seat, 0
    return (seat, owed) if owed else (3 - seat, 0)


# What is wrong, in words: shared by `play`, which cannot, and `judge`, which would not.


def is_cell_like(word: str) -> bool:
    """Return whether a word has three digits, as cells have, whether or not there is such a cell."""
    return len(word) == len("310") and word.isascii() and word.isdecimal()


def no_cube(act: Act) -> tuple[str | None, Sentence]:
    """Return why the words name no cube on a cell."""
    match act.args:
        case (word,) if word[:1] in tuple(COLOURS) and is_cell_like(word[1:]):
            return "ID-1", say("inside.no-cell", cell=word[1:])
    return None, say("inside.cube-words", verb=act.verb)


def not_open(state: State, cell: int) -> Sentence:
    """Return why a cell cannot take a cube (ID-2)."""
    for colour in (0, 1):
        if state.cubes[colour] >> cell & 1:
            return say("inside.taken", cell=CELLS[cell], cube=CUBE[colour])
    empty = CARRIERS[cell] & ~(state.cubes[0] | state.cubes[1])
    return say("inside.not-carried", cell=CELLS[cell], empty=names(empty))


def none_left(player: int, colour: int) -> Sentence:
    """Return the sentence that a stock lacks a colour."""
    return say("inside.none-left", who=PLAYER[player], cube=CUBE[colour])


def over(state: State) -> tuple[str, Sentence]:
    """Return the rule that has ended the game, and why."""
    if state.left:
        return "M-6", say("inside.over-left", who=PLAYER[state.left - 1], winner=PLAYER[2 - state.left])
    return "ID-11", say("inside.over-full")
