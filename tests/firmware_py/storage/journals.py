"""Journals for tests: made, read, changed and broken from outside."""

import sqlite3
from contextlib import closing

import pytest

from engine.game import Setup
from firmware_py.i18n.translations import Translations
from firmware_py.storage.entries import SeatResult
from firmware_py.storage.journal import Journal, JournalFault, Status, StoredMatch
from firmware_py.storage.reconcile import open_journal

SETUP = Setup("inside", ("Anna", "Ben"), tags={"Date": "2026-11-20"})
ACTS = ["1 place L310", "2 place D400", "1 place L211"]


def stored(setup, *acts, status=Status.PARKED):
    """Make a match that can be kept, allowed or not."""
    seats = [SeatResult(seat, name) for seat, name in enumerate(setup.players, start=1)]
    return StoredMatch(setup, acts, "2026-11-20", status, seats)


def filled(path, matches=1, acts=tuple(ACTS)):
    """Keep matches whose first player tells their number, and let go of the file."""
    journal = Journal(path)
    for at in range(1, matches + 1):
        journal.restore(stored(Setup("inside", (f"Anna {at}", "Ben")), *acts))
    journal.close()


def opened(path):
    """Open a journal as the box does at its start; give it, and what was found."""
    work = open_journal(str(path))
    work.finish()
    return work.journal, work.report


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def overwrite(path, at, data):
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


def sql(path, *statements):
    with closing(sqlite3.connect(path)) as database, database:
        rows = [database.execute(statement).fetchone() for statement in statements]
    return rows[-1] and rows[-1][0]


def fault(path):
    """Open what cannot be opened; give the sentence that a person reads."""
    with pytest.raises(JournalFault) as caught:
        Journal(path)
    sentence = Translations("en").text(caught.value.why)
    assert sentence.startswith(f"{path}: ")
    assert "\n" not in sentence
    return sentence
