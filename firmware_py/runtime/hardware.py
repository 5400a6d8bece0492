"""Open the hardware by the wiring. A part that cannot be opened is reported; the others still work."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from PIL import Image

from drivers.buzzer import Buzzer
from drivers.dice_port import DiceReader
from drivers.displays import Device, Display, Kind
from drivers.keyboard import Keyboard
from drivers.keys import Keys
from drivers.presses import Key
from firmware_py.config.wiring import DisplayWiring, Wiring
from firmware_py.display.oled_panel import OledPanel
from firmware_py.display.panel import Part
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
    keyboard: Keyboard | None

    def close(self, last: Image.Image | None = None) -> None:
        """Close all parts; the displays keep their picture, or one of them shows `last`."""
        self.keys.close()
        if self.keyboard is not None:
            self.keyboard.close()
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
    from drivers.gpiod_factory import best_factory

    now = round(time.monotonic() * 1000)
    pins = best_factory() if factory is None else None
    own = factory if pins is None else pins.factory
    missing = [Part("pins", pins.why)] if pins is not None and own is None else []
    keys = Keys(
        {pin: Key(name) for pin, name in wiring.pins.items()},
        sources.keys.put,
        own or _NoPins(),
        is_polled=wiring.poll_keys,
    )
    if keys.missing and own is not None:
        missing.append(Part("keys", "; ".join(keys.missing.values())))
    buzzer = None if wiring.buzzer is None or own is None else Buzzer(wiring.buzzer, own)
    opened = open_displays(wiring, make_device or partial(device_of, factory=own), displays, now)
    panel = OledPanel(opened, buzzer, missing, keys=keys)
    reader = None if wiring.dice == "none" else DiceReader(wiring.dice, sources.dice.put)
    keyboard = None if wiring.keyboard == "none" else Keyboard(sources.keys.put, wiring.keyboard)
    return Hardware(panel, keys, reader, own, keyboard)


class _NoPins:
    """A pin factory without pins: every key is missing."""

    def __getattr__(self, name: str) -> Any:
        raise OSError("there are no pins")


def open_displays(
    wiring: Wiring, make_device: Callable[[DisplayWiring], Device], count: int, now: int = 0
) -> dict[str, Display]:
    """Return one display or both by role, awake at `now`; nothing is sent yet."""
    glasses = {"table": wiring.table, "prompt": wiring.prompt} if count > 1 else {"prompt": wiring.prompt}
    return {role: Display(partial(make_device, glass), now=now) for role, glass in glasses.items()}


def device_of(glass: DisplayWiring, factory: Any = None) -> Device:
    """Open the device of a display from its wiring; one on SPI needs pins of a factory."""
    from drivers.wire import open_device, open_spi_device

    kind = Kind(glass.kind)
    if glass.interface == "spi":
        from drivers.gpiod_factory import best_factory

        return open_spi_device(kind, glass.bus, (glass.dc, glass.reset), factory or best_factory().factory)
    return open_device(kind, glass.bus, glass.address, glass.channel)
