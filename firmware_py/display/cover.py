"""The cover: the table display while there is no match."""

from __future__ import annotations

from PIL import Image

from firmware_py import __version__
from firmware_py.display.canvas import BOTTOM, LIT, RIGHT, Canvas, Font
from firmware_py.i18n.translations import Translations

NAME = "SIDELINE"
SPREAD = 12
"""Dots from one letter of the name to the next."""


def cover(translations: Translations) -> Image.Image:
    """Draw the name, the motto and the version between two pairs of lines."""
    canvas = Canvas()
    for y in (6, BOTTOM - 7):
        canvas.draw.line((0, y, RIGHT - 1, y), fill=LIT)
        canvas.draw.line((0, y + 2, RIGHT - 1, y + 2), fill=LIT)
    left = (RIGHT - len(NAME) * SPREAD) // 2 + 2
    for at, letter in enumerate(NAME):
        canvas.text(left + at * SPREAD, 16, letter, Font.BOLD)
    for y, text in ((31, translations("home.motto")), (42, __version__)):
        canvas.text((RIGHT - len(text) * Font.SMALL.width) // 2, y, text)
    return canvas.image
