"""The black box: the last lines of the log and the last crash, on the disk, for who has to find out.

Raspberry Pi OS keeps its own journal in memory, so what led to a reboot is gone unless we keep it. Two files take
turns: when the newer one is full it takes the place of the older one.
"""

from __future__ import annotations

import contextlib
import os
import time
import traceback

from firmware_py import __version__
from firmware_py.storage.paths import make_folder

MOST_BYTES = 32_000
"""Of each of the two files."""
LONGEST, MESSAGE = 16_000, 160
"""Characters of an entry, the end of it being what matters, and of the message of an error."""
SEVERAL = 3
"""So many crashes in a row are too many."""
CALM = 60.0
"""Seconds without a crash after which they are no longer in a row."""


class CrashLog:
    """The files; a disk that takes nothing is no reason to stop."""

    def __init__(self, folder: str) -> None:
        """Use a folder."""
        self.path = os.path.join(folder, "log.txt")
        self._crashes = os.path.join(folder, "crashes")
        self.last = ""
        """The last crash of this run, in one line."""
        self._in_a_row = 0
        """Of this run: the disk may take nothing."""

    def note(self, line: str) -> None:
        """Keep a line, durably."""
        with contextlib.suppress(OSError):
            make_folder(os.path.dirname(self.path))
            if os.path.exists(self.path) and os.path.getsize(self.path) + len(line) > MOST_BYTES:
                os.replace(self.path, f"{self.path}.old")
            with open(self.path, "a", encoding="utf-8", errors="backslashreplace") as file:
                stamp = time.strftime("%Y-%m-%d %H:%M:%S")
                file.write(f"{stamp} {__version__} {line[-LONGEST:]}\n")
                file.flush()
                os.fsync(file.fileno())

    def crash(self, error: BaseException) -> int:
        """Keep a crash with where it happened; gives how many there were in a row."""
        place = traceback.extract_tb(error.__traceback__)
        where = f" ({os.path.basename(place[-1].filename)}:{place[-1].lineno})" if place else ""
        message = " ".join(str(error).split())[:MESSAGE]
        self.last = f"{type(error).__name__}: {message}{where}"
        crashes = self.crashes + 1
        self.note("crash: " + "".join(traceback.format_exception(error)).rstrip())
        self._count(crashes)
        return crashes

    def killed(self, how: str) -> int:
        """Count that the run before this one was ended from outside, by the watchdog, say."""
        self.last = f"systemd: {how}"
        crashes = self.crashes + 1
        self.note(f"crash: the last run was ended from outside ({how})")
        self._count(crashes)
        return crashes

    @property
    def crashes(self) -> int:
        """How many crashes there were in a row, over restarts too."""
        try:
            with open(self._crashes, encoding="ascii") as file:
                return max(int(file.read()), self._in_a_row)
        except (OSError, ValueError):
            return self._in_a_row

    def calm(self) -> None:
        """Forget earlier crashes: it runs, or was ended in good order."""
        if self.crashes:
            self._count(0)

    def _count(self, crashes: int) -> None:
        self._in_a_row = crashes
        with contextlib.suppress(OSError), open(self._crashes, "w", encoding="ascii") as file:
            file.write(str(crashes))
            file.flush()
            os.fsync(file.fileno())
