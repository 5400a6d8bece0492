"""Steps: how a person says an act with a few keys.

A record says `1 place L310`; a person chooses a cell, then a colour. Each game turns its acts into paths of
steps, and whatever takes input (panel, terminal, page) follows those paths. It knows steps, not games.

All steps that can follow at one point of the path ask the same question, so each carries it. A question is a
*cross* if its answers have a side: at most four, each at its own arrow. All others have a cursor.

>>> from engine.verdicts import say
>>> step = spot(say("inside.ask-cell"), "310", x=-2, y=-4)
>>> step.kind, step.value, step.x, step.y, step.tap
(<Kind.SPOT: 'spot'>, '310', -2, -4, 'spot:310')
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.acts import Act
from engine.verdicts import Sentence, say


class Kind(Enum):
    """What is asked for, and so how it is best shown."""

    CHOICE = "choice"
    """One of a handful of named things."""
    SEAT = "seat"
    """A player; a seat key answers it."""
    NUMBER = "number"
    """A whole number."""
    SPOT = "spot"
    """A place on the drawn board, reached with a cursor."""
    CELL = "cell"
    """A cell of a small grid that is drawn with the question, reached with a cursor; its value are digits."""


class Direction(Enum):
    """The four arrow keys."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


class Step(NamedTuple):
    """One answer to one question on the way to an act."""

    kind: Kind
    asks: Sentence
    """The question."""
    value: str
    label: Sentence | None = None
    """What to show for it; without one the value itself."""
    x: int = 0
    y: int = 0
    """Where it lies on the game's drawing, in the game's own units, x to the right, y down."""
    start: int = 0
    """Where the search for a number starts."""
    is_aside: bool = False
    """A path that begins with it lies in the menu, beside the game's own questions."""
    is_gate: bool = False
    """What lies behind it can be tapped only after it was chosen."""
    short: Sentence | None = None
    """A letter that stands for it where there is no room for its label."""
    key: int = 0
    """The numbered key that means it, for a choice that is a number to people."""
    side: Direction | None = None
    """The arrow that answers it, on a cross."""
    is_likely: bool = False
    """The cursor starts on it, if it is allowed."""
    is_final: bool = False
    """It ends or destroys something: the cursor does not start on it."""
    is_speaker: bool = False
    """It names the player who acts; a path without such a step begins with one, where several may act."""
    is_check: bool = False
    """It only confirms what was said value by value; the page, which shows all values at once, does not ask it."""

    @property
    def tap(self) -> str:
        """What a drawing calls it that can be tapped: `spot:310`."""
        return f"{self.kind.value}:{self.value}"


class Answer(NamedTuple):
    """An answer to the first open value of an act, and the act with that value said."""

    step: Step
    act: Act
    hollow: bool = False
    """Nothing legal lies behind it; it is offered so that the others stay where fingers know them."""


def choice(asks: Sentence, value: str, label: Sentence, key: int = 0) -> Step:
    """Make one of a handful of named things, in a list."""
    return Step(Kind.CHOICE, asks, value, label, key=key)


def across(side: Direction, asks: Sentence, value: str, label: Sentence, key: int = 0) -> Step:
    """Make one of at most four named things, at its side of a cross."""
    return Step(Kind.CHOICE, asks, value, label, key=key, side=side)


def aside(value: str, label: Sentence) -> Step:
    """Make an entry of the menu, for what is not said in the course of a game."""
    return Step(Kind.CHOICE, say("box.ask-menu"), value, label, is_aside=True)


def seat(asks: Sentence, number: int) -> Step:
    """Make a step that names a player."""
    return Step(Kind.SEAT, asks, str(number))


SIDES = tuple(Direction)
"""The sides of a cross, in the order in which its answers take them."""


def seat_across(asks: Sentence, number: int, *, is_speaker: bool = False) -> Step:
    """Make a step that names a player on a cross, in a game of at most four."""
    return Step(Kind.SEAT, asks, str(number), side=SIDES[number - 1], is_speaker=is_speaker)


def nobody(asks: Sentence) -> Step:
    """Make a step that names no player, where one could be named."""
    return Step(Kind.SEAT, asks, "-", say("nobody"))


def number(asks: Sentence, value: int, start: int = 0) -> Step:
    """Make a step that gives a whole number; who looks for one starts near `start`."""
    return Step(Kind.NUMBER, asks, str(value), start=start)


def spot(asks: Sentence, name: str, x: int, y: int, label: Sentence | None = None) -> Step:
    """Make a place on the drawn board."""
    return Step(Kind.SPOT, asks, name, label, x, y)


def cell(asks: Sentence, digits: str, x: int, y: int) -> Step:
    """Make a cell of a small grid."""
    return Step(Kind.CELL, asks, digits, None, x, y)
