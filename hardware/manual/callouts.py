"""Enlarged screens with callouts: a frame around each part of a display, and a line to what it means.

A screen is a real one, drawn by the program. It becomes an SVG: its dots as one path, frames and labels around it.
What the labels say is in `callouts.LANGUAGE.properties`; where the frames are is in `screens.py`, in dots.
"""

from __future__ import annotations

from html import escape
from itertools import groupby, pairwise
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.i18n.translations import read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PIL import Image

FOLDER = Path(__file__).parent
DOT = 5
"""The size of a dot of the display, in the units of the drawing."""
COLUMN, BAND, EDGE = 264, 80, 14
"""The width of the labels beside the display, the height of those above and below it, and the margin."""
FONT, LINE = 16, 20
CHARACTER = 9.2
"""The height of the letters, of a line, and how wide a letter is on average."""
GAP = 12
PAPER, INK, SCREEN, LIT, MARK = "#ffffff", "#222222", "#101014", "#f4f4e8", "#e8700a"

Box = tuple[int, int, int, int]


class Run(NamedTuple):
    """A piece of text in a row of some pieces, counted from the left: how long it is depends on the language."""

    top: int
    bottom: int
    number: int = 0
    pieces: int = 1


class Callout(NamedTuple):
    """A part of a screen: its frame in dots (left, top, right, bottom), and on which side its label stands."""

    key: str
    side: str
    box: Box | Run


class _Label(NamedTuple):
    """A label that has its place: its lines of text, where they stand, and from where to where its line goes."""

    lines: Sequence[str]
    x: float
    y: float
    anchor: str
    start: tuple[float, float]
    end: tuple[float, float]


def read_labels(language: str) -> dict[str, str]:
    """Return what the labels say in a language."""
    return read_table((FOLDER / f"callouts.{language}.properties").read_text(encoding="utf-8"))


def draw(screen: Image.Image, callouts: Sequence[Callout], labels: dict[str, str], title: str) -> str:
    """Return an SVG of a screen with its callouts."""
    sides = {callout.side for callout in callouts}
    left = COLUMN if "left" in sides else EDGE
    top = BAND if "top" in sides else EDGE
    wide, high = screen.width * DOT, screen.height * DOT
    width = left + wide + (COLUMN if "right" in sides else EDGE)
    height = top + high + (BAND if "bottom" in sides else EDGE)
    body = [
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
        f'<rect x="{left - 6}" y="{top - 6}" width="{wide + 12}" height="{high + 12}" rx="6" fill="{SCREEN}"/>',
        f'<g transform="translate({left} {top + DOT / 2:g}) scale({DOT})" stroke="{LIT}" fill="none">',
        f'<path shape-rendering="crispEdges" d="{dots(screen)}"/></g>',
    ]
    for side in ("left", "right", "top", "bottom"):
        there = [callout for callout in callouts if callout.side == side]
        texts = [labels[callout.key] for callout in there]
        frames = [_frame(box_of(callout, screen), left, top) for callout in there]
        area = (left - 6, top - 6, left + wide + 6, top + high + 6)
        placed = (
            _beside(side, texts, frames, area) if side in {"left", "right"} else _above(side, texts, frames, area)
        )
        for frame, label in zip(frames, placed, strict=True):
            body += _drawn(frame, label)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="{FONT}" fill="{INK}">\n'
        f"<title>{escape(title)}</title>\n" + "\n".join(body) + "\n</svg>\n"
    )


def dots(screen: Image.Image) -> str:
    """Return the lit dots of a screen as a path: a stroke, one dot high, for each run of them."""
    image, found = screen.convert("1"), []
    pen = (0, 0)
    for y in range(image.height):
        for is_lit, run in groupby(range(image.width), key=lambda x, y=y: bool(image.getpixel((x, y)))):
            if is_lit:
                start, *more = run
                found.append(f"m{start - pen[0]} {y - pen[1]}h{len(more) + 1}")
                pen = (start + len(more) + 1, y)
    return "M0 0" + "".join(found)


def box_of(callout: Callout, screen: Image.Image) -> Box:
    """Return the frame of a callout; that of a run reaches from its first lit dot to its last one."""
    if not isinstance(callout.box, Run):
        return callout.box
    top, bottom, number, pieces = callout.box
    image = screen.convert("1")
    lit = [x for x in range(image.width) if any(image.getpixel((x, y)) for y in range(top, bottom))]
    gaps = sorted(pairwise(lit), key=lambda gap: gap[0] - gap[1])[: pieces - 1]
    ends = [*sorted(before for before, _ in gaps), lit[-1]]
    starts = [lit[0], *sorted(after for _, after in gaps)]
    return starts[number], top, ends[number] + 1, bottom


def _frame(box: Box, left: int, top: int) -> tuple[float, float, float, float]:
    """Return a frame around dots in the units of the drawing, a little wider than they are."""
    x1, y1, x2, y2 = box
    return left + x1 * DOT - 3, top + y1 * DOT - 3, left + x2 * DOT + 3, top + y2 * DOT + 3


def _beside(side: str, texts: Sequence[str], frames: Sequence[Sequence[float]], area: Box) -> Iterable[_Label]:
    """Place labels in a column beside the display, each near its frame, none on another."""
    is_left = side == "left"
    x = EDGE if is_left else area[2] + GAP * 2
    room = int((COLUMN - EDGE - GAP * 2) / CHARACTER)
    lines = [wrap(text, room, break_on_hyphens=False) for text in texts]
    tops = _spread(
        [(frame[1] + frame[3]) / 2 - len(block) * LINE / 2 for frame, block in zip(frames, lines, strict=True)],
        [len(block) * LINE + GAP for block in lines],
        (EDGE, area[3]),
    )
    for frame, block, y in zip(frames, lines, tops, strict=True):
        middle = y + len(block) * LINE / 2
        longest = max(map(len, block)) * CHARACTER
        start = (min(x + longest + 4, area[0] - 6), middle) if is_left else (x - 6, middle)
        yield _Label(block, x, y + FONT, "start", start, (frame[0] if is_left else frame[2], sum(frame[1::2]) / 2))


def _spread(wanted: Sequence[float], sizes: Sequence[float], room: tuple[float, float]) -> list[float]:
    """Return where blocks begin: near the wanted places, none on another, all inside the room."""
    placed: list[float] = []
    begin, end = room
    for at, size in zip(wanted, sizes, strict=True):
        placed.append(max(at, begin))
        begin = placed[-1] + size
    for number in range(len(placed) - 1, -1, -1):
        placed[number] = end = min(placed[number], end - sizes[number])
    return placed


def _above(side: str, texts: Sequence[str], frames: Sequence[Sequence[float]], area: Box) -> Iterable[_Label]:
    """Place labels in a row above or below the display, each near its frame, from the left to the right."""
    is_top = side == "top"
    room = int(((area[2] - area[0]) / max(len(texts), 1) - GAP * 2) / CHARACTER)
    blocks = [wrap(text, room, break_on_hyphens=False) for text in texts]
    widths = [max(map(len, block)) * CHARACTER + GAP * 2 for block in blocks]
    centres = [(frame[0] + frame[2]) / 2 for frame in frames]
    wanted = [centre - width / 2 for centre, width in zip(centres, widths, strict=True)]
    lefts = _spread(wanted, widths, (area[0], area[2]))
    for frame, centre, block, left, width in zip(frames, centres, blocks, lefts, widths, strict=True):
        x = left + width / 2
        y = area[1] - GAP * 1.5 - (len(block) - 1) * LINE if is_top else area[3] + GAP + FONT
        start = (x, area[1] - GAP if is_top else area[3] + GAP - 4)
        yield _Label(block, x, y, "middle", start, (centre, frame[1] if is_top else frame[3]))


def _drawn(frame: Sequence[float], label: _Label) -> list[str]:
    """Return the frame, its line and its label."""
    x1, y1, x2, y2 = frame
    text = "".join(
        f'<tspan x="{label.x:g}" dy="{LINE if at else 0}">{escape(line)}</tspan>'
        for at, line in enumerate(label.lines)
    )
    (from_x, from_y), (to_x, to_y) = label.start, label.end
    return [
        f'<g fill="none" stroke="{MARK}" stroke-width="2">',
        f'<rect x="{x1:g}" y="{y1:g}" width="{x2 - x1:g}" height="{y2 - y1:g}" rx="4"/>',
        f'<path d="M{from_x:g} {from_y:g}L{to_x:g} {to_y:g}"/></g>',
        f'<text y="{label.y:g}" text-anchor="{label.anchor}">{text}</text>',
    ]
