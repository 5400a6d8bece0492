"""What can be said of any game besides its seats: the details of its standing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from engine.game import Rules
from engine.verdicts import Argument, Sentence, say
from firmware_py.i18n.sentences import pair
from firmware_py.i18n.translations import keys_of


def details(game: str, rules: Rules[object], state: object) -> list[Sentence]:
    """Return the details of the standing that the game has a text for (`nim.detail-heaps`)."""
    values = {name.replace("_", "-"): value for name, value in rules.standing(state).details.items()}
    return [
        say(f"{game}.detail-{name}", value=in_words(value))
        for name, value in values.items()
        if f"{game}.detail-{name}" in keys_of(game)
    ]


def in_words(value: object) -> Argument:
    """Return a value of a standing as the argument of a sentence.

    >>> from firmware_py.i18n.translations import Translations
    >>> Translations("en")("plain", text=in_words({"A": [1, 3, 5], "B": True}))
    'A 1 3 5, B yes'
    """
    if isinstance(value, bool) or value is None:
        return say("yes" if value else "no")
    if isinstance(value, Mapping):
        return tuple(pair(str(name), in_words(item)) for name, item in value.items())
    if isinstance(value, list | tuple):
        return reduce(pair, map(in_words, value)) if value else ""
    return str(value)
