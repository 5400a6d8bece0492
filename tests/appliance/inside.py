"""Being root in another machine: a process there is known, and commands are run in all of its namespaces."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from tests.appliance.report import PATIENCE, PAUSE, Report, Wrong

ENVIRONMENT = (
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME=/root",
    "LANG=C.UTF-8",
    "DEBIAN_FRONTEND=noninteractive",
)
"""All that a command gets: nothing of this machine's own may help it."""
GONE = 10.0
"""Seconds in which a process that was killed is gone."""


class Machine(Protocol):
    """Another machine, as far as the steps know it."""

    root: Path
    report: Report

    def run(self, *command: str, status: int | None = 0, seconds: float = PATIENCE) -> str:
        """Run a command there as root, and give what it wrote. Raises `Wrong`."""

    def end(self) -> None:
        """End it, whatever it does just now."""


def put_in(machine: Machine, file: Path, folder: str = "root") -> str:
    """Put a file into a machine, where only root finds it or elsewhere, and give where it lies there."""
    shutil.copy(file, machine.root / folder)
    return f"/{folder}/{file.name}"


def enter(process: int) -> list[str]:
    """Begin a command in the namespaces of a process, with nothing but our own few variables."""
    assert process > 1, "that would be this machine"
    return [
        "nsenter",
        f"--target={process}",
        "--all",
        "--root",
        "--wd",
        "env",
        "--ignore-environment",
        *ENVIRONMENT,
    ]


def until(question: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait until something is so. Raises `Wrong`, with what it is, if it does not come."""
    end = time.monotonic() + seconds
    while not question():
        if time.monotonic() > end:
            raise Wrong(f"{what} has not come within {seconds:.0f} seconds")
        time.sleep(PAUSE)


def leader(process: int, depth: int) -> int | None:
    """Find the first process of the machine that a process has started, so many namespaces below ours."""
    for child in _descendants(process):
        with suppress(OSError):
            if is_first(Path(f"/proc/{child}/status").read_text(encoding="utf-8"), depth):
                return child
    return None


def is_first(status: str, depth: int) -> bool:
    """Return by its status whether a process is number 1, so many namespaces below ours.

    >>> [is_first(f"NSpid:\\t{numbers}\\n", depth=2) for numbers in ("30386 6 1", "30375 4", "30367 1")]
    [True, False, False]
    """
    numbers = next(line.split()[1:] for line in status.splitlines() if line.startswith("NSpid:"))
    return len(numbers) == depth + 1 and numbers[-1] == "1"


def _descendants(process: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):
        children = [int(n) for n in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return children + [below for child in children for below in _descendants(child)]


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and everything in its namespace, and wait for it."""
    with suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(GONE)
