"""The shapes of questions, and the directions of the arrow keys."""

from __future__ import annotations

from enum import Enum


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
