"""The loop: one queue in, one thread that owns the match, timers that rest on a steady clock. Nothing polls.

Drivers and workers put events on the queue from whatever thread they have; the loop takes one at a time and hands
it on. It sleeps until the next event or the next timer, for ever if there is none.

>>> loop = EventLoop(clock=lambda: 0.0)
>>> loop.put("a key")
>>> loop.take()
'a key'
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware_py.runtime.worker import Worker


class Pong(NamedTuple):
    """A worker's answer to a ping: it is alive, and so is the queue."""

    worker: str
    ping: int


class EventLoop:
    """The queue and its timers."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing to do."""
        self._clock = clock
        self._queue: SimpleQueue[object] = SimpleQueue()
        self._timers: dict[str, tuple[float, Callable[[], None]]] = {}

    def put(self, event: object) -> None:
        """Take an event from any thread, or from a signal's handler."""
        self._queue.put(event)

    def after(self, seconds: float, name: str, ring: Callable[[], None]) -> None:
        """Call back later, once; a timer of the same name is set anew."""
        self._timers[name] = (self._clock() + seconds, ring)

    def at(self, time: float, name: str, ring: Callable[[], None]) -> None:
        """Call back at a time of the loop's clock, once; a timer of the same name is set anew."""
        self._timers[name] = (time, ring)

    def is_set(self, name: str) -> bool:
        """Tell whether a timer is waiting."""
        return name in self._timers

    def take(self) -> object:
        """Wait for the next event; timers ring meanwhile. None after timers have rung."""
        due = min((at for at, _ in self._timers.values()), default=None)
        if due is not None and due <= self._clock():  # else they would starve while events keep coming
            self._ring()
            return None
        try:
            return self._queue.get(timeout=None if due is None else max(due - self._clock(), 0))
        except Empty:
            self._ring()
            return None

    def _ring(self) -> None:
        """Ring what was due by now, the earliest first; what a timer does to another one holds at once."""
        now = self._clock()
        due = [name for name, (at, _) in sorted(self._timers.items(), key=lambda timer: timer[1][0]) if at <= now]
        for name in due:
            if name in self._timers and self._timers[name][0] <= now:
                _, ring = self._timers.pop(name)
                ring()


class Watchdog:
    """Tells systemd that the box is alive, once a ping has been through the queue and every worker.

    Without a supervisor that wants to know it does nothing, and costs no wake-up.
    """

    def __init__(
        self, loop: EventLoop, workers: Sequence[Worker], notify: Callable[[str], None] | None = None
    ) -> None:
        """Begin to ping, if systemd has set a time for it."""
        self._loop, self._workers = loop, workers
        self._notify = notify or notify_systemd
        self._number = 0
        self._awaited: set[str] = set()
        is_ours = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self._every = int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000 / 3 if is_ours else 0.0
        if self._every:
            self.ping()

    def ping(self) -> None:
        """Send a ping to every worker through its own queue; each answers through the loop's."""
        self._number += 1
        self._awaited = {worker.name for worker in self._workers} | {"loop"}
        for worker in self._workers:
            worker.ping(partial(self._loop.put, Pong(worker.name, self._number)))
        self._loop.put(Pong("loop", self._number))

    def hear(self, pong: Pong) -> None:
        """Take an answer; when all are there, say so and ping again later."""
        if pong.ping == self._number and self._awaited:
            self._awaited.discard(pong.worker)
            if not self._awaited:
                self._notify("WATCHDOG=1")
                self._loop.after(self._every, "watchdog", self.ping)


def notify_systemd(message: str) -> None:
    """Tell the service manager something, if there is one that listens."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        import socket

        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
            channel.send(message.encode())
