"""What lies in the tray: dice as cubes in space, a camera above them, and what it would see. No pixels yet.

Lengths are millimetres, the tray's floor is z = 0, and the camera hangs over the middle. `dice_pictures.py` says
the ranges and draws the scenes.
"""

import math
import random
from typing import NamedTuple

WIDTH, HEIGHT = 160, 120
FOCAL = 321.0
"""Pixels: an 8 mm lens before a sensor 3.98 mm wide, 160 pixels across."""
PATTERNS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
AXES = ((0, 1, 1), (0, 1, -1), (1, 1, 1), (1, 1, -1), (2, 1, 1), (2, 1, -1))

Point = tuple[float, float]
Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]
"""Three columns: where the die's own axes point."""


class Make(NamedTuple):
    """How a die is made."""

    edge: float
    rounding: float
    """Radius of its edges, as a part of the edge."""
    spacing: float
    """From the middle of a face to a pip's row, as a part of the edge."""
    pip: float
    """Radius of a pip, as a part of the edge."""
    body: int
    ink: int


class Die(NamedTuple):
    """A die in the tray."""

    make: Make
    middle: Vector
    turned: Matrix
    faces: tuple[int, int, int, int, int, int]
    """On its sides +x, -x, +y, -y, +z and -z; +z is up while it lies flat."""
    twists: tuple[int, ...]
    """Quarter turns of each face's pattern."""

    @property
    def top(self) -> int:
        return self.faces[4]


class Camera(NamedTuple):
    """Where the picture is taken from."""

    height: float
    tilt: Point
    """Radians about x and y."""

    def sees(self, point: Vector) -> Point:
        """Project a point into the picture."""
        x, y, z = point[0], point[1], self.height - point[2]
        for_x, for_y = self.tilt
        y, z = y * math.cos(for_x) - z * math.sin(for_x), y * math.sin(for_x) + z * math.cos(for_x)
        x, z = x * math.cos(for_y) - z * math.sin(for_y), x * math.sin(for_y) + z * math.cos(for_y)
        return WIDTH / 2 + FOCAL * x / z, HEIGHT / 2 + FOCAL * y / z

    def aimed(self) -> Vector:
        """Give the spot of the floor in the middle of the picture."""
        return (self.height * math.tan(self.tilt[1]), self.height * math.tan(self.tilt[0]), 0)


def product(left: Matrix, right: Matrix) -> Matrix:
    """Turn the columns of one by the other."""
    return tuple(apply(left, column) for column in right)  # type: ignore[return-value]


def apply(turned: Matrix, vector: Vector) -> Vector:
    """Turn a vector."""
    return tuple(sum(turned[k][i] * vector[k] for k in range(3)) for i in range(3))  # type: ignore[return-value]


def about_z(angle: float) -> Matrix:
    cos, sin = math.cos(angle), math.sin(angle)
    return (cos, sin, 0), (-sin, cos, 0), (0, 0, 1)


def about_x(angle: float) -> Matrix:
    cos, sin = math.cos(angle), math.sin(angle)
    return (1, 0, 0), (0, cos, sin), (0, -sin, cos)


def leaning(turn: float, lean: float, towards: float) -> Matrix:
    """Turn a die about the vertical, then tip it over by `lean` in the direction `towards`."""
    tip = product(about_z(towards), product(about_x(lean), about_z(-towards)))
    return product(tip, about_z(turn))


def faces_for(top: int, chance: random.Random) -> tuple[int, int, int, int, int, int]:
    """Arrange the faces of an honest die: opposite ones make seven."""
    sides = [face for face in range(1, 7) if face not in {top, 7 - top}]
    along = chance.choice(sides)
    across = chance.choice([face for face in sides if face not in {along, 7 - along}])
    return along, 7 - along, across, 7 - across, top, 7 - top


def die_at(make: Make, place: Point, turned: Matrix, top: int, chance: random.Random) -> Die:
    """Put a die down so that its lowest point touches the floor."""
    reach = make.edge / 2 - make.rounding * make.edge
    lowest = make.rounding * make.edge + reach * sum(abs(column[2]) for column in turned)
    twists = tuple(chance.randrange(4) for _ in range(6))
    return Die(make, (*place, lowest), turned, faces_for(top, chance), twists)


def corners(die: Die, part: float = 1.0) -> list[Vector]:
    """Give the corners of a die, or of a smaller cube in it."""
    half = die.make.edge / 2 * part
    signs = (-half, half)
    return [
        tuple(a + b for a, b in zip(die.middle, apply(die.turned, (x, y, z)), strict=True))  # type: ignore[misc]
        for x in signs
        for y in signs
        for z in signs
    ]


def on_face(die: Die, side: int, u: float, v: float) -> Vector:
    """Give a point of one of its sides; u and v run from -1 to 1 over the whole side."""
    axis, _, sign = AXES[side]
    half = die.make.edge / 2
    local = [0.0, 0.0, 0.0]
    local[axis], local[(axis + 1) % 3], local[(axis + 2) % 3] = sign * half, u * half, v * half
    turned = apply(die.turned, (local[0], local[1], local[2]))
    return tuple(a + b for a, b in zip(die.middle, turned, strict=True))  # type: ignore[return-value]


def normal(die: Die, side: int) -> Vector:
    """Return where a side looks."""
    axis, _, sign = AXES[side]
    return tuple(sign * value for value in die.turned[axis])  # type: ignore[return-value]


def hull(points: list[Point]) -> list[Point]:
    """Give the convex hull, in order."""

    def half(ordered: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for point in ordered:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    ordered = sorted(points)
    return half(ordered) + half(ordered[::-1])


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def gap(one: list[Point], other: list[Point]) -> float:
    """Measure how far two convex outlines are apart, along the best of their edges' normals."""
    best = -math.inf
    for outline in (one, other):
        for index, (x, y) in enumerate(outline):
            after_x, after_y = outline[(index + 1) % len(outline)]
            length = math.hypot(after_x - x, after_y - y) or 1.0
            along = ((after_y - y) / length, (x - after_x) / length)
            for first, second in ((one, other), (other, one)):
                reach = max(px * along[0] + py * along[1] for px, py in first)
                start = min(px * along[0] + py * along[1] for px, py in second)
                best = max(best, start - reach)
    return best


def footprint(die: Die) -> list[Point]:
    """Give the outline of a die from straight above."""
    return hull([(x, y) for x, y, _ in corners(die)])


def outline(die: Die, camera: Camera) -> list[Point]:
    """Give the outline of a die in the picture, as if its edges were sharp."""
    return hull([camera.sees(corner) for corner in corners(die)])
