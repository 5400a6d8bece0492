"""Open the hardware by the wiring. A part that cannot be opened is reported; the others still work."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from drivers.presses import Key
from firmware_py.display.panel import Part

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from drivers.dice_port import DiceReader
    from drivers.displays import Device, Display
    from drivers.keys import Keys
    from firmware_py.config.wiring import DisplayWiring, Wiring
    from firmware_py.display.oled_panel import OledPanel
    from firmware_py.runtime.sources import Sources

MODEL = "/sys/firmware/devicetree/base/model"


def is_raspberry_pi() -> bool:
    """Return whether this machine is a Raspberry Pi. Pins and buses prove nothing: laptops have them too."""
    try:
        with open(MODEL, encoding="utf-8", errors="replace") as file:
            return "Raspberry Pi" in file.read()
    except OSError:
        return False


class Hardware(NamedTuple):
    """The open parts."""

    panel: OledPanel
    keys: Keys
    reader: DiceReader | None
    factory: Any

    def close(self, last: Image.Image | None = None) -> None:
        """Close all parts; the displays keep their picture, or one of them shows `last`."""
        self.keys.close()
        if self.reader is not None:
            self.reader.close()
        self.panel.close(last)
        if self.factory is not None:
            self.factory.close()


def open_hardware(
    wiring: Wiring,
    sources: Sources,
    *,
    displays: int = 2,
    make_device: Callable[[DisplayWiring], Device] | None = None,
    factory: Any = None,
) -> Hardware:
    """Open keys, displays, buzzer and dice reader; tests pass their own pin factory and devices."""
    from drivers.buzzer import Buzzer
    from drivers.dice_port import DiceReader
    from drivers.gpiod_factory import best_factory
    from drivers.keys import Keys
    from firmware_py.display.oled_panel import OledPanel

    now = round(time.monotonic() * 1000)
    pins = best_factory() if factory is None else None
    own = factory if pins is None else pins.factory
    missing = [Part("pins", pins.why)] if pins is not None and own is None else []
    keys = Keys({Key(name): pin for name, pin in wiring.keys.items()}, sources.keys.put, own or _NoPins())
    if keys.missing and own is not None:
        missing.append(Part("keys", "; ".join(keys.missing.values())))
    buzzer = None if wiring.buzzer is None or own is None else Buzzer(wiring.buzzer, own)
    panel = OledPanel(open_displays(wiring, make_device or device_of, displays, now), buzzer, missing)
    reader = None if wiring.dice == "none" else DiceReader(wiring.dice, sources.dice.put)
    return Hardware(panel, keys, reader, own)


class _NoPins:
    """A pin factory without pins: every key is missing."""

    def __getattr__(self, name: str) -> Any:
        raise OSError("there are no pins")


def open_displays(
    wiring: Wiring, make_device: Callable[[DisplayWiring], Device], count: int, now: int = 0
) -> dict[str, Display]:
    """Return one display or both by role, awake at `now`; nothing is sent yet."""
    from drivers.displays import Display

    glasses = {"table": wiring.table, "prompt": wiring.prompt} if count > 1 else {"prompt": wiring.prompt}
    return {role: Display(partial(make_device, glass), now=now) for role, glass in glasses.items()}


def device_of(glass: DisplayWiring) -> Device:
    """Open the device of a display from its wiring."""
    from drivers.displays import Kind
    from drivers.wire import open_device

    return open_device(Kind(glass.kind), glass.bus, glass.address, glass.channel)
