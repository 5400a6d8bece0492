"""The crash log: the last lines of the log and the last crash, on disk.

Raspberry Pi OS keeps its own journal in memory and loses it at a reboot, so we write a log of our own. It rotates
between two files: when the newer one is full, it replaces the older one.
"""

from __future__ import annotations

import contextlib
import os
import time
import traceback
from collections.abc import Callable

from firmware_py import __version__
from firmware_py.storage.paths import make_folder

MOST_BYTES = 32_000
"""Maximum size of each of the two files."""
MAX_ENTRY_CHARACTERS, MAX_MESSAGE_CHARACTERS = 16_000, 160
"""Maximum lengths. A longer entry keeps its end, because the end of a traceback matters most."""
TOO_MANY_CRASHES = 3
"""Number of crashes in a row after which the box starts in safe mode."""
MOST_DIGITS = 9
"""Digits of the count that are read."""
CALM_SECONDS = 60.0
"""Time without a crash after which the count starts again from zero."""
MOST_LINES, MOST_FAULTS = 4, 50
"""Last lines of a traceback that a thread notes; and tracebacks that it notes until it is started again."""


class CrashLog:
    """The log files. A disk that cannot be written is ignored: logging must never stop the program."""

    def __init__(self, folder: str) -> None:
        """Use the files in a folder."""
        self.path = os.path.join(folder, "log.txt")
        self._crashes = os.path.join(folder, "crashes")
        self.last = ""
        """The last crash of this run, in one line."""
        self._in_a_row = 0
        """Count of this run, in case the disk cannot be written."""

    def note(self, line: str) -> None:
        """Append a line to the log and flush it to the disk."""
        with contextlib.suppress(OSError):
            make_folder(os.path.dirname(self.path))
            if os.path.exists(self.path) and os.path.getsize(self.path) + len(line) > MOST_BYTES:
                os.replace(self.path, f"{self.path}.old")
            with open(self.path, "a", encoding="utf-8", errors="backslashreplace") as file:
                stamp = time.strftime("%Y-%m-%d %H:%M:%S")
                file.write(f"{stamp} {__version__} {line[-MAX_ENTRY_CHARACTERS:]}\n")
                file.flush()
                os.fsync(file.fileno())

    def crash(self, error: BaseException) -> int:
        """Log a crash with its traceback, and return how many crashes there were in a row."""
        place = traceback.extract_tb(error.__traceback__)
        where = f" ({os.path.basename(place[-1].filename)}:{place[-1].lineno})" if place else ""
        message = " ".join(str(error).split())[:MAX_MESSAGE_CHARACTERS]
        self.last = f"{type(error).__name__}: {message}{where}"
        crashes = self.crashes + 1
        self.note("crash: " + "".join(traceback.format_exception(error)).rstrip())
        self._count(crashes)
        return crashes

    def killed(self, how: str) -> int:
        """Log that the previous run was ended from outside, for example by the watchdog; return the count."""
        self.last = f"systemd: {how}"
        crashes = self.crashes + 1
        self.note(f"crash: the last run was ended from outside ({how})")
        self._count(crashes)
        return crashes

    @property
    def crashes(self) -> int:
        """Number of crashes in a row, counted across restarts."""
        try:
            with open(self._crashes, encoding="ascii", opener=_open_without_waiting) as file:
                return max(int(file.read(MOST_DIGITS)), self._in_a_row)
        except (OSError, ValueError):
            return self._in_a_row

    def clear_crashes(self) -> None:
        """Reset the count: the program has run for a while, or was ended normally."""
        if self.crashes:
            self._count(0)

    def _count(self, crashes: int) -> None:
        self._in_a_row = crashes
        with contextlib.suppress(OSError), open(self._crashes, "w", encoding="ascii") as file:
            file.write(str(crashes))
            file.flush()
            os.fsync(file.fileno())


class Faults:
    """Exceptions of a thread that goes on after them. Each is noted once, because the disk is slow and small."""

    def __init__(self, note: Callable[[str], None], name: str) -> None:
        """Start empty; `note` gets each text, which begins with the name of the part that failed."""
        self._note, self._name = note, name
        self._seen: set[str] = set()

    def note(self, error: Exception) -> None:
        """Note the end of a traceback, unless the same was noted before."""
        text = "".join(traceback.format_exception(error)[-MOST_LINES:])
        if text not in self._seen and len(self._seen) < MOST_FAULTS:
            self._seen.add(text)
            self._note(f"{self._name}: {text}")


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe in its place would keep an update waiting for ever."""
    return os.open(path, flags | os.O_NONBLOCK)
