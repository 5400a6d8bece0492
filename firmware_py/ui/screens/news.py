"""The line of news: it confirms the last act, or says something short."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.verdicts import Sentence


class NewsKind(Enum):
    """What a line of news is about."""

    PLAYED = "played"
    TAKEN_BACK = "taken back"
    SEEN = "seen"
    """What a picture of the table has shown was entered."""
    INFO = "info"
    KEYS = "keys"
    """How the keys answer the question: it stands where the keys are explained."""


class News(NamedTuple):
    """The line that confirms the last act, or a hint."""

    kind: NewsKind
    text: Sentence
    short: tuple[Sentence, ...] = ()
    """Shorter lines for a display that has no room for the text; the last one always fits."""
