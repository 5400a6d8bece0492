"""Both displays of a box side by side: every dot a small square, so that none is blurred."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from firmware_py.ui.match.screen import MatchScreen

ZOOM = 3
"""Sides of a dot: a README is about 830 dots wide."""
MARGIN, GAP, BEZEL = 14, 26, 6
CASE, GLASS, LIT = "#565b63", "#10141c", "#bfe6ff"
"""The colours of the case and of its displays; they stand out on a white page and on a black one."""


def strip(box: MatchScreen) -> Image.Image:
    """Draw the table display and the prompt of a box as it stands, in three colours."""
    shown = box.table(), box.prompt()
    wide, high = (side * ZOOM for side in shown[0].size)
    size = 2 * wide + 2 * MARGIN + GAP, high + 2 * MARGIN
    picture = Image.new("P", size)
    picture.putpalette([part for colour in (CASE, GLASS, LIT) for part in bytes.fromhex(colour[1:])])
    pen = ImageDraw.Draw(picture)
    for left, dots in zip((MARGIN, MARGIN + wide + GAP), shown, strict=True):
        around = left - BEZEL, MARGIN - BEZEL, left + wide + BEZEL - 1, MARGIN + high + BEZEL - 1
        pen.rounded_rectangle(around, BEZEL, fill=1)
        picture.paste(2, (left, MARGIN), dots.resize((wide, high), Image.Resampling.NEAREST))
    return picture
