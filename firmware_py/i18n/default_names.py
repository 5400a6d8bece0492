"""The names of players who enter none, and the maximum length of a name."""

from __future__ import annotations

from functools import cache

import engine
from engine.colours import COLOURS, KEY_COLOURS, are_colours, choices_of, marks_of
from engine.game import Setup
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations

MOST_SEATS = 6
LONGEST_NAME_ON_PANEL = 15
"""The number of characters that fit wherever the panel shows a name."""


def is_default_name(name: str) -> bool:
    """Return whether a name is the default name of a seat, in any language.

    >>> is_default_name("Dark"), is_default_name("Joueur 2"), is_default_name("Anna")
    (True, True, False)
    """
    return name in _every_default_name()


def is_person(name: str) -> bool:
    """Return whether a name is that of a person: not of a seat, nor of the box in any language.

    >>> is_person("Anna"), is_person("Dark"), is_person("Boîtier")
    (True, False, False)
    """
    return not is_default_name(name) and name not in _names_of_the_box()


@cache
def _names_of_the_box() -> frozenset[str]:
    return frozenset(Translations(language)("opponent.name") for language in LANGUAGES)


@cache
def _every_default_name() -> frozenset[str]:
    seats = range(1, MOST_SEATS + 1)
    tables = [Translations(language) for language in LANGUAGES]
    colours = {
        translations(f"{game.name}.player-{name}")
        for translations in tables
        for game in engine.GAMES.values()
        for name in game.seat_names
    }
    return frozenset(
        colours | {translations("home.player", seat=seat) for translations in tables for seat in seats}
    )


def colour_named(game: str, name: str) -> str | None:
    """Return the colour that is the default name of a seat, in any language; None if the name is another one.

    >>> colour_named("insider", "Gelb"), colour_named("insider", "Anna")
    ('yellow', None)
    """
    return _colours_by_name(game).get(name)


def colours_tag(game: str, names: tuple[str, ...]) -> dict[str, str]:
    """Return the tag for players who are called by colours in another order than that of the keys; else none.

    >>> colours_tag("insider", ("Blue", "Anna", "Red")), colours_tag("insider", ("Red", "Anna"))
    ({'Colours': 'blue yellow red'}, {})
    """
    named = [colour_named(game, name) for name in names]
    free = iter(colour for colour in choices_of(game) if colour not in named)
    colours = tuple(colour or next(free) for colour in named) if any(named) else ()
    is_told = are_colours(game, colours, len(names)) and colours != KEY_COLOURS[: len(names)]
    return {COLOURS: " ".join(colours)} if is_told else {}


@cache
def _colours_by_name(game: str) -> dict[str, str]:
    tables = [Translations(language) for language in LANGUAGES]
    return {table(f"{game}.player-{colour}"): colour for colour in choices_of(game) for table in tables}


def default_name(game: str, seat: int, translations: Translations) -> str:
    """Return the default name of a seat; where seats have colours, `seat` is its mark.

    A seat that the game does not have is called by its number.

    >>> from firmware_py.i18n.translations import Translations
    >>> default_name("inside", 2, Translations("en")), default_name("online", 2, Translations("en"))
    ('Dark', 'Player 2')
    """
    names = engine.GAMES[game].seat_names
    if not 1 <= seat <= len(names):
        return translations("home.player", seat=seat)
    return translations(f"{game}.player-{names[seat - 1]}")


def default_names(setup: Setup, translations: Translations, seats: int) -> tuple[str, ...]:
    """Return the default names of the seats of a match, in the colours that were chosen.

    Some games have more `seats` than players.

    >>> from engine.game import Setup
    >>> from firmware_py.i18n.translations import Translations
    >>> default_names(Setup("insider", ("Anna", "Ben"), tags={"Colours": "blue red"}), Translations("en"), 2)
    ('Blue', 'Red')
    """
    return tuple(default_name(setup.game, mark, translations) for mark in marks_of(setup)[:seats])
