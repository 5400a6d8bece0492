"""The connection to the panels: luma's devices on SPI, or on an I²C bus, directly or behind a TCA9548A switch.

Luma's classes initialise the panels and implement their commands. Three things differ here, because a panel is
initialised again every minute:

- No exit handler: luma registers one for every device ever created, and each keeps its device in memory.
- No blank frame after the initialisation: the display draws the whole picture next.
- Page addressing mode, which all three controllers support.

SPI needs no library of its own: the kernel's device is a file. (`spidev` comes as source code only, which a Pi
would have to compile.) A display on SPI cannot answer: whether it is there, only people see.

This module is slow to import: only import it for real or simulated panels.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Callable, Sequence
from typing import Protocol

from luma.core.device import device as luma_device
from luma.core.interface.serial import i2c, spi
from luma.oled.const import ssd1306 as ssd1306_commands
from luma.oled.device import sh1106, ssd1306, ssd1309

from drivers.displays import Device, Kind

SPI_MODE, SPI_SPEED = 0x40016B01, 0x40046B04
"""`SPI_IOC_WR_MODE`, `SPI_IOC_WR_MAX_SPEED_HZ`."""
SWITCH_ADDRESS = 0x70
BY_PAGES = 0x02


RESET = {"reset_hold_time": 0.001, "reset_release_time": 0.001}
"""Seconds: the controllers ask for some microseconds."""


class Output(Protocol):
    """An open output pin."""

    value: int

    def close(self) -> None:
        """Give the pin back."""


class Serial(Protocol):
    """The serial interface that luma expects."""

    def command(self, *given: int) -> None:
        """Send command bytes."""

    def data(self, given: bytes) -> None:
        """Send data bytes."""

    def cleanup(self) -> None:
        """Close the connection."""


class Bus(Protocol):
    """The bus that a switch needs."""

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Send one byte to an address."""

    def close(self) -> None:
        """Close the bus."""


class _Renewable(luma_device):  # type: ignore[misc]  # its base has no types
    """Overrides methods of luma's base class for all panels."""

    def __init__(self, const: object = None, serial_interface: Serial | None = None) -> None:
        # like luma, without the exit handler
        self._const = const
        self._serial_interface = serial_interface

    def clear(self) -> None:
        """Send nothing."""


class Ssd1306(ssd1306, _Renewable):  # type: ignore[misc]  # its base has no types
    """An SSD1306."""

    first_column = 0

    def __init__(self, serial: Serial) -> None:
        """Initialise the panel."""
        super().__init__(serial_interface=serial)
        self.command(ssd1306_commands.MEMORYMODE, BY_PAGES)


class Ssd1309(ssd1309, _Renewable):  # type: ignore[misc]  # its base has no types
    """An SSD1309."""

    first_column = 0

    def __init__(self, serial: Serial) -> None:
        """Initialise the panel."""
        super().__init__(serial_interface=serial)
        self.command(ssd1306_commands.MEMORYMODE, BY_PAGES)


class Sh1106(sh1106, _Renewable):  # type: ignore[misc]  # its base has no types
    """An SH1106. It only supports page addressing, and has two invisible columns on either side."""

    first_column = 2

    def __init__(self, serial: Serial) -> None:
        """Initialise the panel."""
        super().__init__(serial_interface=serial)


PANELS: dict[Kind, Callable[[Serial], Device]] = {
    Kind.SSD1306: Ssd1306,
    Kind.SSD1309: Ssd1309,
    Kind.SH1106: Sh1106,
}


def panel_on(serial: Serial, kind: Kind) -> Device:
    """Return an initialised panel. If it does not answer, close the interface and raise the error.

    >>> from drivers.simulated.panels import SimulatedPanel
    >>> panel = SimulatedPanel(Kind.SH1106)
    >>> panel_on(panel, Kind.SH1106).first_column
    2
    """
    try:
        return PANELS[kind](serial)
    except BaseException:
        serial.cleanup()
        raise


def open_device(kind: Kind, bus: int, address: int = 0x3C, channel: int | None = None) -> Device:
    """Open a panel on an I²C bus. Raises the errors in `drivers.displays.ERRORS`.

    >>> open_device(Kind.SSD1306, bus=99)
    Traceback (most recent call last):
    luma.core.error.DeviceNotFoundError: I2C device not found: /dev/i2c-99
    """
    serial: Serial = i2c(port=bus, address=address)
    if channel is not None:
        from smbus2 import SMBus

        try:
            serial = Switched(serial, SMBus(bus), channel)
        except BaseException:
            serial.cleanup()
            raise
    return panel_on(serial, kind)


def open_spi_device(
    kind: Kind, bus: int, pins: tuple[int, int], factory: object, make_port: Callable[[], object] | None = None
) -> Device:
    """Open a panel on SPI; its pins are D/C and reset. Raises the errors in `drivers.displays.ERRORS`."""
    (dc, reset), gpio = pins, OutputPins(factory)
    try:
        port = (make_port or SpiPort)()
        return panel_on(SpiWire(spi=port, gpio=gpio, port=bus, gpio_DC=dc, gpio_RST=reset, **RESET), kind)
    except BaseException:
        gpio.close()
        raise


class SpiWire(spi):  # type: ignore[misc]  # its base has no types
    """luma's SPI interface; closing it gives the pins back too."""

    def cleanup(self) -> None:
        """Close the port and the pins."""
        super().cleanup()
        self._gpio.close()


class SpiPort:
    """A port of the kernel for SPI, with the names that luma expects of `spidev`."""

    mode = 0

    def __init__(self) -> None:
        """Start closed."""
        self._file = -1

    def open(self, port: int, device: int) -> None:
        """Open the port. Raises `OSError`."""
        self._file = os.open(f"/dev/spidev{port}.{device}", os.O_WRONLY | os.O_CLOEXEC)
        fcntl.ioctl(self._file, SPI_MODE, struct.pack("B", self.mode))

    @property
    def max_speed_hz(self) -> int:
        """The speed, which is only set."""
        raise AttributeError

    @max_speed_hz.setter
    def max_speed_hz(self, speed: int) -> None:
        fcntl.ioctl(self._file, SPI_SPEED, struct.pack("I", speed))

    def writebytes(self, data: Sequence[int]) -> None:
        """Send bytes. Raises `OSError`."""
        os.write(self._file, bytes(data))

    def close(self) -> None:
        """Close the port."""
        os.close(self._file)


class OutputPins:
    """Output pins of a pin factory, with luma's names for `RPi.GPIO`; opened when they are needed."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self, factory: object) -> None:
        """Open nothing yet."""
        self._factory = factory
        self.opened: dict[int, Output] = {}

    def setup(self, pin: int, _mode: str) -> None:
        """Open a pin. Raises `OSError` or an error of gpiozero."""
        from gpiozero import DigitalOutputDevice

        if pin not in self.opened:
            self.opened[pin] = DigitalOutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, level: int) -> None:
        """Set the level of a pin."""
        self.opened[pin].value = level

    def close(self) -> None:
        """Give the pins back."""
        for output in self.opened.values():
            output.close()
        self.opened.clear()


class Switched:
    """An interface behind a TCA9548A: its channel is selected before each write, since others may write meanwhile.

    The switch connects a channel at the end of a write, so the selection is a separate write.

    >>> from drivers.simulated.panels import SimulatedPanel, SimulatedSwitch
    >>> left, right = SimulatedPanel(Kind.SSD1306), SimulatedPanel(Kind.SSD1306)
    >>> switch = SimulatedSwitch({2: left, 5: right})
    >>> Switched(switch, switch, channel=5).command(0xAF)
    >>> left.sent, right.sent
    (0, 3)
    """

    def __init__(self, serial: Serial, bus: Bus, channel: int, address: int = SWITCH_ADDRESS) -> None:
        """Wrap the interface of a panel, with the bus of the switch."""
        self._serial, self._bus = serial, bus
        self._address, self._selection = address, 1 << channel

    def command(self, *given: int) -> None:
        """Send commands."""
        self._bus.write_byte(self._address, self._selection)
        self._serial.command(*given)

    def data(self, given: bytes) -> None:
        """Send data."""
        self._bus.write_byte(self._address, self._selection)
        self._serial.data(given)

    def cleanup(self) -> None:
        """Close the interface and the bus."""
        self._serial.cleanup()
        self._bus.close()
