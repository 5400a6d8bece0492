"""Drawings of the sheets that lie under a board while it is looked at, from the numbers of `firmware_py.sight`."""

from __future__ import annotations

from firmware_py.sight.sheet import BAND, CELL, EDGE, FREE, MODULES, TAG, WHITE_MODULES, Sheet
from hardware.eye_prints.draw import page, tag

RULER = 100
"""Millimetres that people measure, to see that nothing was scaled."""
PITCH = 50.0
LINE = 'fill="none" stroke="#999" stroke-width="0.1"'


def paper_size(sheet: Sheet) -> tuple[float, float]:
    """Return the width and height of the paper that a sheet fills.

    >>> from firmware_py.sight.sheet import A4
    >>> paper_size(A4)
    (297.0, 210.0)
    """
    return sheet.width + 2 * EDGE, sheet.height + 2 * EDGE


def draw_sheet(sheet: Sheet) -> str:
    """Draw a sheet: four corner tags, and bands of cells between them."""
    drawn = [
        tag(number, EDGE + x, EDGE + y, TAG) for number, (x, y) in zip(sheet.numbers, sheet.middles, strict=True)
    ]
    for at, side in enumerate(sheet.sides()):
        wide, high = (CELL, BAND) if at % 2 == 0 else (BAND, CELL)
        for x, y in side[::2].tolist():
            left, top = EDGE + x - wide / 2, EDGE + y - high / 2
            drawn.append(f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}"/>')
    return page("".join(drawn), paper_size(sheet))


def draw_single_tags(sheet: Sheet) -> str:
    """Draw the four single tags for the corners of a larger board, to cut out, and a ruler to measure."""
    outer = TAG * (MODULES + 2 * WHITE_MODULES) / MODULES
    drawn = []
    for at, number in enumerate(FREE):
        x, y = 40 + PITCH * at, 40.0
        left, top = x - outer / 2, y - outer / 2
        drawn += [
            f'<rect x="{left:g}" y="{top:g}" width="{outer:g}" height="{outer:g}" {LINE}/>',
            tag(number, x, y, TAG),
            f'<text x="{x:g}" y="{y + outer / 2 + 5:g}" text-anchor="middle">{number}</text>',
        ]
    marks = "".join(f"M{40 + at} 90v{-6 if at % 10 == 0 else -3}" for at in range(RULER + 1))
    drawn.append(f'<path d="M40 90h{RULER}{marks}" fill="none" stroke="#000" stroke-width="0.2"/>')
    drawn.append(f'<text x="40" y="96">{RULER} mm · 100 %</text>')
    return page("".join(drawn), paper_size(sheet))
