"""The canvas: a 1-bit picture of 128 × 64 dots, with text and icons.

Pictures keep two dots free on the right and at the bottom, so that the display can shift them by two dots
(burn-in protection) without cutting anything.
"""

from __future__ import annotations

import os
from enum import Enum
from functools import cache, lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFont

WIDTH, HEIGHT = 128, 64
MARGIN = 2
RIGHT, BOTTOM = WIDTH - MARGIN, HEIGHT - MARGIN
"""The ends of the drawing area."""

LIT, OFF = 1, 0


class Font(Enum):
    """The fonts on the panel: file, width and height of a character."""

    SMALL = ("6x10.bdf", 6, 10)
    BOLD = ("7x13B.bdf", 7, 13)

    @property
    def width(self) -> int:
        """The width of a character in dots."""
        return self.value[1]

    @property
    def height(self) -> int:
        """The height of a line in dots."""
        return self.value[2]

    @property
    def columns(self) -> int:
        """The number of characters in a line."""
        return RIGHT // self.width


def _path(font: Font) -> str:
    return os.path.join(os.path.dirname(__file__), "fonts", font.value[0])


@cache
def _load(font: Font) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_path(font), font.height, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=512)  # most texts of a picture were on the one before, and drawing letters is slow
def _letters(text: str, font: Font) -> Image.Image:
    """Return a line of text as a picture of its own."""
    image = Image.new("1", (max(len(text) * font.width, 1), font.height))
    drawing = ImageDraw.Draw(image)
    drawing.fontmode = "1"
    drawing.text((0, 0), text, fill=LIT, font=_load(font))
    return image


@cache
def _dots(rows: tuple[str, ...]) -> Image.Image:
    """Return an icon as a picture of its own."""
    image = Image.new("1", (max(map(len, rows), default=1), max(len(rows), 1)))
    dots = [(x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"]
    ImageDraw.Draw(image).point(dots, fill=LIT)
    return image


@cache
def _glyphs(font: Font) -> frozenset[str]:
    with open(_path(font), encoding="ascii") as file:
        codes = (line.split()[1] for line in file if line.startswith("ENCODING"))
        return frozenset(chr(int(code)) for code in codes)


def shown(text: str, columns: int, font: Font = Font.SMALL) -> str:
    """Return a text that fits: a long one ends in `…`, a letter that the font lacks becomes `?`.

    Translated texts always fit, which tests check; this is for names that players type.

    >>> shown("Bén 李明", 10), shown("Maximilian-Lucas", 12)
    ('Bén ??', 'Maximilian-…')
    """
    if not (text.isascii() and text.isprintable()) and not _glyphs(font).issuperset(text):
        text = "".join(letter if letter in _glyphs(font) else "?" for letter in text)
    return text if len(text) <= columns else text[: columns - 1] + "…"


TINY = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("## ", "  #", " # ", "#  ", "###"),
    "3": ("## ", "  #", " # ", "  #", "## "),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "## ", "  #", "## "),
    "6": (" ##", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", " # ", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "## "),
    "-": ("   ", "   ", "###", "   ", "   "),
    "−": ("   ", "   ", "###", "   ", "   "),
    "/": ("  #", "  #", " # ", "#  ", "#  "),
    " ": ("   ",),
}
"""Digits of three by five dots, for places without room for larger ones."""
TINY_WIDTH = 4


class Canvas:
    """A picture to draw on."""

    def __init__(self) -> None:
        """Create a dark picture."""
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self.draw = ImageDraw.Draw(self.image)

    def text(self, x: int, y: int, text: str, font: Font = Font.SMALL, ink: int = LIT) -> None:
        """Draw a line of text, cut if there is no room for it."""
        line = shown(text, (RIGHT - x) // font.width, font)
        self.draw.bitmap((x, y), _letters(line, font), fill=ink)

    def large(self, x: int, y: int, text: str, scale: tuple[int, int], ink: int = LIT) -> None:
        """Draw a line of small letters, each dot as wide and as high as `scale` says; it is not cut."""
        wide, high = scale
        letters = _letters(shown(text, len(text)), Font.SMALL)
        stretched = letters.resize((letters.width * wide, letters.height * high), Image.Resampling.NEAREST)
        self.draw.bitmap((x, y), stretched, fill=ink)

    def numbers(self, x: int, y: int, text: str, right: int = RIGHT) -> None:
        """Draw a line of text before `right`; with tiny digits if it is too long and has only numbers."""
        if _is_tiny(text, right - x):
            self.tiny(x, y + 3, text)
        else:
            self.text(x, y, text)

    @staticmethod
    def numbers_width(text: str, room: int) -> int:
        """Return how many dots `numbers` takes where there is `room`."""
        return len(text) * (TINY_WIDTH if _is_tiny(text, room) else Font.SMALL.width)

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Exchange lit and dark dots in a rectangle."""
        box = (x, y, x + width, y + height)
        lit = Image.new("1", (width, height), LIT)
        self.image.paste(ImageChops.logical_xor(self.image.crop(box), lit), box)

    def tiny(self, x: int, y: int, text: str, ink: int = LIT) -> None:
        """Draw numbers with tiny digits."""
        for at, sign in enumerate(text):
            self.icon(x + at * TINY_WIDTH, y, TINY[sign], ink)

    def icon(self, x: int, y: int, rows: tuple[str, ...], ink: int = LIT) -> None:
        """Draw an icon, given as rows of `#` and blanks."""
        self.draw.bitmap((x, y), _dots(rows), fill=ink)


def _is_tiny(text: str, room: int) -> bool:
    return len(text) * Font.SMALL.width > room and TINY.keys() >= set(text)


def wrap(text: str, columns: int) -> list[str]:
    """Return the lines of a text, broken at line breaks and blanks; a word longer than a line is broken too.

    >>> wrap("210 has no support yet: 211 is empty", 21)
    ['210 has no support', 'yet: 211 is empty']
    """
    return [line for paragraph in text.split("\n") for line in _wrap_line(paragraph, columns)]


def _wrap_line(text: str, columns: int) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        rest = word
        if len(lines[-1]) + 1 + len(rest) <= columns and lines[-1]:
            lines[-1] += " " + rest
            continue
        if lines[-1]:
            lines.append("")
        while len(rest) > columns:
            lines[-1] = rest[:columns]
            lines.append("")
            rest = rest[columns:]
        lines[-1] = rest
    return lines
