"""USB keyboards and number pads as keys of the box: events of the kernel, read without a library.

One thread sleeps until a key moves or a device comes or goes. A keyboard is taken for the box alone (`EVIOCGRAB`):
nothing that is pressed on it reaches anybody else. Keys that the box has no use for are forgotten at once.

    1 to 6, also on the number pad    the seat keys
    arrows                            the arrows
    enter, space                      ok
    escape, backspace, delete, "."    back

>>> read_events(EVENT.pack(0, 0, EV_KEY, 28, DOWN) + EVENT.pack(0, 0, EV_KEY, 30, DOWN))
[(<Key.OK: 'ok'>, True)]
"""

from __future__ import annotations

import fcntl
import os
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from glob import glob

from drivers.presses import Edge, Key

AUTO = "auto"
DEVICES = "/dev/input/event*"
EVENT = struct.Struct("@llHHi")
"""Seconds, microseconds, type, code, value."""
EV_KEY = 1
UP, DOWN = 0, 1
"""Values of a key; 2 is a repeat, which the box makes itself."""
SEATS = (Key.SEAT_1, Key.SEAT_2, Key.SEAT_3, Key.SEAT_4, Key.SEAT_5, Key.SEAT_6)
KEYS = {
    **dict.fromkeys((28, 57, 96), Key.OK),
    **dict.fromkeys((1, 14, 83, 111), Key.BACK),
    **dict(zip((103, 108, 105, 106), (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT), strict=True)),
    **dict(zip(range(2, 8), SEATS, strict=True)),
    **dict(zip((79, 80, 81, 75, 76, 77), SEATS, strict=True)),
}
"""Codes of `linux/input-event-codes.h`."""
ENTER_KEYS, ONE_KEYS = (28, 96), (2, 79)
"""A keyboard or a number pad has one of each; a power button or a remote control has not."""
EXTERNAL_BUSES = (0x03, 0x05)
"""USB and Bluetooth."""
GET_ID, GET_KEYS, GRAB = 0x80084502, 0x80604521, 0x40044590
"""`EVIOCGID`, `EVIOCGBIT(EV_KEY, 96)`, `EVIOCGRAB`."""
ID, KEY_BYTES = struct.Struct("@HHHH"), 96
EVENTS_AT_ONCE = 64
NEWS_OF_DEVICES, KERNEL_GROUP, NEWS_BYTES = 15, 1, 4096
"""`NETLINK_KOBJECT_UEVENT`: what the kernel says of devices."""
RETRY_SECONDS = 1.0
"""A new device belongs to root alone until udev has seen it: it is tried again for a while."""
TRIES = 5


def read_events(data: bytes) -> list[tuple[Key, bool]]:
    """Return the keys of the box that went down (true) or up (false)."""
    whole = data[: len(data) - len(data) % EVENT.size]
    return [
        (KEYS[code], value == DOWN)
        for _, _, kind, code, value in EVENT.iter_unpack(whole)
        if kind == EV_KEY and code in KEYS and value in {UP, DOWN}
    ]


def open_keyboard(path: str) -> int:
    """Open a keyboard for us alone; return its file. Raises `OSError` if it is none, or is not ours."""
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        bus = ID.unpack(fcntl.ioctl(file, GET_ID, bytes(ID.size)))[0]
        has = int.from_bytes(fcntl.ioctl(file, GET_KEYS, bytes(KEY_BYTES)), "little")
        is_keyboard = all(any(has >> code & 1 for code in codes) for codes in (ENTER_KEYS, ONE_KEYS))
        if bus not in EXTERNAL_BUSES or not is_keyboard:
            raise OSError(f"{path} is no keyboard")
        fcntl.ioctl(file, GRAB, 1)
    except BaseException:
        os.close(file)
        raise
    return file


def open_news() -> socket.socket:
    """Return a socket that gets a message whenever a device comes or goes."""
    news = socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, NEWS_OF_DEVICES)
    news.bind((0, KERNEL_GROUP))
    news.setblocking(False)  # noqa: FBT003 - as the library has it
    return news


def find_keyboards(port: str) -> list[str]:
    """Return the devices to try: the one that is named, or all."""
    return sorted(glob(DEVICES)) if port == AUTO else [port]


class Keyboard:
    """Every connected keyboard; they may come and go at any time."""

    def __init__(
        self,
        put: Callable[[Edge], object],
        port: str = AUTO,
        *,
        find: Callable[[str], Iterable[str]] = find_keyboards,
        open_device: Callable[[str], int] = open_keyboard,
        open_news: Callable[[], socket.socket] = open_news,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Pass the edges of keys to `put` from a thread, until closed; the clock is that of the event loop."""
        self._put, self._port, self._clock = put, port, clock
        self._find, self._open, self._open_news = find, open_device, open_news
        self._files: dict[str, int] = {}
        self._held: dict[str, set[Key]] = {}
        self._wake_reader, self._wake_writer = os.pipe()
        self._thread = threading.Thread(target=self._run, name="keyboard", daemon=True)
        self._thread.start()

    @property
    def connected(self) -> tuple[str, ...]:
        """The devices that are read now."""
        return tuple(self._files)

    def close(self) -> None:
        """Stop the thread and give the keyboards back."""
        os.write(self._wake_writer, b"\0")
        self._thread.join()
        for file in (*self._files.values(), self._wake_reader, self._wake_writer):
            os.close(file)
        self._files.clear()

    def _run(self) -> None:
        news = None
        with suppress(OSError):  # without it, keyboards that come later are not seen
            news = self._open_news()
        tries = TRIES
        while True:
            self._look()
            tries -= tries > 0
            watched = [self._wake_reader, *self._files.values(), *([] if news is None else [news.fileno()])]
            ready, _, _ = select.select(watched, [], [], RETRY_SECONDS if tries else None)
            if self._wake_reader in ready:
                break
            for path, file in list(self._files.items()):
                if file in ready:
                    self._read(path, file)
            if news is not None and news.fileno() in ready:
                with suppress(OSError):
                    while news.recv(NEWS_BYTES):
                        tries = TRIES
        if news is not None:
            news.close()

    def _look(self) -> None:
        """Open the keyboards that are new."""
        for path in self._find(self._port):
            if path not in self._files:
                with suppress(OSError):
                    self._files[path] = self._open(path)
                    self._held[path] = set()

    def _read(self, path: str, file: int) -> None:
        """Pass on what was pressed; a keyboard that is gone releases its keys."""
        held = self._held[path]
        try:
            data = os.read(file, EVENTS_AT_ONCE * EVENT.size)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        events = read_events(data)
        if not data:
            os.close(self._files.pop(path))
            events = [(key, False) for key in self._held.pop(path)]
        now = round(self._clock() * 1000)
        for key, is_down in events:
            (held.add if is_down else held.discard)(key)
            self._put(Edge(key, is_down, now))
