"""The canvas: a picture of 128 × 64 dots, each lit or dark, and what is drawn on it.

Pictures keep two dots free on the right and at the bottom, so that the display can let them wander by two dots
without cutting anything.
"""

from __future__ import annotations

import os
from enum import Enum
from functools import cache

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 128, 64
MARGIN = 2
RIGHT, BOTTOM = WIDTH - MARGIN, HEIGHT - MARGIN
"""Where drawing ends."""

LIT, OFF = 1, 0


class Font(Enum):
    """The fonts on the panel: file, width and height of a character."""

    SMALL = ("6x10.bdf", 6, 10)
    BOLD = ("7x13B.bdf", 7, 13)

    @property
    def width(self) -> int:
        """Dots from one character to the next."""
        return self.value[1]

    @property
    def height(self) -> int:
        """Dots from one line to the next."""
        return self.value[2]

    @property
    def columns(self) -> int:
        """Characters that fit into a line."""
        return RIGHT // self.width


@cache
def _load(font: Font) -> ImageFont.FreeTypeFont:
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "fonts", font.value[0])
    return ImageFont.truetype(path, font.height, layout_engine=ImageFont.Layout.BASIC)


class Canvas:
    """A picture in the making."""

    def __init__(self) -> None:
        """Begin with a dark picture."""
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self.draw = ImageDraw.Draw(self.image)
        self.draw.fontmode = "1"

    def text(self, x: int, y: int, text: str, font: Font = Font.SMALL, ink: int = LIT) -> None:
        """Write a line; what would not fit is a mistake of the caller."""
        if x < 0 or x + len(text) * font.width > WIDTH:
            raise ValueError(text)
        self.draw.text((x, y), text, fill=ink, font=_load(font))

    def bar(self, y: int, text: str, font: Font = Font.SMALL) -> None:
        """Write a line dark on lit, over the whole width."""
        self.draw.rectangle((0, y, RIGHT - 1, y + font.height - 1), fill=LIT)
        self.text(1, y, text, font, OFF)

    def icon(self, x: int, y: int, rows: tuple[str, ...], ink: int = LIT) -> None:
        """Draw a small picture given as rows of `#` and blanks."""
        dots = [(x + i, y + j) for j, row in enumerate(rows) for i, dot in enumerate(row) if dot == "#"]
        self.draw.point(dots, fill=ink)


def wrap(text: str, columns: int) -> list[str]:
    """Break a text into lines at blanks; a word that is longer than a line is broken too.

    >>> wrap("210 is not carried yet: 211 is empty", 21)
    ['210 is not carried', 'yet: 211 is empty']
    """
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
