"""The two programs that are started anew and measured from outside: the box, and a bare script beside it.

Both load the platform's libraries and open keys and displays as on a Raspberry Pi: gpiozero on mock pins, luma on
an I²C bus that takes everything. Both send READY=1 to NOTIFY_SOCKET, as to systemd, after their first picture.

    python -m tests.bench.programs box FILE WORDS…    `sideline WORDS…`
    python -m tests.bench.programs script FILE        the least program that reads six keys and shows one text

The bus notes in FILE when the last byte came over it.
"""

import os
import signal
import struct
import sys
import time
from functools import partial

KEY_PINS = (5, 6, 13, 19, 26, 21)
MOMENT = struct.Struct("d")
"""Seconds of `time.monotonic`, which is the same clock in every process."""


class Bus:
    """A bus with the methods of `smbus2.SMBus` that luma calls. It takes everything and notes when."""

    def __init__(self, file: int, _port: int) -> None:
        """Note moments in an open file."""
        self._file = file

    def _take(self, *_given: object) -> None:
        os.pwrite(self._file, MOMENT.pack(time.monotonic()), 0)

    write_i2c_block_data = i2c_rdwr = write_byte = _take

    def close(self) -> None:
        """Keep nothing."""


def box(arguments: list[str]) -> None:
    """Run the whole program, `sideline …`, with mock pins in place of the chip of a Raspberry Pi."""
    from drivers import gpiod_factory
    from firmware_py.cli import main

    def mock_pins(_chip: object) -> object:
        import gpiod  # noqa: F401 - the box loads it on a Raspberry Pi
        from gpiozero.pins.mock import MockFactory

        return MockFactory()

    gpiod_factory.GpiodFactory = mock_pins
    sys.exit(main(arguments))


def script(_words: list[str]) -> None:
    """Open six keys, show one text and wait, as the shortest program for a Raspberry Pi would."""
    import socket

    from gpiozero import Button
    from gpiozero.pins.mock import MockFactory
    from luma.core.interface.serial import i2c
    from luma.core.render import canvas
    from luma.oled.device import ssd1306

    pins = MockFactory()
    keys = [Button(pin, pin_factory=pins) for pin in KEY_PINS]
    with canvas(ssd1306(i2c(port=1, address=0x3C))) as draw:
        draw.text((0, 0), "one text", fill="white")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
    signal.pause()
    del keys


def start(name: str, file: str, *arguments: str) -> None:
    """Run one of the programs on a bus that takes everything."""
    import smbus2

    smbus2.SMBus = partial(Bus, os.open(file, os.O_WRONLY))
    {"box": box, "script": script}[name](list(arguments))


if __name__ == "__main__":
    start(*sys.argv[1:])
