"""The file of the journal as SQLite sees it: opened without touching it, and what is wrong with it in words."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING
from urllib.parse import quote

from engine.verdicts import say

if TYPE_CHECKING:
    from engine.verdicts import Sentence


def is_emptied(path: str) -> bool:
    """Tell whether a file has lost all its bytes; SQLite would throw away what waits beside it to be moved in."""
    waits = f"{path}-wal"
    return os.path.getsize(path) == 0 and os.path.exists(waits) and os.path.getsize(waits) > 0


def look_at(path: str) -> sqlite3.Connection:
    """Open a file for reading only."""
    database = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)
    database.text_factory = readable
    return database


def readable(text: bytes) -> str:
    """Take a text as it is; what is no text any more is refused by whoever reads it as an act or a head."""
    return text.decode(errors="replace")


def fault_of(error: sqlite3.Error, path: str) -> Sentence:
    """Say what is wrong with the file in words that help."""
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
