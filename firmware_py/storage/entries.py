"""Values of the journal: matches as they are listed, imported and counted, and the fault of a journal."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from engine.records import read_records
from engine.verdicts import BadRecord, Sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Setup
    from firmware_py.storage.stored_state import StoredState


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


class StoredMatch(NamedTuple):
    """A complete match, as it is imported or rescued."""

    setup: Setup
    acts: tuple[str, ...]
    date: str
    status: Status
    series: int
    """The number of the first match of its series; 0 if that is this one."""
    seats: Sequence[tuple[int, str, int | None, int | None]]
    """Seat, player and, if the match is over, points and whether the player won."""
    state: StoredState | None = None
    minutes: int = 0
    number: int | None = None
    """Its number in the journal; None for the next free one."""


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
