"""Keys: from raw edges to short presses, long presses and repeats.

Whatever has keys (a GPIO pin, a terminal, a page) reports edges: key, down or up, and when. The recogniser is
pure: time is what the edges and its caller say. It filters bounce and tells presses apart:

    down ── released before 500 ms ──> SHORT
    down ── still held at 500 ms ────> LONG, then REPEAT every 150 ms until released

There is no dead zone between short and long, and nothing is reported twice.

>>> keys = Recogniser()
>>> keys.feed(Edge(Key.OK, down=True, at=0))
[]
>>> keys.feed(Edge(Key.OK, down=False, at=90))
[Press(key=<Key.OK: 'ok'>, kind=<Kind.SHORT: 'short'>)]
>>> keys.feed(Edge(Key.BACK, down=True, at=1000))
[]
>>> keys.deadline
1500
>>> keys.advance(1500)
[Press(key=<Key.BACK: 'back'>, kind=<Kind.LONG: 'long'>)]
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

LONG = 500
REPEAT = 150
BOUNCE = 15
"""Milliseconds. A contact settles within 15; whatever it does meanwhile is not believed."""


class Key(Enum):
    """The six keys, and one for each seat."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    BACK = "back"
    SEAT_1 = "1"
    SEAT_2 = "2"
    SEAT_3 = "3"
    SEAT_4 = "4"
    SEAT_5 = "5"
    SEAT_6 = "6"


class Kind(Enum):
    """How a key was pressed."""

    SHORT = "short"
    LONG = "long"
    REPEAT = "repeat"


class Edge(NamedTuple):
    """A contact that closed or opened, at a time in milliseconds of any steady clock."""

    key: Key
    down: bool
    at: int


class Press(NamedTuple):
    """What a person did with a key."""

    key: Key
    kind: Kind


class _Contact:
    """What is known of one key."""

    __slots__ = ("believed", "changed", "down", "due")

    def __init__(self) -> None:
        self.down = False
        """What the last edge said."""
        self.believed = False
        """What counts, bounce aside."""
        self.changed = -BOUNCE
        """When that last changed."""
        self.due: int | None = None
        """While held: when it becomes a long press, or repeats."""

    @property
    def next(self) -> int | None:
        """When something happens to it if no edge comes."""
        return self.due if self.down == self.believed else self.changed + BOUNCE


class Recogniser:
    """Turns edges into presses."""

    def __init__(self) -> None:
        """Begin with all keys up; one that is held already is ignored until it was released."""
        self._contacts = {key: _Contact() for key in Key}

    @property
    def deadline(self) -> int | None:
        """When `advance` has something to do, if no edge comes before."""
        times = [contact.next for contact in self._contacts.values()]
        return min((time for time in times if time is not None), default=None)

    def feed(self, edge: Edge) -> list[Press]:
        """Take an edge; give the presses that are complete by then."""
        presses = self.advance(edge.at)
        contact = self._contacts[edge.key]
        contact.down = edge.down
        if edge.at >= contact.changed + BOUNCE:
            presses += self._believe(edge.key, edge.at)
        return presses

    def advance(self, now: int) -> list[Press]:
        """Let time pass; give the presses that are complete by then, in their order."""
        presses: list[Press] = []
        while (deadline := self.deadline) is not None and deadline <= now:
            for key, contact in self._contacts.items():
                if contact.next == deadline:
                    presses += self._happen(key, contact, deadline)
        return presses

    def _happen(self, key: Key, contact: _Contact, now: int) -> list[Press]:
        if contact.down != contact.believed:
            return self._believe(key, now)
        kind = Kind.LONG if now == contact.changed + LONG else Kind.REPEAT
        contact.due = now + REPEAT
        return [Press(key, kind)]

    def _believe(self, key: Key, now: int) -> list[Press]:
        contact = self._contacts[key]
        if contact.down == contact.believed:
            return []
        was_long = now >= contact.changed + LONG
        contact.believed, contact.changed = contact.down, now
        contact.due = now + LONG if contact.down else None
        return [] if contact.down or was_long else [Press(key, Kind.SHORT)]
