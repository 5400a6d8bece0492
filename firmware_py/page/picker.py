"""Values that are said step by step, all at once: where a few dozen are possible, one tap on the page says one.

A tile of three letters is three questions at the keys; here it is one of 64 buttons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from engine.acts import Act, is_open
from engine.game import Rules
from engine.steps import Step
from firmware_py.ui.navigation.options import Option
from firmware_py.ui.screens.view_model import ViewModel

MOST_CELLS, FEWEST_CELLS = 72, 12
"""More do not fit on a phone; fewer are asked for as quickly one after the other."""
MOST_STEPS = 4
"""A value of more steps is a list of values, which may go on for ever: no grid."""


class Cell(NamedTuple):
    """A value, and the act that says it."""

    steps: tuple[Step, ...]
    act: Act
    is_hollow: bool


class Grid(NamedTuple):
    """All values that can be said now."""

    proposed: Option | None
    """The answer that is proposed to the current question, if the values are only those behind it."""
    cells: tuple[Cell, ...]


def grid_of(rules: Rules[object], state: object, asked: ViewModel) -> Grid | None:
    """Return the values behind all answers, or behind the first one that is allowed; None if a grid is no help."""
    options = [option for option in asked.options if not option.hollow]
    acts = [path.leaf for option in options for path in option.paths]
    if not options or not all(isinstance(act, Act) and is_open(act) for act in acts):
        return None
    if len(options) > 1 and (cells := _all_cells(rules, state, options)):
        return Grid(None, cells)
    cells = _all_cells(rules, state, options[:1])
    return Grid(options[0], cells) if cells else None


def _all_cells(rules: Rules[object], state: object, options: Sequence[Option]) -> tuple[Cell, ...]:
    """Return the values behind some answers; none if they are too many or too few, or cannot be spelled."""
    if any(len(option.paths) > 1 for option in options):
        return ()
    cells = (cell for option in options for cell in _cells(rules, state, option))
    found = tuple(islice(cells, MOST_CELLS + 1))
    return found if FEWEST_CELLS <= len(found) <= MOST_CELLS and all(map(_is_spelled, found)) else ()


def _is_spelled(cell: Cell) -> bool:
    return not is_open(cell.act) and all(step.short is not None for step in cell.steps)


def _cells(rules: Rules[object], state: object, option: Option) -> Iterator[Cell]:
    act = option.paths[0].leaf
    assert isinstance(act, Act)  # `grid_of` has looked
    before = (option.step,) if option.step.short is not None else ()
    yield from _behind(rules, state, act, before)


def _behind(rules: Rules[object], state: object, act: Act, before: Sequence[Step]) -> Iterator[Cell]:
    """Yield the values behind an open act; a step without a letter, or one too many, ends the search."""
    for answer in rules.answers(state, act):
        steps = (*before, answer.step)
        if answer.step.short is None or len(steps) > MOST_STEPS or not is_open(answer.act):
            yield Cell(steps, answer.act, answer.hollow)
        elif not answer.hollow:
            yield from _behind(rules, state, answer.act, steps)
