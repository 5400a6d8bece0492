"""The second copy: every match that has left the table, in a file of its own beside the journal.

A match is copied when it is parked or over. If the journal is damaged, a rescue reads both files.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from firmware_py.storage import schema
from firmware_py.storage.journal_file import create_database, open_read_only, transaction
from firmware_py.storage.verification import check_pages, check_rows, read_acts

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_MATCHES = 500
"""Copied at a time; the rest follows the next time."""
_MISSING = """SELECT number FROM main.matches AS ours WHERE status <> 'open' AND NOT EXISTS
(SELECT 1 FROM copy.matches AS copied WHERE copied.number = ours.number AND copied.checksum = ours.checksum)
ORDER BY number DESC LIMIT ?"""


def copy_path(path: str) -> str:
    """Return the path of the second copy of a journal."""
    return f"{path}.copy"


def update(database: sqlite3.Connection, path: str) -> None:
    """Copy the matches that are new or have changed; a copy that fails is ignored: the journal has them."""
    copy = copy_path(path)
    with suppress(sqlite3.Error, OSError):
        if not os.path.exists(copy):
            create_database(copy)
        if not _is_current(copy):
            os.replace(copy, f"{copy}.damaged")
            create_database(copy)
        database.execute("ATTACH ? AS copy", (copy,))
        try:
            _copy(database)
        finally:
            database.execute("DETACH copy")


def read_lines(path: str, number: int) -> list[str]:
    """Return the sound acts of a match in the second copy of a journal; none if it cannot be read."""
    with suppress(sqlite3.Error), closing(open_read_only(copy_path(path))) as copy:
        return read_acts(copy, number).lines
    return []


def is_sound(path: str) -> bool:
    """Return whether the second copy of a journal is sound, all logs included; none at all is sound too."""
    if not os.path.exists(copy_path(path)):
        return True
    with suppress(sqlite3.Error), closing(open_read_only(copy_path(path))) as copy:
        check_pages(copy)
        check_rows(copy, has_all=False)
        numbers = copy.execute("SELECT number FROM matches").fetchall()
        return not any(read_acts(copy, number).missing for (number,) in numbers)
    return False


def _is_current(copy: str) -> bool:
    """Return whether a copy can be written: it is a sound file, and of our version."""
    with suppress(sqlite3.DatabaseError), closing(open_read_only(copy)) as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        check_pages(database)
        return bool(version == schema.known_version())
    return False


def _copy(database: sqlite3.Connection) -> None:
    with transaction(database):
        database.execute("DELETE FROM copy.matches WHERE number IN (SELECT match FROM main.deleted)")
        database.execute("INSERT OR IGNORE INTO copy.deleted SELECT * FROM main.deleted")
        for number in list(_missing(database)):
            database.execute("DELETE FROM copy.matches WHERE number = ?", (number,))
            for table in ("matches", "acts", "seats", "states"):
                key = "number" if table == "matches" else "match"
                database.execute(f"INSERT INTO copy.{table} SELECT * FROM main.{table} WHERE {key} = ?", (number,))  # noqa: S608 - ours


def _missing(database: sqlite3.Connection) -> Iterator[int]:
    """Yield the matches that the copy lacks; a damaged one must not replace a good one."""
    for (number,) in database.execute(_MISSING, (MOST_MATCHES,)):
        if not read_acts(database, number).missing:
            yield number
