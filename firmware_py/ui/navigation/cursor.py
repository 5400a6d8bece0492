"""The cursor of a question: the arrows that move it, where it starts, and where an arrow takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from drivers.presses import Key
from engine.steps import Direction, Kind
from firmware_py.ui.navigation.options import Option

DIRECTIONS = {
    Key.LEFT: Direction.LEFT,
    Key.RIGHT: Direction.RIGHT,
    Key.UP: Direction.UP,
    Key.DOWN: Direction.DOWN,
}
LIST_LEAP, NUMBER_LEAP = 4, 5
"""How many answers left and right leap over."""


def likeliest(options: tuple[Option, ...]) -> int:
    """Return the index of the answer that the cursor starts on.

    It is an allowed one that ends or destroys nothing; if there is none, ok explains why. Among these it is a
    likely one, on a board the one nearest to all others, among numbers the one nearest to `start`, else the first.
    """
    safe = [i for i, option in enumerate(options) if not option.step.is_final] or list(range(len(options)))
    every = [i for i in safe if not options[i].hollow] or safe
    places = [i for i in every if options[i].step.is_likely] or every
    if options[0].step.kind is Kind.NUMBER:
        return min(places, key=lambda place: abs(int(options[place].step.value) - options[place].step.start))
    if options[0].step.kind not in {Kind.SPOT, Kind.CELL}:
        return places[0]

    def distances(place: int) -> int:
        here = options[place].step
        there = (options[other].step for other in every)
        return sum(abs(here.x - step.x) + abs(here.y - step.y) for step in there)

    return min(places, key=distances)


def along(places: list[int], cursor: int, direction: Direction, leap: int, *, rising: bool) -> int:
    """Return the new cursor in a list (down goes on, left and right leap) or among numbers (up goes on)."""
    at = places.index(cursor)
    match direction:
        case Direction.UP | Direction.DOWN:
            onward = (direction is Direction.UP) == rising
            return places[(at + (1 if onward else -1)) % len(places)]
        case Direction.LEFT:
            return places[max(at - leap, 0)]
        case Direction.RIGHT:
            return places[min(at + leap, len(places) - 1)]


ARROWS = {Direction.LEFT: (-1, 0), Direction.RIGHT: (1, 0), Direction.UP: (0, -1), Direction.DOWN: (0, 1)}
"""Where an arrow points: to the right, and down."""
Point = tuple[int, int]
Ways = tuple[dict[Direction, int], ...]
"""For each point the one that each arrow leads to; at the edge it is the same one."""
Far = Callable[[Direction, int, int], tuple[int, ...]]
"""Tells how far a point is for an arrow, from the ways along the arrow and beside it."""


def across(options: tuple[Option, ...], places: list[int], cursor: int, direction: Direction) -> int:
    """Return the new cursor on a board: a spot where the arrow points; at the edge it stays."""
    steps = (options[place].step for place in places)
    ways = _ways(tuple((step.x, step.y) for step in steps))
    return places[ways[places.index(cursor)][direction]]


@lru_cache(maxsize=8)  # a question takes several presses
def _ways(points: tuple[Point, ...]) -> Ways:
    """Return where the arrows lead: to the nearest point, if every point can be reached like that."""
    nearest = _ways_by(_nearest, points)
    return nearest if _reaches_all(nearest) else _ways_by(_next_row, points)


def _nearest(_direction: Direction, along: int, beside: int) -> tuple[int, ...]:
    return beside > along, along**2 + beside**2


def _next_row(direction: Direction, along: int, beside: int) -> tuple[int, ...]:
    """Up and down lead to the next row, left and right along the row and then to another one: to every point."""
    return (along, beside) if direction in {Direction.UP, Direction.DOWN} else (beside > 0, along + 2 * beside)


def _ways_by(far: Far, points: tuple[Point, ...]) -> Ways:
    return tuple({arrow: _target(far, points, at, arrow) for arrow in Direction} for at in range(len(points)))


def _target(far: Far, points: tuple[Point, ...], at: int, arrow: Direction) -> int:
    """Return the point that is least far; right and left also lead through points that lie on each other."""
    (here_x, here_y), (right, down) = points[at], ARROWS[arrow]
    found = []
    for other, (x, y) in enumerate(points):
        along = (x - here_x) * right + (y - here_y) * down
        beside = abs(y - here_y) if right else abs(x - here_x)
        if along > 0 or (along == beside == 0 and (other - at) * right > 0):
            found.append((*far(arrow, along, beside), other))
    return min(found)[-1] if found else at


def _reaches_all(ways: Ways) -> bool:
    """Return whether arrows lead from the first point to every other one, and back."""
    back = [[other for other, way in enumerate(ways) if at in way.values()] for at in range(len(ways))]
    return all(len(_found(links)) == len(ways) for links in ([way.values() for way in ways], back))


def _found(links: Sequence[Iterable[int]]) -> set[int]:
    """Return the points that links lead to from the first one."""
    found, waiting = {0}, [0]
    while waiting:
        new = set(links[waiting.pop()]) - found
        found |= new
        waiting += new
    return found
