"""The walk: how six keys reach an act, step by step. It knows steps, not games.

Every well-formed step is offered in a fixed order, so that fingers learn it; those that lead to nothing lawful
are *hollow*. The cursor starts on a lawful one and skips the hollow ones unless a direction is held. A choice of
up to four is a *compass*: each lies in one direction, always the same, and one press takes it.

>>> from engine.acts import read_act
>>> from engine.steps import choice
>>> from engine.verdicts import say
>>> light, dark = (choice("inside.ask-colour", word, say(word)) for word in ("L", "D"))
>>> walk = Walk([((light,), read_act("1 place L310")), ((dark,), read_act("1 place D310"))],
...             lawful={read_act("1 place D310")})
>>> walk.shape, [option.hollow for option in walk.options], walk.option.step.value
(<Shape.COMPASS: 'compass'>, [True, False], 'D')
>>> print(walk.press(Direction.LEFT))
1 place L310
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.acts import Act
from engine.steps import Kind

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.steps import Step

COMPASS_SIZE = 4
NUMBER_LEAP = 5


class Direction(Enum):
    """The four arrow keys, in the order in which a compass uses them."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


COMPASS = tuple(Direction)


class Shape(Enum):
    """How a question is shown and answered."""

    COMPASS = "compass"
    LIST = "list"
    NUMBER = "number"
    BOARD = "board"


class Option(NamedTuple):
    """One answer to the question at hand."""

    step: Step
    hollow: bool
    """Nothing lawful lies behind it."""
    leads_to: Branch | Act


Branch: TypeAlias = tuple[Option, ...]


def _grow(paths: Sequence[tuple[tuple[Step, ...], Act]], lawful: Collection[Act], depth: int = 0) -> Branch:
    """Make the tree of all paths, in their order."""
    groups: dict[Step, list[tuple[tuple[Step, ...], Act]]] = {}
    for path, act in paths:
        groups.setdefault(path[depth], []).append((path, act))
    branch = []
    for step, group in groups.items():
        hollow = not any(act in lawful for _, act in group)
        first_path, first_act = group[0]
        ends = len(first_path) == depth + 1
        branch.append(Option(step, hollow, first_act if ends else _grow(group, lawful, depth + 1)))
    return tuple(branch)


class Walk:
    """Where somebody is on the way to an act."""

    def __init__(self, paths: Sequence[tuple[tuple[Step, ...], Act]], lawful: Collection[Act]) -> None:
        """Begin at the first question; `paths` is not empty."""
        self._root = _grow(paths, lawful)
        self._asked: list[tuple[Branch, int]] = []
        """The questions answered by a person, each with the cursor as it was."""
        self.options: Branch = ()
        self.cursor = 0
        self._enter(self._root)

    @property
    def option(self) -> Option:
        """The answer under the cursor."""
        return self.options[self.cursor]

    @property
    def at_root(self) -> bool:
        """Nothing was answered yet."""
        return not self._asked

    @property
    def spot(self) -> str | None:
        """The place on the board that the walk speaks of: under the cursor, or chosen before."""
        answers = [self.option, *(branch[cursor] for branch, cursor in reversed(self._asked))]
        return next((answer.step.value for answer in answers if answer.step.kind is Kind.SPOT), None)

    @property
    def shape(self) -> Shape:
        """How the question at hand is answered."""
        match self.option.step.kind:
            case Kind.SPOT:
                return Shape.BOARD
            case Kind.NUMBER:
                return Shape.NUMBER
        return Shape.COMPASS if len(self.options) <= COMPASS_SIZE else Shape.LIST

    def press(self, direction: Direction, *, held: bool = False) -> Act | None:
        """Press an arrow: a compass answers at once, elsewhere the cursor moves."""
        if self.shape is Shape.COMPASS:
            at = COMPASS.index(direction)
            if at >= len(self.options):
                return None
            self.cursor = at
            return self.choose()
        places = [i for i, option in enumerate(self.options) if held or not option.hollow or i == self.cursor]
        if self.shape is Shape.BOARD:
            self.cursor = _across(self.options, places, self.cursor, direction)
        else:
            leap = NUMBER_LEAP if self.shape is Shape.NUMBER else COMPASS_SIZE
            self.cursor = _along(places, self.cursor, direction, leap, rising=self.shape is Shape.NUMBER)
        return None

    def choose(self) -> Act | None:
        """Take the answer under the cursor; give the act if it was the last."""
        leads_to = self.option.leads_to
        if isinstance(leads_to, Act):
            return leads_to
        self._asked.append((self.options, self.cursor))
        return self._enter(leads_to)

    def back(self) -> bool:
        """Go one question up; False at the first."""
        if self.at_root:
            return False
        self.options, self.cursor = self._asked.pop()
        return True

    def _enter(self, branch: Branch) -> Act | None:
        """Go to a question; one with a single answer answers itself, once a person has begun."""
        self.options, self.cursor = branch, _likeliest(branch)
        leads_to = self.option.leads_to
        if len(branch) > 1:
            return None
        if isinstance(leads_to, Act):
            return None if self.at_root else leads_to
        return self._enter(leads_to)


def _likeliest(branch: Branch) -> int:
    """Start on a lawful answer: on a board the most central one, elsewhere the first."""
    places = [i for i, option in enumerate(branch) if not option.hollow] or list(range(len(branch)))
    if branch[0].step.kind is not Kind.SPOT:
        return places[0]

    def distances(place: int) -> int:
        here = branch[place].step
        there = (branch[other].step for other in places)
        return sum(abs(here.x - step.x) + abs(here.y - step.y) for step in there)

    return min(places, key=distances)


def _along(places: list[int], cursor: int, direction: Direction, leap: int, *, rising: bool) -> int:
    """Move in a list (down is onward, left and right leap) or among numbers (up is onward)."""
    at = places.index(cursor)
    match direction:
        case Direction.UP | Direction.DOWN:
            onward = (direction is Direction.UP) == rising
            return places[(at + (1 if onward else -1)) % len(places)]
        case Direction.LEFT:
            return places[max(at - leap, 0)]
        case Direction.RIGHT:
            return places[min(at + leap, len(places) - 1)]


def _across(branch: Branch, places: list[int], cursor: int, direction: Direction) -> int:
    """Move on a board.

    Left and right go through all spots in reading order, round and round, so every spot can be reached; up and
    down go to the spot that lies straightest that way, and come in again on the other side.
    """
    here = branch[cursor].step
    if direction in {Direction.LEFT, Direction.RIGHT}:
        ordered = sorted(places, key=lambda place: (branch[place].step.y, branch[place].step.x, place))
        onward = 1 if direction is Direction.RIGHT else -1
        return ordered[(ordered.index(cursor) + onward) % len(ordered)]
    sign = 1 if direction is Direction.DOWN else -1
    heights = [branch[place].step.y for place in places]
    round_trip = max(heights) - min(heights) + 1

    def detour(place: int) -> int:
        there = branch[place].step
        ahead = (there.y - here.y) * sign
        return (ahead if ahead > 0 else ahead + 2 * round_trip) + 2 * abs(there.x - here.x)

    others = [place for place in places if branch[place].step.y != here.y]
    return min(others, key=detour, default=cursor)
