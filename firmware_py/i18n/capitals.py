"""Capital letters at the beginning of texts; the engine's sentences begin with lower-case letters."""

from __future__ import annotations

from collections.abc import Sequence


def capitalised(paragraphs: Sequence[str]) -> list[str]:
    """Return the paragraphs with a capital letter at the beginning of the first one.

    >>> capitalised(["there is no cell 500", "allowed instead:"])
    ['There is no cell 500', 'allowed instead:']
    """
    return [*map(capital, paragraphs[:1]), *paragraphs[1:]]


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]
