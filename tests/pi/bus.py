r"""The bus of the displays, read from what QEMU writes about it: every byte that the kernel's driver sends.

QEMU has no OLED. Memory chips take its place: they acknowledge every byte, and `-trace` writes each into a file.
Our own simulated panels decode those bytes.

>>> from drivers.displays import Kind
>>> panel = SimulatedPanel(Kind.SSD1306)
>>> bus = Bus({0x3c: panel})
>>> bus.feed("i2c_event start(addr:0x3c)\ni2c_send send(addr:0x3c) data:0x00\n")
>>> bus.feed("i2c_send send(addr:0x3c) data:0xaf\ni2c_event finish(addr:0x3c)\n")
>>> panel.sent
3
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from drivers.simulated.panels import SimulatedPanel

EVENTS = ("i2c_event", "i2c_send")
"""What QEMU is asked to trace."""
LINE = re.compile(
    r"i2c_(?:event (?P<event>\w+)[^(]*|send send)\(addr:0x(?P<address>\w+)\)(?: data:0x(?P<data>\w+))?"
)
COMMANDS, DATA = 0x00, 0x40
"""The control byte at the start of a write."""


class Bus:
    """The panels on a bus, by address."""

    def __init__(self, panels: Mapping[int, SimulatedPanel]) -> None:
        """Connect the panels; nothing was sent yet."""
        self._panels = panels
        self._rest = ""
        self._written: list[int] = []

    def feed(self, trace: str) -> None:
        """Take more of the trace; it may end within a line."""
        *lines, self._rest = (self._rest + trace).split("\n")
        for line in lines:
            if (found := LINE.search(line)) is not None:
                self._take(found["event"], int(found["address"], 16), found["data"])

    def _take(self, event: str | None, address: int, data: str | None) -> None:
        if data is not None:
            self._written.append(int(data, 16))
            return
        if event == "finish" and self._written and address in self._panels:
            control, *given = self._written
            if control == COMMANDS:
                self._panels[address].command(*given)
            elif control == DATA:
                self._panels[address].data(given)
        self._written = []


class TraceFile:
    """The file that QEMU writes its trace into."""

    def __init__(self, path: Path, bus: Bus) -> None:
        """Begin at its start; it need not be there yet."""
        self._path, self._bus, self._read = path, bus, 0

    def follow(self) -> bool:
        """Feed the bus with what is new; return whether there was anything."""
        if not self._path.exists():
            return False
        with self._path.open("rb") as file:
            file.seek(self._read)
            new = file.read()
        self._read += len(new)
        self._bus.feed(new.decode("ascii", errors="replace"))
        return bool(new)
