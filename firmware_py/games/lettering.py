"""How much room words take: enough for names to be cut and titles to be broken where no browser measures them.

>>> cut("Wilhelmine Mustermann", 80, 13), cut("Li", 80, 13)
('Wilhelmi…', 'Li')
>>> broken("password error", 70, 13), broken("turbo-line", 50, 13), broken("on-line", 70, 13)
(['password', 'error'], ['turbo-', 'line'], ['on-line'])
"""

from __future__ import annotations

import re
from unicodedata import east_asian_width

from firmware_py.games import svg_elements

NARROW = frozenset("fijlrtI.,:;'’|!()[]- ·")
WIDE = frozenset("mwMW@%…—")


def width(translations: str, size: float) -> float:
    """Estimate how wide words are in a bold sans serif of that size."""
    return size * sum(map(_share, translations))


def _share(letter: str) -> float:
    if letter in NARROW:
        return 0.38
    if letter in WIDE or east_asian_width(letter) in "WF":
        return 1.0
    return 0.74 if letter.isupper() else 0.62


def cut(translations: str, room: float, size: float) -> str:
    """Cut words that would be too wide."""
    if width(translations, size) <= room:
        return translations
    while translations and width(f"{translations}…", size) > room:
        translations = translations[:-1]
    return f"{translations.rstrip()}…"


def broken(translations: str, room: float, size: float) -> list[str]:
    """Break words into lines at spaces and, where there is no other way, behind hyphens."""
    lines = [""]
    for part in re.findall(r"[^ -]+-?| ", translations):
        if lines[-1] and width(f"{lines[-1]}{part}".rstrip(), size) > room:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += part if lines[-1] or part != " " else ""
    return [line.rstrip() for line in lines]


def fitted(
    translations: str, x: float, y: float, room: float, size: float, **attributes: svg_elements.Value
) -> str:
    """Write words of that size; what would be too wide is squeezed, whatever the browser's letters are."""
    if width(translations, size) > room:
        attributes |= {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    return svg_elements.text(translations, x, y, **attributes)
