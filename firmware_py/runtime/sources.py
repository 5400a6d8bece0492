"""Sources: every device has its own bounded place in the queue and a budget a second.

A device that sends without end delays nobody else and needs no more memory:

- at most `Budget.most` of its events wait; what comes then is refused and counted,
- a source with `merge` keeps only the newest event of each kind: nobody needs the last but one state of the dice,
- its events are taken no faster than its budget allows; the newest state waits, it is not lost,
- a source that goes on like that is reported once (`TooMuch`), and once more when it has calmed down.

>>> source = Source("dice", Budget(most=2, burst=1, per_second=1), merge=type)
>>> [source.put(event, now=0.0) for event in (1, "a", 2, 3.5)]
[True, True, True, False]
>>> source.take(0.0), source.wait(0.0), source.take(1.0), source.dropped
('a', 1.0, 2, 2)
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple

from drivers.budget import Allowance
from drivers.dice import Roll

if TYPE_CHECKING:
    from firmware_py.runtime.event_loop import EventLoop

CALM_SECONDS = 10.0
"""Time without excess after which a source has calmed down."""


class Budget(NamedTuple):
    """How much a source may send."""

    most: int
    """Events that wait at the same time."""
    burst: int
    """Events that are taken at once, after a pause."""
    per_second: float
    """Events that are taken in the long run; more than twice as many are reported."""


KEYS = Budget(most=4096, burst=1000, per_second=500)
"""For all keys together, also those pressed during a slow write; the driver ignores a key that does not stop."""
DICE = Budget(most=16, burst=40, per_second=20)
"""A roll is two to six events."""
CAMERA = Budget(most=8, burst=20, per_second=10)
"""Live pictures come a few a second at most."""
PAGE = Budget(most=64, burst=100, per_second=40)
"""What phones ask for, all together; the page has limits for each address before that."""


class Source:
    """The waiting events of one device. Any thread may put; the event loop takes."""

    def __init__(
        self,
        name: str,
        budget: Budget,
        wake: Callable[[Source], object] = lambda _source: None,
        *,
        merge: Callable[[object], Hashable] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start empty; `wake` is called when the first event waits, and when the source begins to send too much.

        With `merge`, an event replaces the waiting one for which it returns the same.
        """
        self.name, self._budget, self._wake, self._merge, self._clock = name, budget, wake, merge, clock
        self._waiting: dict[Hashable, object] = {}
        self._lock = threading.Lock()
        self._taken = Allowance(budget.burst, budget.per_second)
        self._excess = Allowance(budget.burst, budget.per_second)
        self._last_excess = 0.0
        self.is_flooding = False
        """It sends too much; until it has calmed down."""
        self.dropped = 0
        """How many events were refused, or replaced by a newer one."""

    def put(self, event: object, now: float | None = None) -> bool:
        """Let an event wait; return False if too many wait already."""
        now = self._clock() if now is None else now
        with self._lock:
            kind = object() if self._merge is None else self._merge(event)
            is_replaced = self._waiting.pop(kind, None) is not None
            is_full = len(self._waiting) >= self._budget.most
            is_news = (is_replaced or is_full) and self._drop(now)
            if not is_full:
                is_news = is_news or not self._waiting
                self._waiting[kind] = event
        if is_news:
            self._wake(self)
        return not is_full

    def _drop(self, now: float) -> bool:
        """Count a lost event; return whether the source begins to send too much."""
        self.dropped += 1
        if self._excess.take(now):
            return False
        was_flooding, self.is_flooding, self._last_excess = self.is_flooding, True, now
        return not was_flooding

    def wait(self, now: float) -> float | None:
        """Return the seconds until an event may be taken; None if none waits."""
        return self._taken.wait(now) if self._waiting else None

    def take(self, now: float) -> object:
        """Take the event that has waited longest; one must wait."""
        self._taken.take(now)
        with self._lock:
            return self._waiting.pop(next(iter(self._waiting)))

    def calm(self, now: float) -> bool:
        """Return whether the source has calmed down; it may then be reported again."""
        with self._lock:
            self.is_flooding = now - self._last_excess < CALM_SECONDS
            return not self.is_flooding

    @property
    def waiting(self) -> int:
        """How many events wait."""
        return len(self._waiting)


def kind_of_reading(event: object) -> Hashable:
    """Return what a newer event of the dice reader replaces: one of the same state, or of the port.

    >>> from drivers.dice import State
    >>> kind_of_reading(Roll(1, State.SETTLED, (3, 5))) == kind_of_reading(Roll(7, State.SETTLED, (2, 2)))
    True
    """
    return event.state if isinstance(event, Roll) else type(event).__name__


class Sources(NamedTuple):
    """The sources of a box."""

    keys: Source
    dice: Source
    page: Source
    camera: Source


def open_sources(loop: EventLoop) -> Sources:
    """Return new sources of an event loop: the keys come first, and only the newest state of the dice waits."""
    return Sources(
        loop.source("keys", KEYS, is_first=True),
        loop.source("dice", DICE, merge=kind_of_reading),
        loop.source("page", PAGE),
        loop.source("camera", CAMERA, merge=type),
    )
