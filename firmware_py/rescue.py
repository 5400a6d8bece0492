"""A damaged journal is set aside as it is, and whatever can still be read goes into a new one."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from engine.acts import read_act
from engine.records import read_records
from engine.verdicts import BadRecord, NotAnAct
from firmware_py.journal import Journal, JournalFault, Status
from firmware_py.places import sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.acts import Act
    from engine.game import Setup

DAMAGED = frozenset({"journal.damaged"})
"""The faults with which it helps to begin a new file."""


class Rescue(NamedTuple):
    """What was saved."""

    aside: str
    """Where the damaged file lies now."""
    matches: int


class _Found(NamedTuple):
    setup: Setup
    acts: list[Act]
    date: str
    status: Status


def open_journal(path: str) -> tuple[Journal, Rescue | None]:
    """Open a journal; a damaged one is set aside and rescued. Raises `JournalFault`."""
    try:
        return Journal(path), None
    except JournalFault as fault:
        if fault.why.key not in DAMAGED:
            raise
    aside = next(name for at in count(1) if not os.path.exists(name := f"{path}.damaged-{at}"))
    try:
        for end in ("-wal", "-shm", ""):
            if os.path.exists(path + end):
                os.rename(path + end, aside + end)
        sync_folder(os.path.dirname(path))
    except OSError:
        Journal(path)  # says what is wrong with the disk, or with the file
        raise
    journal = Journal(path)
    found = list(_readable(aside))
    for match in found:
        number = journal.add(match.setup, match.acts, date=match.date)
        if match.status is not Status.PARKED:
            journal.settle(number, match.status, match.setup.players)
    return journal, Rescue(aside, len(found))


def _readable(path: str) -> Iterator[_Found]:
    """Give every match of a damaged file that can still be read; of its acts all up to the first fault."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=0", uri=True)) as database:
        numbers: set[int] = set()
        for order in ("ASC", "DESC"):  # from both ends: a broken page stops the reading
            numbers.update(_numbers(database, order))
        for number in sorted(numbers):
            try:
                head, date, status = database.execute(
                    "SELECT head, date, status FROM matches WHERE number = ?", (number,)
                ).fetchone()
                setup = next(read_records(head)).setup
                yield _Found(setup, list(_acts(database, number)), date, Status(status))
            except (sqlite3.Error, BadRecord, ValueError, TypeError):
                continue  # what it says is not to be understood any more


def _numbers(database: sqlite3.Connection, order: str) -> Iterator[int]:
    try:
        for (number,) in database.execute(f"SELECT number FROM matches ORDER BY number {order}"):  # noqa: S608 - ours
            yield number
    except sqlite3.Error:
        return


def _acts(database: sqlite3.Connection, number: int) -> Iterator[Act]:
    try:
        for place, (at, act) in enumerate(
            database.execute("SELECT place, act FROM acts WHERE match = ? ORDER BY place", (number,))
        ):
            if at != place:
                return
            yield read_act(act)
    except (sqlite3.Error, NotAnAct, TypeError):
        return
