"""The lock: only one program at a time may use the data folder, and with it the hardware of the box."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from engine.verdicts import say
from firmware_py.storage.entries import JournalFault
from firmware_py.storage.paths import data_folder, make_folder


def take_lock(waits: Callable[[], None] | None = None) -> IO[str]:
    """Lock the data folder for this program until the returned file is closed. Raises `JournalFault`.

    With `waits`, which is called first, it waits until a program that has the lock ends.
    """
    path = _path()
    try:
        make_folder(data_folder())
        lock = open(path, "w", encoding="ascii")  # noqa: SIM115 - held until the program ends
    except OSError as error:
        raise JournalFault(say("journal.cannot-open", path=path, reason=error.strerror or str(error))) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if waits is None:
            lock.close()
            raise JournalFault(say("journal.in-use", path=data_folder())) from None
        waits()
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


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
