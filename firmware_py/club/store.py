"""The results of the club, each of them once, and its roster: an SQLite file.

A result is stored before the broker hears that it has arrived, so a server that dies gets it again; its id keeps
it from being counted twice. Ratings are never stored: they follow from the results.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from firmware_py.club.messages import ELSEWHERE, Player, Result, imported_id
from firmware_py.storage.database import transaction
from firmware_py.storage.paths import make_folder

VERSION = 1
TABLES = """
CREATE TABLE IF NOT EXISTS results (
    id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL,
    box TEXT NOT NULL,
    place TEXT NOT NULL,
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    players TEXT NOT NULL,
    record TEXT NOT NULL,
    received TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_day ON results (day, received);
CREATE INDEX IF NOT EXISTS counted ON results (game, substr(day, 1, 4)) WHERE NOT withdrawn;
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS roster (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS struck (id TEXT PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID;
CREATE VIEW IF NOT EXISTS counting AS
SELECT * FROM results WHERE NOT withdrawn AND id NOT IN (SELECT id FROM struck);
"""

ADD = """INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
SET revision = excluded.revision, withdrawn = excluded.withdrawn, place = excluded.place, game = excluded.game,
day = excluded.day, minutes = excluded.minutes, players = excluded.players, record = excluded.record
WHERE excluded.revision > results.revision"""

MOST_BYTES_EACH, RESULT_BYTES = 100_000_000, 1000
"""The bytes that one box may store: its records, and so many for each result. A long match has about 10,000."""

FIRST_DAY = "2000-01-01"
"""An older day is that of a clock which was not set."""
SAME_RECORD = "SELECT 1 FROM results WHERE (?1 = '' OR day = ?1) AND record = ?2 AND NOT withdrawn"
"""Finds the result of a record; by its day, if it has one, so that not every record is read."""


class Stored(NamedTuple):
    """A result that counts, as the league and the exports need it."""

    id: str
    place: str
    """The name of the table."""
    game: str
    day: str
    received: str
    minutes: int
    players: tuple[Player, ...]


def _stored(row: Sequence[Any]) -> Stored:
    return Stored._make([*row[:-1], tuple(Player(**one) for one in json.loads(row[-1]))])


def believed_day(day: str, today: str) -> str:
    """Return the day of a result: that which was told, if it can be true; otherwise the day when it arrived.

    Tomorrow can be true: it may be so where the box is.

    >>> [believed_day(day, "2026-11-30") for day in ("2026-11-29", "2026-12-01", "2026-12-02", "1970-01-01", "")]
    ['2026-11-29', '2026-12-01', '2026-11-30', '2026-11-30', '2026-11-30']
    """
    tomorrow = (date.fromisoformat(today) + timedelta(days=1)).isoformat()
    return day if FIRST_DAY <= day <= tomorrow else today


class Store:
    """The file of the club; for any thread."""

    def __init__(self, path: str) -> None:
        """Open the file, or create it. Raises `OSError` or `sqlite3.Error`."""
        make_folder(os.path.dirname(os.path.abspath(path)))
        self._lock, self._reader_lock = threading.Lock(), threading.Lock()
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
        os.chmod(path, 0o600)  # it keeps the code with which results are changed
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.executescript(TABLES)
        self._database.execute(f"PRAGMA user_version = {VERSION}")
        self.id = self.kept("id", secrets.token_hex(4))
        """What the broker knows this club server by."""
        self._reader = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
        """Reads while something is written: a page does not wait for a slow disk."""
        self._used: dict[str, int] = {}
        """Bytes that each box has stored, as far as they were asked for."""
        self._counted = (-1, 0)
        """The version of the file, and how many results counted in it."""

    def close(self) -> None:
        """Close the file."""
        self._reader.close()
        self._database.close()

    def kept(self, name: str, value: str) -> str:
        """Return a value that is kept under a name; keep this one if there is none yet."""
        with self._lock, transaction(self._database):
            self._database.execute("INSERT OR IGNORE INTO about VALUES (?, ?)", (name, value))
            ((kept,),) = self._database.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchall()
        return str(kept)

    # --- results

    def _read(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        with self._reader_lock:
            return self._reader.execute(query, values).fetchall()

    def version(self) -> int:
        """Return another number after each change, also one by another process: `sideline club --import`."""
        ((version,),) = self._read("PRAGMA data_version")
        return int(version)

    def has_room(self, result: Result) -> bool:
        """Return whether the box of a result has room for it: no box can fill the disk of a club."""
        if result.box not in self._used:
            sizes = "SELECT coalesce(sum(length(record) + ?1), 0) FROM results WHERE id >= ?2 AND id < ?3"
            ((self._used[result.box],),) = self._read(sizes, RESULT_BYTES, f"{result.box}-", f"{result.box}.")
        return self._used[result.box] + len(result.record) + RESULT_BYTES <= MOST_BYTES_EACH

    def add(self, *results: Result, is_named: bool = False) -> int:
        """Store results that are new, or newer than what is known, and flush them to the disk; return how many.

        `is_named`: whatever is known of them, their box says that they are so.
        """
        with self._lock, transaction(self._database):
            for result in results if is_named else ():
                self._database.execute("DELETE FROM results WHERE id = ?", (result.id,))
            added = [result for result in results if self._add(result)]
        for result in added:
            if result.box in self._used:
                self._used[result.box] += len(result.record) + RESULT_BYTES
        return len(added)

    def _add(self, result: Result) -> int:
        """Store a result; a match that was imported and that a box has sent too counts as that of the box."""
        if result.box != ELSEWHERE:
            self._database.execute("DELETE FROM results WHERE id = ?", (imported_id(result.record),))
        elif self._database.execute(SAME_RECORD, (result.date, result.record)).fetchone():
            return 0
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        players = json.dumps([player._asdict() for player in result.players], ensure_ascii=False)
        row = (
            *(result.id, result.revision, int(result.is_withdrawn), result.box, result.table, result.game),
            *(believed_day(result.date, now[:10]), result.minutes, players, result.record, now),
        )
        return self._database.execute(ADD, row).rowcount

    def revisions(self, box: str, journal: str) -> dict[int, int]:
        """Return number and revision of all results of a box that are known, withdrawn ones too."""
        begin = f"{box}-{journal}-"
        rows = self._read("SELECT id, revision FROM results WHERE id >= ? AND id < ?", begin, f"{begin}:")
        return {int(name.removeprefix(begin)): revision for name, revision in rows}

    def results(self, game: str = "", season: str = "") -> list[Stored]:
        """Return the results that count, the oldest first: of all games or of one, of all time or of a season.

        A season is the beginning of a date: `2026`, or `2026-11`.
        """
        rows = self._read(
            """SELECT id, place, game, day, received, minutes, players FROM counting
            WHERE (?1 = '' OR game = ?1) AND substr(day, 1, length(?2)) = ?2
            ORDER BY day, received, id""",
            game,
            season,
        )
        return [_stored(row) for row in rows]

    def strike(self, name: str, reason: str | None) -> bool:
        """Strike a result out for a reason, or bring it back without one; return whether it exists."""
        with self._lock, transaction(self._database):
            found = self._database.execute("SELECT 1 FROM results WHERE id = ?", (name,)).fetchone()
            if found and reason is not None:
                self._database.execute("INSERT OR REPLACE INTO struck VALUES (?, ?)", (name, reason))
            elif found:
                self._database.execute("DELETE FROM struck WHERE id = ?", (name,))
        return found is not None

    def struck(self) -> list[tuple[Stored, str]]:
        """Return the results that were struck out, the latest first, and why."""
        rows = self._read(
            """SELECT id, place, game, day, received, minutes, players, reason FROM results JOIN struck USING (id)
            ORDER BY day DESC, id"""
        )
        return [(_stored(row[:-1]), row[-1]) for row in rows]

    def record(self, name: str) -> str | None:
        """Return the record of a result; None if there is none."""
        rows = self._read("SELECT record FROM results WHERE id = ?", name)
        return str(rows[0][0]) if rows else None

    def seasons(self) -> list[str]:
        """Return the years with results, the latest first."""
        rows = self._read("SELECT DISTINCT substr(day, 1, 4) FROM counting ORDER BY 1 DESC")
        return [year for (year,) in rows]

    def games(self) -> list[str]:
        """Return the games with results, in the order of their names."""
        rows = self._read("SELECT DISTINCT game FROM counting ORDER BY 1")
        return [game for (game,) in rows]

    def count(self) -> int:
        """Return how many results count."""
        version = self.version()
        if self._counted[0] != version:
            ((count,),) = self._read("SELECT count(*) FROM counting")
            self._counted = (version, int(count))
        return self._counted[1]

    # --- the roster

    def roster(self) -> list[str]:
        """Return the players of the roster, in the order of their names."""
        return sorted((name for (name,) in self._read("SELECT name FROM roster")), key=str.casefold)

    def change_roster(self, *, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Add players to the roster, and remove others."""
        with self._lock, transaction(self._database):
            self._database.executemany("INSERT OR IGNORE INTO roster VALUES (?)", [(name,) for name in add])
            self._database.executemany("DELETE FROM roster WHERE name = ?", [(name,) for name in remove])
