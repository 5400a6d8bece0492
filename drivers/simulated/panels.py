"""Virtual panels: they understand the wire as an SSD1306, SSD1309 or SH1106 does, and show what one would see.

They stand where luma's serial interface stands, fail as it fails, and count the bytes as they would be on the bus:
each write begins with an address and a control byte. As on the real ones, a command may wait for its arguments
over the end of a write, what came before an error counts, and after a loss of power the memory holds noise.

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
from typing import TYPE_CHECKING

from luma.core.error import DeviceNotFoundError
from PIL import Image, ImageChops

from drivers.displays import HEIGHT, PAGES, SIZE, WIDTH, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.displays import Device

BEFORE_DATA = 2
"""The address and the control byte of a write."""

CONTRAST, ADDRESSING, COLUMNS, PAGE_RANGE, PUMP = 0x81, 0x20, 0x21, 0x22, 0x8D
MIRRORED, ALL_LIT, INVERTED, POWER, UPWARDS = 0xA0, 0xA4, 0xA6, 0xAE, 0xC0
"""Switches of a bit: the even command switches off, the other one on."""
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
"""How many arguments a command has, where there are any."""

AT_POWER_ON = {CONTRAST: 0x7F, ADDRESSING: 2, PUMP: 0x10, **dict.fromkeys((MIRRORED, ALL_LIT), 0)} | {
    **dict.fromkeys((INVERTED, POWER, UPWARDS), 0)
}
PUMP_ON = 0x14
ROWS, BY_PAGES = 0, 2
NOISE = bytes(byte * 151 % 251 for byte in range(WIDTH + 4))


class SimulatedPanel:
    """A panel at the end of a wire, with faults to switch on."""

    def __init__(self, kind: Kind, address: int = 0x3C) -> None:
        """Begin plugged in and not initialised."""
        self.kind, self.address = kind, address
        self.sent = 0
        """Bytes on the bus so far."""
        self.is_plugged = True
        self._fails_after: int | None = None
        self.brown_out()

    def device(self) -> Device:
        """Initialise it as luma does: this is what `drivers.displays.Display` wants to be given."""
        from drivers.wire import panel_on

        return panel_on(self, self.kind)

    def fail_at(self, byte: int) -> None:
        """Let the bus fail once, at the nth byte from now, counted from 1."""
        self._fails_after = byte - 1

    def unplug(self) -> None:
        """Pull the plug."""
        self.is_plugged = False

    def plug_in(self) -> None:
        """Put the plug in again: the panel knows nothing any more."""
        self.is_plugged = True
        self.brown_out()

    def brown_out(self) -> None:
        """Lose the supply for a moment, and all that the panel knew with it. The wire notices nothing."""
        self._registers = dict(AT_POWER_ON)
        self._columns = WIDTH + 4 if self.kind is Kind.SH1106 else WIDTH
        self._memory = [bytearray(NOISE[: self._columns]) for _ in range(PAGES)]
        self._window = (0, WIDTH - 1, 0, PAGES - 1)
        self._column, self._page, self._first_row = 0, 0, 0
        self._waiting: list[int] = []

    @property
    def contrast(self) -> int:
        """How brightly it shines."""
        return self._registers[CONTRAST]

    @property
    def is_lit(self) -> bool:
        """Whether it shows anything: it is on, and has the voltage for it."""
        pumps = self.kind is not Kind.SSD1306 or self._registers[PUMP] == PUMP_ON
        return self.is_plugged and pumps and bool(self._registers[POWER])

    def image(self) -> Image.Image:
        """What one sees on it."""
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
        """Take commands, as luma's interface does: an error of the bus is luma's."""
        arrived = self._carry(given)
        for byte in given[:arrived]:
            self._take(byte)
        if arrived < len(given):
            raise DeviceNotFoundError(f"I2C device not found on address: 0x{self.address:02X}")

    def data(self, given: Sequence[int]) -> None:
        """Take data, as luma's interface does: an error of the bus comes through."""
        arrived = self._carry(given)
        for byte in given[:arrived]:
            self._write(byte)
        if arrived < len(given):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    def cleanup(self) -> None:
        """Close the wire, which means nothing here."""

    def _carry(self, given: Sequence[int]) -> int:
        """Carry bytes over the wire; count those that arrive."""
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
        elif command & 0xC0 == 0x40:  # noqa: PLR2004 - 0x40 to 0x7F
            self._first_row = command & 0x3F
        elif by_pages:
            self._go(command >> 4, command & 0x0F)

    def _go(self, what: int, where: int) -> None:
        """Go to a place, by pages."""
        if what == 0x0:
            self._column = self._column & 0xF0 | where
        elif what == 0x1:
            self._column = where << 4 | self._column & 0x0F
        elif what == 0xB:  # noqa: PLR2004 - 0xB0 to 0xB7
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
    """A TCA9548A with panels on its channels: at once a bus, and the wire to whatever is selected on it."""

    def __init__(self, panels: Mapping[int, SimulatedPanel]) -> None:
        """Begin with nothing selected."""
        self._panels = panels
        self._selected = 0
        self.selections = 0
        """How often a channel was selected; each takes two bytes on the bus."""

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Select channels: a bit for each."""
        del i2c_addr
        self._selected = value
        self.selections += 1

    def command(self, *given: int) -> None:
        """Pass commands on."""
        for panel in self._open():
            panel.command(*given)

    def data(self, given: Sequence[int]) -> None:
        """Pass data on."""
        for panel in self._open():
            panel.data(given)

    def cleanup(self) -> None:
        """Close the wire, which means nothing here."""

    def close(self) -> None:
        """Close the bus, which means nothing here."""

    def _open(self) -> list[SimulatedPanel]:
        return [panel for channel, panel in self._panels.items() if self._selected >> channel & 1]
