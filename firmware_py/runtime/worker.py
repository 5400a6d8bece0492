"""A worker: a thread that does one thing after the other for the loop, which waits for each.

So a slow disk cannot keep the loop from saying that it is slow.

>>> worker = Worker("example")
>>> worker.do(lambda: 6 * 7)
42
>>> worker.stop()
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")

SLOW_SECONDS = 0.15
"""Seconds after which people want to know what keeps the box."""


class Worker:
    """The thread and its queue."""

    def __init__(self, name: str) -> None:
        """Begin to wait for work."""
        self.name = name
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def do(self, work: Callable[[], Answer], slow: Callable[[], None] = lambda: None) -> Answer:
        """Have something done and wait for it, and raise what it raises; if it takes long, `slow` is called."""
        done: Future[Answer] = Future()

        def job() -> None:
            try:
                done.set_result(work())
            except BaseException as error:  # noqa: BLE001 - it is raised again where the work was asked for
                done.set_exception(error)

        self._jobs.put(job)
        try:
            return done.result(SLOW_SECONDS)
        except TimeoutError:
            if not done.done():
                slow()
        return done.result()

    def ping(self, pong: Callable[[], None]) -> None:
        """Call back from the thread once everything before is done."""
        self._jobs.put(pong)

    def stop(self) -> None:
        """Finish what was asked for, and end."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
