"""Names and times beside the journal: who is called what, when a match began, and how long players thought.

A file of its own, because nothing in it decides a game: a match is whole without it. It is written without waiting
for the disk, so a power cut may take its last seconds. A file that is damaged is set aside, and a new one begun.

>>> people = People(":memory:")
>>> people.rename("Bne", "Ben")
>>> people.player("Bne"), people.player("Anna")
('Ben', 'Anna')
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from firmware_py.storage.clock import is_clock_set
from firmware_py.storage.journal_file import SUFFIXES, aside_name
from firmware_py.storage.second_copy import DAMAGED

TABLES = """
CREATE TABLE IF NOT EXISTS aliases (name TEXT PRIMARY KEY, player TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS begun (match INTEGER PRIMARY KEY, at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS thoughts (match INTEGER NOT NULL, place INTEGER NOT NULL, seat INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL, PRIMARY KEY (match, place)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
CLOCK = "clock"


class Thought(NamedTuple):
    """How long somebody thought before an act."""

    place: int
    """Of the act in the log, counted from 0."""
    seat: int
    """0 if it was nobody's turn."""
    milliseconds: int


class People:
    """The file of names and times; whatever fails with it is no reason to stop a game."""

    def __init__(self, path: str) -> None:
        """Name the file; it is opened when somebody needs it."""
        self._path = path

    @cached_property
    def _database(self) -> sqlite3.Connection:
        try:
            return _open(self._path)
        except sqlite3.Error as error:  # a full disk or a lock is no damage
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGED:
                with suppress(sqlite3.Error, OSError):
                    _set_aside(self._path)
                    return _open(self._path)
        return _open(":memory:")

    def _write(self, statement: str, *values: str | int) -> None:
        with suppress(sqlite3.Error):
            self._database.execute(statement, values)

    def _read(self, statement: str, *values: str | int) -> list[tuple[str | int, ...]]:
        with suppress(sqlite3.Error):
            return self._database.execute(statement, values).fetchall()
        return []

    def close(self) -> None:
        """Close the file, if it is open."""
        if "_database" in self.__dict__:
            self._database.close()

    # --- names

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Other names of players, each with the name that counts."""
        return {str(name): str(player) for name, player in self._read("SELECT name, player FROM aliases")}

    def player(self, name: str) -> str:
        """Return the name under which a player is counted."""
        return self.aliases.get(name, name)

    def rename(self, name: str, to: str) -> None:
        """Count a player under another name from now on; if that is the name of a player, the two become one."""
        if name == to:
            return
        self._write("UPDATE aliases SET player = ? WHERE player = ?", to, name)
        self._write("INSERT OR REPLACE INTO aliases VALUES (?, ?)", name, to)
        self.separate(to)

    def separate(self, name: str) -> None:
        """Count a name by itself again."""
        self._write("DELETE FROM aliases WHERE name = ?", name)
        self.__dict__.pop("aliases", None)  # they are read again

    # --- times

    def note_start(self, match: int) -> None:
        """Note that a match begins now, if the clock is set; an older one that had its number is forgotten."""
        now = time.localtime()
        self._write("DELETE FROM thoughts WHERE match = ?", match)
        self._write("DELETE FROM begun WHERE match = ?", match)
        if is_clock_set(now):
            self._write("INSERT INTO begun VALUES (?, ?)", match, time.strftime("%Y-%m-%d %H:%M", now))

    def note_thought(self, match: int, thought: Thought) -> None:
        """Note how long somebody thought before an act."""
        self._write("INSERT OR REPLACE INTO thoughts VALUES (?, ?, ?, ?)", match, *thought)

    def started(self) -> dict[int, str]:
        """Return when each match began, date and time, as far as that is known."""
        return {int(match): str(at) for match, at in self._read("SELECT match, at FROM begun")}

    def durations(self) -> dict[int, int]:
        """Return how long each match was played, in milliseconds."""
        found = self._read("SELECT match, sum(milliseconds) FROM thoughts GROUP BY match")
        return {int(match): int(milliseconds) for match, milliseconds in found}

    def thoughts(self, match: int) -> list[Thought]:
        """Return how long the players of a match thought before each act."""
        found = self._read("SELECT place, seat, milliseconds FROM thoughts WHERE match = ? ORDER BY place", match)
        return [Thought(*map(int, row)) for row in found]

    # --- the clock

    @cached_property
    def clock(self) -> str:
        """How the clocks are shown: `off`, `up`, or the minutes that each player has."""
        found = self._read("SELECT value FROM notes WHERE name = ?", CLOCK)
        return str(found[0][0]) if found else "off"

    def set_clock(self, mode: str) -> None:
        """Change how the clocks are shown."""
        self._write("INSERT OR REPLACE INTO notes VALUES (?, ?)", CLOCK, mode)
        self.clock = mode


def people_file(journal: str) -> str:
    """Return the path of the names and times of a journal."""
    return f"{journal}.people"


def _set_aside(path: str) -> None:
    """Rename a damaged file; older damaged ones stay."""
    aside = aside_name(path)
    for end in SUFFIXES:
        if os.path.exists(path + end):
            os.replace(path + end, aside + end)


def _open(path: str) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.executescript(TABLES)
    except sqlite3.Error:
        database.close()
        raise
    return database
