"""The last picture: it stays on a display after the program has ended."""

from __future__ import annotations

from enum import Enum

from PIL import Image

from drivers.displays import SIZE, Display, DisplaySettings
from firmware_py.display.canvas import BOTTOM, LIT, RIGHT, Canvas, Font, wrap
from firmware_py.i18n.translations import Translations

FAINT_CONTRAST = 20
"""Low, because the picture may stay for weeks until the power is cut."""
ROLES = ("prompt", "table")
GAP = 4
"""Dots between the title and the text."""


class LastPicture(Enum):
    """Why the program has ended."""

    OFF = "off"
    RESTART = "restart"
    FAULT = "fault"
    """It was started several times, and failed each time."""
    STOPPED = "stopped"
    """The program has ended, and the machine still runs."""
    INSTALLING = "installing"
    """A new card installs the program (see `system.card`); the next two say how that went."""
    READY = "ready"
    NOT_INSTALLED = "not-installed"


def picture(why: LastPicture, translations: Translations) -> Image.Image:
    """Draw the title and the text for a reason."""
    canvas = Canvas()
    for y in (2, BOTTOM - 3):
        canvas.draw.line((0, y, RIGHT - 1, y), fill=LIT)
    lines = wrap(translations(f"last-picture.{why.value}-text"), Font.SMALL.columns)
    below = Font.BOLD.height + GAP
    top = (BOTTOM - below - len(lines) * Font.SMALL.height) // 2
    _centred(canvas, top, translations(f"last-picture.{why.value}"), Font.BOLD)
    for at, line in enumerate(lines):
        _centred(canvas, top + below + at * Font.SMALL.height, line, Font.SMALL)
    return canvas.image


def _centred(canvas: Canvas, y: int, text: str, font: Font) -> None:
    canvas.text(max((RIGHT - len(text) * font.width) // 2, 0), y, text, font)


def leave_picture(
    displays: dict[str, Display], last: Image.Image, now: int, contrast: int = FAINT_CONTRAST
) -> None:
    """Show a picture on the first display that works, prompt before table, and darken the other one."""
    dark = Image.new("1", SIZE)
    is_left = False
    for role in ROLES:
        if (display := displays.get(role)) is not None:
            display.wake(now)
            display.adjust(DisplaySettings(contrast=contrast), now)
            display.show(dark if is_left else last, now)
            is_last = not is_left and not display.is_lost
            display.close(keeps_picture=is_last)
            is_left = is_left or is_last
