"""A progress bar on the terminal; where nobody watches there is none."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self

WIDTH = 40


def bar(done: int, total: int) -> str:
    """Return a bar as text.

    >>> bar(1, 4)
    '[##########..............................] 1/4'
    """
    filled = WIDTH * done // total
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}"


class Progress:
    """Draws over one line of the standard error, and removes it at the end."""

    def __init__(self, total: int) -> None:
        """Count up to a total."""
        self._total = total
        self._is_watched = sys.stderr.isatty()

    def __enter__(self) -> Self:
        """Draw the empty bar."""
        self.show(0)
        return self

    def show(self, done: int) -> None:
        """Draw how much is done."""
        self._write(f"\r{bar(done, self._total)}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the bar."""
        self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        if self._is_watched:
            sys.stderr.write(text)
            sys.stderr.flush()
