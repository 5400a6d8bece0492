"""The rows of the benchmark: what is measured, its goal, and whether that is met.

A part of the benchmark is a function that yields rows, most of them made by `measured`.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import pytest

ROUNDS = 15


class Unit(Enum):
    """What a figure counts."""

    SECONDS = "seconds"
    BYTES = "bytes"
    PRESSES = "presses"
    PER_SECOND = "per second"
    COUNT = "count"


class Goal(NamedTuple):
    """A row before it is measured."""

    name: str
    limit: float
    """The most that the ratio may be, or our own figure where there is no yardstick."""
    unit: Unit = Unit.SECONDS


class Figure(NamedTuple):
    """What was measured for a row."""

    ours: float
    yardstick: float | None = None
    note: str = ""
    """What else is worth saying of a figure without a yardstick, in 18 characters."""


class Row(NamedTuple):
    """One line of the table: a goal and a figure, or why there is none."""

    name: str
    goal: float
    unit: Unit = Unit.SECONDS
    ours: float | None = None
    yardstick: float | None = None
    note: str = ""
    fault: str = ""
    """Why there is no figure."""
    needs: str = ""
    """What this computer lacks for it; such a row is skipped."""
    part: str = ""

    @property
    def ratio(self) -> float | None:
        """Our figure beside the yardstick's; None without one."""
        return None if self.ours is None or self.yardstick is None else self.ours / self.yardstick

    @property
    def result(self) -> float | None:
        """What is compared with the goal: the ratio, or our own figure where there is no yardstick."""
        return self.ours if self.yardstick is None else self.ratio

    @property
    def is_met(self) -> bool:
        """Whether it was measured and keeps its goal, or could not be measured here."""
        return bool(self.needs) or (self.result is not None and self.result <= self.goal)


class Needs(Exception):
    """Something that this computer lacks for a row."""


def measured(measure: Callable[[], Sequence[Figure]], *goals: Goal) -> Iterator[Row]:
    """Measure one figure for each goal; if that crashes, every row of it fails with the reason."""
    try:
        figures = measure()
        assert len(figures) == len(goals), f"{len(figures)} figures for {len(goals)} goals"
    except (Needs, pytest.skip.Exception) as error:
        yield from (Row(goal.name, goal.limit, goal.unit, needs=str(error)) for goal in goals)
    except Exception as error:  # noqa: BLE001 - whatever it is, the other rows are measured
        yield from (Row(goal.name, goal.limit, goal.unit, fault=reason(error)) for goal in goals)
    else:
        for goal, figure in zip(goals, figures, strict=True):
            yield Row(goal.name, goal.limit, goal.unit, figure.ours, figure.yardstick, figure.note)


def failed(part: str, error: Exception) -> Row:
    """Make the row of a part that crashed as a whole."""
    return Row("all rows", 0, fault=reason(error), part=part)


def reason(error: Exception) -> str:
    """Return in one line what went wrong."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def best(*measures: Callable[[], tuple[float, ...]], rounds: int = ROUNDS) -> list[tuple[float, ...]]:
    """Measure side by side, round after round; return the best of each figure: the rest is noise."""
    taken = [[measure() for measure in measures] for _ in range(rounds)]
    return [tuple(map(min, zip(*column, strict=True))) for column in zip(*taken, strict=True)]
