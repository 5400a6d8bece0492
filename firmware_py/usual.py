"""How players are called who give no names, and how long a name may be."""

from __future__ import annotations

from functools import cache

from firmware_py.spoken import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_py.words import Words

MOST_SEATS = 6
LONGEST_NAME = 15
"""Characters that fit wherever the panel shows a name."""
_USUAL = {
    "inside": ("inside.player-light", "inside.player-dark"),
    "insider": ("insider.player-red", "insider.player-yellow", "insider.player-green", "insider.player-blue"),
}
"""In games that have names for their seats; elsewhere they are numbered."""


def is_usual(name: str) -> bool:
    """Tell whether a name is only that of a seat, in whatever language.

    >>> is_usual("Dark"), is_usual("Joueur 2"), is_usual("Anna")
    (True, True, False)
    """
    return name in _every_usual()


@cache
def _every_usual() -> frozenset[str]:
    from firmware_py.words import Words

    seats = range(1, MOST_SEATS + 1)
    tables = [Words(language) for language in LANGUAGES]
    colours = {words(key) for words in tables for names in _USUAL.values() for key in names}
    return frozenset(colours | {words("desk.player", seat=seat) for words in tables for seat in seats})


def usual_name(game: str, seat: int, words: Words) -> str:
    """Name a seat that nobody has given a name.

    >>> from firmware_py.words import Words
    >>> usual_name("inside", 2, Words("en")), usual_name("online", 2, Words("en"))
    ('Dark', 'Player 2')
    """
    names = _USUAL.get(game)
    return words(names[seat - 1]) if names is not None else words("desk.player", seat=seat)
