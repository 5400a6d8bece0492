"""Sentences for every part of the program: verbatim and joined texts, titles of games, names of players.

>>> from firmware_py.i18n.translations import Translations
>>> Translations("en").text(pair(3, game_title("inside")))
'3 Inside'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from engine import GAMES
from engine.verdicts import Argument, Sentence, player, say


def plain(text: str) -> Sentence:
    """Return a sentence for a text that is the same in every language: a name, a path, an error of the system."""
    return say("plain", text=text)


def pair(first: Argument, second: Argument) -> Sentence:
    """Return a sentence of two parts with a blank between them."""
    return say("pair", first=first, second=second)


def marked(seat: int) -> Sentence:
    """Return a sentence for a seat as people see it: its mark and the name of its player.

    >>> from firmware_py.i18n.translations import Translations
    >>> Translations("en").naming(("Anna", "Ben"), (2, 1)).text(marked(1))
    '2 Anna'
    """
    return pair(say("mark", seat=seat), player(seat))


def total(parts: Sequence[Argument]) -> Argument:
    """Return one or more parts with plus signs between them.

    >>> from firmware_py.i18n.translations import Translations
    >>> Translations("en").text(total((say("yes"), say("no"), plain("7"))))
    'yes + no + 7'
    """
    return reduce(lambda first, second: say("sum", first=first, second=second), parts)


def game_title(game: str) -> Sentence:
    """Return the title of a game; an unknown game keeps the name used in its records."""
    return say(f"{game}.name") if game in GAMES else plain(game)


def with_names(sentence: Sentence, names: tuple[str, ...]) -> Sentence:
    """Return a sentence that names the players as they were called at some time, whatever they are called later.

    >>> from firmware_py.i18n.translations import Translations
    >>> then = with_names(say("history.by", who=player(2), what=say("match.told-undo")), ("Anna", "Ben"))
    >>> Translations("en").naming(("Anna", "Carla")).text(then)
    'Ben: undone'
    """
    for seat, name in enumerate(names, start=1):
        if sentence == player(seat):
            return plain(name)
    return Sentence(sentence.key, tuple((name, _with_names(value, names)) for name, value in sentence.args))


def _with_names(value: Argument, names: tuple[str, ...]) -> Argument:
    if isinstance(value, Sentence):
        return with_names(value, names)
    if isinstance(value, tuple):
        return tuple(with_names(item, names) if isinstance(item, Sentence) else item for item in value)
    return value
