"""A worker: a thread that runs jobs in order for the main thread, which waits for each.

This lets the main thread show a message while a slow disk is busy.

>>> worker = Worker("example")
>>> worker.do(lambda: 6 * 7)
42
>>> worker.stop()
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TypeVar

Answer = TypeVar("Answer")

SLOW_SECONDS = 0.15
"""After this time a message shows that the box is busy."""


class Worker:
    """A thread and its queue of jobs."""

    def __init__(self, name: str) -> None:
        """Start the thread."""
        self.name = name
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def do(self, work: Callable[[], Answer], slow: Callable[[], None] = lambda: None) -> Answer:
        """Run `work` on the thread, wait, and return its result or raise its error.

        If it takes longer than `SLOW_SECONDS`, `slow` is called meanwhile.
        """
        done: Future[Answer] = Future()

        def job() -> None:
            try:
                done.set_result(work())
            except BaseException as error:  # noqa: BLE001 - it is raised again in the calling thread
                done.set_exception(error)

        self._jobs.put(job)
        try:
            return done.result(SLOW_SECONDS)
        except TimeoutError:
            if not done.done():
                slow()
        return done.result()

    def ping(self, pong: Callable[[], None]) -> None:
        """Call `pong` on the thread after all earlier jobs."""
        self._jobs.put(pong)

    def stop(self) -> None:
        """Finish all jobs and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
