"""The lock: only one program at a time may use the data folder, and with it the hardware of the box.

The locked file holds the address at which that program can be used, if it has one.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from engine.verdicts import say
from firmware_py.storage.entries import JournalFault
from firmware_py.storage.paths import data_folder, make_folder

LONGEST_ADDRESS = 200
"""In characters."""


class InUse(JournalFault):
    """Another program uses the data folder; `address` is where that one can be used, or empty."""

    def __init__(self, address: str) -> None:
        """Say where the other program is."""
        key = "journal.in-use-at" if address else "journal.in-use"
        super().__init__(say(key, path=data_folder(), address=address))


def take_lock(waits: Callable[[], None] | None = None) -> IO[str]:
    """Lock the data folder for this program until the returned file is closed. Raises `JournalFault`, or `InUse`.

    With `waits`, which is called first, it waits until a program that has the lock ends.
    """
    path = _path()
    try:
        make_folder(data_folder())
        lock = open(path, "a+", encoding="ascii", errors="replace")  # noqa: SIM115 - held until the program ends
    except OSError as error:
        raise JournalFault(say("journal.cannot-open", path=path, reason=error.strerror or str(error))) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if waits is None:
            with lock:
                lock.seek(0)
                raise InUse(lock.read(LONGEST_ADDRESS).strip()) from None
        waits()
        fcntl.flock(lock, fcntl.LOCK_EX)
    note_address(lock, "")
    return lock


def note_address(lock: IO[str], address: str) -> None:
    """Write into the locked file where this program can be used."""
    with suppress(OSError):
        lock.truncate(0)
        lock.write(address)
        lock.flush()


def is_locked() -> bool:
    """Return whether a program has locked the data folder, without writing anything."""
    with suppress(FileNotFoundError, PermissionError, NotADirectoryError), open(_path(), encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _path() -> str:
    return os.path.join(data_folder(), "lock")
