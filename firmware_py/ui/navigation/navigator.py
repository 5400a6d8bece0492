"""The navigator: how six keys lead to an act, step by step. It works on steps and does not depend on a game.

Every well-formed step is offered in a fixed order, so that players can learn it; steps that lead to no legal act
are *hollow*. Questions have two kinds. On a *cross* each answer has its own arrow: one press chooses it, and ok is
no answer. All others have a cursor: arrows move it, ok chooses what is under it. It starts
on the likeliest allowed answer and skips hollow ones unless an arrow is held.

>>> from engine.acts import read_act
>>> from engine.steps import choice
>>> from engine.verdicts import say
>>> light, dark = (choice(say("inside.ask-colour"), word, say(word)) for word in ("L", "D"))
>>> place = {"L": read_act("1 place L310"), "D": read_act("1 place D310")}
>>> navigator = Navigator([Path((light,), place["L"]), Path((dark,), place["D"])], allowed={place["D"]})
>>> navigator.shape, [option.hollow for option in navigator.options], navigator.option.step.value
(<Shape.LIST: 'list'>, [True, False], 'D')
>>> print(navigator.choose())
1 place D310
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

from engine.acts import Act
from engine.steps import Answer, Direction, Kind, Step
from firmware_py.display.shapes import Shape
from firmware_py.ui.navigation.cursor import LIST_LEAP, NUMBER_LEAP, across, along, likeliest
from firmware_py.ui.navigation.options import Leaf, Option, Path, as_paths, options_at


def _allowed_acts(answers: Sequence[Answer]) -> frozenset[Act]:
    return frozenset(answer.act for answer in answers if not answer.hollow)


def _place(path: Path, tap: str, first: int) -> int | None:
    """Return how many questions of its kind come before the first step that a tap stands for, from `first` on.

    None if there is no such step, or it lies behind a gate.
    """
    steps = path.steps[first:]
    found = next((at for at, step in enumerate(steps) if step.tap == tap), None)
    if found is None or any(step.is_gate for step in steps[:found]):
        return None
    return len({step.asks for step in steps[:found] if step.kind is steps[found].kind} - {steps[found].asks})


class Navigator:
    """The questions that lead to an act: the current one, its answers, the cursor, and the answers so far.

    Keys move along it step by step, taps jump, and screens read it; each of these has some methods of its own.
    """

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
        self._typed = ""
        """The digits of a cell that were typed so far."""
        self._proposed: frozenset[Step] = frozenset()
        """Where the cursor starts, at this question and those that follow."""
        self._enter(paths)

    def copy(self) -> Navigator:
        """Return a navigator at the same question that goes its own way from here."""
        other = copy(self)
        other._asked = list(self._asked)  # noqa: SLF001 - of the same class
        return other

    def follow(self, answered: Sequence[Option]) -> bool:
        """Give the same answers again in another state; return whether all of them are there and allowed."""
        for answer in answered:
            if self.move_to(answer.step):
                is_whole = self.choose() is not None
            else:
                paths = self.paths_with([answer.step.tap])
                if not paths or not self.has_allowed(paths):
                    return False
                is_whole = self.narrow([answer.step.tap]) is not None
            if is_whole:
                return False  # nothing is played without another tap
        return True

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
        """The spot on the board under the cursor, the last one chosen, or one that was the only answer."""
        paths = self.option.paths
        passed = [Option(step, self.option.hollow, paths) for step in paths[0].steps[: self.depth]]
        answers = [self.option, *reversed(self.answered), *reversed(passed)]
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
            case Kind.CELL:
                return Shape.GRID
            case Kind.NUMBER:
                return Shape.NUMBER
        return Shape.LIST if self.option.step.side is None else Shape.CROSS

    def press(self, direction: Direction, *, held: bool = False) -> Leaf | None:
        """Handle an arrow: choose the answer of a cross, else move the cursor. Return the leaf, if reached."""
        if self.shape is Shape.CROSS:
            found = (at for at, option in enumerate(self.options) if option.step.side is direction)
            at = next(found, None)
            if at is None:
                return None
            self.cursor = at
            return self.choose()
        held = held or all(option.hollow for option in self.options)
        places = [i for i, option in enumerate(self.options) if held or not option.hollow or i == self.cursor]
        self._typed = ""
        if self.shape in {Shape.BOARD, Shape.GRID}:
            self.cursor = across(self.options, places, self.cursor, direction)
        else:
            leap = NUMBER_LEAP if self.shape is Shape.NUMBER else LIST_LEAP
            self.cursor = along(places, self.cursor, direction, leap, rising=self.shape is Shape.NUMBER)
        return None

    def propose(self, steps: Collection[Step]) -> None:
        """Put the cursor on the steps of an act, at this question and at those that follow."""
        self._proposed = frozenset(steps)
        self.cursor = self._first_cursor()

    def _first_cursor(self) -> int:
        """Return where the cursor starts: on a step that is proposed, else on the likeliest answer."""
        places = enumerate(self.options)
        proposed = (at for at, option in places if option.step in self._proposed and not option.hollow)
        return next(proposed, likeliest(self.options))

    def move_to(self, step: Step) -> bool:
        """Move the cursor to an answer; return whether there is such a one that is allowed."""
        found = (at for at, option in enumerate(self.options) if option.step == step and not option.hollow)
        at = next(found, None)
        self.cursor = self.cursor if at is None else at
        return at is not None

    def point(self, number: int) -> bool:
        """Move the cursor to the answer of a numbered key: a seat, a spot, a number or a penalty.

        Return whether there is one. Several keys make up the digits of a cell, in any order. A key also finds
        what lies behind another answer to the same question.
        """
        if self.shape is Shape.GRID:
            return self._type(str(number))
        for wanted in (str(number), str(-number)):
            for at, option in enumerate(self.options):
                is_named = option.step.kind is not Kind.CHOICE and option.step.value == wanted
                if is_named or option.step.key == number:
                    self.cursor = at
                    return True
        return self._point_behind(number)

    def _type(self, digit: str) -> bool:
        """Add a digit of a cell; return whether the cell is complete."""
        self._typed += digit
        length = len(self.option.step.value)
        shown = "".join(sorted(self._typed))
        wanted = shown if len(shown) == length else digit * length
        found = [at for at, option in enumerate(self.options) if "".join(sorted(option.step.value)) == wanted]
        self.cursor = found[0] if found else self.cursor
        is_complete = len(self._typed) == length
        self._typed = "" if is_complete else self._typed
        return bool(found) and is_complete

    def _point_behind(self, number: int) -> bool:
        """Find the answer of a numbered key behind another answer to the same question, and go there."""
        for at, option in enumerate(self.options):
            behind = {path.steps[self.depth + 1] for path in option.paths if len(path.steps) > self.depth + 1}
            if any(step.asks == option.step.asks and step.key == number for step in behind):
                self.cursor = at
                self.choose()
                return self.point(number)
        return False

    def choose(self) -> Leaf | None:
        """Choose the answer under the cursor; return the leaf if that was the last question.

        If nothing else is allowed, it is.
        """
        if self._ends():
            return self.option.paths[0].leaf
        if self.at_root and not self.option.hollow and len(forced := self.allowed_leaves()) == 1:
            (path,) = (path for path in self.option.paths if path.leaf in forced)
            if not any(step.is_final for step in path.steps):
                return path.leaf
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
        paths to those where its step comes first; a tap that is on no path is ignored. What answers the current
        question counts before what answers a later one.
        """
        paths = [path for option in self.options for path in option.paths]
        is_found = False
        now = {option.step.tap for option in self.options}
        for tap in sorted(taps, key=lambda tap: tap not in now):
            # An answer to this question is never one to a later question of the same kind: a table behind "more".
            is_now = tap in now
            near = [path for path in paths if not is_now or path.steps[self.depth].tap == tap]
            places = [_place(path, tap, self.depth) for path in near]
            nearest = min((place for place in places if place is not None), default=None)
            if nearest is not None:
                is_found = True
                paths = [path for path, place in zip(near, places, strict=True) if place == nearest]
        return paths if is_found else []

    def is_answered(self, taps: Sequence[str]) -> bool:
        """Return whether a tapped step was already answered, by a player or as the only answer."""
        answered = {step.tap for step in self.option.paths[0].steps[: self.depth]}
        return any(tap in answered or any(tap == option.step.tap for option in self.answered) for tap in taps)

    def has_allowed(self, paths: Sequence[Path]) -> bool:
        """Return whether one of the paths leads to an allowed leaf."""
        return any(path.leaf in self.allowed for path in paths)

    def narrow(self, taps: Sequence[str]) -> Leaf | None:
        """Keep only the paths with the tapped steps; return the leaf if only one is left.

        Answers to the current question behind which nothing is allowed are left out, unless all are so.
        """
        paths = self.paths_with(taps)
        allowed = {path.steps[self.depth].tap for path in paths if path.leaf in self.allowed}
        paths = [path for path in paths if not allowed or path.steps[self.depth].tap in allowed]
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
        self._typed = ""
        return True

    def _ends(self) -> bool:
        """Return whether the answer under the cursor is the last step of its path."""
        return len(self.option.paths[0].steps) == self.depth + 1

    def _enter(self, paths: Sequence[Path]) -> Leaf | None:
        """Go to the next question that has several answers; return the leaf if there is none left to ask.

        The last step of a single path is still asked if nothing has been answered yet.
        """
        self.options = options_at(paths, self.allowed, self.depth)
        self.cursor, self._typed = self._first_cursor(), ""
        if len(self.options) > 1:
            return None
        if self._ends():
            return None if self.at_root else self.option.paths[0].leaf
        self.depth += 1
        return self._enter(self.option.paths)
