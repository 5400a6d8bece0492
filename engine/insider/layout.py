"""Where places and paths lie on a drawing of the city, counted in places from the upper left corner, a5.

A path between neighbours is straight. Any other one is bent, so that it neither crosses a place nor lies on the
path that it crosses.

>>> point("a5"), point("b4"), along("a5", "b5", 0.5)
((0, 0), (1, 1), (0.5, 0.0))
>>> along("a5", "c5", 0.5)
(1.0, 0.5)
"""

from __future__ import annotations

from functools import cache
from math import gcd, hypot

from engine.insider.city import COLUMNS, GRID, ROWS

AROUND, ASIDE = 0.5, 0.12
"""How far a path is bent in its middle: around a place, and to keep off other paths."""
CENTRE = len(COLUMNS) // 2


def point(place: str) -> tuple[int, int]:
    """Return where a place lies, x to the right and y down."""
    return COLUMNS.index(place[0]), len(ROWS) - int(place[1])


@cache
def bend(one: str, other: str) -> tuple[float, float]:
    """Return how far the middle of a path lies beside the straight line, towards the centre if it can."""
    if (one, other) in GRID:
        return 0, 0
    (x, y), (to_x, to_y) = point(one), point(other)
    dx, dy = to_x - x, to_y - y
    away = (AROUND if gcd(dx, dy) > 1 else ASIDE) / hypot(dx, dy)
    is_outwards = dy * (x + to_x - 2 * CENTRE) - dx * (y + to_y - 2 * CENTRE) > 0
    return (-dy * away, dx * away) if is_outwards else (dy * away, -dx * away)


def along(one: str, other: str, share: float) -> tuple[float, float]:
    """Return where a path lies after a share of its length."""
    (x, y), (to_x, to_y), (aside_x, aside_y) = point(one), point(other), bend(one, other)
    bent = 4 * share * (1 - share)
    return x + (to_x - x) * share + aside_x * bent, y + (to_y - y) * share + aside_y * bent
