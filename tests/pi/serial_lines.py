"""The two UARTs of the emulated machine: console and dice reader.

QEMU writes every byte of a UART into a socket by itself. If that is full it waits, and the whole machine with it:
after 278 bytes that nobody has read. So a thread reads both as long as the machine is on.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from socket import socket

READ_AT_ONCE = 65536
LOOK_SECONDS = 0.1
"""How often the thread looks whether it has to end, or whether a reader was plugged in."""


class SerialLines:
    """The far ends of both."""

    def __init__(self, console: socket, dice: socket) -> None:
        """Begin to read; without a dice reader its bytes are lost, as on a real wire."""
        self.said = bytearray()
        """Everything that was written on the console."""
        self._console, self._dice = console, dice
        self._targets: dict[int, Callable[[bytes], object]] = {
            console.fileno(): self.said.extend,
            dice.fileno(): lambda _lost: None,
        }
        self._port: int | None = None
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._carry, name="serial lines", daemon=True)
        self._thread.start()

    def type(self, text: str) -> None:
        """Type on the console."""
        self._console.sendall(text.encode())

    def connect_dice_reader(self, path: str) -> None:
        """Connect a simulated reader, by the path of its port, for as long as it is there."""
        port = self._port = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._targets |= {port: self._dice.sendall, self._dice.fileno(): lambda data: os.write(port, data)}

    def close(self) -> None:
        """End the thread when it has read what a machine that is off has left; the caller closes the sockets."""
        self._is_over.set()
        self._thread.join()
        if self._port is not None:
            os.close(self._port)

    def _carry(self) -> None:
        ready: list[int] = []
        while ready or not self._is_over.is_set():
            ready = select.select(list(self._targets), [], [], LOOK_SECONDS)[0]
            for end in ready:
                try:
                    data = os.read(end, READ_AT_ONCE)
                except OSError:  # the machine is off, or the reader is unplugged
                    data = b""
                if not data:
                    del self._targets[end]
                    continue
                with suppress(OSError):
                    self._targets[end](data)
