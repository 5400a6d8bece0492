"""Nim on the table display: a row of matches for each heap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.verdicts import say
from firmware_py.display.canvas import LIT, OFF, Canvas
from firmware_py.games.views import Scene

if TYPE_CHECKING:
    from engine.nim import State
    from PIL import Image

    from engine.acts import Act
    from engine.verdicts import Sentence
    from firmware_py.games.views import TableView

ROW, LEFT, APART, LONG = 14, 14, 8, 11
"""Dots from one heap to the next, before its matches, from match to match, and of a match."""


def draw(view: TableView) -> Image.Image:
    """Draw the heaps, each with its number; the one that is chosen is turned round."""
    state: State = view.state
    canvas = Canvas()
    for at, size in enumerate(state.heaps):
        y, is_chosen = at * ROW, str(at + 1) in view.chosen
        if is_chosen:
            canvas.draw.rectangle((0, y, 8, y + LONG), fill=LIT)
        canvas.text(2, y + 1, str(at + 1), ink=OFF if is_chosen else LIT)
        for match in range(size):
            x = LEFT + match * APART
            canvas.draw.line((x, y, x, y + LONG), fill=LIT)
    return canvas.image


def summary(_state: State) -> list[Sentence]:
    """Return nothing: the points say it all."""
    return []


def legend(_state: State) -> list[Sentence]:
    """Return nothing: a heap is what it looks like."""
    return []


def opening(state: State) -> list[Scene]:
    """Return what the heaps are, before the first turn."""
    heaps = say("nim.detail-heaps", value=" ".join(map(str, state.heaps)))
    return [Scene(say("nim.name"), (heaps,), state, "NI-1")]


def rounds(_state: State) -> int:
    """Return none: there are no rounds to look back at."""
    return 0


def scenes(_state: State, _number: int) -> list[Scene]:
    """Return no scenes."""
    return []


def scenes_after(_before: State, _after: State) -> list[Scene]:
    """Return no scenes: what was taken is seen."""
    return []


def preview(state: State, _act: Act) -> State:
    """Return the position as it is."""
    return state
