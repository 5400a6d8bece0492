"""The results of finished matches, read from the journal by another thread than the one that writes it.

SQLite lets one connection read while another one writes, so neither waits for the other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from engine.game import Setup
from firmware_py.storage.database import open_read_only
from firmware_py.storage.entries import MINUTE_MS, SeatResult, Status, read_head
from firmware_py.storage.merging import acts_of, merge
from firmware_py.storage.notebook import read_line
from firmware_py.storage.reader import TEXTS, thinking_sums

_HAS_RESULT = f"status = '{Status.OVER.value}' AND number IN (SELECT match FROM seats WHERE won IS NOT NULL)"


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

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def last_number(self) -> int:
        """Return the highest number that a match of this journal has had."""
        numbers = "SELECT number FROM matches UNION ALL SELECT match FROM gone"
        (last,) = self._database.execute(f"SELECT max(number) FROM ({numbers})").fetchone()
        return last or 0

    def revisions(self) -> dict[int, int]:
        """Return the number of every match with a result, and its revision."""
        found = self._database.execute(f"SELECT number, revision FROM matches WHERE {_HAS_RESULT} ORDER BY number")
        return dict(found.fetchall())

    def without_result(self, numbers: Iterable[int]) -> dict[int, int]:
        """Return those of some matches that have no result any more, and their revision now; 0 if deleted."""
        found = dict(self._database.execute("SELECT number, revision FROM matches").fetchall())
        with_result = self.revisions()
        return {number: found.get(number, 0) for number in numbers if number not in with_result}

    def content(self, number: int, revision: int) -> str:
        """Return a checksum of the log of a match up to a revision; nothing if it is not as far."""
        row = self._database.execute(
            "SELECT text FROM lines WHERE match = ? AND act = ?", (number, revision - 1)
        ).fetchone()
        line = None if row is None else read_line(row[0])
        return "" if line is None else line.checksum

    def result(self, number: int) -> MatchResult | None:
        """Return the result of a match; None if it has none, or cannot be read."""
        self._database.execute("BEGIN")  # so that all of it is of the same moment
        try:
            return self._result(number)
        finally:
            self._database.rollback()

    def _result(self, number: int) -> MatchResult | None:
        row = self._database.execute(
            f"SELECT head, date, minutes, revision FROM matches WHERE number = ? AND {_HAS_RESULT}", (number,)
        ).fetchone()
        setup = None if row is None else read_head(row[0])
        if row is None or setup is None:
            return None
        seats = self._database.execute(
            "SELECT seat, player, points, won FROM seats WHERE match = ? ORDER BY seat", (number,)
        ).fetchall()
        texts = self._database.execute(TEXTS, (number,))
        acts = acts_of(merge(number, (text for (text,) in texts)).lines)
        found = tuple(SeatResult(seat, name, points or 0, bool(won)) for seat, name, points, won in seats)
        minutes = row[2] or thinking_sums(self._database, number).get(number, 0) // MINUTE_MS
        lines = tuple(line.said for line in acts[: row[3]])
        return MatchResult(number, row[3], setup, row[1], minutes, found, lines)


def open_results(path: str) -> ResultReader | None:
    """Return a reader of a journal; None if there is no journal that can be read."""
    try:
        return ResultReader(path)
    except sqlite3.Error:
        return None
