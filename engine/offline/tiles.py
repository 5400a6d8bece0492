"""The 64 advertising tiles (OF-1), as numbers, and the twelve types of which each shows three.

A type is a number from 0 to 11: four companies, then four languages, then four products. It is also a preference
card. A tile is 16 × company + 4 × language + product.

>>> NAMES[TILES["YDM"]], [LETTERS[kind] for kind in FEATURES[TILES["YDM"]]], SHARED[TILES["YDM"]][TILES["YFM"]]
('YDM', ['Y', 'D', 'M'], 2)
"""

from functools import cache

from engine.verdicts import Sentence, say

CATEGORIES = ("company", "language", "product")
LETTERS = "RYGBEDFSCMTB"
"""By type, as in records; a letter may name a company and a product, but never two types of one category."""
TYPES = (
    "red", "yellow", "green", "blue",
    "english", "german", "french", "spanish",
    "computing", "music", "travel", "books",
)  # fmt: skip
OF_A_CATEGORY = 4
OF_A_TYPE = 16
"""Tiles that show one type."""
ALL = 64
NONE = -1
"""No tile."""

FEATURES = tuple((tile // 16, 4 + tile // 4 % 4, 8 + tile % 4) for tile in range(ALL))
"""By tile: its company, its language and its product."""
NAMES = tuple("".join(LETTERS[kind] for kind in features) for features in FEATURES)
TILES = {name: tile for tile, name in enumerate(NAMES)}
SHARED = tuple(
    (*(sum(a == b for a, b in zip(mine, theirs, strict=True)) for theirs in FEATURES), 0) for mine in FEATURES
)
"""By two tiles: the features that they share; the last row entry is for no tile at all."""
SHARED_BY_ALL = (*(int.from_bytes(bytes(row[:ALL]), "little") for row in SHARED), 0)
"""The same rows as numbers, with a byte for each tile: one addition adds what all tiles share with two others."""

SHOWING = tuple(
    sum(1 << tile for tile, features in enumerate(FEATURES) if kind in features) for kind in range(len(TYPES))
)
"""By type: a bit for each tile that shows it."""


def types_of(category: int) -> range:
    """List the types of a category."""
    return range(category * OF_A_CATEGORY, (category + 1) * OF_A_CATEGORY)


def type_of(category: int, letter: str) -> int | None:
    """Find a type by its letter.

    >>> TYPES[type_of(0, "B")], TYPES[type_of(2, "B")], type_of(1, "B")
    ('blue', 'books', None)
    """
    return next((kind for kind in types_of(category) if LETTERS[kind] == letter), None)


def type_name(kind: int) -> Sentence:
    """Name a type."""
    return say(f"offline.type-{TYPES[kind]}")


def letter_of(kind: int) -> Sentence:
    """Name a type by its letter in the reader's language."""
    return say(f"offline.letter-{TYPES[kind]}")


@cache
def spelled(letters: str) -> Sentence:
    """Name a tile, or its first letters, by the letters of the reader's language; `?` is any letter."""
    kinds = (type_of(category, letter) for category, letter in enumerate(letters[: len(CATEGORIES)]))
    read = [letter if kind is None else letter_of(kind) for kind, letter in zip(kinds, letters, strict=False)]
    company, language, product = (*read, "", "", "")[: len(CATEGORIES)]
    return say("offline.letters", tile=letters, company=company, language=language, product=product)


def tile_name(tile: int) -> Sentence:
    """Name a tile by the letters of the reader's language."""
    return spelled(NAMES[tile])
