"""The navigator: how six keys lead to an act, step by step. It works on steps and does not depend on a game.

Every well-formed step is offered in a fixed order, so that players can learn it; steps that lead to no legal act
are *hollow*. The cursor starts on an allowed answer and skips hollow ones unless an arrow is held. A question with
up to four answers is a *compass*: each answer has its own arrow, always the same, and one press chooses it; a
fifth answer is chosen with ok.

>>> from engine.acts import read_act
>>> from engine.steps import choice
>>> from engine.verdicts import say
>>> light, dark = (choice(say("inside.ask-colour"), word, say(word)) for word in ("L", "D"))
>>> place = {"L": read_act("1 place L310"), "D": read_act("1 place D310")}
>>> navigator = Navigator([Path((light,), place["L"]), Path((dark,), place["D"])], allowed={place["D"]})
>>> navigator.shape, [option.hollow for option in navigator.options], navigator.option.step.value
(<Shape.COMPASS: 'compass'>, [True, False], 'D')
>>> print(navigator.press(Direction.LEFT))
1 place L310
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drivers.presses import Key
from engine.acts import Act
from engine.steps import Kind, choice, seat
from engine.verdicts import say
from firmware_py.display.shapes import COMPASS, Direction, Shape
from firmware_py.ui.choices import Choice

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.game import Rules
    from engine.steps import Answer, Step

COMPASS_SIZE = 4
OK_INDEX = 4
"""The index of the fifth answer of a compass, which ok chooses."""
NUMBER_LEAP = 5


DIRECTIONS = {
    Key.LEFT: Direction.LEFT,
    Key.RIGHT: Direction.RIGHT,
    Key.UP: Direction.UP,
    Key.DOWN: Direction.DOWN,
}


Leaf = Act | Choice
"""The end of a path: an act for the match, or a menu entry."""


class Path(NamedTuple):
    """The steps that lead to an act or a menu entry."""

    steps: tuple[Step, ...]
    leaf: Leaf


class Option(NamedTuple):
    """One answer to the current question."""

    step: Step
    hollow: bool
    """It leads to nothing that is allowed."""
    paths: tuple[Path, ...]
    """The paths that begin with it; at least one."""


def _ask(paths: Sequence[Path], allowed: Collection[Leaf], depth: int) -> tuple[Option, ...]:
    """Return the answers at a depth of paths, in the order of the paths."""
    groups: dict[Step, list[Path]] = {}
    for path in paths:
        groups.setdefault(path.steps[depth], []).append(path)
    return tuple(
        Option(step, not any(path.leaf in allowed for path in group), tuple(group))
        for step, group in groups.items()
    )


def navigator_for(rules: Rules[object], state: object, seats: Collection[int]) -> Navigator | None:
    """Return the navigator for the acts of `seats` and of no seat; None if there are none.

    If several seats may act, the first question asks which one. If acts of no seat exist, their question comes
    first, and "a player" is one more answer to it.
    """
    offered = [path for path in paths_of(rules, state, {None, *seats}) if not path.steps[0].is_aside]
    table = [path for path in offered if path.leaf.seat is None]
    players = [path for path in offered if path.leaf.seat is not None]
    if len(seats) > 1:
        asks = rules.ask(state).who or say("box.ask-seat")
        before = (choice(table[0].steps[0].asks, "player", say("box.a-player")),) if table else ()
        players = [Path((*before, seat(asks, path.leaf.seat or 0), *path.steps), path.leaf) for path in players]
    paths = table + players
    if not paths:
        return None
    navigator = Navigator(paths, frozenset(rules.legal(state)))
    if len(seats) > 1 and not table:
        navigator.point(next(iter(seats)))
    return navigator


def navigator_of(rules: Rules[object], state: object, speaker: int) -> Navigator | None:
    """Return the navigator for the acts of one seat; its menu acts if it has no others, None if it has none."""
    paths = paths_of(rules, state, {speaker})
    paths = [path for path in paths if not path.steps[0].is_aside] or paths
    return Navigator(paths, frozenset(rules.legal(state))) if paths else None


def navigator_to_amend(rules: Rules[object], before: object, last: Act) -> Navigator:
    """Return the navigator that replaces the last act: same verb and seat, from the state before it."""
    same = {act for act in rules.wellformed(before) if (act.seat, act.verb) == (last.seat, last.verb)}
    paths = [path for path in paths_of(rules, before) if path.leaf in same]
    return Navigator(paths, frozenset(rules.legal(before)))


def paths_of(rules: Rules[object], state: object, seats: Collection[int | None] | None = None) -> list[Path]:
    """Return every path that the keys offer, or only those of some seats; None is nobody's seat."""
    acts = rules.wellformed(state)
    wanted = acts if seats is None else [act for act in acts if act.seat in seats]
    return [Path(steps, act) for act in wanted if (steps := rules.steps(state, act))]


def menu_of(rules: Rules[object], state: object) -> list[Path]:
    """Return the paths that a game adds to the menu; acts of a seat first ask for the seat."""
    found = []
    for (first, *rest), act in paths_of(rules, state):
        if first.is_aside:
            who = [seat(say("box.ask-seat"), act.seat)] if act.seat is not None else []
            found.append(Path((first, *who, *rest), act))
    return found


def as_paths(answers: Sequence[Answer]) -> list[Path]:
    """Return a path of one step for each answer."""
    return [Path((answer.step,), answer.act) for answer in answers]


def _allowed_acts(answers: Sequence[Answer]) -> frozenset[Act]:
    return frozenset(answer.act for answer in answers if not answer.hollow)


def _place(path: Path, tap: str, first: int) -> int | None:
    """Return the index of the first step of a path that a tap stands for, counted from `first`."""
    return next((at for at, step in enumerate(path.steps[first:]) if step.tap == tap), None)


class Navigator:
    """The questions that lead to an act: the current one, its answers, the cursor, and the answers so far."""

    def __init__(self, paths: Sequence[Path], allowed: Collection[Leaf]) -> None:
        """Begin at the first question. There is at least one path, and no path is a prefix of another."""
        self.allowed = allowed
        """The allowed leaves, among those that the current question leads to."""
        self._asked: list[tuple[Option, tuple[Option, ...], int, int, Collection[Leaf]]] = []
        """The answers so far, each with the options, cursor, depth and allowed leaves at that time."""
        self.depth = 0
        """The index of the current step in the paths of the options."""
        self.options: tuple[Option, ...] = ()
        self.cursor = 0
        self._enter(paths)

    @property
    def option(self) -> Option:
        """The answer under the cursor."""
        return self.options[self.cursor]

    @property
    def at_root(self) -> bool:
        """Whether nothing has been answered yet."""
        return not self._asked

    def allowed_leaves(self) -> list[Leaf]:
        """Return the allowed leaves that the current question leads to."""
        return [path.leaf for option in self.options for path in option.paths if path.leaf in self.allowed]

    def reachable_names(self) -> frozenset[str]:
        """Return the values of all steps on the paths that can still be reached, except those of the menu."""
        paths = [path for option in self.options for path in option.paths if not path.steps[0].is_aside]
        return frozenset(step.value for path in paths for step in path.steps)

    def only_act(self) -> Act | None:
        """Return the act that the current question leads to, if there is only one."""
        leaves = [path.leaf for option in self.options for path in option.paths]
        only = leaves[0] if len(leaves) == 1 else None
        return only if isinstance(only, Act) else None

    @property
    def spot(self) -> Option | None:
        """The spot on the board under the cursor, or the last one chosen."""
        answers = [self.option, *reversed(self.answered)]
        return next((answer for answer in answers if answer.step.kind is Kind.SPOT), None)

    @property
    def answered(self) -> list[Option]:
        """The answers so far."""
        return [answer for answer, *_ in self._asked]

    @property
    def speaker(self) -> int | None:
        """The seat that acts, if only one is left; None for acts of no seat."""
        seats = {path.leaf.seat for option in self.options for path in option.paths}
        return seats.pop() if len(seats) == 1 else None

    @property
    def shape(self) -> Shape:
        """How the current question is shown and answered."""
        match self.option.step.kind:
            case Kind.SPOT:
                return Shape.BOARD
            case Kind.NUMBER:
                return Shape.NUMBER
        return Shape.COMPASS if len(self.options) <= OK_INDEX + 1 else Shape.LIST

    def press(self, direction: Direction, *, held: bool = False) -> Leaf | None:
        """Handle an arrow: choose the answer of a compass, else move the cursor. Return the leaf, if reached."""
        if self.shape is Shape.COMPASS:
            at = COMPASS.index(direction)
            if at >= len(self.options):
                return None
            self.cursor = at
            return self.choose()
        held = held or all(option.hollow for option in self.options)
        places = [i for i, option in enumerate(self.options) if held or not option.hollow or i == self.cursor]
        if self.shape is Shape.BOARD:
            self.cursor = _across(self.options, places, self.cursor, direction)
        else:
            leap = NUMBER_LEAP if self.shape is Shape.NUMBER else COMPASS_SIZE
            self.cursor = _along(places, self.cursor, direction, leap, rising=self.shape is Shape.NUMBER)
        return None

    def point(self, number: int) -> bool:
        """Move the cursor to the answer of a numbered key: a seat, a spot, a number or a penalty.

        Return whether there is one.
        """
        for wanted in (str(number), str(-number)):
            for at, option in enumerate(self.options):
                is_named = option.step.kind is not Kind.CHOICE and option.step.value == wanted
                if is_named or option.step.key == number:
                    self.cursor = at
                    return True
        return False

    def choose(self) -> Leaf | None:
        """Choose the answer under the cursor; return the leaf if that was the last question."""
        if self._ends():
            return self.option.paths[0].leaf
        self._remember(self.option)
        self.depth += 1
        return self._enter(self.option.paths)

    def go_on(self, answers: Sequence[Answer]) -> Leaf | None:
        """Ask for the first open value of the chosen act; return the act if there is only one answer."""
        if len(self.options) > 1:
            self._remember(self.option)
        self.depth = 0
        self.allowed = _allowed_acts(answers)
        return self._enter(as_paths(answers))

    def paths_with(self, taps: Sequence[str]) -> list[Path]:
        """Return the paths with a tapped step: `spot:A3` is the kind and value of a step.

        One shape of a drawing may stand for several steps, such as a pile and its party. Each tap narrows the
        paths to those where its step comes first; a tap that is on no path is ignored.
        """
        paths = [path for option in self.options for path in option.paths]
        is_found = False
        for tap in taps:
            places = [_place(path, tap, self.depth) for path in paths]
            nearest = min((place for place in places if place is not None), default=None)
            if nearest is not None:
                is_found = True
                paths = [path for path, place in zip(paths, places, strict=True) if place == nearest]
        return paths if is_found else []

    def is_answered(self, taps: Sequence[str]) -> bool:
        """Return whether a tapped step was already answered, by a player or as the only answer."""
        answered = {step.tap for step in self.option.paths[0].steps[: self.depth]}
        return any(tap in answered or any(tap == option.step.tap for option in self.answered) for tap in taps)

    def has_allowed(self, paths: Sequence[Path]) -> bool:
        """Return whether one of the paths leads to an allowed leaf."""
        return any(path.leaf in self.allowed for path in paths)

    def narrow(self, taps: Sequence[str]) -> Leaf | None:
        """Keep only the paths with the tapped steps; return the leaf if only one is left."""
        paths = self.paths_with(taps)
        tapped = next(step for step in paths[0].steps[self.depth :] if step.tap in taps)
        self._remember(Option(tapped, not self.has_allowed(paths), tuple(paths)))
        return self._enter(paths)

    def _remember(self, answer: Option) -> None:
        self._asked.append((answer, self.options, self.cursor, self.depth, self.allowed))

    def back(self) -> bool:
        """Go back one question; return False at the first."""
        if self.at_root:
            return False
        _, self.options, self.cursor, self.depth, self.allowed = self._asked.pop()
        self.reset_cursor()
        return True

    def reset_cursor(self) -> None:
        """Move the cursor of a full compass back to the answer of ok, after an arrow has moved it."""
        if self.shape is Shape.COMPASS and len(self.options) > OK_INDEX:
            self.cursor = OK_INDEX

    def _ends(self) -> bool:
        """Return whether the answer under the cursor is the last step of its path."""
        return len(self.option.paths[0].steps) == self.depth + 1

    def _enter(self, paths: Sequence[Path]) -> Leaf | None:
        """Go to the next question that has several answers; return the leaf if there is none left to ask.

        The last step of a single path is still asked if nothing has been answered yet.
        """
        self.options = _ask(paths, self.allowed, self.depth)
        self.cursor = _likeliest(self.options)
        if len(self.options) > 1:
            return None
        if self._ends():
            return None if self.at_root else self.option.paths[0].leaf
        self.depth += 1
        return self._enter(self.option.paths)


def _likeliest(options: tuple[Option, ...]) -> int:
    """Return the index of the answer that the cursor starts on: an allowed one, if there is one.

    On a board it is the most central one, among numbers the one nearest to `start`, elsewhere the first. In a
    compass with five answers it is always the answer of ok.
    """
    places = [i for i, option in enumerate(options) if not option.hollow] or list(range(len(options)))
    if options[0].step.kind is Kind.NUMBER:
        return min(places, key=lambda place: abs(int(options[place].step.value) - options[place].step.start))
    if options[0].step.kind is not Kind.SPOT:
        return OK_INDEX if len(options) == OK_INDEX + 1 else places[0]

    def distances(place: int) -> int:
        here = options[place].step
        there = (options[other].step for other in places)
        return sum(abs(here.x - step.x) + abs(here.y - step.y) for step in there)

    return min(places, key=distances)


def _along(places: list[int], cursor: int, direction: Direction, leap: int, *, rising: bool) -> int:
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


def _across(options: tuple[Option, ...], places: list[int], cursor: int, direction: Direction) -> int:
    """Return the new cursor on a board.

    Left and right move within the row; up and down move to the next row, to the spot with the nearest column. Both
    wrap around, so every spot can be reached.
    """
    here = options[cursor].step
    if direction in {Direction.LEFT, Direction.RIGHT}:
        row = sorted((p for p in places if options[p].step.y == here.y), key=lambda p: (options[p].step.x, p))
        onward = 1 if direction is Direction.RIGHT else -1
        return row[(row.index(cursor) + onward) % len(row)]
    heights = sorted({options[place].step.y for place in places})
    onward = 1 if direction is Direction.DOWN else -1
    height = heights[(heights.index(here.y) + onward) % len(heights)]
    next_row = [place for place in places if options[place].step.y == height]
    return cursor if height == here.y else min(next_row, key=lambda place: abs(options[place].step.x - here.x))
