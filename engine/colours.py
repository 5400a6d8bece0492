"""The colours of the seats: those of the seat keys and, in a game that says so, of the players' pieces.

Each seat key has a number and a colour. A seat belongs to the key of its number, unless the tag `Colours` says
which pieces the players have: then it belongs to the key of that colour. The number of its key is the *mark* of a
seat: displays and page show a seat by it.

>>> setup = Setup("insider", ("Anna", "Ben"), tags={COLOURS: "blue red"})
>>> colours_of(setup), marks_of(setup), seat_of_key(setup, 4)
(('blue', 'red'), (4, 1), 1)
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import GAMES
from engine.game import Setup

COLOURS = "Colours"
"""The tag: a colour for each seat, seat 1 first."""
KEY_COLOURS = ("red", "yellow", "green", "blue", "pink", "grey")
"""The colours of the seat keys, key 1 first."""


def choices_of(game: str) -> tuple[str, ...]:
    """Return the colours that the players of a game choose from; none if its pieces have none to choose."""
    return next((option.values for option in GAMES[game].options if option.tag == COLOURS), ())


def are_colours(game: str, colours: Sequence[str], players: int) -> bool:
    """Return whether these are different colours of a game, one for each player."""
    return len(colours) == len(set(colours)) == players and set(colours) <= set(choices_of(game))


def colours_of(setup: Setup) -> tuple[str, ...]:
    """Return the colour of each seat; those of the keys if nobody has chosen."""
    players = len(setup.players)
    chosen = tuple(setup.tags.get(COLOURS, "").split())
    return chosen if are_colours(setup.game, chosen, players) else KEY_COLOURS[:players]


def marks_of(setup: Setup) -> tuple[int, ...]:
    """Return the mark of each seat: the number of the key that has its colour.

    If nobody has chosen, it has a mark for every key: some games have more seats than players.
    """
    colours = colours_of(setup) if choices_of(setup.game) else KEY_COLOURS
    return tuple(KEY_COLOURS.index(colour) + 1 for colour in colours)


def seat_of_key(setup: Setup, key: int) -> int | None:
    """Return the seat that a seat key belongs to; None if it belongs to nobody."""
    marks = marks_of(setup)
    return marks.index(key) + 1 if key in marks else None
