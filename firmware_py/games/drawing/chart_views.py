"""The course of a match as plain values for its charts, and functions that the charts of all games share.

Only acts in effect count; undone acts do not appear in a chart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count, pairwise
from typing import Any, NamedTuple, TypeVar

from engine.acts import Act
from engine.match import inner_of
from firmware_py.games.drawing.plot import Plot, Series, number
from firmware_py.i18n.translations import Translations

State = TypeVar("State")


class ChartView(NamedTuple):
    """The input of the charts."""

    names: tuple[str, ...]
    """The name of the player of each seat now, seat 1 first."""
    line: Sequence[tuple[Act | None, Any]]
    """The acts in effect, each with the state after it; the first entry is the start, without an act."""
    hints: bool = True
    """Whether to show what the players would otherwise have to work out."""
    marks: tuple[int, ...] = ()
    """The mark of each seat: the number of the key that has its colour (`engine/colours.py`)."""

    @property
    def state(self) -> Any:
        """The state now."""
        return self.line[-1][1]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the seats."""
        return seat_labels(self.names, self.marks)


def seat_labels(names: tuple[str, ...], marks: tuple[int, ...]) -> tuple[str, ...]:
    """Return a label for each seat: the name, with the mark of the seat if two names are the same.

    >>> seat_labels(("Anna", "Anna"), (2, 1)), seat_labels(("Anna", "Ben"), (2, 1))
    (('2 Anna', '1 Anna'), ('Anna', 'Ben'))
    """
    if len(set(names)) == len(names):
        return names
    return tuple(f"{mark} {name}" for mark, name in zip(marks or count(1), names, strict=False))


def states_after_turns(
    line: Sequence[tuple[Act | None, State]],
    is_turn_over: Callable[[State, State], bool],
    goes_on: Callable[[State], bool],
) -> list[State]:
    """Return the state at the start and the one after each turn; the last is the current state.

    `is_turn_over` decides by the states before and after an act; `goes_on` says whether the game is still played:
    at the end of some games cards are shown, and that is not a turn.
    """
    states, is_next = [line[0][1]], True
    for (_, before), (said, after) in pairwise(line):
        assert said is not None
        act = inner_of(said)
        has_turn = act.seat is not None and act.verb != "quit" and goes_on(before)
        if is_next and has_turn:
            states.append(after)
            is_next = False
        else:  # what happens between turns belongs to the last turn
            states[-1] = after
        is_next = is_next or (has_turn and is_turn_over(before, after))
    return states


def series_of(labels: Sequence[str], rows: Iterable[Sequence[int]]) -> tuple[Series, ...]:
    """Return a series for each label, from rows with one number per label.

    >>> [line.values for line in series_of(("Anna", "Ben"), [(0, 0), (3, 1), (3, 5)])]
    [(0, 3, 3), (0, 1, 5)]
    """
    both = zip(labels, zip(*rows, strict=True), strict=True)
    return tuple(Series(label, line, str(at)) for at, (label, line) in enumerate(both, start=1))


def plot_of(
    key: str,
    title: str,
    across: str,
    series: tuple[Series, ...],
    translations: Translations,
    *,
    goal: int | None = None,
) -> Plot:
    """Return a plot with a description for screen readers, and with its goal if it has one."""
    last = tuple(f"{line.label} {number(line.values[-1])}" for line in series)
    label = "" if goal is None else translations("chart.goal", count=goal)
    return Plot(
        key,
        title,
        translations("chart.about", values=last),
        across,
        series,
        ceiling=goal or 1,
        goal=goal,
        goal_label=label,
    )
