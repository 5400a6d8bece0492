"""A part of the owner data that can be entered at the box, question by question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple, Protocol

from PIL import Image

from engine.acts import Act
from engine.steps import Answer
from engine.verdicts import Sentence


class Taken(NamedTuple):
    """What follows from an act that was entered."""

    told: tuple[Sentence, ...] = ()
    """What to tell the owner."""
    is_done: bool = False
    """Whether there is nothing more to ask."""


class BoxEntry(Protocol):
    """Asks questions that lead to acts, and saves what they say. One is made each time the owner begins."""

    name: ClassVar[str]
    """Its value in the list of choices."""
    title: ClassVar[Sentence]

    def first(self) -> Sequence[Answer]:
        """Return the answers to the first question."""

    def answers(self, act: Act) -> Sequence[Answer]:
        """Return the answers to the first open value of an act."""

    def take(self, act: Act) -> Taken:
        """Take a complete act. Raises a `UserError` or an `OSError` if it cannot be saved."""

    def undo(self) -> bool:
        """Take the last act back, if one was taken and not saved; return whether there was one."""

    def picture(self, act: Act) -> Image.Image | None:
        """Draw the table display while an act is under the cursor; None for the usual picture."""
