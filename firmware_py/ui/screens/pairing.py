"""Pairing of phones: a QR code and six digits on the table display, the address as text on the prompt.

The QR code holds the address with the long code after a `#`; browsers do not send that part. With two dots per
module the 62 rows of the picture have room for 29 modules. Digits and capitals need fewer bits in a QR code than
other letters, so the link is encoded in segments, each in its best mode: any IPv4 address then needs only 25
modules, with a quiet zone of three modules. The background is lit, because many scanners need dark on light.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from PIL import Image

from engine.verdicts import Sentence, say
from firmware_py.display.canvas import BOTTOM, LIT, OFF, RIGHT, Canvas, Font, wrap
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations

MODULE_DOTS = 2
"""Dots per module."""
QUIET_MODULES = 1
"""The least width of the quiet zone around the code, in modules."""
SHORT = r"[0-9]{6,}|[0-9A-Z$%*+./:-]{9,}"
"""Texts that a QR code stores in fewer bits. Shorter ones are not worth it: each change of mode costs bits."""
PIECES = re.compile(rf"{SHORT}|(?:(?!{SHORT}).)+")
GROUP_DIGITS = 3
"""Digits per group."""
GAP = 4
"""Dots between the QR code and the text beside it."""
LINE_HEIGHT = 9
"""Dots from one line to the next; less than usual, because the letters have no accents."""
DIGIT_SCALE = 2
"""The scale of the digits of the code, relative to bold letters."""
DIGIT_ROWS = (2, 12)
"""The first row of a bold digit in its line, and the row after its last; the others are empty."""


def page_link(address: str, long_code: str, scheme: str = "http") -> str:
    """Return the link for the QR code.

    >>> page_link("192.168.178.123:8080", "123456789012")
    'http://192.168.178.123:8080/#123456789012'
    """
    return f"{scheme}://{address}/#{long_code}"


def grouped(code: str) -> str:
    """Return digits in groups, separated by blanks.

    >>> grouped("123456")
    '123 456'
    """
    return " ".join(code[at : at + GROUP_DIGITS] for at in range(0, len(code), GROUP_DIGITS))


def pairing_picture(
    address: str, code: str, long_code: str, translations: Translations, *, scheme: str = "http"
) -> Image.Image:
    """Draw the QR code with the short code beside it; only the short code if the link is too long."""
    canvas = Canvas()
    matrix = qr_modules(page_link(address, long_code, scheme))
    if matrix is None:
        _beside(canvas, 0, translations("pairing.title"), code)
    else:
        side = BOTTOM
        canvas.draw.rectangle((0, 0, side - 1, side - 1), fill=LIT)
        start = (side - len(matrix) * MODULE_DOTS) // 2
        for row, modules in enumerate(matrix):
            for column, is_dark in enumerate(modules):
                if is_dark:
                    x, y = start + column * MODULE_DOTS, start + row * MODULE_DOTS
                    canvas.draw.rectangle((x, y, x + MODULE_DOTS - 1, y + MODULE_DOTS - 1), fill=OFF)
        _beside(canvas, side + GAP, translations("pairing.how"), code)
    return canvas.image


def pairing_lines(addresses: Sequence[str], code: str, fingerprint: str = "") -> list[Sentence]:
    """Return the lines for the prompt: the addresses of the page, the code to type, and the fingerprint."""
    lines = [say("pairing.open"), *map(plain, addresses), say("pairing.code", code=grouped(code))]
    return [*lines, say("pairing.fingerprint", digits=fingerprint)] if fingerprint else lines


def qr_modules(text: str) -> tuple[bytearray, ...] | None:
    """Return the modules of a QR code, 1 for a dark one; None if it does not fit on the display."""
    import segno  # imported late: only needed while the page is on

    pieces: Any = _pieces(text)  # segno accepts a list, but its type hints do not allow it
    try:
        code = segno.make_qr(pieces, error="L")
    except segno.DataOverflowError:
        return None
    return code.matrix if (len(code.matrix) + 2 * QUIET_MODULES) * MODULE_DOTS <= BOTTOM else None


def qr_svg(text: str) -> str:
    """Return a QR code as a picture for a browser, dark on white."""
    import segno

    file = BytesIO()
    segno.make_qr(text, error="m").save(file, kind="svg", light="#fff", border=3, xmldecl=False, omitsize=True)
    return file.getvalue().decode()


def _pieces(text: str) -> list[str]:
    """Split a text into segments that a QR code stores in the fewest bits.

    >>> _pieces("http://10.0.0.7:8080/#123456789012")
    ['http', '://10.0.0.7:8080/', '#', '123456789012']
    """
    return [found.group() for found in PIECES.finditer(text)]


def _beside(canvas: Canvas, left: int, text: str, code: str) -> None:
    """Draw a text, and below it the code in big digits, one group per line."""
    room = RIGHT - left
    y = -1
    for line in wrap(text, room // Font.SMALL.width):
        canvas.text(left + (room - len(line) * Font.SMALL.width) // 2, y, line)
        y += LINE_HEIGHT
    groups = grouped(code).split(" ")
    height = (DIGIT_ROWS[1] - DIGIT_ROWS[0]) * DIGIT_SCALE
    gap = (BOTTOM - y - height * len(groups)) // len(groups)
    for group in groups:
        digits = _big(group)
        y += gap
        canvas.image.paste(digits, (left + (room - digits.width) // 2, y))
        y += height


def _big(digits: str) -> Image.Image:
    """Return a picture of digits in large type."""
    canvas = Canvas()
    canvas.text(0, 0, digits, Font.BOLD)
    cut = canvas.image.crop((0, DIGIT_ROWS[0], len(digits) * Font.BOLD.width, DIGIT_ROWS[1]))
    return cut.resize((cut.width * DIGIT_SCALE, cut.height * DIGIT_SCALE), Image.Resampling.NEAREST)
