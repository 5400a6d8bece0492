"""The plan: which wire goes from which pin of the header to which part.

The pins of the keys, the buzzer and the displays are those of the default configuration. Only what it does not say
is decided here: which ground and which 3.3 V pin a bundle takes, the colours, and the pins of the seat keys.

>>> [(wire.end, wire.pin, wire.name) for wire in bundles()["buzzer"].wires]
[('VCC', 17, '3V3'), ('signal', 12, 'GPIO18'), ('GND', 14, 'GND')]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.config.wiring import Wiring

if TYPE_CHECKING:
    from collections.abc import Mapping

    from firmware_py.config.wiring import DisplayWiring

SEATS: Mapping[str, int] = {"1": 17, "2": 27, "3": 22, "4": 23, "5": 24, "6": 25}
"""The seat keys' GPIO numbers: they have no default, as many a box has none. These six lie close, and leave
alone what the Pi has a use for: I²C (2, 3), the serial console (14, 15), SPI (7 to 11), a HAT's memory (0, 1)."""

HEADER = (
    *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
    *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
    *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND"),
    *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
)
"""What is on the pins 1 to 40; the same on every Pi with 40 pins."""

DATA_AND_CLOCK = {1: (2, 3)}
"""The GPIO numbers of an I²C bus: SDA and SCL."""
DISPLAY_POWER, DISPLAY_GROUND = 1, 9
BUZZER_POWER, BUZZER_GROUND = 17, 14
SEAT_GROUND, KEY_GROUND = 20, 39
"""Every bundle has a ground of its own, the nearest: one plug on each pin, and no wire across the header."""

RED, BLACK, YELLOW, BLUE = "red", "black", "yellow", "blue"
RAINBOW = ("brown", "orange", "yellow", "green", "blue", "violet")
"""Six keys in the order of a ribbon cable; red is left to the supply, black to ground."""


class Wire(NamedTuple):
    """A wire from a pin of the header to a part."""

    end: str
    """Where it goes on the part, as one reads it there."""
    pin: int
    """Of the header, 1 to 40."""
    colour: str

    @property
    def name(self) -> str:
        """What is on the pin.

        >>> Wire("SDA", 3, "blue").name
        'GPIO2'
        """
        return HEADER[self.pin - 1]

    @property
    def gpio(self) -> int | None:
        """The pin's GPIO number, which is what the configuration says; none of supply and ground."""
        return int(self.name.removeprefix("GPIO")) if self.name.startswith("GPIO") else None


class Bundle(NamedTuple):
    """The wires that go together to one part, or from part to part."""

    title: str
    wires: tuple[Wire, ...]
    step: int
    """In which step of the build guide it is wired."""

    @property
    def pins(self) -> list[int]:
        """The header pins that it takes."""
        return [wire.pin for wire in self.wires]


def pin_of(gpio: int) -> int:
    """Return where a GPIO number is on the header.

    >>> pin_of(21)
    40
    """
    return HEADER.index(f"GPIO{gpio}") + 1


def displays(wiring: Wiring) -> dict[str, DisplayWiring]:
    """Give the displays by their role, in the order in which the bus goes through them."""
    return {"prompt": wiring.prompt, "table": wiring.table}


def bundles(wiring: Wiring | None = None) -> dict[str, Bundle]:
    """Plan the wires of a wiring; not given: of the default configuration with the seat keys."""
    wiring = wiring or Wiring()
    data, clock = DATA_AND_CLOCK[wiring.prompt.bus]
    keys = {name: gpio for name, gpio in wiring.keys.items() if not name.isdecimal()}
    numbered = {name: gpio for name, gpio in wiring.keys.items() if name.isdecimal()} or SEATS
    seats = {f"seat {name}": gpio for name, gpio in numbered.items()}
    planned = {
        "displays": Bundle(
            "Displays",
            (
                Wire("VCC", DISPLAY_POWER, RED),
                Wire("GND", DISPLAY_GROUND, BLACK),
                Wire("SCL", pin_of(clock), YELLOW),
                Wire("SDA", pin_of(data), BLUE),
            ),
            step=2,
        ),
        "keys": Bundle("Keys", _keys(keys, KEY_GROUND), step=4),
        "seats": Bundle("Seat keys", _keys(seats, SEAT_GROUND), step=5),
    }
    if wiring.buzzer is not None:
        wires = (
            Wire("VCC", BUZZER_POWER, RED),
            Wire("signal", pin_of(wiring.buzzer), "grey"),
            Wire("GND", BUZZER_GROUND, BLACK),
        )
        planned["buzzer"] = Bundle("Buzzer", wires, step=6)
    return planned


def _keys(pins: Mapping[str, int], ground: int) -> tuple[Wire, ...]:
    signals = (
        Wire(name, pin_of(gpio), colour) for (name, gpio), colour in zip(pins.items(), RAINBOW, strict=True)
    )
    return (*signals, Wire("GND", ground, BLACK))


def wires(planned: Mapping[str, Bundle]) -> dict[int, tuple[str, Wire]]:
    """Give every wire, with the name of its bundle, by its pin.

    >>> wires(bundles())[29]
    ('keys', Wire(end='up', pin=29, colour='brown'))
    """
    return {wire.pin: (name, wire) for name, bundle in planned.items() for wire in bundle.wires}
