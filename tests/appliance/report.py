"""What is said while it is proven: a line a step for people, and everything else in a log."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 120.0
"""Seconds after which a command that should have ended will not end."""
PAUSE = 0.2
"""Seconds between two looks at something that takes its time."""


class Wrong(Exception):
    """Something is not as it must be; the message is the sentence to print."""


class Report:
    """The lines of one target, and its log."""

    def __init__(self, name: str, log: Path) -> None:
        """Begin a new log."""
        self.name, self.log = name, log
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("", encoding="utf-8")
        self._last = ""

    def say(self, sign: str, text: str) -> None:
        """Print a line, with a sign before it."""
        self.note(f"== {sign} {text}\n")
        sys.stdout.write(f"{sign:<6}  {self.name:<15} {text}\n")
        sys.stdout.flush()

    def note(self, text: str) -> None:
        """Keep something in the log."""
        with self.log.open("a", encoding="utf-8") as file:
            file.write(text)

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Print a claim once the code under it has run without an error."""
        self.note(f"\n== {what}\n")
        began = time.monotonic()
        try:
            yield
        except Exception as error:
            self.say("FAILED", f"{what}: {self._sentence(error)}. Everything that was said: {self.log}")
            raise
        self.say("ok", f"{what} ({time.monotonic() - began:.0f} s)")

    def _sentence(self, error: Exception) -> str:
        if isinstance(error, subprocess.TimeoutExpired):
            return f"no end of it after {error.timeout:.0f} seconds: {' '.join(map(str, error.cmd))}"
        return str(error) if isinstance(error, Wrong) else f"{type(error).__name__}: {error}"

    def run(
        self,
        *command: str | Path,
        shown: str = "",
        status: int | None = 0,
        seconds: float = PATIENCE,
        environment: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> str:
        """Run a command and give what it wrote; both go into the log.

        Raises `Wrong` if it ends with another status; None is any status.
        """
        shown = shown or " ".join(map(str, command))
        done = subprocess.run(
            list(map(str, command)),
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=seconds,
            env=environment,
            cwd=cwd,
        )
        self._keep(f"$ {shown}\n{done.stdout}" + (f"(status {done.returncode})\n" if done.returncode else ""))
        if status not in {None, done.returncode}:
            last = (done.stdout.strip().splitlines() or ["it said nothing"])[-1]
            raise Wrong(f"`{shown}` ended with {done.returncode}: {last}")
        return done.stdout

    def _keep(self, heard: str) -> None:
        """Note what a command has said; who asks again and again is noted once."""
        if heard != self._last:
            self.note(heard)
        self._last = heard
