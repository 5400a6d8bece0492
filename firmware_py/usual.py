"""How players are called who give no names, and how long a name may be."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_py.words import Words

LONGEST_NAME = 15
"""Characters that fit wherever the panel shows a name."""
_USUAL = {
    "inside": ("inside.player-light", "inside.player-dark"),
    "insider": ("insider.player-red", "insider.player-yellow", "insider.player-green", "insider.player-blue"),
}
"""In games that have names for their seats; elsewhere they are numbered."""


def usual_name(game: str, seat: int, words: Words) -> str:
    """Name a seat that nobody has given a name.

    >>> from firmware_py.words import Words
    >>> usual_name("inside", 2, Words("en")), usual_name("online", 2, Words("en"))
    ('Dark', 'Player 2')
    """
    names = _USUAL.get(game)
    return words(names[seat - 1]) if names is not None else words("desk.player", seat=seat)
