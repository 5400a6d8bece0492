"""The printed sheets: where their corner tags are, and the band between the tags that a hand covers.

Each paper has tags of its own, so a picture shows which sheet it is. A large board lies between four single tags
instead, `FREE`, whose distances its owner has measured.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TAG = 16.0
"""Edge of a corner tag's black square."""
MODULES = 8
"""Of that edge; two more on each side are white, because people cut with scissors."""
WHITE_MODULES = 2
EDGE = 18.0
"""From the edge of the paper to the middle of a corner tag."""
CELL = 6.0
"""Length of a cell of the band."""
BAND = 8.0
"""Width of the band; its middle runs from corner tag to corner tag."""
BAND_START = 18.0
"""From the middle of a corner tag to the first cell at least."""


class Sheet(NamedTuple):
    """A sheet with four corner tags."""

    name: str
    numbers: tuple[int, int, int, int]
    """The tags: top left, top right, bottom right, bottom left."""
    width: float
    height: float
    """Between the middles of the tags."""
    has_band: bool = True

    @property
    def middles(self) -> tuple[tuple[float, float], ...]:
        """Where the middles of the tags are."""
        return (0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height)

    def corners(self, number: int) -> NDArray[np.float64]:
        """Return the corners of a tag's black square, in the order of `FoundTag.corners`."""
        x, y = self.middles[self.numbers.index(number)]
        half = TAG / 2
        return np.array(((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)))

    def sides(self) -> list[NDArray[np.float64]]:
        """Return for each side the middles of the band's cells; the first and every second one are black."""
        if not self.has_band:
            return []
        along, down = cells(self.width), cells(self.height)
        return [
            np.stack((along, np.zeros_like(along)), axis=1),
            np.stack((np.full_like(down, self.width), down), axis=1),
            np.stack((along, np.full_like(along, self.height)), axis=1),
            np.stack((np.zeros_like(down), down), axis=1),
        ]


def cells(length: float) -> NDArray[np.float64]:
    """Return how far along a side the middles of its cells are; the first and the last are black.

    >>> len(cells(100.0)), float(cells(100.0).mean())
    (9, 50.0)
    """
    count = int((length - 2 * BAND_START) // CELL)
    count -= 1 - count % 2
    start = (length - count * CELL) / 2
    middles: NDArray[np.float64] = start + (np.arange(count, dtype=np.float64) + 0.5) * CELL
    return middles


A4 = Sheet("A4", (0, 1, 2, 3), 297 - 2 * EDGE, 210 - 2 * EDGE)
LETTER = Sheet("Letter", (4, 5, 6, 7), 279.4 - 2 * EDGE, 215.9 - 2 * EDGE)
FREE = (50, 51, 52, 53)
"""Single tags around a board, in the order of a sheet's."""
PAPERS = (A4, LETTER)


def free_sheet(width: float, height: float) -> Sheet:
    """Return the sheet that four single tags make."""
    return Sheet("free", FREE, width, height, has_band=False)
