"""Draw what is printed for pictures of the table, from the numbers of `firmware_py.sight`: one set for each paper.

The sheet that lies under a board or a card, single corner tags for a larger board, rings for Insider's pawns and
stickers for its cards, and a test page with rulers. White around a tag is part of what is cut out.
"""

from __future__ import annotations

from firmware_py.sight.sheet import BAND, CELL, EDGE, FREE, MODULES, TAG, WHITE_MODULES, Sheet
from hardware.prints.draw import outline, page, rectangle, tag, text

RING = STICKER = TAG
"""Edges of the black squares, in millimetres."""
SMALL = 10.0
"""The same, where there is no room: they need a good photo."""
SEATS, PAWNS = range(1, 5), range(1, 8)
STICKERS = range(101, 121)
RULER = 100
"""Millimetres that people measure, to see that nothing was scaled."""
MEASURE = f"measure: {RULER} mm · mesurez : {RULER} mm · messt: {RULER} mm"
MARGIN, LABEL = 14.0, 6.0
"""From the edge of the paper; below a tag, for its name."""
IN_ROW = len(PAWNS)
"""Tags in a row: those of one seat."""
LEFT, TOP = 40.0, 60.0
"""Where the rulers meet."""


def paper_size(sheet: Sheet) -> tuple[float, float]:
    """Return the width and height of the paper that a sheet fills.

    >>> from firmware_py.sight.sheet import A4
    >>> paper_size(A4)
    (297.0, 210.0)
    """
    return sheet.width + 2 * EDGE, sheet.height + 2 * EDGE


def draw_all(sheet: Sheet) -> dict[str, str]:
    """Return every page for a paper, by name, in the order of printing."""
    pawns = [(10 * seat + pawn, f"{seat} – {pawn}") for seat in SEATS for pawn in PAWNS]
    cards = [(number, str(number - STICKERS[0] + 1)) for number in STICKERS]
    size = paper_size(sheet)
    return {
        "test": draw_test(size),
        "sheet": draw_sheet(sheet),
        "corners": draw_tags([(number, str(number)) for number in FREE], TAG, size),
        "rings": draw_tags(pawns, RING, size),
        "stickers": draw_tags(cards, STICKER, size),
        "small-rings": draw_tags(pawns, SMALL, size),
        "small-stickers": draw_tags(cards, SMALL, size),
    }


def draw_sheet(sheet: Sheet) -> str:
    """Draw a sheet: four corner tags, and bands of cells between them."""
    drawn = [
        tag(number, EDGE + x, EDGE + y, TAG) for number, (x, y) in zip(sheet.numbers, sheet.middles, strict=True)
    ]
    for at, side in enumerate(sheet.sides()):
        wide, high = (CELL, BAND) if at % 2 == 0 else (BAND, CELL)
        drawn += [rectangle(EDGE + x - wide / 2, EDGE + y - high / 2, wide, high) for x, y in side[::2].tolist()]
    return page("".join(drawn), paper_size(sheet))


def draw_tags(tags: list[tuple[int, str]], edge: float, size: tuple[float, float]) -> str:
    """Draw tags to cut out, each with its name below."""
    outer = edge * (1 + 2 * WHITE_MODULES / MODULES)
    drawn = []
    for at, (number, name) in enumerate(tags):
        x = MARGIN + outer / 2 + (outer + 4) * (at % IN_ROW)
        y = MARGIN + outer / 2 + (outer + LABEL + 4) * (at // IN_ROW)
        drawn += [outline(x - outer / 2, y - outer / 2, outer, outer), tag(number, x, y, edge)]
        drawn.append(text(name, x, y + outer / 2 + 4))
    return page("".join(drawn), size)


def draw_test(size: tuple[float, float]) -> str:
    """Draw two rulers, to be measured before anything else is printed, and a tag of each size."""
    across = "".join(f"M{LEFT + at:g} {TOP:g}v{-6 if at % 10 == 0 else -3}" for at in range(RULER + 1))
    down = "".join(f"M{LEFT:g} {TOP + at:g}h{-6 if at % 10 == 0 else -3}" for at in range(RULER + 1))
    lines = f"M{LEFT:g} {TOP:g}h{RULER}M{LEFT:g} {TOP:g}v{RULER}{across}{down}"
    words = [
        text(MEASURE, LEFT, TOP - 12, "start"),
        text("100 %", LEFT, TOP - 18, "start"),
        *(text(f"{edge:g} mm", x, TOP + 36) for edge, x in ((TAG, LEFT + 30), (SMALL, LEFT + 70))),
    ]
    tags = tag(FREE[0], LEFT + 30, TOP + 18, TAG) + tag(FREE[0], LEFT + 70, TOP + 18, SMALL)
    ruler = f'<path d="{lines}" fill="none" stroke="#000" stroke-width="0.2"/>'
    return page(ruler + tags + "".join(words), size)
