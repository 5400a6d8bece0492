"""Paths of steps, and the answers that they offer at a question."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from engine.acts import Act
from engine.game import Rules
from engine.steps import Answer, Direction, Step, seat
from engine.verdicts import Refusal, say


class Item(Protocol):
    """An entry of a list or menu."""

    @property
    def step(self) -> Step:
        """Return its question and its label."""

    @property
    def is_allowed(self) -> bool:
        """Return whether it can be chosen now."""

    @property
    def refusal(self) -> Refusal | None:
        """Return the reason to show while it is not allowed."""

    @property
    def seat(self) -> None:
        """Return None: it belongs to no seat."""


Leaf = Act | Item
"""The end of a path: an act for the match, or an entry of a list or menu."""


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


def options_at(paths: Sequence[Path], allowed: Collection[Leaf], depth: int) -> tuple[Option, ...]:
    """Return the answers at a depth of paths, in their order; on a cross the one below, often "more", is last."""
    groups: dict[Step, list[Path]] = {}
    found: dict[int, list[Path]] = {}  # by object: games keep their steps, and a hash of a step is slow
    for path in paths:
        step = path.steps[depth]
        group = found.get(id(step))
        if group is None:
            group = found[id(step)] = groups.setdefault(step, [])
        group.append(path)
    options = [
        Option(step, not any(path.leaf in allowed for path in group), tuple(group))
        for step, group in groups.items()
    ]
    return tuple(sorted(options, key=lambda option: option.step.side is Direction.DOWN))


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
