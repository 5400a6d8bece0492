"""The pictures around the acts that a match has entered from them: in memory only, until the match ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

MOST_BYTES = 6_000_000
"""Of all pictures together; the oldest make room."""


class Around(NamedTuple):
    """The pictures before and after acts: JPEGs."""

    before: bytes
    """The last one that agreed with the box; empty if there is none, as before a photo."""
    after: bytes


class KeptPictures:
    """Pictures by the place of the act in the log, counted from 1."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Start without pictures."""
        self._most_bytes = most_bytes
        self._around: dict[int, Around] = {}

    def keep(self, places: range, around: Around) -> None:
        """Keep the pictures around acts, if there is room; each counts once, however many acts it shows."""
        self._around |= dict.fromkeys(places, around)
        while self._size() > self._most_bytes:
            del self._around[min(self._around)]

    def _size(self) -> int:
        pictures = {id(picture): len(picture) for around in self._around.values() for picture in around}
        return sum(pictures.values())

    def get(self, place: int) -> Around | None:
        """Return the pictures around an act; None if there are none."""
        return self._around.get(place)

    @property
    def names(self) -> Mapping[int, tuple[str, ...]]:
        """Which pictures there are of each act: `before`, `after`."""
        return {
            place: tuple(name for name, picture in around._asdict().items() if picture)
            for place, around in self._around.items()
        }

    def clear(self) -> None:
        """Delete all pictures."""
        self._around.clear()
