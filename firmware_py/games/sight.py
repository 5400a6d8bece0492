"""What the eye sees of a game, and what follows from it: the values that shared code and the games exchange.

The eye tells which tags lie in its frame. A game with a module `eye` says what that means: a `Follower` follows
one match and tells which acts have happened on the table, what is doubtful, and where table and box differ. A
`Lesson` teaches the eye a part of the owner's copy. Neither knows the camera, the screens or the journal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from drivers.eye import Hello, Tag
from engine.acts import Act
from engine.verdicts import Sentence

SIMULATED = "simulated"
"""The name of an eye that is simulated."""
EYE_TAG = "Eye"
"""The tag of a match in which an eye was used: its value is the name of the eye."""


class SeenTag(NamedTuple):
    """A tag in the frame: its place in millimetres, and how far it is turned."""

    number: int
    x: float
    y: float
    turn: float
    """In radians, clockwise."""


class Sight(NamedTuple):
    """All that lies still in the frame."""

    marks: tuple[SeenTag, ...]

    @classmethod
    def of(cls, hello: Hello, tags: Sequence[Tag]) -> Sight:
        """Make it from what the eye tells in thousandths of its frame's sides."""
        return cls(
            tuple(
                SeenTag(
                    tag.number,
                    tag.x * hello.width_mm / 1000,
                    tag.y * hello.height_mm / 1000,
                    math.radians(tag.turn),
                )
                for tag in tags
            )
        )


class Question(NamedTuple):
    """A question who is right, the table or the box."""

    text: Sentence
    acts: tuple[Act, ...]
    """What happens if the table is right."""


class Finding(NamedTuple):
    """What follows from what is seen now."""

    acts: tuple[Act, ...] = ()
    """What has happened on the table, to be entered in this order."""
    doubts: tuple[Sentence, ...] = ()
    """What cannot be entered, and why."""
    question: Question | None = None
    note: Sentence | None = None
    """A short line that nobody has to answer."""


class LaidCard(NamedTuple):
    """A card that can be laid into a simulated frame."""

    tag: int
    labels: tuple[str, ...]
    """What is printed at its places."""
    places: tuple[tuple[int, int], ...]
    """In millimetres from the middle of its tag, for an upright card."""


class Props(NamedTuple):
    """What there is to lay into a simulated frame."""

    cards: tuple[LaidCard, ...]
    pawns: tuple[tuple[int, ...], ...]
    """The rings of each seat's pawns."""
    unknown: int
    """The tag of a card that the eye does not know."""


class Follower(Protocol):
    """Follows one match; a state is of the game's own type."""

    def look(self, sight: Sight) -> None:
        """Take what lies still in the frame now."""

    def follow(self, state: Any, acts: Sequence[Act], *, seen: bool = False) -> None:
        """Take the state of the match and the acts that led to it; `seen`: this follower has named them."""

    def finding(self) -> Finding:
        """Return what follows from the sight and the state as they are now."""

    def answer(self, question: Question, *, is_table_right: bool) -> None:
        """Take the answer to a question."""


class Lesson(Protocol):
    """Teaches the eye something of the owner's copy, step by step."""

    @property
    def title(self) -> Sentence:
        """Return what is taught."""

    def asks(self) -> Sentence:
        """Return what to do now."""

    def choices(self) -> Sequence[tuple[str, Sentence]]:
        """Return the answers to choose from now, each with its name; none if only the eye is waited for."""

    def choose(self, name: str) -> None:
        """Take an answer."""

    def look(self, sight: Sight) -> bool:
        """Take what lies still in the frame; return whether the lesson has gone on."""

    @property
    def is_over(self) -> bool:
        """Return whether all was learnt."""

    def save(self) -> Sentence | None:
        """Save what was learnt; return an error message if that failed. Raises a `UserError`."""
