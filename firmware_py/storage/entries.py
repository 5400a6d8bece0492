"""Values of the journal: matches as they are listed, imported and counted, and the fault of a journal."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from engine.game import Setup
from engine.records import read_records
from engine.verdicts import BadRecord, Sentence

MINUTE_MS = 60_000


class Status(Enum):
    """The status of a match."""

    OPEN = "open"
    """Being played now; at most one match is."""
    PARKED = "parked"
    OVER = "over"
    ENDED = "ended"
    """Ended by the players before it was over."""


class Entry(NamedTuple):
    """A match as it appears in a list."""

    number: int
    series: int
    """The number of the first match of its series."""
    status: Status
    setup: Setup
    players: tuple[str, ...]
    """The current players."""
    acts: int
    last: str
    """The text of the last act, or an empty string."""
    minutes: int
    """How long it has been played, if the game measures that."""
    date: str = ""
    """The day on which it began."""


class Result(NamedTuple):
    """The result of one player in a match that is over."""

    match: int
    series: int
    game: str
    player: str
    points: int
    won: bool


class SeatResult(NamedTuple):
    """Who sits on a seat and, if the match is over, how that player has ended."""

    seat: int
    name: str
    points: int | None = None
    won: bool | None = None


class StoredState(NamedTuple):
    """The state of a match after some of its acts, in case later rules replay them differently."""

    acts: int
    """How many of its acts lead to the state."""
    players: tuple[str, ...]
    text: str
    """The state, serialized by `state_codec`."""


class StoredActs(NamedTuple):
    """The acts of a match, as far as they are sound."""

    lines: list[str]
    missing: int
    """How many lines after them are damaged in both copies; 0 if the match is whole."""


class ThinkingTime(NamedTuple):
    """How long somebody thought before an act."""

    place: int
    """Of the act in the log, counted from 0."""
    seat: int
    """0 if it was nobody's turn."""
    milliseconds: int


class StoredMatch(NamedTuple):
    """A complete match, as it is imported."""

    setup: Setup
    acts: tuple[str, ...]
    date: str
    status: Status
    seats: Sequence[SeatResult]


class Summary(NamedTuple):
    """What the database lists about a match; it follows from the lines of the notebook."""

    series: int
    status: Status
    date: str
    time: str
    head: str
    """The tags of its record."""
    minutes: int
    revision: int
    """How many acts it had when its status was stored last."""
    seats: tuple[SeatResult, ...]


class JournalFault(Exception):
    """The journal cannot be read or written; `why` is the message for the user."""

    def __init__(self, why: Sentence) -> None:
        """Store the message."""
        super().__init__(why.key)
        self.why = why


def read_head(head: object) -> Setup | None:
    """Return the setup of a match, or None if its head cannot be parsed."""
    try:
        return next((record.setup for record in read_records(str(head))), None)
    except BadRecord:
        return None
