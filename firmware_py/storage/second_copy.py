"""The second copy: every match that has left the table, in a file of its own beside the journal.

A match is copied when it is parked or over. If the journal is damaged, a rescue reads both files.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from firmware_py.storage import schema
from firmware_py.storage.checksums import count_sound, setup_checksum
from firmware_py.storage.journal_file import create_database, open_read_only, transaction
from firmware_py.storage.verification import check_pages, check_rows, read_acts

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_MATCHES = 500
"""Copied at a time; the rest follows the next time."""
DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_MISSING = """SELECT number FROM main.matches AS ours WHERE status <> 'open' AND NOT EXISTS
(SELECT 1 FROM copy.matches AS copied WHERE copied.number = ours.number AND copied.checksum = ours.checksum)
ORDER BY number DESC LIMIT ?"""

_COPY_MATCH = """INSERT INTO copy.matches SELECT * FROM main.matches WHERE number = ? ON CONFLICT DO UPDATE SET
series = excluded.series, status = excluded.status, date = excluded.date, minutes = excluded.minutes,
sealed = excluded.sealed, checksum = excluded.checksum"""


def copy_path(path: str) -> str:
    """Return the path of the second copy of a journal."""
    return f"{path}.copy"


def update(database: sqlite3.Connection, path: str, numbers: Sequence[int] = ()) -> None:
    """Copy matches by their numbers, or those that are new or have changed.

    A copy that fails is ignored: the journal has them.
    """
    copy = copy_path(path)
    with suppress(sqlite3.Error, OSError):
        try:
            _update(database, copy, numbers)
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGED or not _is_current(copy):
                os.replace(copy, f"{copy}.damaged")
                _update(database, copy, ())


def _update(database: sqlite3.Connection, copy: str, numbers: Sequence[int]) -> None:
    if not os.path.exists(copy):
        create_database(copy)
    database.execute("ATTACH ? AS copy", (copy,))
    try:
        with transaction(database):
            database.execute("DELETE FROM copy.matches WHERE number IN (SELECT match FROM main.deleted)")
            database.execute("INSERT OR IGNORE INTO copy.deleted SELECT * FROM main.deleted")
            if not numbers:
                numbers = [number for (number,) in database.execute(_MISSING, (MOST_MATCHES,))]
            for number in numbers:
                _copy_match(database, number)
    finally:
        database.execute("DETACH copy")


def _copy_match(database: sqlite3.Connection, number: int) -> None:
    """Copy a match, of its acts the new ones; a damaged one must not replace a good one."""
    last = "SELECT place + 1, checksum FROM copy.acts WHERE match = ? ORDER BY place DESC LIMIT 1"
    copied, before = database.execute(last, (number,)).fetchone() or (0, b"")
    same = "SELECT 1 FROM main.acts WHERE match = ? AND place = ? - 1 AND checksum = ?"
    is_other = not copied or not database.execute(same, (number, copied, before)).fetchone()
    if is_other:
        (head,) = database.execute("SELECT head FROM main.matches WHERE number = ?", (number,)).fetchone()
        copied, before = 0, setup_checksum(number, head)
    new = "SELECT place, act, checksum FROM main.acts WHERE match = ? AND place >= ? ORDER BY place"
    rows = database.execute(new, (number, copied)).fetchall()
    if count_sound(before, rows, copied) < len(rows):
        return
    if is_other:
        database.execute("DELETE FROM copy.matches WHERE number = ?", (number,))
    database.execute(_COPY_MATCH, (number,))
    database.executemany("INSERT INTO copy.acts VALUES (?, ?, ?, ?)", ((number, *row) for row in rows))
    database.execute("INSERT OR REPLACE INTO copy.seats SELECT * FROM main.seats WHERE match = ?", (number,))
    database.execute("INSERT OR REPLACE INTO copy.states SELECT * FROM main.states WHERE match = ?", (number,))


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
    """Return whether a copy has the tables of this version."""
    with closing(open_read_only(copy)) as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        return bool(version == schema.known_version())
