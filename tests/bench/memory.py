"""How much memory a process takes, by what the kernel tells in /proc.

Run with the number of a process, it watches that and its descendants until the input ends, then prints their peak.
"""

import os
import select
import subprocess
import sys
from contextlib import suppress
from typing import Self

LOOK_EVERY_SECONDS = 0.2
ANY_PROCESS_GONE = (FileNotFoundError, ProcessLookupError, StopIteration)


def peak_memory(process: int | str = "self") -> int:
    """Return the most bytes of memory that a process has had at a time.

    It is VmHWM, which belongs to the memory map, and a program that is executed begins with a new map. `ru_maxrss`
    of wait4 belongs to the process and begins with the peak of its parent: every child of a large parent seems to
    be as large.
    """
    return 1024 * status_number(f"/proc/{process}/status", "VmHWM")


def status_number(path: str, name: str) -> int:
    """Return a number of a status file in /proc."""
    with open(path, encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(f"{name}:"))


def family_memory(process: int) -> int:
    """Return the bytes that a process and its descendants had at most, without the process that asks."""
    found = [process]
    total = 0
    for member in found:
        with suppress(*ANY_PROCESS_GONE):
            for thread in os.listdir(f"/proc/{member}/task"):
                with open(f"/proc/{member}/task/{thread}/children", encoding="ascii") as file:
                    found += [child for child in map(int, file.read().split()) if child != os.getpid()]
            total += peak_memory(member)
    return total


class MemoryWatch:
    """Watches this process and all that it starts, from a process of its own: that costs the others nothing."""

    def __enter__(self) -> Self:
        command = [sys.executable, "-P", __file__, str(os.getpid())]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def peak(self) -> int:
        """Stop watching; return an upper bound of what all had together: the sum of each one's peak."""
        return int(self._process.communicate()[0])

    def __exit__(self, *_why: object) -> None:
        self._process.kill()
        self._process.communicate()


def watch(process: int) -> int:
    """Look at a process and its descendants until the input ends; return the largest sum of their peaks."""
    peak = 0
    while True:
        peak = max(peak, family_memory(process))
        if select.select([sys.stdin], [], [], LOOK_EVERY_SECONDS)[0]:
            return peak


if __name__ == "__main__":
    print(watch(int(sys.argv[1])))
