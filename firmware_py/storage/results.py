"""The results of finished matches, read from the journal by another thread than the one that writes it.

SQLite lets one connection read while another one writes, so neither waits for the other.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.storage.entries import Status, read_head
from firmware_py.storage.journal_file import open_read_only
from firmware_py.storage.people import people_file
from firmware_py.storage.verification import read_acts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.game import Setup

_HAS_RESULT = f"status = '{Status.OVER.value}' AND number IN (SELECT match FROM seats WHERE won IS NOT NULL)"

MINUTE_MS = 60_000


class SeatResult(NamedTuple):
    """How one player has ended."""

    seat: int
    name: str
    points: int
    won: bool


class MatchResult(NamedTuple):
    """A match that is over."""

    number: int
    revision: int
    """How many acts its log had when its result was stored: a match that went on and ended again has more."""
    setup: Setup
    date: str
    minutes: int
    seats: tuple[SeatResult, ...]
    lines: tuple[str, ...]
    """The acts of its log."""


class ResultReader:
    """Reads results from a journal, on the thread that has made the reader."""

    def __init__(self, path: str) -> None:
        """Open the journal read-only. Raises `sqlite3.Error`."""
        self._database = open_read_only(path)
        self._people = people_file(path)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def last_number(self) -> int:
        """Return the highest number that a match of this journal has had."""
        row = self._database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'matches'").fetchone()
        return 0 if row is None else int(row[0])

    def revisions(self) -> dict[int, int]:
        """Return the number of every match with a result, and its revision."""
        found = self._database.execute(f"SELECT number, sealed FROM matches WHERE {_HAS_RESULT} ORDER BY number")
        return dict(found.fetchall())

    def without_result(self, numbers: Iterable[int]) -> dict[int, int]:
        """Return those of some matches that have no result any more, and their revision now; 0 if deleted."""
        found = dict(self._database.execute("SELECT number, sealed FROM matches").fetchall())
        with_result = self.revisions()
        return {number: found.get(number, 0) for number in numbers if number not in with_result}

    def content(self, number: int, revision: int) -> str:
        """Return a checksum of the log of a match up to a revision; nothing if it is not as far."""
        row = self._database.execute(
            "SELECT checksum FROM acts WHERE match = ? AND place = ?", (number, revision - 1)
        ).fetchone()
        return "" if row is None else bytes(row[0]).hex()

    def result(self, number: int) -> MatchResult | None:
        """Return the result of a match; None if it has none, or cannot be read."""
        self._database.execute("BEGIN")  # so that all of it is of the same moment
        try:
            return self._result(number)
        finally:
            self._database.rollback()

    def _result(self, number: int) -> MatchResult | None:
        row = self._database.execute(
            f"SELECT head, date, minutes, sealed FROM matches WHERE number = ? AND {_HAS_RESULT}", (number,)
        ).fetchone()
        setup = None if row is None else read_head(row[0])
        if row is None or setup is None:
            return None
        seats = self._database.execute(
            "SELECT seat, player, points, won FROM seats WHERE match = ? ORDER BY seat", (number,)
        ).fetchall()
        lines = tuple(read_acts(self._database, number).lines[: row[3]])
        found = tuple(SeatResult(seat, name, points or 0, bool(won)) for seat, name, points, won in seats)
        minutes = row[2] or self._minutes_played(number)
        return MatchResult(number, row[3], setup, row[1], minutes, found, lines)

    def _minutes_played(self, number: int) -> int:
        """Return how long the players of a match have thought: the journal counts only for a time limit."""
        with suppress(sqlite3.Error), closing(open_read_only(self._people)) as people:
            row = people.execute("SELECT sum(milliseconds) FROM thoughts WHERE match = ?", (number,)).fetchone()
            return int(row[0] or 0) // MINUTE_MS
        return 0


def open_results(path: str) -> ResultReader | None:
    """Return a reader of a journal; None if there is no journal that can be read."""
    try:
        return ResultReader(path)
    except sqlite3.Error:
        return None
