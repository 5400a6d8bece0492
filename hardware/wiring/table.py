"""The wiring as a table for people: hardware/WIRING.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.config.wiring import Wiring
from hardware.wiring.plan import HEADER, SEATS, bundles, displays, wires

if TYPE_CHECKING:
    from hardware.wiring.plan import Bundle, Wire

HEAD = """\
# The wiring

Written by `python -m hardware.wiring` from the default configuration (`firmware_py/config/wiring.py`): change it
there, not here. The same source draws the pictures and, with `make hardware`, `build/hardware/wiring.svg`.

**3.3 V only, and unplug the Pi before you touch a wire.** The 5 V pins (2 and 4) stay free: 5 V on any other pin
destroys the Pi. GPIO numbers are what `sideline.toml` says; header pins are what you count on the board.

![The header, pin by pin](pictures/header.svg)

"""
DISPLAYS = """\
Both on the same four wires, I²C bus {bus}; they differ by their address: {places}. From the prompt
display the four wires go on to the table display. Read the names on the modules: their order differs.
A 2.42 inch display (SSD1309) takes the same four wires; it draws up to 0.15 A. If it has a pin RES, tie it to VCC.

"""
SEAT_KEYS = """\
They may be left out, so they have no default pins. These six are free and lie close together; put the lines under
`[keys]` in your `sideline.toml`:

```
{lines}
```

"""
FOOT = """\
## Dice reader

No wire on the header: a USB data cable. The box finds its port by itself.

## What stays free

{free}, with the header pin in brackets.
GPIO0 and GPIO1 belong to a HAT's memory: leave them alone.

![Everything together](pictures/step-8.svg)
"""
COLUMNS = "| wire | GPIO | header pin | colour | other end |\n| --- | --- | --- | --- | --- |\n"
OTHER_ENDS = {"keys": "a leg of the key **{end}**", "seats": "a leg of the key of **{end}**"}
SHARED_ENDS = {
    "keys": "the other legs of all six keys, one after the other",
    "seats": "the other legs of all six seat keys, one after the other",
}
ORDER = ("displays", "keys", "seats", "buzzer")


def wiring_page(wiring: Wiring | None = None) -> str:
    """Write the page; not given: of the default configuration with the seat keys."""
    wiring = wiring or Wiring()
    planned = bundles(wiring)
    sections = "".join(_section(name, planned[name], wiring) for name in ORDER if name in planned)
    names = {pin: name for pin, name in enumerate(HEADER, 1) if name.startswith("GPIO")}
    free = [f"{name} ({pin})" for pin, name in names.items() if pin not in wires(planned)]
    return HEAD + sections + FOOT.format(free=", ".join(free))


def _section(name: str, bundle: Bundle, wiring: Wiring) -> str:
    said = ""
    if name == "displays":
        places = ", ".join(f"{role} 0x{glass.address:02X}" for role, glass in displays(wiring).items())
        said = DISPLAYS.format(bus=wiring.prompt.bus, places=places)
    elif name == "seats":
        said = SEAT_KEYS.format(lines="\n".join(f"{seat} = {gpio}" for seat, gpio in SEATS.items()))
    rows = "".join(f"| {' | '.join(_row(name, wire))} |\n" for wire in bundle.wires)
    return f"## {bundle.title}\n\n{said}{COLUMNS}{rows}\n"


def _row(name: str, wire: Wire) -> tuple[str, ...]:
    if wire.gpio is None:
        gpio, end = wire.name.replace("3V3", "3.3 V"), SHARED_ENDS.get(name, f"`{wire.end}`")
    else:
        gpio, end = str(wire.gpio), OTHER_ENDS.get(name, "`{end}`").format(end=wire.end)
    return wire.end, gpio, str(wire.pin), wire.colour, end
