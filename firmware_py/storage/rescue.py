"""A damaged journal is set aside as it is, and whatever can still be read goes into a new one."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from engine.acts import read_act
from engine.records import read_records
from engine.verdicts import BadRecord, NotAnAct
from firmware_py.storage.journal import MIGRATIONS, Journal, JournalFault, Kept, Status, stored_state
from firmware_py.storage.journal_file import is_emptied, look_at
from firmware_py.storage.paths import sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Setup
    from firmware_py.storage.journal import StoredState

DAMAGED = frozenset({"journal.damaged"})
"""The faults with which it helps to begin a new file."""
ENDS = ("", "-shm", "-wal")
"""What belongs to a file; it comes first, for where it is missing a rescue was under way."""


class Rescue(NamedTuple):
    """What was saved."""

    aside: str
    """Where the damaged file lies now."""
    matches: int


def open_journal(path: str) -> tuple[Journal, Rescue | None]:
    """Open a journal; a damaged one is set aside and rescued. Raises `JournalFault`."""
    fresh = f"{path}.rescued"
    if not os.path.exists(path) and os.path.exists(fresh):
        _swap(path, fresh, _aside(path, -1))  # the plug was pulled during a rescue
    try:
        return Journal(path), None
    except JournalFault as fault:
        if fault.why.key not in DAMAGED:
            raise
    _remove(fresh)
    found = list(_readable(path))
    with closing(Journal(fresh)) as journal:
        numbers: dict[int, int] = {}
        for number, kept in found:
            numbers[number] = journal.restore(kept._replace(series=numbers.get(kept.series, 0)))
    aside = _aside(path, 0)
    try:
        _swap(path, fresh, aside)
    except OSError:
        Journal(path).close()  # says what is wrong with the disk, or with the file
        raise
    return Journal(path), Rescue(aside, len(found))


def go_back(path: str) -> str | None:
    """Lay a journal that a newer program has changed aside, and the copy from before in its place.

    Gives where the changed one lies, or nothing if this program can read it. Raises `JournalFault` without a copy.
    """
    try:
        Journal(path).close()
    except JournalFault as fault:
        before = f"{path}.version-{len(MIGRATIONS)}"
        if fault.why.key != "journal.newer" or not os.path.exists(before):
            raise
        fresh, aside = f"{path}.rescued", _aside(path, 0)
        _remove(fresh)
        with closing(Journal(before)) as journal:
            journal.copy_to(fresh)
        _swap(path, fresh, aside)
        return aside
    return None


def _remove(fresh: str) -> None:
    """Take away what an earlier rescue has left half done."""
    for end in ENDS:
        with suppress(FileNotFoundError):
            os.remove(fresh + end)


def _aside(path: str, offset: int) -> str:
    """Give the first free name for a file that is laid aside, or one before it."""
    free = next(at for at in count(1) if not os.path.exists(f"{path}.damaged-{at}"))
    return f"{path}.damaged-{max(free + offset, 1)}"


def _swap(path: str, fresh: str, aside: str) -> None:
    """Lay a damaged file aside and a fresh one in its place; done again after a pulled plug it does the rest."""
    sync_folder(os.path.dirname(path))
    for end in ENDS:
        if os.path.exists(path + end):
            os.rename(path + end, aside + end)
            # one after the other: a `-wal` must neither leave its file nor meet one that it does not belong to
            sync_folder(os.path.dirname(path))
    os.rename(fresh, path)
    sync_folder(os.path.dirname(path))


def _readable(path: str) -> Iterator[tuple[int, Kept]]:
    """Give every match of a damaged file that can still be read; of its acts all up to the first fault."""
    if is_emptied(path):
        return
    with closing(look_at(path)) as database:
        numbers: set[int] = set()
        for order in ("ASC", "DESC"):  # from both ends: a broken page stops the reading
            numbers.update(_numbers(database, order))
        for number in sorted(numbers):
            try:
                head, date, status, series = database.execute(
                    "SELECT head, date, status, series FROM matches WHERE number = ?", (number,)
                ).fetchone()
                setup = next(read_records(str(head))).setup
                acts, seats = tuple(_acts(database, number)), _seats(database, number, setup)
                state = _state(database, number, len(acts))
                yield number, Kept(setup, acts, str(date), _status(status), series, seats, state)
            except (sqlite3.Error, BadRecord, ValueError, TypeError):
                continue  # what it says is not to be understood any more


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
    """Read who played and how they ended; if that is damaged, who began."""
    with suppress(sqlite3.Error, UnicodeDecodeError):
        wanted = "SELECT seat, player, points, won FROM seats WHERE match = ? ORDER BY seat"
        seats = database.execute(wanted, (number,)).fetchall()
        if [seat for seat, *_ in seats] == list(range(1, len(setup.players) + 1)):
            return seats
    return [(seat, name, None, None) for seat, name in enumerate(setup.players, start=1)]


def _state(database: sqlite3.Connection, number: int, acts: int) -> StoredState | None:
    """Read how a match stood at an update, if that was noted, is whole, and all acts are there that lead to it."""
    with suppress(sqlite3.Error):
        stored = stored_state(database, number)
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
