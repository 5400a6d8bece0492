"""The pictures of the build guide: the Pi, and beside it what a step adds; pins in use wear their plugs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from firmware_py.config.wiring import Wiring
from firmware_py.display.cover import cover
from firmware_py.i18n.translations import Translations
from hardware.wiring import parts
from hardware.wiring.details import DETAILS
from hardware.wiring.parts import BOARD, COLUMNS, KEY, PITCH, pin_at
from hardware.wiring.plan import Bundle, Wire, bundles, displays
from hardware.wiring.svg import PALE_INK, TINTS, Sheet, number

if TYPE_CHECKING:
    from PIL import Image

Point = tuple[float, float]
Chip = tuple[Point, Wire]
"""Where a wire is numbered."""

WIDTH, RIGHT = 1390, 810.0
"""How wide a picture is, and where the parts stand."""
HEIGHTS = {7: 1110.0, 8: 1240.0}
USUAL_HEIGHT = 1000.0
VERSION_LINES = (0, 40, 127, 53)
"""Where the cover names the version: the pictures shall not change with every one."""
STEPS = {
    1: "The Pi alone",
    2: "The first display",
    3: "The second display",
    4: "Six keys",
    5: "Six seat keys",
    6: "The buzzer",
    7: "The dice reader",
    8: "Everything",
}
LAST = max(STEPS)
ALONE: dict[str, Point] = {
    "prompt": (RIGHT, 110),
    "table": (RIGHT, 360),
    "keys": (RIGHT + 12, 590),
    "seats": (RIGHT + 12, 320),
    "buzzer": (RIGHT, 370),
    "reader": (RIGHT, 950),
}
"""Where a part stands in the picture of its own step: near its pins."""
TOGETHER: dict[str, Point] = {
    "prompt": (RIGHT, 60),
    "table": (RIGHT, 262),
    "buzzer": (RIGHT, 462),
    "seats": (RIGHT + 12, 604),
    "keys": (RIGHT + 12, 900),
    "reader": (150, 1060),
}


def scene(step: int) -> str:
    """Draw a step."""
    places = TOGETHER if step == LAST else ALONE
    title = f"Step {step}: {STEPS[step]}"
    sheet = Sheet(WIDTH, HEIGHTS.get(step, USUAL_HEIGHT), title)
    sheet.text((BOARD[0], 44), title, 24, font_weight="bold")
    parts.board(sheet)
    planned = bundles()
    for bundle in planned.values():
        if bundle.step <= step:
            _plugs(sheet, bundle)
    _supply(sheet)
    chips: list[Chip] = []
    if step in {2, 3, LAST}:
        chips += _displays(sheet, planned["displays"], places, step)
    for name, bundle in planned.items():
        if name != "displays" and step in {bundle.step, LAST}:
            chips += (_buzzer if name == "buzzer" else _keys)(sheet, bundle, places[name])
    if step in {7, LAST}:
        _reader(sheet, places["reader"])
    _chips(sheet, chips)
    if step in DETAILS:
        show, top = DETAILS[step]
        show(sheet, (RIGHT, top))
    return str(sheet)


def note(wire: Wire) -> str:
    """Return where a wire comes from.

    >>> note(Wire("up", 29, "brown"))
    'pin 29 · GPIO5 · brown'
    """
    return f"pin {wire.pin} · {wire.name.replace('3V3', '3.3 V')} · {wire.colour}"


@cache
def _picture() -> Image.Image:
    from PIL import ImageDraw

    image = cover(Translations("en"))
    ImageDraw.Draw(image).rectangle(VERSION_LINES, fill=0)
    return image


def _plugs(sheet: Sheet, bundle: Bundle) -> None:
    for wire in bundle.wires:
        x, y = pin_at(wire.pin)
        sheet.rectangle((x - 13, y - 13, 26, 26), "#33373c", 4, stroke="#54595f")
        sheet.circle((x, y), 8, TINTS[wire.colour], stroke="#ffffff", stroke_width=1.5)


def _supply(sheet: Sheet) -> None:
    left, top, _width, _height = BOARD
    y = top + parts.POWER_PORT
    sheet.path(f"M{number(left - 20)} {number(y)}H0", "#33373c", 12)
    sheet.rectangle((left - 34, y - 16, 28, 32), "#33373c", 5)
    sheet.text((12, y - 32), "5 V", 14, PALE_INK)
    sheet.text((12, y - 15), "supply", 14, PALE_INK)


def _strand(sheet: Sheet, wire: Wire, target: Point, tail: str = "") -> Chip:
    """Draw a wire from the header to a point; one of the left column goes between two pins of the right one."""
    x, y = pin_at(wire.pin)
    outside, level = COLUMNS[1] + 14, y
    way = f"M{number(x)} {number(y)}"
    if x < COLUMNS[1]:
        level = y + PITCH / 2
        way += f"C{number(x + 18)} {number(y)} {number(x + 14)} {number(level)} {number(outside)} {number(level)}"
    end_x, end_y = target
    bend = (end_x - outside) * 0.55
    start, out, into = (outside, level), (outside + bend, level), (end_x - bend, end_y)
    way += f"L{number(outside)} {number(level)}"
    way += f"C{' '.join(number(part) for point in (out, into, target) for part in point)}"
    _wire(sheet, way + tail, wire.colour)
    return _along((start, out, into, target), 0.08 if x < COLUMNS[1] else 0.2), wire


def _chips(sheet: Sheet, chips: list[Chip]) -> None:
    """Number the wires; last of all, so that no wire lies on a number."""
    for (x, y), wire in chips:
        sheet.rectangle((x - 13, y - 8, 26, 16), "#ffffff", 4, stroke=TINTS[wire.colour], stroke_width=1.5)
        sheet.text((x, y + 4.5), str(wire.pin), 12, anchor="middle", font_weight="bold")


def _wire(sheet: Sheet, way: str, colour: str) -> None:
    sheet.path(way, "#ffffff", 9)
    sheet.path(way, "#1d2023", 6.5)
    sheet.path(way, TINTS[colour], 5)


def _along(points: tuple[Point, Point, Point, Point], share: float) -> Point:
    """Give a point on a curve."""
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def _label(sheet: Sheet, at: Point, title: str, lines: list[str]) -> None:
    x, y = at
    sheet.text((x, y), title, 17, font_weight="bold")
    for row, line in enumerate(lines):
        sheet.text((x, y + 24 + row * 20), line, 14, PALE_INK)


def _displays(sheet: Sheet, bundle: Bundle, places: dict[str, Point], step: int) -> list[Chip]:
    glasses = displays(Wiring())
    if step == min(STEPS) + 1:
        del glasses["table"]
    for role, glass in glasses.items():
        parts.display(sheet, places[role], f"address 0x{glass.address:02X}", _picture())
    x, y = places["prompt"]
    _label(sheet, (x + 316, y + 50), "Prompt display", [f"{wire.end}: {note(wire)}" for wire in bundle.wires])
    prompt = parts.display_pins(places["prompt"])
    if "table" in glasses:
        x, y = places["table"]
        lines = ["the same four wires,", "taken on from", "the prompt display"]
        _label(sheet, (x + 316, y + 50), "Table display", lines)
        table = parts.display_pins(places["table"])
        for column, wire in enumerate(bundle.wires):
            (start_x, start_y), (end_x, end_y) = prompt[wire.end], table[wire.end]
            side = number(start_x - 34 - 13 * (3 - column))
            way = f"M{number(start_x)} {number(start_y)}H{side}V{number(end_y)}H{number(end_x)}"
            _wire(sheet, way, wire.colour)
    return [_strand(sheet, wire, prompt[wire.end]) for wire in bundle.wires]


def _keys(sheet: Sheet, bundle: Bundle, at: Point) -> list[Chip]:
    *signals, ground = bundle.wires
    x, top = parts.ground_leg(at, 0)
    corner = (at[0] - 34, parts.ground_leg(at, len(signals) - 1)[1] + KEY)
    parts.keys(sheet, at, [wire.end for wire in signals], [note(wire) for wire in signals])
    lines = ["one leg to its own pin,", "the other to ground,", "from key to key"]
    _label(sheet, (at[0] + 320, at[1] + 20), bundle.title, lines)
    sheet.text((at[0] + 76, corner[1] + 5), f"GND of all: {note(ground)}", 13, PALE_INK)
    chips = [_strand(sheet, wire, parts.key_leg(at, row)) for row, wire in enumerate(signals)]
    chips.append(_strand(sheet, ground, corner, f"H{number(x)}V{number(top)}"))
    for row in range(len(signals)):
        sheet.circle(parts.ground_leg(at, row), 6, TINTS[ground.colour], stroke="#ffffff", stroke_width=1.5)
    return chips


def _buzzer(sheet: Sheet, bundle: Bundle, at: Point) -> list[Chip]:
    parts.buzzer(sheet, at)
    _label(sheet, (at[0] + 206, at[1] + 26), bundle.title, [f"{wire.end}: {note(wire)}" for wire in bundle.wires])
    return [_strand(sheet, wire, parts.buzzer_pins(at)[wire.end]) for wire in bundle.wires]


def _reader(sheet: Sheet, at: Point) -> None:
    left, top, _width, height = BOARD
    y, below = top + parts.DATA_PORT, top + height + 46
    x, middle = at[0], at[1] + 62
    way = f"M{number(left - 20)} {number(y)}H{number(left - 46)}V{number(below)}"
    way += f"V{number(middle)}H{number(x)}" if x < RIGHT else f"H{number(x - 60)}V{number(middle)}H{number(x)}"
    sheet.path(way, "#ffffff", 15)
    sheet.path(way, "#5b6168", 11)
    sheet.rectangle((left - 34, y - 16, 28, 32), "#5b6168", 5)
    parts.reader(sheet, at)
    _label(sheet, (x + 264, at[1] + 46), "Dice reader", ["camera over the tray,", "on a USB data cable"])
