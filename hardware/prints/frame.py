"""The frame of the first eye, from the numbers of its firmware: corner tags, and cells between them."""

from __future__ import annotations

from hardware.eye import frame
from hardware.prints.draw import outline, page, rectangle, tag

LEAF = (297, 210)
"""A4, lying."""
EDGE = 13
"""Width of the frame's paper outside of the corner tags' middles."""
OPENING = 10
"""From the corner tags' middles to the opening."""
WHITE_MODULES = 1


def draw_frame() -> str:
    """Draw the frame: four corner tags, and bands of cells between them; cut along the thin lines."""
    left, top = (LEAF[0] - frame.WIDTH) / 2, (LEAF[1] - frame.HEIGHT) / 2
    corners = ((0, 0), (frame.WIDTH, 0), (frame.WIDTH, frame.HEIGHT), (0, frame.HEIGHT))
    drawn = [
        tag(number, left + x, top + y, frame.CORNER_TAG, turn=90 * at, white=WHITE_MODULES)
        for at, (number, (x, y)) in enumerate(zip(frame.CORNERS, corners, strict=True))
    ]
    half = frame.BAND / 2
    for part in frame.ALONG[::2]:
        x = left + part * frame.WIDTH - frame.CELL / 2
        drawn += [rectangle(x, y - half, frame.CELL, frame.BAND) for y in (top, top + frame.HEIGHT)]
    for part in frame.DOWN[::2]:
        y = top + part * frame.HEIGHT - frame.CELL / 2
        drawn += [rectangle(x - half, y, frame.BAND, frame.CELL) for x in (left, left + frame.WIDTH)]
    outlines = [
        outline(left - EDGE, top - EDGE, frame.WIDTH + 2 * EDGE, frame.HEIGHT + 2 * EDGE),
        outline(left + OPENING, top + OPENING, frame.WIDTH - 2 * OPENING, frame.HEIGHT - 2 * OPENING),
    ]
    note = f'<text x="{left:g}" y="{top - EDGE - 3:g}">100 %: {frame.WIDTH} × {frame.HEIGHT} mm</text>'
    return page("".join([*outlines, *drawn, note]), LEAF)
