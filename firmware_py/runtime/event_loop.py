"""The event loop: one queue, one thread that owns the match, and timers on a monotonic clock. Nothing polls.

The main thread takes one event at a time: first the program's own events, then those of the keys, then those of
the other sources in turn (`runtime.sources`). It sleeps until the next event or the next timer, without a timeout
if there is no timer.

>>> loop = EventLoop(clock=lambda: 0.0)
>>> loop.put("a tick")
>>> loop.take()
'a tick'
"""

from __future__ import annotations

import os
import socket
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import NamedTuple

from drivers.budget import TooMuch
from firmware_py.runtime.sources import CALM_SECONDS, Budget, Source
from firmware_py.runtime.worker import Worker


class Pong(NamedTuple):
    """The answer of a worker to a ping; it shows that the worker and the queue work."""

    worker: str
    ping: int


class EventLoop:
    """The queue and its timers."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Create an empty queue without timers."""
        self._clock = clock
        self._queue: SimpleQueue[object] = SimpleQueue()
        """Own events, and sources that have news: safe for signal handlers, which a lock is not."""
        self._own: deque[object] = deque()
        self._first: list[Source] = []
        self._others: list[Source] = []
        """The sources, in the order in which they are served."""
        self._timers: dict[str, tuple[float, Callable[[], None]]] = {}

    def source(
        self,
        name: str,
        budget: Budget,
        *,
        merge: Callable[[object], Hashable] | None = None,
        is_first: bool = False,
    ) -> Source:
        """Return a new source of events; one that `is_first` comes before all others."""
        source = Source(name, budget, self._queue.put, merge=merge, clock=self._clock)
        (self._first if is_first else self._others).append(source)
        return source

    def put(self, event: object) -> None:
        """Put an event of the program itself on the queue, from any thread or a signal handler."""
        self._queue.put(event)

    @property
    def waiting(self) -> int:
        """How many events wait; for the main thread."""
        self._receive()
        return len(self._own) + sum(source.waiting for source in self._sources())

    def after(self, seconds: float, name: str, ring: Callable[[], None]) -> None:
        """Call `ring` once after some seconds; this replaces a timer of the same name."""
        self._timers[name] = (self._clock() + seconds, ring)

    def at(self, time: float, name: str, ring: Callable[[], None]) -> None:
        """Call `ring` once at a time of the clock of the loop; this replaces a timer of the same name."""
        self._timers[name] = (time, ring)

    def is_set(self, name: str) -> bool:
        """Return whether a timer is set."""
        return name in self._timers

    def take(self) -> object:
        """Wait for the next event and return it; None after timers have fired instead."""
        while True:
            due = min((at for at, _ in self._timers.values()), default=None)
            if due is not None and due <= self._clock():  # otherwise timers starve while events keep coming
                self._fire()
                return None
            self._receive()
            if self._own:
                return self._own.popleft()
            now = self._clock()
            waits = {source: wait for source in self._sources() if (wait := source.wait(now)) is not None}
            ready = next((source for source, wait in waits.items() if not wait), None)
            if ready is not None:
                return self._take_from(ready, now)
            waits_until = [*waits.values(), *([] if due is None else [due - now])]
            with suppress(Empty):
                self._sort(self._queue.get(timeout=max(min(waits_until), 0) if waits_until else None))

    def _sources(self) -> tuple[Source, ...]:
        return (*self._first, *self._others)

    def _take_from(self, source: Source, now: float) -> object:
        """Take an event; the source is then the last of the others in turn."""
        if source in self._others:
            self._others.remove(source)
            self._others.append(source)
        return source.take(now)

    def _receive(self) -> None:
        """Sort everything that is in the queue, without waiting."""
        with suppress(Empty):
            while True:
                self._sort(self._queue.get_nowait())

    def _sort(self, event: object) -> None:
        """Keep an event of our own; of a source, report that it sends too much."""
        if not isinstance(event, Source):
            self._own.append(event)
        elif event.is_flooding and not self.is_set(event.name):
            self._own.append(TooMuch(event.name))
            self.after(CALM_SECONDS, event.name, partial(self._calm, event))

    def _calm(self, source: Source) -> None:
        """Report a source that has calmed down; look again later at one that has not."""
        if source.calm(self._clock()):
            self._own.append(TooMuch(source.name, is_over=True))
        else:
            self.after(CALM_SECONDS, source.name, partial(self._calm, source))

    def _fire(self) -> None:
        """Fire all timers that are due, the earliest first, unless one before has moved them."""
        now = self._clock()
        due = [name for name, (at, _) in sorted(self._timers.items(), key=lambda timer: timer[1][0]) if at <= now]
        for name in due:
            if self._timers[name][0] <= now:
                _, ring = self._timers.pop(name)
                ring()


class Watchdog:
    """Notifies systemd after a ping has passed through the event queue and every worker.

    Without a systemd watchdog it does nothing and causes no wake-ups.
    """

    def __init__(
        self, loop: EventLoop, workers: Sequence[Worker], notify: Callable[[str], None] | None = None
    ) -> None:
        """Send the first ping, if systemd has set a watchdog time."""
        self._loop, self._workers = loop, workers
        self._notify = notify or notify_systemd
        self._number = 0
        self._awaited: set[str] = set()
        is_ours = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self._every = int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000 / 3 if is_ours else 0.0
        if self._every:
            self.ping()

    def ping(self) -> None:
        """Send a ping through the queue of every worker; the answers come through the event queue."""
        self._number += 1
        self._awaited = {worker.name for worker in self._workers} | {"loop"}
        for worker in self._workers:
            worker.ping(partial(self._loop.put, Pong(worker.name, self._number)))
        self._loop.put(Pong("loop", self._number))

    def receive(self, pong: Pong) -> None:
        """Count an answer to the ping; after the last one, notify systemd and set the timer for the next ping."""
        if pong.ping == self._number and self._awaited:
            self._awaited.discard(pong.worker)
            if not self._awaited:
                self._notify("WATCHDOG=1")
                self._loop.after(self._every, "watchdog", self.ping)


def notify_systemd(message: str) -> None:
    """Send a message to systemd, if it listens."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
            channel.send(message.encode())
