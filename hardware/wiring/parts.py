"""The parts, drawn as one sees them from above: the Pi, a display, keys, the buzzer, the dice reader."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hardware.wiring.plan import HEADER
from hardware.wiring.svg import INK, PALE_INK, TINTS, Sheet

if TYPE_CHECKING:
    from PIL import Image

PITCH = 34.0
"""Dots from one pin to the next, which are 2.54 mm apart: the scale of the Pi."""
MILLIMETRE = PITCH / 2.54
BOARD = (130.0, 96.0, 30 * MILLIMETRE, 65 * MILLIMETRE)
"""A Pi Zero, upright: left, top, width, height."""
HOLE = 3.5 * MILLIMETRE
FIRST_ROW = BOARD[1] + BOARD[3] / 2 - 9.5 * PITCH
COLUMNS = (BOARD[0] + BOARD[2] - 3.5 * MILLIMETRE - PITCH / 2, BOARD[0] + BOARD[2] - 3.5 * MILLIMETRE + PITCH / 2)
GOLD, METAL, BOARD_GREEN, MASK_BLUE, GLASS, LIT = "#d9b04a", "#c9ced3", "#2d7a4d", "#1f4e79", "#0b0e12", "#a9e6ff"
DATA_PORT, POWER_PORT = 41.4 * MILLIMETRE, 54.0 * MILLIMETRE
"""The micro-USB ports of a Zero, from the end with the microSD card."""


def pin_at(pin: int) -> tuple[float, float]:
    """Return where a pin of the header is drawn."""
    return COLUMNS[(pin - 1) % 2], FIRST_ROW + (pin - 1) // 2 * PITCH


def board(sheet: Sheet) -> None:
    """Draw the Pi, its microSD card at the top and its header on the right."""
    left, top, width, height = BOARD
    sheet.rectangle((left + 9.5 * MILLIMETRE, top - 26, 11 * MILLIMETRE, 60), "#2b2e33", 5)
    sheet.text((left + 15 * MILLIMETRE, top - 8), "microSD", 14, "#ffffff", anchor="middle")
    sheet.rectangle(BOARD, BOARD_GREEN, 3 * MILLIMETRE)
    for x in (left + HOLE, left + width - HOLE):
        for y in (top + HOLE, top + height - HOLE):
            sheet.circle((x, y), 2.6 * MILLIMETRE, GOLD)
            sheet.circle((x, y), 1.5 * MILLIMETRE, "#fbfaf6")
    sheet.rectangle((left + 9 * MILLIMETRE, top + 2 * MILLIMETRE, 12 * MILLIMETRE, 13 * MILLIMETRE), METAL, 4)
    sheet.rectangle((left + 7 * MILLIMETRE, top + 22 * MILLIMETRE, 11 * MILLIMETRE, 11 * MILLIMETRE), "#2a2d31", 4)
    sheet.rectangle((left + 8 * MILLIMETRE, top + 44 * MILLIMETRE, 9 * MILLIMETRE, 9 * MILLIMETRE), METAL, 4)
    name = left + 12.5 * MILLIMETRE
    sheet.text((name, top + 38 * MILLIMETRE), "Raspberry Pi", 17, "#ffffff", anchor="middle", font_weight="bold")
    sheet.text((name, top + 40.3 * MILLIMETRE), "Zero 2 W", 15, "#d8eddf", anchor="middle")
    for at, length, label in (
        (12.4 * MILLIMETRE, 11 * MILLIMETRE, "HDMI"),
        (DATA_PORT, 7.5 * MILLIMETRE, "USB"),
        (POWER_PORT, 7.5 * MILLIMETRE, "PWR"),
    ):
        sheet.rectangle((left - 10, top + at - length / 2, 5 * MILLIMETRE, length), METAL, 4, stroke="#9aa1a8")
        sheet.text((left + 2 * MILLIMETRE, top + at + 5), label, 13, INK, anchor="middle")
    _header(sheet)


def _header(sheet: Sheet) -> None:
    half = PITCH / 2
    sheet.rectangle((COLUMNS[0] - half, FIRST_ROW - half, 2 * PITCH, 20 * PITCH), "#1d2023", 4)
    for pin in range(1, len(HEADER) + 1):
        x, y = pin_at(pin)
        if pin == 1:
            sheet.rectangle((x - 9, y - 9, 18, 18), GOLD, 2)
        else:
            sheet.circle((x, y), 8, GOLD)


@cache
def _dots(picture: bytes, width: int) -> str:
    """Give the lit dots of a 1-bit picture as a way round each run of them."""
    way = []
    for y, row in enumerate(picture[at : at + width] for at in range(0, len(picture), width)):
        x = 0
        while x < width:
            run = x
            while run < width and row[run]:
                run += 1
            if run > x:
                way.append(f"M{x} {y}h{run - x}v1h{x - run}z")
            x = run + 1
    return "".join(way)


def display(sheet: Sheet, at: tuple[float, float], address: str, shown: Image.Image | None) -> None:
    """Draw a 1.3-inch module, its four pins on the left, lit if something is shown."""
    x, y = at
    sheet.rectangle((x, y, 300, 170), MASK_BLUE, 10)
    for hole in ((x + 14, y + 14), (x + 286, y + 14), (x + 14, y + 156), (x + 286, y + 156)):
        sheet.circle(hole, 8, GOLD)
        sheet.circle(hole, 4.5, "#fbfaf6")
    sheet.rectangle((x + 76, y + 26, 212, 118), GLASS, 4)
    if shown is not None:
        sheet.begin(transform=f"translate({x + 86:g} {y + 37:g}) scale(1.5)")
        sheet.area(_dots(shown.convert("L").tobytes(), shown.width), LIT)
        sheet.end()
    for end, (pin_x, pin_y) in display_pins(at).items():
        sheet.circle((pin_x, pin_y), 9, GOLD)
        sheet.text((pin_x + 15, pin_y + 5), end, 13, "#ffffff")
    sheet.text((x + 182, y + 161), address, 13, "#d5e4f2", anchor="middle")


def display_pins(at: tuple[float, float]) -> dict[str, tuple[float, float]]:
    """Return where a module's pins are."""
    x, y = at
    return {end: (x + 18, y + 42 + row * 29) for row, end in enumerate(("VCC", "GND", "SCL", "SDA"))}


KEY = 36.0
KEY_PITCH = 45.0
CAPS = {"ok": "#2f9e57", "back": "#d62f2f"}


def keys(sheet: Sheet, at: tuple[float, float], names: list[str], notes: list[str]) -> None:
    """Draw keys one below the other: a leg on the left, the other, to ground, on the right."""
    x, y = at
    for row, (name, note) in enumerate(zip(names, notes, strict=True)):
        top = y + row * KEY_PITCH
        sheet.path(f"M{x - 12:g} {top + 18:g}h{KEY + 24:g}", METAL, 6)
        sheet.rectangle((x, top, KEY, KEY), "#3a3e44", 5)
        sheet.circle((x + KEY / 2, top + KEY / 2), 13, CAPS.get(name, "#e9e4d6"), stroke="#1d2023", stroke_width=2)
        sheet.text((x + 76, top + 17), name, 16, font_weight="bold")
        sheet.text((x + 76, top + 34), note, 13, PALE_INK)


def key_leg(at: tuple[float, float], row: int) -> tuple[float, float]:
    """Return where the left leg of a key is."""
    return at[0] - 12, at[1] + row * KEY_PITCH + KEY / 2


def ground_leg(at: tuple[float, float], row: int) -> tuple[float, float]:
    """Return where the other leg is."""
    return at[0] + KEY + 12, at[1] + row * KEY_PITCH + KEY / 2


def buzzer(sheet: Sheet, at: tuple[float, float]) -> None:
    """Draw a buzzer on a small board with its transistor."""
    x, y = at
    sheet.rectangle((x, y, 190, 104), MASK_BLUE, 8)
    sheet.circle((x + 136, y + 52), 42, "#17191c")
    sheet.circle((x + 136, y + 52), 10, "#4a4f55")
    sheet.text((x + 136, y + 30), "+", 20, "#ffffff", anchor="middle")
    for end, (pin_x, pin_y) in buzzer_pins(at).items():
        sheet.circle((pin_x, pin_y), 9, GOLD)
        sheet.text((pin_x + 15, pin_y + 5), end, 13, "#ffffff")


def buzzer_pins(at: tuple[float, float]) -> dict[str, tuple[float, float]]:
    """Return where its pins are."""
    x, y = at
    return {end: (x + 18, y + 23 + row * 29) for row, end in enumerate(("VCC", "signal", "GND"))}


def reader(sheet: Sheet, at: tuple[float, float]) -> None:
    """Draw the camera over a tray with two dice."""
    x, y = at
    sheet.rectangle((x, y, 250, 124), "#7a5234", 12)
    sheet.rectangle((x + 10, y + 10, 230, 104), "#2f5d46", 8)
    for left, top, turn, pips in ((x + 128, y + 50, 12, "135"), (x + 184, y + 34, -18, "13579")):
        sheet.begin(transform=f"translate({left:g} {top:g}) rotate({turn})")
        sheet.rectangle((-17, -17, 34, 34), "#fdfcf8", 6)
        for pip in pips:
            column, row = (int(pip) - 1) % 3 - 1, (int(pip) - 1) // 3 - 1
            sheet.circle((column * 10, row * 10), 3.2, INK)
        sheet.end()
    sheet.rectangle((x + 22, y + 24, 66, 76), "#22252a", 6)
    sheet.circle((x + 55, y + 56), 22, "#3f454c")
    sheet.circle((x + 55, y + 56), 12, TINTS["black"], stroke="#8d949c", stroke_width=3)
