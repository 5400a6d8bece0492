"""Work that can be paused: a search is a generator that pauses after some nodes, and goes on where it stopped.

>>> meter = Meter()
>>> def count_to(number):
...     while meter.nodes < number:
...         meter.nodes += 1
...         if meter.nodes >= meter.pause:
...             yield
...     return "done"
>>> search = count_to(5000)
>>> print(run(meter, search, 3000), meter.nodes, run(meter, search, 3000))
None 3000 done
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Found = TypeVar("Found")
Value = TypeVar("Value")

SLICE = 1024
"""The most nodes between two pauses: tables are trimmed then, and whoever drives a search can stop it."""
TABLE_ENTRIES = 250_000
"""The most that a table holds: some 40 MB."""


class Meter:
    """Counts the positions that searches look at, and says when they pause."""

    __slots__ = ("nodes", "pause")

    def __init__(self) -> None:
        """Begin at no nodes; a search that nobody drives pauses at once."""
        self.nodes = 0
        self.pause = 0


def run(meter: Meter, search: Generator[None, None, Found], nodes: int) -> Found | None:
    """Go on with a search for so many nodes; return what it found, None if it has not finished."""
    end = meter.nodes + nodes
    while meter.nodes < end:
        meter.pause = min(end, meter.nodes + SLICE)
        try:
            next(search)
        except StopIteration as done:
            found: Found = done.value
            return found
    return None


def within(meter: Meter, search: Generator[None, None, Found], nodes: int) -> Generator[None, None, Found | None]:
    """Search for about so many nodes, pausing as the search does; return what it found, None if it needs more."""
    end = meter.nodes + nodes
    while meter.nodes < end:
        try:
            next(search)
        except StopIteration as done:
            found: Found = done.value
            return found
        yield
    search.close()
    return None


def trim(table: dict[int, Value], most: int) -> None:
    """Remove the older half of a table that has grown too large: most of that lies deep and is soon found again.

    >>> table = dict.fromkeys(range(5))
    >>> trim(table, 5); trim(table, 4); list(table)
    [2, 3, 4]
    """
    if len(table) > most:
        for oldest in list(table)[: len(table) // 2]:
            del table[oldest]
