"""Draw tags, lines and pages as SVG in millimetres."""

from __future__ import annotations

from firmware_py.sight.sheet import MODULES, WHITE_MODULES
from firmware_py.sight.tag_codes import white_bits

LINE = 'fill="none" stroke="#999" stroke-width="0.1"'


def tag(number: int, x: float, y: float, edge: float, *, turn: int = 0, white: int = WHITE_MODULES) -> str:
    """Draw a tag around its middle, with so many white modules around it; turned clockwise by so many degrees."""
    module = edge / MODULES
    half, outer = edge / 2, edge / 2 + white * module
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


def page(content: str, size: tuple[float, float]) -> str:
    """Return a drawing of a size in millimetres."""
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="3">{content}</svg>'
    )


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """Draw a black rectangle."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def outline(x: float, y: float, width: float, height: float) -> str:
    """Draw a thin line to cut along."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {LINE}/>'


def text(words: str, x: float, y: float, anchor: str = "middle") -> str:
    """Write a line."""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{words}</text>'
