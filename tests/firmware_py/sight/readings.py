"""Readings without pictures: what a clear picture of a state of Inside would show."""

import engine.inside as rules
from engine.acts import read_act
from engine.inside.pyramid import CELLS
from firmware_py.games.lookup import sight_of
from firmware_py.sight.follower import follow
from firmware_py.sight.looking import Looked, Seen, Wanted
from firmware_py.sight.reading import MOST_COST, NOTHING, Reading, State

PIECES = ("L", "D", NOTHING)
TAUGHT = {"corners": [[130, 20], [185, 115], [75, 115]]}
MIDDLE = (0.5, 0.5)


def reading_of(state, unsure=()):
    """Return a reading of a state; cells that are unsure may have a light or a dark cube."""
    expected = dict(sight_of("inside").expected(state))
    costs = {cell: {piece: MOST_COST * (piece != expected[cell]) for piece in PIECES} for cell in CELLS}
    return Reading(costs | {cell: {"L": 0.0, "D": 1.0, NOTHING: MOST_COST} for cell in unsure})


def seen_of(shown, state, unsure=()):
    """Return what is seen of a table that shows one state while the box has another."""
    reading = reading_of(shown, unsure)
    finding = follow(rules, state, sight_of("inside"), reading)
    spots = dict.fromkeys(CELLS, MIDDLE)
    return Seen(State.UNSURE if unsure else State.SEEN, reading=reading, finding=finding, spots=spots)


def after(state, *acts):
    """Return a state after acts, legal or not."""
    for act in acts:
        state = rules.play(state, read_act(act))
    return state


def with_cubes(state, **cubes):
    """Return a state with other cubes on some cells: `c310="D"`."""
    light, dark = state.cubes
    for cell, piece in cubes.items():
        bit = 1 << CELLS.index(cell[1:])
        light, dark = light & ~bit, dark & ~bit
        light, dark = light | bit * (piece == "L"), dark | bit * (piece == "D")
    return state._replace(cubes=(light, dark))


def looked(screen, seen, *, is_again=True):
    """Return a live picture of the match on a screen."""
    match, number = screen.match, screen.live.session.number
    return Looked(Wanted(number, len(match.log), "inside", match.state, TAUGHT), seen, is_again=is_again)
