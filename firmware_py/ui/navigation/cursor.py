"""The cursor of a question: the arrows that move it, where it starts, and where an arrow takes it."""

from __future__ import annotations

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
    likely one, on a board the most central one, among numbers the one nearest to `start`, elsewhere the first.
    """
    safe = [i for i, option in enumerate(options) if not option.step.is_final] or list(range(len(options)))
    places = [i for i in safe if not options[i].hollow] or safe
    places = [i for i in places if options[i].step.is_likely] or places
    if options[0].step.kind is Kind.NUMBER:
        return min(places, key=lambda place: abs(int(options[place].step.value) - options[place].step.start))
    if options[0].step.kind not in {Kind.SPOT, Kind.CELL}:
        return places[0]

    def distances(place: int) -> int:
        here = options[place].step
        there = (options[other].step for other in places)
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


def across(options: tuple[Option, ...], places: list[int], cursor: int, direction: Direction) -> int:
    """Return the new cursor on a board: a spot where the arrow points; at the edge it stays.

    Up and down go to the next row, to its nearest spot. Left and right go along the row, also through spots that
    lie on each other, and from its end to the nearest spot of another row. So every spot can be reached.
    """
    here, (right, down) = options[cursor].step, ARROWS[direction]
    found = []
    for place in places:
        x, y = options[place].step.x - here.x, options[place].step.y - here.y
        is_beside = (x, y) == (0, 0) and (place - cursor) * right > 0
        if x * right + y * down > 0 or is_beside:
            far = (abs(y), abs(x)) if down else (bool(y), abs(x) + 2 * abs(y))
            found.append((*far, place))
    return min(found)[-1] if found else cursor
