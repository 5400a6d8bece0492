"""The SQLite file of the journal: create it, open it, and say what is wrong with it.

Exactly one connection writes and checkpoints: that of the program with the lock of the data folder. All others are
read-only. (SQLite before 3.51.3 can lose a transaction if two connections write or checkpoint at once.)
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from urllib.parse import quote

from engine.verdicts import Sentence, say
from firmware_py.storage.entries import JournalFault
from firmware_py.storage.paths import make_folder, notebooks_folder, sync_folder

APPLICATION, VERSION = 0x51DE0900, 1
"""The application id that marks an SQLite file as ours, and the version of its tables."""
TABLES = {
    "matches": """CREATE TABLE matches (
        number INTEGER PRIMARY KEY,
        series INTEGER NOT NULL,
        status TEXT NOT NULL,
        date TEXT NOT NULL,
        time TEXT NOT NULL,
        head TEXT NOT NULL,
        minutes INTEGER NOT NULL,
        revision INTEGER NOT NULL)""",
    "seats": """CREATE TABLE seats (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        points INTEGER,
        won INTEGER,
        PRIMARY KEY (match, seat)) WITHOUT ROWID""",
    "lines": """CREATE TABLE lines (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        number INTEGER NOT NULL,
        act INTEGER,
        milliseconds INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (match, number)) WITHOUT ROWID""",
    "gone": """CREATE TABLE gone (
        match INTEGER PRIMARY KEY,
        is_deleted INTEGER NOT NULL)""",
}
"""`lines` are the lines of the notebooks; `act` counts the acts from 0 and is NULL for other lines, `milliseconds`
is the thinking time before an act. `matches` and `seats` follow from the lines, so that lists need not read them.
`gone` has the numbers of matches that were deleted or are lost: no other match gets them."""
SUFFIXES = ("", "-shm", "-wal")
"""The files of an SQLite database."""
LARGE_FILE = 1_000_000
"""Bytes above which a file is not checked as a whole before it is used: reading all of it takes too long."""


def open_database(path: str) -> sqlite3.Connection:
    """Open a journal for writing, or create it. Raises `JournalFault`, `OSError` or `sqlite3.Error`."""
    if path != ":memory:":
        make_folder(os.path.dirname(path))
        if not os.path.lexists(path):
            _create(path)
        _check_header(path)
    database = _connect(path)
    try:
        if path == ":memory:":
            _make_tables(database)
        check_version(database, path)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        database.close()
        raise
    return database


def open_read_only(path: str) -> sqlite3.Connection:
    """Open a journal for reading only, also while another program writes. Raises `sqlite3.Error`."""
    database = _connect(f"file:{quote(path)}?mode=ro", is_address=True)
    database.execute("PRAGMA query_only = ON")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    return database


def _connect(path: str, *, is_address: bool = False) -> sqlite3.Connection:
    """Open a file; every statement is a transaction unless one is begun."""
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5, uri=is_address)
    database.text_factory = _decode
    return database


def _decode(text: bytes) -> str:
    """Decode a text and replace invalid bytes; its checksum will not fit, and it is refused."""
    return text.decode(errors="replace")


def _create(path: str) -> None:
    """Create an empty journal under another name first: after a power cut there is a whole file, or none."""
    fresh = f"{path}.new"
    remove_database(fresh)
    remove_database(path)  # a `-wal` file that has lost its database would be taken for part of the new one
    with closing(_connect(fresh)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = OFF")
        with transaction(database):
            _make_tables(database)
    with open(fresh, "rb") as file:
        os.fsync(file.fileno())
    os.rename(fresh, path)
    sync_folder(os.path.dirname(path))


def _check_header(path: str) -> None:
    """Check what SQLite itself would take for a file that can only be read. Raises `sqlite3.DatabaseError`."""
    with open(path, "rb") as file:
        head = file.read(100)
    if (head[18:20] in _FORMATS, head[20:24], head[56:60]) != (True, _PAGES, _UTF_8):
        raise sqlite3.DatabaseError("its header")


_FORMATS, _PAGES, _UTF_8 = {b"\x01\x01", b"\x02\x02"}, b"\x00\x40\x20\x20", b"\x00\x00\x00\x01"
"""Fields of the header of a file: with and without a `-wal` file; no reserved bytes in a page; UTF-8."""


def _make_tables(database: sqlite3.Connection) -> None:
    for create in TABLES.values():
        database.execute(create)
    database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute(f"PRAGMA application_id = {APPLICATION}")


def check_version(database: sqlite3.Connection, path: str) -> None:
    """Check that a file is a journal of ours and of this version. Raises `JournalFault` or `sqlite3.Error`."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (application,) = database.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise JournalFault(say("journal.damaged", path=path, reason="application id"))
    found = dict(database.execute("SELECT name, sql FROM sqlite_master"))
    if version > VERSION:  # with our tables it is a damaged number
        key = "journal.damaged" if found == TABLES else "journal.newer"
        raise JournalFault(say(key, path=path, given=version, known=VERSION, reason="version"))
    if any(found.get(name) != text for name, text in TABLES.items()):
        raise JournalFault(say("journal.damaged", path=path, reason="tables"))


def is_large(path: str) -> bool:
    """Return whether a journal is so large that it is checked while it is in use."""
    return path != ":memory:" and os.path.getsize(path) > LARGE_FILE and not os.path.exists(doubt_path(path))


def doubt_path(path: str) -> str:
    """Return the path of a file that says that a journal is damaged: the next start makes it again."""
    return f"{path}.doubt"


def remove_database(path: str) -> None:
    """Remove the files of a database, if there are any."""
    for end in SUFFIXES:
        with suppress(FileNotFoundError):
            os.remove(path + end)


def aside_name(path: str) -> str:
    """Return the first free name for a damaged file."""
    return next(name for at in count(1) if not os.path.lexists(name := f"{path}.damaged-{at}"))


def set_aside(path: str) -> str:
    """Rename the files of a damaged database and return the new path; older damaged ones stay.

    The main file goes last: if a power cut comes between, the rest is renamed at the next start.
    """
    aside = aside_name(path)
    for end in reversed(SUFFIXES):
        if os.path.lexists(path + end):
            os.rename(path + end, aside + end)
    sync_folder(os.path.dirname(path))
    return aside


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Commit what is done inside, or roll it back if it raises."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


@contextmanager
def faults(path: str) -> Iterator[None]:
    """Convert errors of the disk and of SQLite into a `JournalFault`."""
    try:
        yield
    except OSError as error:
        keys = {errno.ENOSPC: "journal.full", errno.EDQUOT: "journal.full", errno.EROFS: "journal.read-only"}
        key = keys.get(error.errno or 0, "journal.failed" if error.errno in _OF_DISK else "journal.cannot-open")
        named, reason = str(error.filename or ""), error.strerror or str(error)
        where = named if named.startswith(notebooks_folder(path)) else path
        raise JournalFault(say(key, path=where, reason=reason)) from error
    except sqlite3.Error as error:
        raise JournalFault(fault_of(error, path)) from error
    except UnicodeDecodeError as error:  # a damaged file can make SQLite's own error messages undecodable
        raise JournalFault(say("journal.damaged", path=path, reason=error.reason)) from error


_OF_DISK = frozenset({None, errno.EIO, errno.EFBIG, errno.EBADF, errno.ENXIO, errno.ENODEV})
"""Errors with which a file is open and cannot be written."""


def fault_of(error: sqlite3.Error, path: str) -> Sentence:
    """Return the message for an SQLite error."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    keys = {
        sqlite3.SQLITE_FULL: "journal.full",
        sqlite3.SQLITE_READONLY: "journal.read-only",
        sqlite3.SQLITE_CANTOPEN: "journal.cannot-open",
        sqlite3.SQLITE_BUSY: "journal.busy",
        sqlite3.SQLITE_NOTADB: "journal.damaged",
        sqlite3.SQLITE_CORRUPT: "journal.damaged",
    }
    if type(error) is sqlite3.DatabaseError and not code:
        return say("journal.damaged", path=path, reason=str(error))
    return say(keys.get(code, "journal.failed"), path=path, reason=str(error))
