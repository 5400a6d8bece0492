"""Keys: from raw edges to short presses, long presses and repeats.

Every source of keys (a GPIO pin, a terminal, a page) reports edges: key, down or up, and time. The recogniser
has no clock of its own: time comes from the edges and the caller. A level counts after it has held for 4 ms, so a
spike on a long wire is no press. It filters bounce and recognises presses:

    down ── released before 500 ms ──> SHORT
    down ── still held at 500 ms ────> LONG, then REPEAT every 250 ms until released

There is no gap between short and long, and no press is reported twice.

>>> keys = Recogniser()
>>> keys.feed(Edge(Key.OK, down=True, at=0))
[]
>>> keys.feed(Edge(Key.OK, down=False, at=90))
[]
>>> keys.deadline
94
>>> keys.advance(94)
[Press(key=<Key.OK: 'ok'>, kind=<Kind.SHORT: 'short'>)]
>>> keys.feed(Edge(Key.BACK, down=True, at=1000))
[]
>>> keys.advance(1500)
[Press(key=<Key.BACK: 'back'>, kind=<Kind.LONG: 'long'>)]
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

LONG_MILLISECONDS = 500
REPEAT_MILLISECONDS = 250
BOUNCE_MILLISECONDS = 15
"""A contact settles within this time; edges during it are ignored."""
SETTLE_MILLISECONDS = 4
"""A level counts once it has held for so long: what is shorter is a spike."""


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
    """A contact that closed or opened, at a time in milliseconds of any monotonic clock."""

    key: Key
    down: bool
    at: int


class Press(NamedTuple):
    """A recognised press of a key."""

    key: Key
    kind: Kind


class _Contact:
    """The state of one key."""

    __slots__ = ("began", "changed", "debounced", "down", "due", "is_long", "since")

    def __init__(self) -> None:
        self.down = False
        """The raw level of the last edge."""
        self.since = -BOUNCE_MILLISECONDS
        """The time of that edge."""
        self.began = 0
        """The time of the first edge of a press; the contact may bounce after it."""
        self.debounced = False
        """The level without bounce and spikes."""
        self.changed = -BOUNCE_MILLISECONDS
        """The time of the edge at which `debounced` last changed."""
        self.due: int | None = None
        """While held: the time of the long press or of the next repeat."""
        self.is_long = False
        """While held: the long press has begun."""

    @property
    def next(self) -> int | None:
        """The time of its next event if no edge comes before."""
        if self.down == self.debounced:
            return None if self.due is None else max(self.due, self.since + BOUNCE_MILLISECONDS)
        return max(self.since + SETTLE_MILLISECONDS, self.changed + BOUNCE_MILLISECONDS)


class Recogniser:
    """Turns edges into presses."""

    def __init__(self) -> None:
        """Start with all keys up; a key that is already held is ignored until it is released."""
        self._contacts = {key: _Contact() for key in Key}

    @property
    def deadline(self) -> int | None:
        """The time at which `advance` must be called if no edge comes before, or None."""
        times = [contact.next for contact in self._contacts.values()]
        return min((time for time in times if time is not None), default=None)

    def feed(self, edge: Edge) -> list[Press]:
        """Handle an edge; return the presses that were complete before it."""
        presses = self.advance(edge.at)
        contact = self._contacts[edge.key]
        if contact.down != edge.down:
            if edge.down and edge.at >= contact.since + BOUNCE_MILLISECONDS:
                contact.began = edge.at
            contact.down, contact.since = edge.down, edge.at
        return presses

    def advance(self, now: int) -> list[Press]:
        """Handle the passing of time; return the presses that are complete, in order."""
        presses: list[Press] = []
        while (deadline := self.deadline) is not None and deadline <= now:
            for key, contact in self._contacts.items():
                if contact.next == deadline:
                    presses += _fire(key, contact)
        return presses


def _fire(key: Key, contact: _Contact) -> list[Press]:
    """Let what is due at a key happen: its level has settled, or it is still held."""
    if contact.down != contact.debounced:
        was_short = contact.debounced and not contact.is_long
        contact.debounced, contact.changed, contact.is_long = contact.down, contact.since, False
        contact.due = contact.began + LONG_MILLISECONDS if contact.down else None
        return [Press(key, Kind.SHORT)] if was_short else []
    kind = Kind.REPEAT if contact.is_long else Kind.LONG
    contact.is_long = True
    assert contact.due is not None  # otherwise nothing would be due
    contact.due += REPEAT_MILLISECONDS
    return [Press(key, kind)]
