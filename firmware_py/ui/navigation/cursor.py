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


def across(options: tuple[Option, ...], places: list[int], cursor: int, direction: Direction) -> int:
    """Return the new cursor on a board.

    Left and right move within the row; up and down move to the next row, to the spot with the nearest column. Both
    wrap around, so every spot can be reached. In a single row up goes to its left end and down to its right end.
    """
    here = options[cursor].step
    if direction in {Direction.LEFT, Direction.RIGHT}:
        row = sorted((p for p in places if options[p].step.y == here.y), key=lambda p: (options[p].step.x, p))
        onward = 1 if direction is Direction.RIGHT else -1
        return row[(row.index(cursor) + onward) % len(row)]
    heights = sorted({options[place].step.y for place in places})
    if len(heights) == 1:
        end = min if direction is Direction.UP else max
        return end(places, key=lambda place: options[place].step.x)
    onward = 1 if direction is Direction.DOWN else -1
    height = heights[(heights.index(here.y) + onward) % len(heights)]
    next_row = [place for place in places if options[place].step.y == height]
    return min(next_row, key=lambda place: abs(options[place].step.x - here.x))
