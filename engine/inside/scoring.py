"""The score of Inside: the squares of each face, the faces taken, and who has won (ID-3, ID-11)."""

from __future__ import annotations

from engine.game import Standing
from engine.inside.pyramid import FACES
from engine.inside.state import SEATS, State, is_over

MAJORITY = 8
"""Squares of a face's 15 that take it (ID-11)."""


def squares(state: State) -> dict[str, tuple[int, int]]:
    """Count the light and the dark squares of each face (ID-3).

    >>> squares(State((0b1, 0), ((12, 5), (5, 13)), 2, 0, 0))
    {'X': (1, 0), 'Y': (1, 0), 'Z': (0, 0)}
    """
    light, dark = state.cubes
    return {face: ((light & cells).bit_count(), (dark & cells).bit_count()) for face, cells in FACES.items()}


def standing(state: State) -> Standing:
    """Return the faces taken, who won and how (ID-11)."""
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
