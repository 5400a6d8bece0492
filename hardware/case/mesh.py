"""STL files as triangles: what they enclose, and whether they enclose anything at all."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple


class Point(NamedTuple):
    """A corner of a triangle, in millimetres."""

    x: float
    y: float
    z: float


Triangle = tuple[Point, Point, Point]


class Mesh(NamedTuple):
    """The surface of a part.

    >>> corners = Point(0, 0, 0), Point(1, 0, 0), Point(0, 1, 0), Point(0, 0, 1)
    >>> a, b, c, d = corners
    >>> pyramid = Mesh(((a, c, b), (a, b, d), (b, c, d), (c, a, d)))
    >>> pyramid.open_edges(), round(pyramid.volume(), 3), pyramid.size()
    (0, 0.167, Point(x=1, y=1, z=1))
    """

    triangles: tuple[Triangle, ...]

    def open_edges(self) -> int:
        """How many edges are not shared by exactly two triangles that run along them in opposite directions."""
        directed = Counter(edge for a, b, c in self.triangles for edge in ((a, b), (b, c), (c, a)))
        return sum(count != 1 or directed[end, start] != 1 for (start, end), count in directed.items())

    def volume(self) -> float:
        """The enclosed volume, in cubic millimetres; negative if the triangles face inwards."""
        return (
            sum(
                a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x)
                for a, b, c in self.triangles
            )
            / 6
        )

    def lowest(self) -> Point:
        """The corner of the bounding box with the smallest coordinates."""
        return Point(*(min(point[axis] for triangle in self.triangles for point in triangle) for axis in range(3)))

    def size(self) -> Point:
        """The bounding box."""
        highest = (max(point[axis] for triangle in self.triangles for point in triangle) for axis in range(3))
        return Point(*(high - low for high, low in zip(highest, self.lowest(), strict=True)))


def read_stl(path: Path) -> Mesh:
    """Read a text STL file, which is what OpenSCAD writes."""
    words = path.read_text(encoding="ascii").split()
    points = [
        Point(*(float(number) for number in words[i + 1 : i + 4]))
        for i, word in enumerate(words)
        if word == "vertex"
    ]
    return Mesh(tuple(zip(points[0::3], points[1::3], points[2::3], strict=True)))


def write_boxes(path: Path, boxes: list[tuple[Point, Point]]) -> None:
    """Write boxes, each by its lowest and highest corner, as a text STL file."""
    with path.open("w", encoding="ascii") as file:
        file.write("solid boxes\n")
        for low, high in boxes:
            corners = [Point(x, y, z) for z in (low.z, high.z) for y in (low.y, high.y) for x in (low.x, high.x)]
            for four in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
                for three in (four[:3], (four[0], *four[2:])):
                    vertices = "".join(
                        f"vertex {corners[i].x:.4f} {corners[i].y:.4f} {corners[i].z:.4f}\n" for i in three
                    )
                    file.write(f"facet normal 0 0 0\nouter loop\n{vertices}endloop\nendfacet\n")
        file.write("endsolid boxes\n")
