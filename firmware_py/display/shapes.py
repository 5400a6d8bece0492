"""The shapes of questions."""

from __future__ import annotations

from enum import Enum


class Shape(Enum):
    """How a question is shown and answered."""

    CROSS = "cross"
    """At most four answers, each at its arrow: one press answers."""
    LIST = "list"
    """Answers in a column with a cursor: arrows move it, ok takes the answer under it."""
    NUMBER = "number"
    BOARD = "board"
    GRID = "grid"
    """Like a board, but drawn with the question."""
