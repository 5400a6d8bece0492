"""Simulated panels: they decode the commands of an SSD1306, SSD1309 or SH1106 and return the visible image.

They replace luma's serial interface, fail as it fails, and count the bytes on the bus: each write begins with an
address and a control byte. As on real panels, the arguments of a command may come in a later write, the bytes
before an error take effect, and after a loss of power the memory contains noise.

>>> panel = SimulatedPanel(Kind.SSD1306)
>>> device = panel.device()
>>> panel.is_lit, panel.contrast
(True, 207)
>>> panel.brown_out()
>>> panel.is_lit
False
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping, Sequence

from luma.core.error import DeviceNotFoundError
from PIL import Image, ImageChops

from drivers.displays import HEIGHT, PAGES, SIZE, WIDTH, Device, Kind

BEFORE_DATA = 2
"""The address and the control byte at the start of a write."""

START_LINES = range(0x40, 0x80)
"""The commands that set the first row that is shown."""
CONTRAST, ADDRESSING, COLUMNS, PAGE_RANGE, PUMP = 0x81, 0x20, 0x21, 0x22, 0x8D
MIRRORED, ALL_LIT, INVERTED, POWER, UPWARDS = 0xA0, 0xA4, 0xA6, 0xAE, 0xC0
"""Switches of one bit: the even command switches off, the odd one on."""
SWITCHES = {
    **{off + bit: (off, bit) for off in (MIRRORED, ALL_LIT, INVERTED, POWER) for bit in (0, 1)},
    0xC0: (UPWARDS, 0),
    0xC8: (UPWARDS, 1),
}
ARGUMENTS = {
    Kind.SSD1306: {
        **dict.fromkeys((CONTRAST, ADDRESSING, PUMP, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
        **dict.fromkeys((COLUMNS, PAGE_RANGE), 2),
    },
    Kind.SH1106: dict.fromkeys((CONTRAST, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
}
ARGUMENTS[Kind.SSD1309] = ARGUMENTS[Kind.SSD1306]
"""The number of arguments of the commands that have any."""

AT_POWER_ON = {CONTRAST: 0x7F, ADDRESSING: 2, PUMP: 0x10, **dict.fromkeys((MIRRORED, ALL_LIT), 0)} | {
    **dict.fromkeys((INVERTED, POWER, UPWARDS), 0)
}
PUMP_ON = 0x14
ROWS, BY_PAGES = 0, 2
NOISE = bytes(byte * 151 % 251 for byte in range(WIDTH + 4))


class SimulatedPanel:
    """A panel on a bus, with faults that tests can switch on."""

    def __init__(self, kind: Kind, address: int = 0x3C) -> None:
        """Start plugged in and not initialised."""
        self.kind, self.address = kind, address
        self.sent = 0
        """Bytes on the bus so far."""
        self.is_plugged = True
        self._fails_after: int | None = None
        self.brown_out()

    def device(self) -> Device:
        """Return the panel as an initialised luma device, for `drivers.displays.Display`."""
        from drivers.wire import panel_on

        return panel_on(self, self.kind)

    def fail_at(self, byte: int) -> None:
        """Make the bus fail once, at the nth byte from now, counted from 1."""
        self._fails_after = byte - 1

    def unplug(self) -> None:
        """Disconnect the panel."""
        self.is_plugged = False

    def plug_in(self) -> None:
        """Connect the panel again; it has lost its state."""
        self.is_plugged = True
        self.brown_out()

    def brown_out(self) -> None:
        """Lose the supply for a moment and with it all state, without an error on the bus."""
        self._registers = dict(AT_POWER_ON)
        self._columns = WIDTH + 4 if self.kind is Kind.SH1106 else WIDTH
        self._memory = [bytearray(NOISE[: self._columns]) for _ in range(PAGES)]
        self._window = (0, WIDTH - 1, 0, PAGES - 1)
        self._column, self._page, self._first_row = 0, 0, 0
        self._waiting: list[int] = []

    @property
    def contrast(self) -> int:
        """The contrast register."""
        return self._registers[CONTRAST]

    @property
    def is_lit(self) -> bool:
        """Whether it shows anything: it is connected, switched on, and its charge pump runs."""
        pumps = self.kind is not Kind.SSD1306 or self._registers[PUMP] == PUMP_ON
        return self.is_plugged and pumps and bool(self._registers[POWER])

    def image(self) -> Image.Image:
        """Return the visible image."""
        if not self.is_lit:
            return Image.new("1", SIZE)
        first = (self._columns - WIDTH) // 2
        seen = [page[first : first + WIDTH] for page in self._memory]
        columns = bytes(page[x] for x in range(WIDTH) for page in seen)
        image = Image.frombytes("1", (HEIGHT, WIDTH), columns, "raw", "1;R").transpose(Image.Transpose.TRANSPOSE)
        image = ImageChops.offset(image, 0, -self._first_row)
        if not self._registers[MIRRORED]:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if not self._registers[UPWARDS]:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        if self._registers[ALL_LIT]:
            image = Image.new("1", SIZE, 1)
        return ImageChops.invert(image) if self._registers[INVERTED] else image

    def command(self, *given: int) -> None:
        """Receive commands like luma's interface; a bus error is raised as luma's error."""
        arrived = self._carry(given)
        for byte in given[:arrived]:
            self._take(byte)
        if arrived < len(given):
            raise DeviceNotFoundError(f"I2C device not found on address: 0x{self.address:02X}")

    def data(self, given: Sequence[int]) -> None:
        """Receive data like luma's interface; a bus error is raised as an OSError."""
        arrived = self._carry(given)
        for byte in given[:arrived]:
            self._write(byte)
        if arrived < len(given):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    def cleanup(self) -> None:
        """Do nothing: there is no bus to close."""

    def _carry(self, given: Sequence[int]) -> int:
        """Send bytes over the bus; return how many arrive."""
        if not self.is_plugged:
            self.sent += 1
            return 0
        whole = BEFORE_DATA + len(given)
        if self._fails_after is not None:
            if self._fails_after < whole:
                arrived, self._fails_after = self._fails_after, None
                self.sent += arrived + 1
                return max(arrived - BEFORE_DATA, 0)
            self._fails_after -= whole
        self.sent += whole
        return len(given)

    def _take(self, byte: int) -> None:
        self._waiting.append(byte)
        command, *arguments = self._waiting
        if len(arguments) == ARGUMENTS[self.kind].get(command, 0):
            self._waiting = []
            self._obey(command, arguments)

    def _obey(self, command: int, arguments: list[int]) -> None:
        by_pages = self.kind is Kind.SH1106 or self._registers[ADDRESSING] == BY_PAGES
        if command in SWITCHES:
            switch, bit = SWITCHES[command]
            self._registers[switch] = bit
        elif command == COLUMNS and arguments:  # an SH1106 has no such command
            first, last = (column % WIDTH for column in arguments)
            self._window = (first, last, *self._window[2:])
            self._column = first
        elif command == PAGE_RANGE and arguments:
            first, last = (page % PAGES for page in arguments)
            self._window = (*self._window[:2], first, last)
            self._page = first
        elif arguments:
            self._registers[command] = arguments[0]
        elif command in START_LINES:
            self._first_row = command & 0x3F
        elif by_pages:
            self._go(command >> 4, command & 0x0F)

    def _go(self, what: int, where: int) -> None:
        """Set the column or the page, in page addressing mode."""
        match what:
            case 0x0:
                self._column = self._column & 0xF0 | where
            case 0x1:
                self._column = where << 4 | self._column & 0x0F
            case 0xB:
                self._page = where & 0x07

    def _write(self, byte: int) -> None:
        if self._column < self._columns:
            self._memory[self._page][self._column] = byte
        self._column += 1
        if self.kind is Kind.SH1106:
            return
        if self._registers[ADDRESSING] == BY_PAGES:
            self._column %= WIDTH
        elif self._column > self._window[1]:
            self._column = self._window[0]
            self._page = self._window[2] if self._page == self._window[3] else (self._page + 1) % PAGES


class SimulatedSwitch:
    """A TCA9548A with panels on its channels: the bus of the switch, and the interface to the selected panels."""

    def __init__(self, panels: Mapping[int, SimulatedPanel]) -> None:
        """Start with no channel selected."""
        self._panels = panels
        self._selected = 0
        self.selections = 0
        """How often a channel was selected; each selection takes two bytes on the bus."""

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Select channels, one per bit."""
        del i2c_addr
        self._selected = value
        self.selections += 1

    def command(self, *given: int) -> None:
        """Send commands to the selected panels."""
        for panel in self._open():
            panel.command(*given)

    def data(self, given: Sequence[int]) -> None:
        """Send data to the selected panels."""
        for panel in self._open():
            panel.data(given)

    def cleanup(self) -> None:
        """Do nothing: there is no bus to close."""

    def close(self) -> None:
        """Do nothing: there is no bus to close."""

    def _open(self) -> list[SimulatedPanel]:
        return [panel for channel, panel in self._panels.items() if self._selected >> channel & 1]


class SimulatedSpiPort:
    """An SPI port with a panel behind it; the level of its pin `dc` says whether bytes are commands or data."""

    mode = 0

    def __init__(self, panel: SimulatedPanel, is_data: Callable[[], bool]) -> None:
        """Start closed."""
        self._panel, self._is_data = panel, is_data
        self.max_speed_hz = 0
        self.is_open = False

    def open(self, _port: int, _device: int) -> None:
        """Open the port; a panel that is not there is not noticed."""
        self.is_open = True

    def writebytes(self, data: Sequence[int]) -> None:
        """Send bytes; they are lost if nothing is there to receive them."""
        assert self.is_open
        if not self._panel.is_plugged:
            self._panel.sent += len(data)
        elif self._is_data():
            self._panel.data(data)
        else:
            self._panel.command(*data)

    def close(self) -> None:
        """Close the port."""
        self.is_open = False
