"""The SQLite file of the journal: create it, check it, migrate it and open it.

A file is checked read-only before it is opened for writing, because SQLite changes what it opens: it discards the
end of a damaged `-wal` file, and the whole of it if the database is empty.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING
from urllib.parse import quote

from engine.verdicts import say
from firmware_py.storage import schema
from firmware_py.storage.entries import JournalFault
from firmware_py.storage.paths import make_folder, replace_file, sync_folder
from firmware_py.storage.verification import check_pages, check_rows, check_unfinished, has_tables
from firmware_py.storage.wal import has_lost_frames, read_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.verdicts import Sentence

SUFFIXES = ("", "-shm", "-wal")
"""The files of an SQLite database."""
SMALLEST_FILE = 512
"""Bytes of the smallest page."""
LARGE_FILE = 4_000_000
"""Bytes above which a file is not checked as a whole before it is opened: reading all of it takes too long."""
FORMATS, PAGE_FORMAT, UTF_8 = {b"\x01\x01", b"\x02\x02"}, b"\x00\x40\x20\x20", b"\x00\x00\x00\x01"
"""Fields of the header of a file: with and without a `-wal` file; no reserved bytes in a page; UTF-8."""


def open_database(path: str) -> sqlite3.Connection:
    """Open the file of a journal, or create it; migrate it if it is old. Raises `JournalFault`."""
    with faults(path):
        is_checked = path == ":memory:" or _create_or_check(path)
        database = connect(path)
        try:
            if not is_checked:
                _check_content(database, path)
            _prepare(database, path)
        except BaseException:
            database.close()
            raise
    return database


def connect(path: str) -> sqlite3.Connection:
    """Open a file for reading and writing; every statement is a transaction unless one is begun."""
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    database.text_factory = decode_text
    return database


def open_read_only(path: str) -> sqlite3.Connection:
    """Open a file read-only."""
    database = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)
    database.text_factory = decode_text
    return database


def create_database(path: str) -> None:
    """Create an empty journal under another name first: after a power cut there is a whole file, or none."""
    fresh = f"{path}.new"
    remove_database(fresh)
    with closing(connect(fresh)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = OFF")
        with transaction(database):
            schema.migrate(database, 0)
    with open(fresh, "rb") as file:
        os.fsync(file.fileno())
    os.rename(fresh, path)
    sync_folder(os.path.dirname(path))


def remove_database(path: str) -> None:
    """Remove the files of a database, if there are any."""
    for end in SUFFIXES:
        with suppress(FileNotFoundError):
            os.remove(path + end)


def aside_name(path: str, offset: int = 0) -> str:
    """Return the first free name for a damaged file, or with offset -1 the last one in use."""
    free = next(at for at in count(1) if not os.path.exists(f"{path}.damaged-{at}"))
    return f"{path}.damaged-{max(free + offset, 1)}"


def copy_database(database: sqlite3.Connection, path: str) -> None:
    """Write a copy of a database and flush it to the disk; other programs may write meanwhile."""
    with closing(sqlite3.connect(path)) as copy:
        database.backup(copy)
    sync_folder(os.path.dirname(path))


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
        why = say("journal.cannot-open", path=path, reason=error.strerror or str(error))
        raise JournalFault(why) from error
    except sqlite3.Error as error:
        raise JournalFault(fault_of(error, path)) from error
    except UnicodeDecodeError as error:  # a damaged file can make SQLite's own error messages undecodable
        raise JournalFault(say("journal.damaged", path=path, reason=error.reason)) from error


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


def decode_text(text: bytes) -> str:
    """Decode a text and replace invalid bytes; its checksum will not fit, and it is refused."""
    return text.decode(errors="replace")


# --- before the file is opened for writing


def _create_or_check(path: str) -> bool:
    """Create or check a file; return False if it must be opened for writing to be checked."""
    make_folder(os.path.dirname(path))
    if os.path.isfile(path):
        return _check_file(path)
    if os.path.exists(f"{path}-wal"):  # SQLite would discard it
        raise sqlite3.DatabaseError("it is gone")
    if not os.path.lexists(path):
        create_database(path)
    return True


def _check_file(path: str) -> bool:
    """Check a file and its log without changing them; return False if SQLite has to recover it first.

    Raises `sqlite3.DatabaseError` if it is damaged.
    """
    with open(path, "rb") as file:
        head = file.read(100)
    if os.path.getsize(path) < SMALLEST_FILE:
        raise sqlite3.DatabaseError("it is cut off")
    if (head[18:20] in FORMATS, head[20:24], head[56:60]) != (True, PAGE_FORMAT, UTF_8):
        raise sqlite3.DatabaseError("its header")
    before = read_index(f"{path}-shm")
    with closing(open_read_only(path)) as database:
        try:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            # looked at twice: another program may have begun the log anew while we were reading it
            if all(has_lost_frames(path, before, read_index(f"{path}-shm")) for _ in range(2)):
                raise sqlite3.DatabaseError("its log")
            _check_content(database, path)
        except sqlite3.OperationalError as error:
            code = error.sqlite_errorcode & 0xFF
            if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}:
                return False
            if code == sqlite3.SQLITE_ERROR:  # a table or a column is missing
                raise sqlite3.DatabaseError(str(error)) from None
            raise
    return True


def _check_content(database: sqlite3.Connection, path: str) -> None:
    """Check that a file is a journal of ours, of a known version, and intact."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    is_ours, is_current = application == schema.APPLICATION, has_tables(database)
    if tables and not is_ours and not is_current:
        raise JournalFault(say("journal.foreign", path=path))
    if version > schema.known_version():
        raise JournalFault(say("journal.newer", path=path, given=version, known=schema.known_version()))
    if tables and (not version or not is_ours or is_current is (version < schema.CREATED_VERSION)):
        raise sqlite3.DatabaseError("its version")
    if is_current and is_checked_later(path):
        check_unfinished(database)
        return
    check_pages(database)
    if is_current:
        check_rows(database)


# --- a large file


def is_checked_later(path: str) -> bool:
    """Return whether a file is so large that `check_whole` has to check it after it was opened."""
    return path != ":memory:" and os.path.getsize(path) > LARGE_FILE and not os.path.exists(doubt_path(path))


def doubt_path(path: str) -> str:
    """Return the path of a file that says that a journal is damaged: the next start checks and rescues it."""
    return f"{path}.doubt"


def check_whole(path: str) -> None:
    """Check a whole journal while it is in use. Raises `JournalFault`; the next start then rescues it."""
    with faults(path), closing(open_read_only(path)) as database:
        database.execute("BEGIN")  # one state of the file, whatever is written meanwhile
        try:
            check_pages(database)
            check_rows(database)
        except sqlite3.DatabaseError as error:
            fault = JournalFault(fault_of(error, path))
            if fault.why.key == "journal.damaged":
                replace_file(doubt_path(path), f"{error}\n")
            raise fault from error


def _prepare(database: sqlite3.Connection, path: str) -> None:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    if version < schema.known_version():
        if version:
            with suppress(FileNotFoundError):  # left by an earlier migration that was rolled back
                os.remove(f"{path}.version-{version}")
            copy_database(database, f"{path}.version-{version}")
        with transaction(database):
            schema.migrate(database, version)
    database.execute("PRAGMA foreign_keys = ON")
