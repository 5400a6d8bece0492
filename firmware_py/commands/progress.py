"""A progress bar on the standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time

WIDTH = 40
"""Characters of the full bar."""
DELAY_SECONDS, PAUSE_SECONDS = 1.0, 0.1
"""Nothing is shown before the delay; then the bar changes at most once in each pause."""


class Progress:
    """A bar that grows to its total."""

    def __init__(self, total: int) -> None:
        """Start at zero."""
        self.total = total
        self._is_shown = False
        self._next = time.monotonic() + DELAY_SECONDS

    def show(self, done: int) -> None:
        """Draw the bar, if it is time."""
        if not sys.stderr.isatty() or time.monotonic() < self._next:
            return
        self._is_shown, self._next = True, time.monotonic() + PAUSE_SECONDS
        part = min(done / max(self.total, 1), 1.0)
        sys.stderr.write(f"\r[{'#' * round(part * WIDTH):{WIDTH}}] {part:4.0%} ")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the bar."""
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
