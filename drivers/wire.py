"""The wire to the panels: luma's devices on an I²C bus, directly or behind a TCA9548A switch.

Luma's own classes initialise the panels and know their commands. Three things are different here, because a panel
is made anew every minute of an evening:

- No hook for the end of the program: luma leaves one behind for every device ever made, and each keeps its device.
- No blank frame on the way: the display draws the whole picture next.
- Pages are addressed one by one, the way that all three controllers share.

It takes a moment to import this: only who has real or virtual panels should.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from luma.core.device import device as luma_device
from luma.core.interface.serial import i2c
from luma.oled.const import ssd1306 as ssd1306_commands
from luma.oled.device import sh1106, ssd1306, ssd1309

from drivers.displays import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from drivers.displays import Device

SWITCH_ADDRESS = 0x70
BY_PAGES = 0x02


class Serial(Protocol):
    """What luma wants of a wire."""

    def command(self, *given: int) -> None: ...  # noqa: D102 - these are luma's
    def data(self, given: bytes) -> None: ...  # noqa: D102 - as above
    def cleanup(self) -> None: ...  # noqa: D102 - as above


class Bus(Protocol):
    """What a switch wants of a bus."""

    def write_byte(self, i2c_addr: int, value: int) -> None: ...  # noqa: D102 - these are smbus2's
    def close(self) -> None: ...  # noqa: D102 - as above


class _Renewable(luma_device):  # type: ignore[misc]  # its base has no types
    """Stands between luma's panels and their base class: whatever they ask of that, they ask here first."""

    def __init__(self, const: object = None, serial_interface: Serial | None = None) -> None:
        # as luma does it, without the hook
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
    """An SH1106. It knows no other way than by pages, and has two columns on either side that nobody sees."""

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
    """Initialise the panel at the end of a wire. If it does not answer, the wire is closed and the error goes on.

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
    """Open the panel that the configuration speaks of. Raises what is in `drivers.displays.ERRORS`.

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


class Switched:
    """A wire behind a TCA9548A: its channel is selected before each write, whoever else wrote meanwhile.

    A switch connects its channel only when a write has ended, so the selection is a write of its own.

    >>> from drivers.simulated.panels import SimulatedPanel, SimulatedSwitch
    >>> left, right = SimulatedPanel(Kind.SSD1306), SimulatedPanel(Kind.SSD1306)
    >>> switch = SimulatedSwitch({2: left, 5: right})
    >>> Switched(switch, switch, channel=5).command(0xAF)
    >>> left.sent, right.sent
    (0, 3)
    """

    def __init__(self, serial: Serial, bus: Bus, channel: int, address: int = SWITCH_ADDRESS) -> None:
        """Stand before a wire to a panel, with a bus on which the switch is."""
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
        """Close both."""
        self._serial.cleanup()
        self._bus.close()
