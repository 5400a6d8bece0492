"""The header: its forty pins, each with its number, its name and what is wired to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.wiring.plan import HEADER, bundles, wires
from hardware.wiring.svg import INK, PALE_INK, TINTS, Sheet

if TYPE_CHECKING:
    from hardware.wiring.plan import Bundle, Wire

WIDTH, TOP, PITCH = 980, 118, 42
MIDDLE, APART = WIDTH / 2, 46
RADIUS = 16
PILL, PILL_HEIGHT = 196, 30
NAMES_AT = 36
"""From a pin to its name."""
PILLS_AT = 118
"""From a pin to what is wired to it."""
SHARED = {"seats": "seat keys"}
"""How a bundle is called where its name alone would not do."""
FORBIDDEN = "5V"
SQUARE = 1
"""The pin whose pad is square."""


def use(name: str, wire: Wire) -> str:
    """Return in two words what a wire is for.

    >>> use("keys", wires(bundles())[29][1])
    'key up'
    """
    if wire.gpio is None:
        return f"{SHARED.get(name, name)} {wire.end}"
    return {"keys": f"key {wire.end}", "seats": f"seat key {wire.end[-1]}"}.get(name, f"{name} {wire.end}")


def header_picture(planned: dict[str, Bundle] | None = None) -> str:
    """Draw it, pin 1 at the top left, as one sees it with the microSD card up."""
    wired = wires(planned or bundles())
    rows = len(HEADER) // 2
    height = TOP + rows * PITCH + 66
    sheet = Sheet(WIDTH, height, "The 40-pin header and what is wired to it")
    sheet.text((MIDDLE, 46), "The header, pin by pin", 26, anchor="middle", font_weight="bold")
    sheet.text((MIDDLE, 76), "seen from above, with the microSD card at the top", 15, PALE_INK, anchor="middle")
    sheet.rectangle((MIDDLE - APART, TOP - PITCH / 2 - 4, 2 * APART, rows * PITCH + 8), "#202327", 8)
    for pin, name in enumerate(HEADER, 1):
        _pin(sheet, pin, name, wired.get(pin))
    foot = TOP + rows * PITCH + 24
    sheet.text(
        (MIDDLE, foot), "The square pad is pin 1. Pins without a label stay free.", 15, PALE_INK, anchor="middle"
    )
    return str(sheet)


def _pin(sheet: Sheet, pin: int, name: str, wired: tuple[str, Wire] | None) -> None:
    side = -1 if pin % 2 else 1
    anchor = "end" if side < 0 else "start"
    x, y = MIDDLE + side * APART / 2, TOP + (pin - 1) // 2 * PITCH
    fill = TINTS[wired[1].colour] if wired else "#4a4f55"
    ring = "#ffffff" if wired else "none"
    if pin == SQUARE:
        sheet.rectangle((x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS), fill, 3, stroke=ring, stroke_width=2)
    else:
        sheet.circle((x, y), RADIUS, fill, stroke=ring, stroke_width=2)
    dark = wired is not None and wired[1].colour == "yellow"
    sheet.text((x, y + 5), str(pin), 14, INK if dark else "#ffffff", anchor="middle", font_weight="bold")
    sheet.text(
        (x + side * NAMES_AT, y + 5.5),
        name,
        15,
        INK if wired else "#a3a8ad",
        anchor=anchor,
        font_weight="bold" if wired else "normal",
    )
    if name == FORBIDDEN:
        sheet.text((x + side * NAMES_AT + 34, y + 5.5), "never to a pin, a key or a display", 13, TINTS["red"])
    if wired is None:
        return
    bundle, wire = wired
    left = x + side * PILLS_AT - (PILL if side < 0 else 0)
    sheet.rectangle((left, y - PILL_HEIGHT / 2, PILL, PILL_HEIGHT), "#ffffff", 6, stroke="#d8d4c8")
    band = left + PILL - 10 if side < 0 else left
    sheet.rectangle((band, y - PILL_HEIGHT / 2, 10, PILL_HEIGHT), TINTS[wire.colour], 3)
    sheet.text((x + side * (PILLS_AT + 20), y + 5.5), use(bundle, wire), 15, anchor=anchor)
    outside = left - 10 if side < 0 else left + PILL + 10
    sheet.text((outside, y + 5), wire.colour, 13, PALE_INK, anchor=anchor)
