"""Helpers for the SQLite file of the journal: open it read-only, decode its text, describe its errors."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING
from urllib.parse import quote

from engine.verdicts import say

if TYPE_CHECKING:
    from engine.verdicts import Sentence


def is_emptied(path: str) -> bool:
    """Return whether a file is empty but its `-wal` file is not; SQLite would discard that `-wal` file."""
    wal = f"{path}-wal"
    return os.path.getsize(path) == 0 and os.path.exists(wal) and os.path.getsize(wal) > 0


def open_read_only(path: str) -> sqlite3.Connection:
    """Open a file read-only."""
    database = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)
    database.text_factory = decode_text
    return database


def decode_text(text: bytes) -> str:
    """Decode a text and replace invalid bytes; damaged acts and heads are refused later, when they are parsed."""
    return text.decode(errors="replace")


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
