"""Capital letters at the beginning of texts; the sentences of the engine begin with small ones."""

from __future__ import annotations

TYPE_CHECKING = False  # see firmware_py.i18n.translations
if TYPE_CHECKING:
    from collections.abc import Sequence


def capitalised(paragraphs: Sequence[str]) -> list[str]:
    """Begin the first paragraph with a capital letter.

    >>> capitalised(["there is no cell 500", "lawful instead:"])
    ['There is no cell 500', 'lawful instead:']
    """
    return [*map(capital, paragraphs[:1]), *paragraphs[1:]]


def capital(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]
