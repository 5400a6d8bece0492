"""The schema of the journal: its tables, its migrations, and a check of its content."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

APPLICATION = 0x51DE11E
"""The application id that marks an SQLite file as ours."""


def _create(database: sqlite3.Connection) -> None:
    database.execute(
        """CREATE TABLE matches (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            series INTEGER NOT NULL,
            status TEXT NOT NULL,
            date TEXT NOT NULL,
            head TEXT NOT NULL,
            minutes INTEGER NOT NULL DEFAULT 0)"""
    )
    database.execute(
        """CREATE TABLE acts (
            match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
            place INTEGER NOT NULL,
            act TEXT NOT NULL,
            PRIMARY KEY (match, place)) WITHOUT ROWID"""
    )
    database.execute(
        """CREATE TABLE seats (
            match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            player TEXT NOT NULL,
            points INTEGER,
            won INTEGER,
            PRIMARY KEY (match, seat)) WITHOUT ROWID"""
    )


def _add_states(database: sqlite3.Connection) -> None:
    database.execute(
        """CREATE TABLE states (
            match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
            acts INTEGER NOT NULL,
            players TEXT NOT NULL,
            state TEXT NOT NULL)"""
    )


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_create, _add_states)
"""Each migrates from one version of the schema to the next; the first one creates the tables in an empty file."""


def migrate(database: sqlite3.Connection, version: int) -> None:
    """Migrate from a version to the current one, inside a transaction of the caller."""
    for step in MIGRATIONS[version:]:
        step(database)
    database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    database.execute(f"PRAGMA application_id = {APPLICATION}")


def check_content(database: sqlite3.Connection, version: int, statuses: Iterable[str]) -> None:
    """Check the pages of the file and, in the current version, its tables. Raises `sqlite3.DatabaseError`."""
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)
    if version == len(MIGRATIONS):
        database.execute("SELECT match, place, act FROM acts LIMIT 1")
        database.execute("SELECT series, date, minutes FROM matches LIMIT 1")
        database.execute("SELECT match, seat, player, points, won FROM seats LIMIT 1")
        database.execute("SELECT match, acts, players, state FROM states LIMIT 1")
        known = ", ".join(f"'{status}'" for status in statuses)
        bad = f"SELECT number FROM matches WHERE head NOT LIKE '[Game %' OR status NOT IN ({known})"  # noqa: S608 - ours
        for (number,) in database.execute(bad):
            raise sqlite3.DatabaseError(f"match {number}")
