"""How phones find the page: a QR code and six digits on the table display, the address in words on the prompt.

The QR code carries the address with the long code behind a `#`, which browsers keep to themselves. Two dots a
module leave room for 29 modules in the picture's 62 rows. Digits and capitals take less room in a QR code than
other letters, so the link goes in as pieces, each in its own way: any IPv4 address then needs 25 modules only,
with three modules of quiet around it. The background is lit: many scanners want dark on light.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from PIL import Image

from firmware_py.display.canvas import BOTTOM, LIT, OFF, RIGHT, Canvas, Font, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware_py.i18n.translations import Translations

MODULE = 2
"""Dots a module."""
QUIET = 1
"""Modules that have to stay lit around the code; there are more where there is room."""
SHORT = r"[0-9]{6,}|[0-9A-Z$%*+./:-]{9,}"
"""What a QR code says in less room than other letters; it has to be so long, for a change costs room too."""
PIECES = re.compile(rf"{SHORT}|(?:(?!{SHORT}).)+")
GROUP = 3
"""Digits that are read and typed together."""
GAP = 4
"""Dots between the QR code and what is beside it."""
LINE = 9
"""Dots from one line to the next: letters without accents can stand a little closer."""
BIG = 2
"""How much larger than bold letters the code is."""
DIGIT_ROWS = (2, 12)
"""Where a bold digit begins and ends in its line; above and below there is nothing."""


def page_link(address: str, long_code: str) -> str:
    """Write the link of the QR code.

    >>> page_link("192.168.178.123:8080", "123456789012")
    'http://192.168.178.123:8080/#123456789012'
    """
    return f"http://{address}/#{long_code}"


def grouped(code: str) -> str:
    """Write digits in groups, as people read them.

    >>> grouped("123456")
    '123 456'
    """
    return " ".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def pairing_picture(address: str, code: str, long_code: str, translations: Translations) -> Image.Image:
    """Draw the QR code, and the code for fingers beside it; only that if the address is too long."""
    canvas = Canvas()
    matrix = qr_modules(page_link(address, long_code))
    if matrix is None:
        _beside(canvas, 0, translations("pairing.title"), code)
    else:
        side = BOTTOM
        canvas.draw.rectangle((0, 0, side - 1, side - 1), fill=LIT)
        start = (side - len(matrix) * MODULE) // 2
        for row, modules in enumerate(matrix):
            for column, is_dark in enumerate(modules):
                if is_dark:
                    x, y = start + column * MODULE, start + row * MODULE
                    canvas.draw.rectangle((x, y, x + MODULE - 1, y + MODULE - 1), fill=OFF)
        _beside(canvas, side + GAP, translations("pairing.how"), code)
    return canvas.image


def pairing_lines(addresses: Sequence[str], code: str, translations: Translations) -> list[str]:
    """Say on the prompt where the page is and what the code is; the long code, if that is given instead."""
    asked = wrap(translations("pairing.open"), Font.SMALL.columns)
    where = [line for address in addresses for line in wrap(address, Font.SMALL.columns)]
    return [*asked, *where, *wrap(translations("pairing.code", code=grouped(code)), Font.SMALL.columns)]


def qr_modules(text: str) -> tuple[bytearray, ...] | None:
    """Make the QR code's modules, 1 for a dark one; none if it would not fit the display."""
    import segno  # late: only a page that is switched on needs it

    pieces: Any = _pieces(text)  # segno takes pieces, though its types do not say so
    try:
        code = segno.make_qr(pieces, error="L")
    except segno.DataOverflowError:
        return None
    return code.matrix if (len(code.matrix) + 2 * QUIET) * MODULE <= BOTTOM else None


def _pieces(text: str) -> list[str]:
    """Cut a text into pieces, so that each is said in as little room as it can be.

    >>> _pieces("http://10.0.0.7:8080/#123456789012")
    ['http', '://10.0.0.7:8080/', '#', '123456789012']
    """
    return [found.group() for found in PIECES.finditer(text)]


def _beside(canvas: Canvas, left: int, text: str, code: str) -> None:
    """Write what to do, and the code in big digits, group by group."""
    room = RIGHT - left
    y = -1
    for line in wrap(text, room // Font.SMALL.width):
        canvas.text(left + (room - len(line) * Font.SMALL.width) // 2, y, line)
        y += LINE
    groups = grouped(code).split(" ")
    height = (DIGIT_ROWS[1] - DIGIT_ROWS[0]) * BIG
    gap = (BOTTOM - y - height * len(groups)) // len(groups)
    for group in groups:
        digits = _big(group)
        y += gap
        canvas.image.paste(digits, (left + (room - digits.width) // 2, y))
        y += height


def _big(digits: str) -> Image.Image:
    """Write digits in large."""
    canvas = Canvas()
    canvas.text(0, 0, digits, Font.BOLD)
    cut = canvas.image.crop((0, DIGIT_ROWS[0], len(digits) * Font.BOLD.width, DIGIT_ROWS[1]))
    return cut.resize((cut.width * BIG, cut.height * BIG), Image.Resampling.NEAREST)
