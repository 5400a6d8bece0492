"""The estimate of a position that is not solved: Light's chance to win.

Each face gets a chance from its squares and from the cubes that are still to come: who has placed less has more
left to place. Two of three faces win. The estimate knows nothing of what can be placed where; the search looks
ahead for that.

>>> from engine.game import Setup
>>> from engine.inside.state import start
>>> from engine.inside.search.position import pack
>>> light_chance(pack(start(Setup("inside", ("Anna", "Ben")))))
0.5
"""

from __future__ import annotations

from functools import cache
from math import exp, sqrt

from engine.inside.scoring import MAJORITY
from engine.inside.search.position import COUNTS, STOCKS, Position

_SQUARES = 15
# Found in games of the search against itself: how much a lead counts, and how certain it is near the end.
_STEEPNESS, _DOUBT = 1.5, 0.5


def _face_chance(light: int, dark: int, light_share: float) -> float:
    """Return the chance that light takes a face, given its share of the squares to come."""
    if max(light, dark) >= MAJORITY:
        return float(light > dark)
    empty = max(_SQUARES - light - dark, 0)
    lead = light + empty * light_share - _SQUARES / 2
    return 1 / (1 + exp(-_STEEPNESS * lead / sqrt(empty * light_share * (1 - light_share) + _DOUBT)))


@cache
def _face_chances(light_left: int, dark_left: int) -> tuple[float, ...]:
    """Return the chance of a face by its counts, four bits each, given the cubes in both stocks together."""
    share = (light_left / (light_left + dark_left) + 1 / 2) / 2  # half of what the stocks say: one can hold back
    return tuple(_face_chance(light, dark, share) for dark in range(16) for light in range(16))


def light_chance(position: Position) -> float:
    """Return Light's chance, from 0 to 1."""
    counts, stocks = position[COUNTS], position[STOCKS]
    chances = _face_chances((stocks & 15) + (stocks >> 8 & 15), (stocks >> 4 & 15) + (stocks >> 12))
    x = chances[counts & 15 | counts >> 8 & 240]
    y = chances[counts >> 4 & 15 | counts >> 12 & 240]
    z = chances[counts >> 8 & 15 | counts >> 16 & 240]
    return x * y + x * z + y * z - 2 * x * y * z
