"""Shared elements of Offline's drawing: its tiles, its twelve types, and elements that can be tapped.

A type looks the same everywhere: a company is a filled square with its letter, a language a round badge with its
letter, a product an icon with its letter. So no type is marked by its colour only. The letters are those of the
reader's language; colours and icons are chosen by the letters of records.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.offline.tiles import (
    CATEGORIES,
    FEATURES,
    LETTERS,
    NAMES,
    OF_A_CATEGORY,
    letter_of,
    tile_name,
    type_name,
)
from firmware_py.games.drawing.svg_elements import element, named, text
from firmware_py.i18n.translations import Translations

TILE = 42
"""The side of a tile."""
MINI = 36
"""Width of a tile that is shown by its letters only."""
ICONS = {
    "C": "M-7-6.5H7V3.5H-7ZM0 3.5V7M-4 7H4",
    "M": "M-2.5 4.5V-5.5L5.5-7V3M-2.5 4.5A2.2 1.8 0 1 1-6.9 4.5A2.2 1.8 0 1 1-2.5 4.5M5.5 3A2.2 1.8 0 1 1 1.1 3"
    "A2.2 1.8 0 1 1 5.5 3",
    "T": "M0-8L1.5-3L7.5 1V3L1.5 1.2L1 5L3 6.6V8L0 7L-3 8V6.6L-1 5L-1.5 1.2L-7.5 3V1L-1.5-3Z",
    "B": "M0-4.5C-2-6.5-5-6.5-7.5-5.5V5.5C-5 4.5-2 4.5 0 6.5C2 4.5 5 4.5 7.5 5.5V-5.5C5-6.5 2-6.5 0-4.5V6.5",
}
"""By product: a screen, a note, an aeroplane and an open book, about 16 wide, centred."""
COMPANY, LANGUAGE, PRODUCT = range(len(CATEGORIES))


def place(x: float, y: float) -> str:
    """Return the transform that moves a group."""
    return f"translate({x:g} {y:g})"


# --- types


def emblem(kind: int, x: float, y: float, translations: Translations) -> str:
    """Draw a type in a box of 24, around a point."""
    category, letter = kind // OF_A_CATEGORY, translations.text(letter_of(kind))
    where = place(x, y)
    if category == COMPANY:
        face = element("rect", x=-12, y=-12, width=24, height=24, rx=5, class_="face")
        return element(
            "g", face, text(letter, 0, 5.5, class_="letter"), class_=f"company-{LETTERS[kind]}", transform=where
        )
    if category == LANGUAGE:
        badge = element("circle", r=11.5, class_="badge")
        return element("g", badge, text(letter, 0, 5.5, class_="letter"), class_="language", transform=where)
    return element("g", icon(LETTERS[kind], -5, 0), text(letter, 10, 5.5, class_="letter"), transform=where)


def icon(product: str, x: float, y: float) -> str:
    """Draw the icon of a product around a point."""
    return element("path", d=ICONS[product], transform=place(x, y), class_=f"icon icon-{product}")


def type_words(kind: int, translations: Translations) -> str:
    """Return the name of a type."""
    return translations.text(type_name(kind))


# --- tiles


def face(tile: int, translations: Translations) -> str:
    """Draw a tile around the origin: company and language above, the product below."""
    company, language, product = (translations.text(letter_of(kind)) for kind in FEATURES[tile])
    name = NAMES[tile]
    half = TILE / 2
    return element(
        "g",
        element("rect", x=-half, y=-half, width=TILE, height=TILE, rx=8, class_="face"),
        text(company, -9.5, -2.5, class_="letter"),
        element("circle", cx=9, cy=-9, r=9, class_="badge"),
        text(language, 9, -4, class_="letter on-badge"),
        icon(name[PRODUCT], -8, 10.5),
        text(product, 10, 16, class_="letter"),
        class_=f"tile company-{name[COMPANY]}",
        data_piece=name,
    )


def mini(tile: int, x: float, y: float, translations: Translations) -> str:
    """Draw a tile out of play as its three letters, with the origin at the upper left."""
    return element(
        "g",
        element("rect", width=MINI, height=22, rx=5, class_="face"),
        text(translations.text(tile_name(tile)), MINI / 2, 15.5, class_="letters"),
        class_=f"tile mini company-{NAMES[tile][COMPANY]}",
        data_piece=NAMES[tile],
        transform=place(x, y),
    )


def tile_words(tile: int, translations: Translations) -> str:
    """Return the name of a tile: its three features.

    >>> from engine.offline.tiles import TILES
    >>> from firmware_py.i18n.translations import Translations
    >>> tile_words(TILES["YDM"], Translations("en"))
    'yellow, German, music'
    """
    company, language, product = (type_words(kind, translations) for kind in FEATURES[tile])
    return translations("offline.drawn-tile", company=company, language=language, product=product)


# --- elements that can be tapped


def tappable(values: Iterable[str], title: str, *inside: str, **attributes: str) -> str:
    """Return a group that answers steps with these values, the most specific one first."""
    taps = " ".join(f"choice:{value}" for value in values)
    return element("g", named(title), *inside, data_tap=taps, **attributes)


def ring(x: float, y: float, width: float, height: float, radius: float = 8) -> str:
    """Draw the mark of a tap target: a ring, and a tick or an exclamation mark in its corner."""
    mark = element(
        "g",
        element("circle", r=8),
        element("path", d="M-4 0L-1 3.5L4-3.5", class_="tick"),
        element("path", d="M0-4.5V1M0 4V4.3", class_="bang"),
        class_="mark",
        transform=place(x + width - 3, y + 3),
    )
    return element("rect", x=x, y=y, width=width, height=height, rx=radius, class_="ring") + mark
