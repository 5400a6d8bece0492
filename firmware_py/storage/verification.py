"""Verification of the journal: whether its pages, its rows and the logs of its matches are sound.

A small file is verified as a whole before it is opened. Of a large one only the unfinished matches are, so that
the box starts as quickly with ten thousand matches as with none. The rest is verified when the box has started;
what is read before that is verified when it is read.
"""

from __future__ import annotations

import sqlite3
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.storage import schema
from firmware_py.storage.checksums import count_sound, row_checksum, setup_checksum

if TYPE_CHECKING:
    from collections.abc import Iterator

UNFINISHED = "('open', 'parked')"


class StoredActs(NamedTuple):
    """The acts of a match, as far as they are sound."""

    lines: list[str]
    missing: int
    """How many acts after them are damaged or gone, as far as is known; 0 if the log is whole."""


def check_row(checksum: bytes, number: int, *values: int | str | None) -> None:
    """Check a row of a match. Raises `sqlite3.DatabaseError`."""
    if row_checksum(number, *values) != checksum:
        raise sqlite3.DatabaseError(f"match {number}")


def check_pages(database: sqlite3.Connection) -> None:
    """Check the pages of the file. Raises `sqlite3.DatabaseError`."""
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def has_tables(database: sqlite3.Connection) -> bool:
    """Return whether the file has the current tables, to the letter."""
    found = dict(database.execute("SELECT name, sql FROM sqlite_master"))
    return all(found.get(name) == text for name, text in schema.TABLES.items())


def check_rows(database: sqlite3.Connection, *, has_all: bool = True) -> None:
    """Check the rows of all matches, and the logs of those that are not finished. Raises `sqlite3.DatabaseError`.

    With `has_all`, every number that was ever used must be there, or be marked as deleted.
    """
    try:
        number = next(chain(_damaged_matches(database), _lost_matches(database) if has_all else ()), None)
    except TypeError:  # a damaged number is not a number any more
        raise sqlite3.DatabaseError("its rows") from None
    if number is not None:
        raise sqlite3.DatabaseError(f"match {number}")
    _check_unfinished_logs(database)


def check_unfinished(database: sqlite3.Connection) -> None:
    """Check all that is stored about the matches that are not finished. Raises `sqlite3.DatabaseError`."""
    unfinished = f"SELECT number FROM matches WHERE status IN {UNFINISHED}"
    for table, key in (("matches", "number"), ("seats", "match"), ("states", "match")):
        for *values, checksum in database.execute(f"SELECT * FROM {table} WHERE {key} IN ({unfinished})"):
            check_row(checksum, *values)
    _check_unfinished_logs(database)


def _check_unfinished_logs(database: sqlite3.Connection) -> None:
    for (number,) in database.execute(f"SELECT number FROM matches WHERE status IN {UNFINISHED}").fetchall():
        if read_acts(database, number).missing:
            raise sqlite3.DatabaseError(f"match {number}")


def read_acts(database: sqlite3.Connection, number: int) -> StoredActs:
    """Return the acts of a match up to the first one that is not sound."""
    head, sealed = database.execute("SELECT head, sealed FROM matches WHERE number = ?", (number,)).fetchone() or (
        "",
        0,
    )
    rows = database.execute(
        "SELECT place, act, checksum FROM acts WHERE match = ? ORDER BY place", (number,)
    ).fetchall()
    sound = count_sound(setup_checksum(number, head), rows)
    return StoredActs([act for _, act, _ in rows[:sound]], max(len(rows), sealed) - sound)


def _damaged_matches(database: sqlite3.Connection) -> Iterator[int]:
    """Yield the numbers of matches whose rows are not sound, or not all there."""
    found: dict[int, int] = {}
    for *values, checksum in database.execute("SELECT * FROM matches"):
        found[values[0]] = values[-1]
        if row_checksum(*values) != checksum:
            yield values[0]
    for table in ("seats", "deleted", "states"):
        for *values, checksum in database.execute(f"SELECT * FROM {table}"):
            if row_checksum(*values) != checksum or (values[0] in found) is (table == "deleted"):
                yield values[0]
    yield from _incomplete_logs(database, found)


def _lost_matches(database: sqlite3.Connection) -> Iterator[int]:
    """Yield the numbers of matches that were not deleted and are gone."""
    known = {
        number for (number,) in database.execute("SELECT number FROM matches UNION ALL SELECT match FROM deleted")
    }
    (last,) = database.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'matches'").fetchone()
    yield from set(range(1, (last or 0) + 1)) ^ known


def _incomplete_logs(database: sqlite3.Connection, sealed: dict[int, int]) -> Iterator[int]:
    """Yield the matches whose log has a gap, or fewer acts than when their row was written.

    More are fine: after a game is decided losers still report their hands.
    """
    counts = database.execute("SELECT match, count(*), max(place) FROM acts GROUP BY match").fetchall()
    for number, count, last in counts:
        if number not in sealed or count != last + 1 or count < sealed[number]:
            yield number
    with_acts = {number for number, *_ in counts}
    yield from (number for number, least in sealed.items() if least and number not in with_acts)
