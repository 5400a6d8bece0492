"""Details beside the pictures: what one has to look at closely before the wire goes on."""

from __future__ import annotations

from hardware.wiring.parts import GLASS, GOLD, MASK_BLUE, METAL
from hardware.wiring.plan import SEATS
from hardware.wiring.svg import INK, PALE_INK, TINTS, Sheet, number

Point = tuple[float, float]
WIDTH = 548
MONO = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


def card(sheet: Sheet, at: Point, height: float, title: str) -> None:
    """Draw a frame with a title."""
    sheet.rectangle((*at, WIDTH, height), "#ffffff", 14, stroke="#d8d4c8", stroke_width=1.5)
    sheet.text((at[0] + 24, at[1] + 36), title, 17, font_weight="bold")


def _lines(sheet: Sheet, at: Point, lines: tuple[str, ...]) -> None:
    for row, line in enumerate(lines):
        sheet.text((at[0], at[1] + row * 21), line, 14, PALE_INK)


def _screen(sheet: Sheet, at: Point, lines: tuple[str, ...]) -> None:
    sheet.rectangle((*at, WIDTH - 48, 26 + 24 * len(lines)), GLASS, 8)
    for row, line in enumerate(lines):
        sheet.text(
            (at[0] + 18, at[1] + 29 + row * 24), line, 15, "#dff3e4", font_family=MONO, xml__space="preserve"
        )


def bus_on(sheet: Sheet, at: Point) -> None:
    """Show how I²C is turned on, and where pin 1 is."""
    x, y = at
    card(sheet, at, 420, "Before any wire: turn I²C on")
    _screen(
        sheet,
        (x + 24, y + 56),
        ("$ sudo sideline setup", "…", "Change that? [y/N] y", "…", "$ sudo reboot"),
    )
    sheet.rectangle((x + 30, y + 240, 68, 136), "#1d2023", 6)
    for pin in range(1, 9):
        pin_x, pin_y = x + 47 + (pin - 1) % 2 * 34, y + 257 + (pin - 1) // 2 * 34
        if pin == 1:
            sheet.rectangle((pin_x - 11, pin_y - 11, 22, 22), GOLD, 2)
        else:
            sheet.circle((pin_x, pin_y), 11, GOLD)
        sheet.text((pin_x, pin_y + 4.5), str(pin), 12, anchor="middle", font_weight="bold")
    _lines(
        sheet,
        (x + 124, y + 262),
        (
            "Pin 1 is the one next to the microSD card, in the",
            "row away from the edge; below the board its pad is",
            "square. Odd numbers run down the inner row, even",
            "numbers down the outer one.",
        ),
    )


def read_the_print(sheet: Sheet, at: Point) -> None:
    """Show that modules which look alike have their pins in another order."""
    x, y = at
    card(sheet, at, 330, "Read the print on your module")
    orders = (("VCC", "GND", "SCL", "SDA"), ("GND", "VCC", "SCL", "SDA"))
    for left, order in zip((x + 30, x + 290), orders, strict=True):
        sheet.rectangle((left, y + 60, 228, 128), MASK_BLUE, 8)
        sheet.rectangle((left + 20, y + 110, 188, 66), GLASS, 4)
        for column, end in enumerate(order):
            pin_x = left + 39 + column * 50
            colour = {"VCC": "red", "GND": "black", "SCL": "yellow", "SDA": "blue"}[end]
            sheet.circle((pin_x, y + 78), 9, GOLD)
            sheet.circle((pin_x, y + 78), 5, TINTS[colour])
            sheet.text((pin_x, y + 103), end, 12, "#ffffff", anchor="middle")
    _lines(
        sheet,
        (x + 30, y + 222),
        (
            "Both orders are sold under the same name. With VCC and GND",
            "exchanged a module dies within seconds: go by the printed names,",
            "never by the order of the pins, and feed it from 3.3 V alone.",
        ),
    )


def address(sheet: Sheet, at: Point) -> None:
    """Show the resistor on the back of a module that says which address it has."""
    x, y = at
    card(sheet, at, 360, "Give the second display its own address")
    sheet.rectangle((x + 30, y + 62, 230, 190), MASK_BLUE, 8)
    sheet.text((x + 145, y + 92), "IIC ADDRESS SELECT", 13, "#ffffff", anchor="middle")
    for row, (label, is_set) in enumerate((("0x78", False), ("0x7A", True))):
        top = y + 116 + row * 62
        for pad in (x + 112, x + 172):
            sheet.rectangle((pad, top, 26, 34), GOLD, 3)
        sheet.text((x + 46, top + 23), label, 15, "#ffffff")
        if is_set:
            sheet.rectangle((x + 124, top + 3, 62, 28), "#1d2023", 3)
            sheet.rectangle((x + 120, top + 3, 12, 28), METAL, 2)
            sheet.rectangle((x + 178, top + 3, 12, 28), METAL, 2)
    sheet.path(f"M{number(x + 216)} {number(y + 132)}q34 30 0 62", "#ffffff", 3)
    sheet.area(f"M{number(x + 206)} {number(y + 198)}l16 -10l2 17z", "#ffffff")
    _lines(
        sheet,
        (x + 284, y + 92),
        (
            "On the back, move the small",
            "resistor (or the solder bridge)",
            "from 0x78 to 0x7A.",
            "",
            "0x78 and 0x7A are the same",
            "addresses with one more bit:",
        ),
    )
    sheet.text((x + 284, y + 232), "0x78 is 0x3C: prompt", 15, font_weight="bold")
    sheet.text((x + 284, y + 256), "0x7A is 0x3D: table", 15, font_weight="bold")
    _lines(
        sheet,
        (x + 30, y + 294),
        (
            "No such place on your module? Then a TCA9548A gives each",
            "display a channel of its own: see PARTS.md.",
        ),
    )


def key_legs(sheet: Sheet, at: Point) -> None:
    """Show which legs of a key belong together."""
    x, y = at
    card(sheet, at, 400, "A key has four legs, joined in pairs")
    left, top, size = x + 84, y + 100, 170
    for leg_y in (top + 34, top + size - 34):
        sheet.path(f"M{number(left - 34)} {number(leg_y)}h{size + 68}", METAL, 12)
    sheet.rectangle((left, top, size, size), "#3a3e44", 12)
    sheet.begin(stroke_dasharray="7 6")
    for leg_y in (top + 34, top + size - 34):
        sheet.path(f"M{number(left + 10)} {number(leg_y)}h{size - 20}", "#ffffff", 2.5)
    sheet.end()
    sheet.circle((left + size / 2, top + size / 2), 42, "#e9e4d6", stroke="#1d2023", stroke_width=3)
    own, ground = (left - 34, top + 34), (left + size + 34, top + size - 34)
    sheet.circle(own, 10, TINTS["brown"], stroke="#ffffff", stroke_width=2)
    sheet.circle(ground, 10, TINTS["black"], stroke="#ffffff", stroke_width=2)
    sheet.text((own[0] - 6, own[1] - 22), "own pin", 14, anchor="middle")
    sheet.text((ground[0] + 6, ground[1] + 34), "ground", 14, anchor="middle")
    _lines(
        sheet,
        (x + 348, y + 108),
        (
            "Legs that face each",
            "other across the key",
            "are always joined.",
            "",
            "Take two legs that",
            "lie diagonally: they",
            "are never the same",
            "pair.",
        ),
    )
    _lines(
        sheet,
        (x + 30, y + 344),
        (
            "No resistors: the Pi pulls each pin up by itself. Arcade keys have",
            "two tabs, either way round; of three take COM and NO.",
        ),
    )


def seat_lines(sheet: Sheet, at: Point) -> None:
    """Show what the configuration needs for the seat keys."""
    x, y = at
    card(sheet, at, 310, "Tell the box about them")
    lines = ("[keys]", *(f"{name} = {gpio}" for name, gpio in SEATS.items()))
    _screen(sheet, (x + 24, y + 56), lines)
    _lines(
        sheet,
        (x + 24, y + 276),
        ("in ~/.config/sideline/sideline.toml; then: sideline config --check",),
    )


def transistor(sheet: Sheet, at: Point) -> None:
    """Show the circuit between the three wires and a bare buzzer."""
    x, y = at
    card(sheet, at, 380, "A bare buzzer wants a transistor")
    rail, base, foot = y + 84, y + 206, y + 312
    line = f"M{number(x + 92)} {number(rail)}H{number(x + 300)}V{number(rail + 20)}"
    sheet.path(line, TINTS["red"], 3)
    sheet.circle((x + 300, rail + 46), 26, "#17191c")
    sheet.text((x + 300, rail + 40), "+", 16, "#ffffff", anchor="middle")
    sheet.circle((x + 300, rail + 51), 5, "#4a4f55")
    sheet.path(
        f"M{number(x + 300)} {number(rail + 72)}V{number(base - 22)}L{number(x + 274)} {number(base - 6)}", INK, 3
    )
    sheet.path(f"M{number(x + 274)} {number(base - 26)}V{number(base + 26)}", INK, 5)
    sheet.path(
        f"M{number(x + 274)} {number(base + 6)}L{number(x + 300)} {number(base + 24)}V{number(foot)}", INK, 3
    )
    sheet.area(f"M{number(x + 300)} {number(base + 24)}l-15 -3l8 -11z", INK)
    sheet.circle((x + 286, base), 40, "none", stroke=INK, stroke_width=2)
    sheet.path(
        f"M{number(x + 92)} {number(base)}H{number(x + 140)}M{number(x + 204)} {number(base)}H{number(x + 274)}",
        TINTS["grey"],
        3,
    )
    sheet.rectangle((x + 140, base - 11, 64, 22), "#e9d9b0", 4, stroke=INK, stroke_width=2)
    sheet.text((x + 172, base + 32), "1 kΩ", 14, anchor="middle")
    sheet.path(f"M{number(x + 92)} {number(foot)}H{number(x + 300)}", TINTS["black"], 3)
    middle = rail + 48
    sheet.path(f"M{number(x + 236)} {number(rail)}V{number(base - 36)}H{number(x + 300)}", INK, 3)
    sheet.area(f"M{number(x + 236)} {number(middle - 11)}l-13 22h26z", INK)
    sheet.path(f"M{number(x + 222)} {number(middle - 12)}h28", INK, 4)
    sheet.text((x + 216, middle + 4), "diode", 14, anchor="end")
    for end, level, colour in (("VCC", rail, "red"), ("signal", base, "grey"), ("GND", foot, "black")):
        sheet.circle((x + 92, level), 7, TINTS[colour])
        sheet.text((x + 78, level + 5), end, 14, anchor="end")
    _lines(
        sheet,
        (x + 358, y + 92),
        (
            "Flat side to you, legs",
            "down, left to right:",
            "BC547: C B E",
            "2N3904, S8050: E B C",
            "(C to the buzzer, B to",
            "1 kΩ, E to GND)",
            "",
            "The diode's stripe",
            "looks towards VCC.",
            "",
            "A piezo under 8 mA",
            "may go straight:",
            "+ signal, − GND.",
        ),
    )


def ports(sheet: Sheet, at: Point) -> None:
    """Return which port the reader goes to."""
    card(sheet, at, 200, "Which port, which cable")
    _lines(
        sheet,
        (at[0] + 24, at[1] + 72),
        (
            "Pi Zero 2 W: the port marked USB, with a micro-USB adapter (OTG).",
            "Pi 3A+ and 4: any USB port.",
            "",
            "A cable for data: many that come with lamps only charge, and",
            "the reader then has light but no word.",
        ),
    )


DETAILS = {
    1: (bus_on, 130),
    2: (read_the_print, 400),
    3: (address, 600),
    4: (key_legs, 110),
    5: (seat_lines, 650),
    6: (transistor, 560),
    7: (ports, 600),
}
"""By step: what is shown, and how far down."""
