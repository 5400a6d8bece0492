"""Server-sent events: each listener gets the parts that have changed since its last event."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

KEEPALIVE_SECONDS = 10.0
"""Interval of the keepalive event while nothing changes."""


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
            while True:
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
        finally:
            self._listeners.discard(listener)
