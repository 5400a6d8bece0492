"""A part of the owner data that can be entered at the box, question by question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.acts import Act
from engine.steps import Answer
from engine.verdicts import Sentence


class BoxEntry(NamedTuple):
    """The questions that lead to an act, which is then passed to the game's `Memory`."""

    name: str
    """Its value in the list of choices."""
    title: Sentence
    first: Sequence[Answer]
    """The answers to the first question."""
    answers: Callable[[Act], Sequence[Answer]]
    """The answers to the first open value of an act."""
    kept: Callable[[Act], Sentence]
    """The message after the act was saved."""
