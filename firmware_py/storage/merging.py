"""Put the lines of a match together from its two copies, of which one or both may be damaged.

A line counts if it follows from the line before it. Where one copy is damaged, the other one goes on. What is
sound after a place where both are damaged is returned too, but it cannot be played: nobody knows what is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from firmware_py.storage.notebook import Line, first_checksum, read_line


class Merged(NamedTuple):
    """What two copies of a match have together."""

    lines: list[Line]
    """From the first one on, without a gap."""
    later: list[Line]
    """Sound lines after a gap."""

    @property
    def texts(self) -> list[str]:
        """The lines as they stand in a file."""
        return [line.text for line in self.lines]


def merge(match: int, *copies: Iterable[str]) -> Merged:
    """Return what copies of a match have together; where they differ and both are sound, the longer one counts."""
    known: dict[int, dict[str, Line]] = {}
    for copy in copies:
        for text in copy:
            if (line := read_line(text)) is not None:
                known.setdefault(line.number, {})[text] = line
    lines = max((_chain(match, known, is_first) for is_first in (True, False)), key=len)
    last = len(lines)
    while lines and lines[-1].is_joined:
        lines.pop()
    return Merged(lines, list(_later(known, last)))


def _chain(match: int, known: Mapping[int, Mapping[str, Line]], is_first: bool) -> list[Line]:  # noqa: FBT001
    """Return lines that follow from each other; of two that do, take the first or the last."""
    found: list[Line] = []
    before = first_checksum(match)
    while following := [line for line in known.get(len(found) + 1, {}).values() if line.follows(before)]:
        found.append(following[0 if is_first else -1])
        before = found[-1].checksum
    return found


def _later(known: Mapping[int, Mapping[str, Line]], last: int) -> Iterator[Line]:
    """Yield lines after a gap that follow from a checksum that could still be read."""
    for number in sorted(known):
        if number > last:
            before = {line.checksum for line in known.get(number - 1, {}).values()}
            yield from (line for line in known[number].values() if any(map(line.follows, before)))


def acts_of(lines: Iterable[Line]) -> list[Line]:
    """Return the lines of the acts: those after the first note."""
    found, has_begun = [], False
    for line in lines:
        if not line.said:
            has_begun = True
        elif has_begun:
            found.append(line)
    return found
