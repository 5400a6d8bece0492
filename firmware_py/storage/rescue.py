"""Rescue of a damaged journal: rename it, and copy every match that can still be read into a new journal."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from engine.acts import read_act
from engine.records import read_records
from engine.verdicts import BadRecord, NotAnAct
from firmware_py.storage import schema
from firmware_py.storage.journal import Journal, JournalFault, Status, StoredMatch
from firmware_py.storage.journal_file import is_emptied, open_read_only
from firmware_py.storage.paths import sync_folder
from firmware_py.storage.stored_state import read_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Setup
    from firmware_py.storage.stored_state import StoredState

DAMAGED = frozenset({"journal.damaged"})
"""The faults for which a rescue helps."""
SUFFIXES = ("", "-shm", "-wal")
"""The files of an SQLite database. The main file is renamed first: if it is missing, a rescue was interrupted."""


class Rescue(NamedTuple):
    """The result of a rescue."""

    aside: str
    """The new path of the damaged file."""
    matches: int


def open_journal(path: str) -> tuple[Journal, Rescue | None]:
    """Open a journal; rescue it first if it is damaged. Raises `JournalFault`."""
    fresh = f"{path}.rescued"
    if not os.path.exists(path) and os.path.exists(fresh):
        _swap(path, fresh, _aside_name(path, -1))  # a power cut interrupted a rescue
    try:
        return Journal(path), None
    except JournalFault as fault:
        if fault.why.key not in DAMAGED:
            raise
    _remove(fresh)
    found = list(_readable_matches(path))
    with closing(Journal(fresh)) as journal:
        numbers: dict[int, int] = {}
        for number, stored in found:
            numbers[number] = journal.restore(stored._replace(series=numbers.get(stored.series, 0)))
    aside = _aside_name(path, 0)
    try:
        _swap(path, fresh, aside)
    except OSError:
        Journal(path).close()  # raises a JournalFault that says what is wrong with the disk or the file
        raise
    return Journal(path), Rescue(aside, len(found))


def restore_backup(path: str) -> str | None:
    """Replace a journal that a newer program has migrated by the backup made before the migration.

    Returns the new path of the migrated journal, or None if this program can read it.
    Raises `JournalFault` if there is no backup.
    """
    try:
        Journal(path).close()
    except JournalFault as fault:
        before = f"{path}.version-{len(schema.MIGRATIONS)}"
        if fault.why.key != "journal.newer" or not os.path.exists(before):
            raise
        fresh, aside = f"{path}.rescued", _aside_name(path, 0)
        _remove(fresh)
        with closing(Journal(before)) as journal:
            journal.copy_to(fresh)
        _swap(path, fresh, aside)
        return aside
    return None


def _remove(fresh: str) -> None:
    """Remove the files of an earlier rescue that was interrupted."""
    for end in SUFFIXES:
        with suppress(FileNotFoundError):
            os.remove(fresh + end)


def _aside_name(path: str, offset: int) -> str:
    """Return the first free name for a damaged file, or with offset -1 the last one in use."""
    free = next(at for at in count(1) if not os.path.exists(f"{path}.damaged-{at}"))
    return f"{path}.damaged-{max(free + offset, 1)}"


def _swap(path: str, fresh: str, aside: str) -> None:
    """Rename the damaged files and move the fresh one into place; can be repeated after a power cut."""
    sync_folder(os.path.dirname(path))
    for end in SUFFIXES:
        if os.path.exists(path + end):
            os.rename(path + end, aside + end)
            # synced one by one: a `-wal` file must never lie beside a database that it does not belong to
            sync_folder(os.path.dirname(path))
    os.rename(fresh, path)
    sync_folder(os.path.dirname(path))


def _readable_matches(path: str) -> Iterator[tuple[int, StoredMatch]]:
    """Yield every match of a damaged file that can still be read, with its acts up to the first damaged one."""
    if is_emptied(path):
        return
    with closing(open_read_only(path)) as database:
        numbers: set[int] = set()
        for order in ("ASC", "DESC"):  # from both ends, because reading stops at a broken page
            numbers.update(_numbers(database, order))
        for number in sorted(numbers):
            try:
                head, date, status, series = database.execute(
                    "SELECT head, date, status, series FROM matches WHERE number = ?", (number,)
                ).fetchone()
                setup = next(read_records(str(head))).setup
                acts, seats = tuple(_acts(database, number)), _seats(database, number, setup)
                state = _state(database, number, len(acts))
                yield number, StoredMatch(setup, acts, str(date), _status(status), series, seats, state)
            except (sqlite3.Error, BadRecord, ValueError, TypeError):
                continue  # the match is too damaged to be parsed


def _status(given: object) -> Status:
    return next((status for status in Status if status.value == given), Status.PARKED)


def _numbers(database: sqlite3.Connection, order: str) -> Iterator[int]:
    try:
        for (number,) in database.execute(f"SELECT number FROM matches ORDER BY number {order}"):  # noqa: S608 - ours
            yield number
    except (sqlite3.Error, UnicodeDecodeError):
        return


def _seats(
    database: sqlite3.Connection, number: int, setup: Setup
) -> list[tuple[int, str, int | None, int | None]]:
    """Return the players and their results; if those are damaged, the players of the setup."""
    with suppress(sqlite3.Error, UnicodeDecodeError):
        wanted = "SELECT seat, player, points, won FROM seats WHERE match = ? ORDER BY seat"
        seats = database.execute(wanted, (number,)).fetchall()
        if [seat for seat, *_ in seats] == list(range(1, len(setup.players) + 1)):
            return seats
    return [(seat, name, None, None) for seat, name in enumerate(setup.players, start=1)]


def _state(database: sqlite3.Connection, number: int, acts: int) -> StoredState | None:
    """Return the state stored at an update, if it is intact and all acts that lead to it are there."""
    with suppress(sqlite3.Error):
        stored = read_state(database, number)
        return stored if stored is not None and stored.acts <= acts else None
    return None


def _acts(database: sqlite3.Connection, number: int) -> Iterator[str]:
    try:
        for place, (at, act) in enumerate(
            database.execute("SELECT place, act FROM acts WHERE match = ? ORDER BY place", (number,))
        ):
            if at != place:
                return
            yield str(read_act(str(act)))
    except (sqlite3.Error, NotAnAct, UnicodeDecodeError):
        return
