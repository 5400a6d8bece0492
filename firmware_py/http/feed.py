"""Server-sent events: each listener gets the parts that have changed since its last event."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

KEEPALIVE_SECONDS = 10.0
"""Interval of the keepalive event while nothing changes."""
END_TIMEOUT_SECONDS = 0.5
"""How long listeners may take to hear why the feed ends."""


class _Listener:
    """A browser that waits for news."""

    def __init__(self, session: str | None) -> None:
        self.session, self.news = session, asyncio.Event()


class Feed:
    """The listeners that wait for news. For the server's thread only.

    A slow listener misses what was there in between.
    """

    def __init__(self) -> None:
        """Start without listeners."""
        self._listeners: set[_Listener] = set()
        self._end = ""
        """Why it has ended."""
        self._has_left = asyncio.Event()
        """A listener has left."""

    async def end(self, why: str) -> None:
        """Tell all listeners why there will be no more events, and let them go."""
        self._end = why
        self.wake()
        with suppress(TimeoutError):
            async with asyncio.timeout(END_TIMEOUT_SECONDS):
                while self._listeners:
                    self._has_left.clear()
                    await self._has_left.wait()

    def wake(self, session: str | None = None) -> None:
        """Wake all listeners, or only those of a session."""
        for listener in self._listeners:
            if session is None or listener.session == session:
                listener.news.set()

    async def listen(
        self, current_parts: Callable[[], dict[str, str]], session: str | None = None
    ) -> AsyncIterator[bytes]:
        """Yield server-sent events with the parts that have changed, and a keepalive while nothing does."""
        listener, clock = _Listener(session), asyncio.get_running_loop().time
        self._listeners.add(listener)
        sent: dict[str, str] = {}
        try:
            yield b"retry: 1000\n\n"
            due = clock() + KEEPALIVE_SECONDS
            while not self._end:
                listener.news.clear()
                seen = current_parts()
                changed = ",".join(f'"{name}":{part}' for name, part in seen.items() if sent.get(name) != part)
                sent = seen
                if changed:
                    yield f"data: {{{changed}}}\n\n".encode()
                    due = clock() + KEEPALIVE_SECONDS
                try:
                    async with asyncio.timeout_at(due):  # `wait_for` may swallow a cancellation
                        await listener.news.wait()
                except TimeoutError:
                    yield b'data: {"beat":1}\n\n'
                    due = clock() + KEEPALIVE_SECONDS
            yield f'data: {{"end":"{self._end}"}}\n\n'.encode()
        finally:
            self._listeners.discard(listener)
            self._has_left.set()
