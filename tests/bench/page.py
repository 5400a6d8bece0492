"""The page: how soon fifty phones see what a key did, and what they cost the keys; with and without a flood."""

import multiprocessing
import os
import selectors
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, NamedTuple

from drivers.presses import Key, Kind, Press
from firmware_py.http.static_files import SHARED
from firmware_py.page.app import STATIC
from tests.bench.matches import SETUPS
from tests.bench.rows import Figure, Goal, Row, Unit, measured
from tests.firmware_py.page.pages import INSIDE, LOCALHOST, PATIENCE, Table

LISTENERS = 50
PRESSES = 40
"""In a round, with and without phones in turn."""
ROUNDS = 6
SETUP = SETUPS[2]
"""Insider on the board: the largest drawing there is."""
KEYS = (Key.RIGHT, Key.OK, Key.BACK, Key.LEFT)
EVENT_TIMEOUT_SECONDS = 0.25
"""After that a key that changes nothing is known to have changed nothing."""
LOOK_SECONDS = 0.015
FLOODS = 4
"""Connections of a flood at a time."""
HALF_ENTRY_SECONDS = 0.1
"""Between two taps of somebody who begins entries."""
PHONES_GOAL_SECONDS = 0.050
STATIC_GOAL_BYTES = 262_000


class Measured(NamedTuple):
    """Seconds."""

    to_page: list[float]
    """From a key to the event that every phone has."""
    alone: list[float]
    """From a key to the finished pictures, without a page, side by side with:"""
    heard: list[float]
    """the same with fifty phones."""
    knocked: list[float]
    """The same without a page, while another process asks for it as fast as it can, side by side with:"""
    flooded: list[float]
    """the same with fifty phones and the page that it asks for."""


def rows() -> Iterator[Row]:
    """Measure what fifty phones see, and what they cost the keys."""
    yield from measured(
        _compare,
        Goal("key to fifty phones, median (50 ms)", 1),
        Goal("key to pictures with fifty phones (without)", 1.2),
        Goal("key to pictures under a flood (page off)", 1.5),
    )
    yield from measured(_half_entries, Goal("key to pictures while a phone is half through an entry (alone)", 1.1))
    yield from measured(
        lambda: [Figure(static_size(), STATIC_GOAL_BYTES)], Goal("bytes of the page (262 KB)", 1, Unit.BYTES)
    )


def _compare() -> Sequence[Figure]:
    to_page, alone, heard, knocked, flooded = map(statistics.median, measure())
    return Figure(to_page, PHONES_GOAL_SECONDS), Figure(heard, alone), Figure(flooded, knocked)


def _half_entries() -> Sequence[Figure]:
    """Press keys at a box, with and without a phone on which somebody begins entries and never ends one."""
    alone: list[float] = []
    beside: list[float] = []
    with tempfile.TemporaryDirectory() as folder, Table(folder, INSIDE, is_virtual=False) as table:
        phone, is_over = table.paired(), threading.Event()

        def tap() -> None:
            while not is_over.wait(HALF_ENTRY_SECONDS):
                phone.do("tap", taps=["spot:211"], acts=0)

        _press(table, _look)
        for _ in range(ROUNDS):
            alone.extend(_press(table, _look))
            is_over.clear()
            tapping = threading.Thread(target=tap)
            tapping.start()
            beside.extend(_press(table, _look))
            is_over.set()
            tapping.join()
    return [Figure(statistics.median(beside), statistics.median(alone))]


def measure() -> Measured:
    """Press keys at a box with a page, one way after the other, round after round."""
    taken = Measured([], [], [], [], [])
    with tempfile.TemporaryDirectory() as folder, Table(folder, SETUP) as table:
        _press(table, _look)
        port = table.port
        for _ in range(ROUNDS):
            table.ask(lambda _desk: table.switch.turn_off())
            taken.alone.extend(_press(table, _look))
            with _flood(port):
                taken.knocked.extend(_press(table, _look))
            table.ask(table.switch.turn_on)
            with _phones(port) as wait_for_all:
                taken.to_page.extend(_seen(table, wait_for_all))
                taken.heard.extend(_press(table, wait_for_all))
                with _flood(port):
                    taken.flooded.extend(_press(table, wait_for_all))
    return taken


def _press(table: Table, then: Callable[[], object]) -> list[float]:
    """Press keys as people do, each after a look; return the seconds from each to the finished pictures."""
    took, shown, panel = [], SimpleQueue[float](), table.program._panel
    show = type(panel).show

    def timed(stack: Any, over: Any = None) -> None:
        show(panel, stack, over)
        shown.put(time.perf_counter())

    table.ask(lambda _desk: None)
    table.ask(lambda _desk: None)  # by now the first one is shown, and nothing waits
    panel.show = timed  # type: ignore[method-assign]
    for at in range(PRESSES):
        while not shown.empty():
            shown.get()  # the clock has shown something meanwhile
        began = time.perf_counter()
        table.loop.put(Press(KEYS[at % len(KEYS)], Kind.SHORT))
        took.append(shown.get(timeout=PATIENCE) - began)
        then()
    del panel.show
    return took


def _look() -> None:
    """Wait for as long as phones would: after a pause everything is slower."""
    time.sleep(LOOK_SECONDS)


def _seen(table: Table, wait_for_all: Callable[[], float]) -> list[float]:
    """Press keys; return the seconds from each on the queue until every phone has heard of it."""
    took = []
    for at in range(PRESSES):
        began = time.perf_counter()
        table.loop.put(Press(KEYS[at % len(KEYS)], Kind.SHORT))
        took.append(wait_for_all() - began)
    return took


@contextmanager
def _phones(port: int) -> Iterator[Callable[[], float]]:
    """Let fifty phones listen in another process; yield a function that waits until all have heard something."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_listen, args=(port, theirs), daemon=True)
    process.start()
    ours.recv()

    def wait_for_all() -> float:
        """Wait for an event at every phone, if there comes one; return when the last one had it."""
        return float(ours.recv()) if ours.poll(EVENT_TIMEOUT_SECONDS) else time.perf_counter()

    try:
        yield wait_for_all
    finally:
        process.kill()
        process.join()


def _listen(port: int, report: Any) -> None:
    """Listen as fifty phones do; report each time that all of them have heard something."""
    streams = selectors.DefaultSelector()
    for _ in range(LISTENERS):
        stream = socket.create_connection((LOCALHOST, port))
        stream.sendall(f"GET /events HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
        stream.setblocking(False)
        streams.register(stream, selectors.EVENT_READ)
    counts = {key.fd: 0 for key in streams.get_map().values()}
    told = 0
    while True:
        for key, _ in streams.select():
            counts[key.fd] += key.fileobj.recv(2**20).count(b"\n\n")  # type: ignore[union-attr]
        if (least := min(counts.values())) > told:
            told = least
            report.send(time.perf_counter())


@contextmanager
def _flood(port: int) -> Iterator[None]:
    """Send requests as fast as another process can."""
    spawning = multiprocessing.get_context("spawn")
    asks = spawning.Event()
    process = spawning.Process(target=_ask_on, args=(port, asks), daemon=True)
    process.start()
    asks.wait(PATIENCE)
    try:
        yield
    finally:
        process.kill()
        process.join()


def _ask_on(port: int, asks: Any) -> None:
    request = f"GET /words HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode()

    def ask() -> None:
        while True:
            try:
                with socket.create_connection((LOCALHOST, port), timeout=PATIENCE) as flood:
                    flood.sendall(request)
                    while flood.recv(2**16):
                        pass
            except OSError:
                pass

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(FLOODS)]
    for thread in threads:
        thread.start()
    asks.set()
    threads[0].join()


def static_size() -> int:
    """Return how many bytes a phone loads once."""
    folders = (SHARED, STATIC)
    return sum(os.path.getsize(os.path.join(folder, name)) for folder in folders for name in os.listdir(folder))


def report(measured: Measured) -> None:
    for name, seconds in measured._asdict().items():
        ordered = sorted(seconds)
        median, ninth = statistics.median(ordered), ordered[len(ordered) * 9 // 10]
        print(f"{name:10} median {median * 1e3:7.2f} ms, 90th percentile {ninth * 1e3:7.2f} ms")


if __name__ == "__main__":
    report(measure())
    print(f"static {static_size() / 1024:.0f} KB")
