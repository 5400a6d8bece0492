"""The pyramid of Inside: 35 cells, what carries what, and where they show.

A set of cells is an integer with a bit for each cell. The 15 cells of the board come first, the tip is last, so
a higher bit never carries a lower one.

>>> len(CELLS), CELLS[0], CELLS[-1]
(35, '004', '000')
>>> names(CARRIERS[INDEX["210"]])
('211', '220', '310')
>>> names(FACES["X"] & BOARD)
('004', '013', '022', '031', '040')
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

DEPTH = 4

CELLS = tuple(
    f"{x}{y}{total - x - y}"
    for total in range(DEPTH, -1, -1)
    for x in range(total + 1)
    for y in range(total - x + 1)
)
INDEX = {name: index for index, name in enumerate(CELLS)}
XYZ = tuple((int(name[0]), int(name[1]), int(name[2])) for name in CELLS)
EVERY_CELL = (1 << len(CELLS)) - 1


def _cells(chosen: Callable[[int, int, int], bool]) -> int:
    """Make the set of those cells for which `chosen(x, y, z)` holds."""
    return sum(1 << index for index, xyz in enumerate(XYZ) if chosen(*xyz))


BOARD = _cells(lambda x, y, z: x + y + z == DEPTH)
FACES = {
    "X": _cells(lambda x, _y, _z: x == 0),
    "Y": _cells(lambda _x, y, _z: y == 0),
    "Z": _cells(lambda _x, _y, z: z == 0),
}


def _carriers(x: int, y: int, z: int) -> int:
    if x + y + z == DEPTH:
        return 0
    return sum(1 << INDEX[name] for name in (f"{x + 1}{y}{z}", f"{x}{y + 1}{z}", f"{x}{y}{z + 1}"))


CARRIERS = tuple(_carriers(*xyz) for xyz in XYZ)
"""For each cell the three cells it rests on (ID-2); none for the board."""

CARRIED = tuple(
    tuple((1 << above, carriers) for above, carriers in enumerate(CARRIERS) if carriers >> index & 1)
    for index in range(len(CELLS))
)
"""For each cell the cells that rest on it, each with all that carry it."""


def members(cells: int) -> list[int]:
    """List the indices in a set of cells.

    >>> members(0b1001)
    [0, 3]
    """
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


def names(cells: int) -> tuple[str, ...]:
    """List the names in a set of cells."""
    return tuple(CELLS[index] for index in members(cells))


def open_cells(filled: int) -> int:
    """Find the empty cells that can take a cube (ID-2)."""
    return sum(1 << i for i, carriers in enumerate(CARRIERS) if not filled >> i & 1 and carriers & ~filled == 0)


def foundation(cell: int) -> int:
    """Find all that a cell rests on, down to the board."""
    found = CARRIERS[cell]
    for index in range(cell - 1, -1, -1):
        if found >> index & 1:
            found |= CARRIERS[index]
    return found


@cache
def nearest(cell: int) -> tuple[int, ...]:
    """Order all cells for somebody who cannot have this one: itself, what it rests on, then the nearest."""
    beneath = foundation(cell)
    x, y, z = XYZ[cell]

    def rank(other: int) -> tuple[bool, int, int]:
        across = sum(abs(a - b) for a, b in zip((x, y, z), XYZ[other], strict=True))
        return (other != cell and not beneath >> other & 1, across, other)

    return tuple(sorted(range(len(CELLS)), key=rank))
