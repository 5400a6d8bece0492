"""The schema of the journal: its tables and its migrations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.storage.checksums import act_checksum, row_checksum, setup_checksum

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

APPLICATION = 0x51DE11E
"""The application id that marks an SQLite file as ours."""
TABLES = {
    "matches": """CREATE TABLE matches (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        series INTEGER NOT NULL,
        status TEXT NOT NULL,
        date TEXT NOT NULL,
        head TEXT NOT NULL,
        minutes INTEGER NOT NULL,
        sealed INTEGER NOT NULL,
        checksum BLOB NOT NULL)""",
    "acts": """CREATE TABLE acts (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        place INTEGER NOT NULL,
        act TEXT NOT NULL,
        checksum BLOB NOT NULL,
        PRIMARY KEY (match, place)) WITHOUT ROWID""",
    "seats": """CREATE TABLE seats (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        points INTEGER,
        won INTEGER,
        checksum BLOB NOT NULL,
        PRIMARY KEY (match, seat)) WITHOUT ROWID""",
    "states": """CREATE TABLE states (
        match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
        acts INTEGER NOT NULL,
        players TEXT NOT NULL,
        state TEXT NOT NULL,
        checksum BLOB NOT NULL)""",
    "deleted": """CREATE TABLE deleted (
        match INTEGER PRIMARY KEY,
        checksum BLOB NOT NULL)""",
}
"""The current tables.

`matches.sealed` is the number of acts that the match had when its row was last written: at least so many must be
there. `deleted` has the numbers of the matches that were deleted; any other missing number is a lost match.
"""


def _add_states(database: sqlite3.Connection) -> None:
    database.execute(
        """CREATE TABLE states (
            match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
            acts INTEGER NOT NULL,
            players TEXT NOT NULL,
            state TEXT NOT NULL)"""
    )


def _add_checksums(database: sqlite3.Connection) -> None:
    """Make all tables anew, with a checksum for each row."""
    old = ("matches", "acts", "seats", "states")
    (sequence,) = database.execute(
        "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'matches'), 0)"
    ).fetchone()
    for name in old:
        database.execute(f"ALTER TABLE {name} RENAME TO old_{name}")
    for create in TABLES.values():
        database.execute(create)
    rows = database.execute(
        """SELECT number, series, status, date, head, minutes,
        (SELECT count(*) FROM old_acts WHERE match = number) FROM old_matches ORDER BY number"""
    )
    _insert(database, "matches", ((*row, row_checksum(*row)) for row in rows))
    _insert(database, "acts", _acts_with_checksums(database))
    for name in ("seats", "states"):
        rows = database.execute(f"SELECT * FROM old_{name}")
        _insert(database, name, ((*row, row_checksum(*row)) for row in rows))
    present = {number for (number,) in database.execute("SELECT number FROM matches")}
    gone = (number for number in range(1, sequence + 1) if number not in present)
    _insert(database, "deleted", ((number, row_checksum(number)) for number in gone))
    for name in reversed(old):
        database.execute(f"DROP TABLE old_{name}")
    database.execute("DELETE FROM sqlite_sequence")
    database.execute("INSERT INTO sqlite_sequence VALUES ('matches', ?)", (sequence,))


def _acts_with_checksums(database: sqlite3.Connection) -> Iterator[tuple[int, int, str, bytes]]:
    match, before = 0, b""
    rows = database.execute(
        "SELECT match, place, act, head FROM old_acts JOIN old_matches ON match = number ORDER BY match, place"
    )
    for number, place, act, head in rows:
        before = act_checksum(before if number == match else setup_checksum(number, head), place, act)
        match = number
        yield number, place, act, before


def _insert(database: sqlite3.Connection, table: str, rows: Iterator[tuple[object, ...]]) -> None:
    (columns,) = database.execute("SELECT count(*) FROM pragma_table_info(?)", (table,)).fetchone()
    database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})", rows)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_add_states, _add_checksums)
"""Each migrates from one version of the schema to the next; the first one from version 1 to version 2."""
CREATED_VERSION = 3
"""The version of `TABLES`."""


def known_version() -> int:
    """Return the version of the schema that this program works with."""
    return len(MIGRATIONS) + 1


def migrate(database: sqlite3.Connection, version: int) -> None:
    """Migrate from a version to the current one, inside a transaction of the caller, without foreign keys.

    Version 0 is an empty file.
    """
    if not version:
        for create in TABLES.values():
            database.execute(create)
    for step in MIGRATIONS[(version or CREATED_VERSION) - 1 :]:
        step(database)
    database.execute(f"PRAGMA user_version = {known_version()}")
    database.execute(f"PRAGMA application_id = {APPLICATION}")
