"""Calls addresses that the owner has set when something happens at the table, in a thread of its own.

A web hook gets a POST with a small JSON, without names; a WLED controller gets one of its presets. The main
thread only hands over what has changed. A server that is slow, dead or says nothing sensible costs this thread a
few seconds, then it is left alone for a while. What has happened meanwhile is not told later: a lamp shows what is
now.
"""

from __future__ import annotations

import http.client
import json
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable
from socket import gethostname
from urllib.parse import urlsplit

from firmware_py.config.events import Events
from firmware_py.mqtt.table_state import TableSnapshot, TableWatch, events_between, seats_of_table, turn_of
from firmware_py.storage.crash_log import Faults
from firmware_py.ui.stack.screen_stack import ScreenStack

CALL_SECONDS = 3.0
"""So long a call may take in all."""
REST_SECONDS = 10.0
"""An address that has failed is not called for so long."""
MOST_MOMENTS = 16
"""Moments that wait to be called; if there are more, the oldest are dropped."""
MOST_BYTES = 1024
"""Of an answer that are read: its first line is enough."""


class NoAnswer(Exception):
    """A call was not answered in time, or refused."""


class EventCalls:
    """Calls the addresses of one box."""

    def __init__(
        self, events: Events, note: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Start the thread; `note` writes to the crash log."""
        self._addresses, self._faults, self._clock = events._asdict(), Faults(note, "events"), clock
        self._watch, self._before = TableWatch(), TableSnapshot("en")
        self._moments: deque[TableSnapshot] = deque(maxlen=MOST_MOMENTS)
        self._work, self._is_closing = threading.Event(), False
        self._rests_until: dict[str, float] = {}
        self._thread = threading.Thread(target=self._run, name="events", daemon=True)
        self._thread.start()

    def publish(self, stack: ScreenStack) -> None:
        """Take a moment of the table if something has changed. Never waits."""
        if (moment := self._watch.news(stack)) is not None:
            self._moments.append(moment)
            self._work.set()

    def close(self, wait_seconds: float = 0.0) -> None:
        """End the thread; wait for it at most some seconds."""
        self._is_closing = True
        self._work.set()
        if wait_seconds:
            self._thread.join(wait_seconds)

    def _run(self) -> None:
        while not self._is_closing:
            self._work.wait()
            self._work.clear()
            while self._moments and not self._is_closing:
                moment, before = self._moments.popleft(), self._before
                self._before = moment
                for event in events_between(before, moment):
                    self._call(event, moment)

    def _call(self, event: str, moment: TableSnapshot) -> None:
        """Call the address of an event, if it has one that does not rest."""
        address = self._addresses.get(event, "")
        host = urlsplit(address).netloc
        if not address or self._rests_until.get(host, 0.0) > self._clock():
            return
        try:
            call(address, event_json(event, moment))
        except (OSError, http.client.HTTPException, NoAnswer, ValueError) as error:
            self._rests_until[host] = self._clock() + REST_SECONDS
            self._faults.note(error)


def event_json(event: str, moment: TableSnapshot) -> dict[str, object]:
    """Return what a web hook is told: seats, not names."""
    return {
        "event": event,
        "table": gethostname(),
        "game": None if moment.setup is None else moment.setup.game,
        "match": moment.number,
        "acts": moment.acts,
        "turn": turn_of(moment),
        "winners": [seat.seat for seat in seats_of_table(moment) if seat.is_winner],
    }


def call(address: str, value: dict[str, object], seconds: float = CALL_SECONDS) -> None:
    """Call an address once. Raises `OSError`, `HTTPException` or `NoAnswer` if it was not taken in that time."""
    end = time.monotonic() + seconds
    parts = urlsplit(address)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if parts.scheme == "wled":
        path, value = "/json/state", {"on": True, "ps": int(parts.path.removeprefix("/"))}
    assert parts.hostname is not None  # the configuration has checked it
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection: http.client.HTTPConnection = http.client.HTTPSConnection(
            parts.hostname, parts.port, timeout=seconds, context=context
        )
    else:
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=seconds)
    try:
        connection.request("POST", path, json.dumps(value), {"Content-Type": "application/json"})
        status = _first_line(connection, end).split(b" ")
    finally:
        connection.close()
    if len(status) < 2 or not status[0].startswith(b"HTTP/") or not status[1].startswith(b"2"):  # noqa: PLR2004
        raise NoAnswer(b" ".join(status[:2]).decode("ascii", "replace"))


def _first_line(connection: http.client.HTTPConnection, end: float) -> bytes:
    """Return the first line of an answer; a server that sends it drop by drop has no longer than others."""
    data = b""
    while b"\r\n" not in data and len(data) < MOST_BYTES:
        left = end - time.monotonic()
        if left <= 0:
            raise NoAnswer
        connection.sock.settimeout(left)
        part = connection.sock.recv(MOST_BYTES)
        if not part:
            break
        data += part
    return data.partition(b"\r\n")[0]
