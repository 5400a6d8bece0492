"""What can be shown of any game: the players with their points, whose turn it is, and the game's details.

>>> from engine import GAMES
>>> from engine.game import Setup
>>> rules = GAMES["inside"].rules()
>>> lines(rules, rules.start(Setup("inside", ("Anna", "Ben"))), ("Anna", "Ben"))[0]
Line(seat=1, name='Anna', points=0, is_turn=True, has_won=False)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from engine.verdicts import say
from firmware_py.i18n.sentences import pair
from firmware_py.i18n.translations import keys_of

if TYPE_CHECKING:
    from engine.game import Rules
    from engine.verdicts import Argument, Sentence


class Line(NamedTuple):
    """A seat with its points."""

    seat: int
    name: str
    points: int
    is_turn: bool
    has_won: bool


def lines(rules: Rules[object], state: object, names: tuple[str, ...]) -> list[Line]:
    """Return a line for each seat."""
    standing, asked = rules.standing(state), rules.ask(state).seats
    turns = (
        () if standing.is_decided or len(asked) == len(names) else asked
    )  # if all seats are asked, it is nobody's turn
    return [
        Line(seat, name, standing.points[seat], seat in turns, seat in standing.winners)
        for seat, name in enumerate(names, start=1)
    ]


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
