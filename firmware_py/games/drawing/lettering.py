"""Estimated text widths, to cut names and break titles without a browser.

>>> cut("Wilhelmine Mustermann", 80, 13), cut("Li", 80, 13)
('Wilhelmi…', 'Li')
>>> broken("password error", 70, 13), broken("turbo-line", 50, 13), broken("on-line", 70, 13)
(['password', 'error'], ['turbo-', 'line'], ['on-line'])
"""

from __future__ import annotations

import re
from unicodedata import east_asian_width

from firmware_py.games.drawing import svg_elements

NARROW = frozenset("fijlrtI.,:;'’|!()[]- ·")
WIDE = frozenset("mwMW@%…—")


def width(text: str, size: float) -> float:
    """Return the estimated width of a text in a bold sans serif font of a size."""
    return size * sum(map(_share, text))


def _share(letter: str) -> float:
    if letter in NARROW:
        return 0.38
    if letter in WIDE or east_asian_width(letter) in "WF":
        return 1.0
    return 0.74 if letter.isupper() else 0.62


def cut(text: str, room: float, size: float) -> str:
    """Return a text, cut with an ellipsis if it is too wide."""
    if width(text, size) <= room:
        return text
    while text and width(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def broken(text: str, room: float, size: float) -> list[str]:
    """Break a text into lines at spaces and, where necessary, after hyphens."""
    lines = [""]
    for part in re.findall(r"[^ -]+-?| ", text):
        if lines[-1] and width(f"{lines[-1]}{part}".rstrip(), size) > room:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += part if lines[-1] or part != " " else ""
    return [line.rstrip() for line in lines]


def fitted(text: str, x: float, y: float, room: float, size: float, **attributes: svg_elements.Value) -> str:
    """Return a text element; a text that is too wide is condensed to the available width."""
    if width(text, size) > room:
        attributes |= {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    return svg_elements.text(text, x, y, **attributes)
