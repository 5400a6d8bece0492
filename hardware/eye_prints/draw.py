"""Drawings of frame, rings and stickers as SVG in millimetres, from the numbers of the eye's firmware."""

from __future__ import annotations

from hardware.eye import frame
from hardware.eye_prints.tags import MODULES, white_bits

RING, STICKER = 12.0, 12.0
"""Edges of the black squares, in millimetres."""
SEATS, PAWNS = range(1, 5), range(1, 8)
STICKERS = range(101, 121)
LEAF = (297, 210)
"""A4, lying."""
EDGE = 13
"""Width of the frame's paper outside of the corner tags' middles."""
OPENING = 10
"""From the corner tags' middles to the opening."""
PITCH = (22, 26)
PER_ROW = 10


def tag(number: int, x: float, y: float, edge: float, turn: int = 0) -> str:
    """Draw a tag around its middle, with its white margin; turned clockwise by so many degrees."""
    module = edge / (MODULES + 2)
    half, outer = edge / 2, edge / 2 + module
    cells = "".join(
        f"M{(column + 1) * module - half:g} {(row + 1) * module - half:g}h{module:g}v{module:g}h{-module:g}z"
        for column, row in white_bits(number)
    )
    return (
        f'<g transform="translate({x:g} {y:g}) rotate({turn})">'
        f'<rect x="{-outer:g}" y="{-outer:g}" width="{2 * outer:g}" height="{2 * outer:g}" fill="#fff"/>'
        f'<rect x="{-half:g}" y="{-half:g}" width="{edge:g}" height="{edge:g}"/>'
        f'<path d="{cells}" fill="#fff"/></g>'
    )


def page(content: str, size: tuple[float, float] = LEAF) -> str:
    """Return a drawing of a size in millimetres."""
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="3">{content}</svg>'
    )


def draw_frame() -> str:
    """Draw the frame: four corner tags, and bands of cells between them; cut along the thin lines."""
    left, top = (LEAF[0] - frame.WIDTH) / 2, (LEAF[1] - frame.HEIGHT) / 2
    corners = ((0, 0), (frame.WIDTH, 0), (frame.WIDTH, frame.HEIGHT), (0, frame.HEIGHT))
    drawn = [
        tag(number, left + x, top + y, frame.CORNER_TAG, 90 * at)
        for at, (number, (x, y)) in enumerate(zip(frame.CORNERS, corners, strict=True))
    ]
    half = frame.BAND / 2
    for part in frame.ALONG[::2]:
        x = left + part * frame.WIDTH - frame.CELL / 2
        drawn += [_rectangle(x, y - half, frame.CELL, frame.BAND) for y in (top, top + frame.HEIGHT)]
    for part in frame.DOWN[::2]:
        y = top + part * frame.HEIGHT - frame.CELL / 2
        drawn += [_rectangle(x - half, y, frame.BAND, frame.CELL) for x in (left, left + frame.WIDTH)]
    outlines = [
        _outline(left - EDGE, top - EDGE, frame.WIDTH + 2 * EDGE, frame.HEIGHT + 2 * EDGE),
        _outline(left + OPENING, top + OPENING, frame.WIDTH - 2 * OPENING, frame.HEIGHT - 2 * OPENING),
    ]
    note = f'<text x="{left:g}" y="{top - EDGE - 3:g}">100 %: {frame.WIDTH} × {frame.HEIGHT} mm</text>'
    return page("".join([*outlines, *drawn, note]))


def draw_rings() -> str:
    """Draw a ring for every pawn, each with its seat and its number."""
    numbers = [(10 * seat + pawn, f"{seat} – {pawn}") for seat in SEATS for pawn in PAWNS]
    return page(_sheet(numbers, RING))


def draw_stickers() -> str:
    """Draw a sticker for every evaluation card, each with its number."""
    return page(_sheet([(number, str(number - STICKERS[0] + 1)) for number in STICKERS], STICKER))


def _sheet(tags: list[tuple[int, str]], edge: float) -> str:
    outer = edge * (MODULES + 4) / (MODULES + 2)
    drawn = []
    for at, (number, label) in enumerate(tags):
        x, y = 25 + PITCH[0] * (at % PER_ROW), 25 + PITCH[1] * (at // PER_ROW)
        drawn += [_outline(x - outer / 2, y - outer / 2, outer, outer), tag(number, x, y, edge)]
        drawn.append(f'<text x="{x:g}" y="{y + outer / 2 + 4:g}" text-anchor="middle">{label}</text>')
    return "".join(drawn)


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _outline(x: float, y: float, width: float, height: float) -> str:
    line = 'fill="none" stroke="#999" stroke-width="0.1"'
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {line}/>'
