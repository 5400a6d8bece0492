"""What can be shown of any game: the players with their points, whose turn it is, and the game's details.

>>> from engine import GAMES
>>> from engine.game import Setup
>>> rules = GAMES["inside"].rules()
>>> lines(rules, rules.start(Setup("inside", ("Anna", "Ben"))), ("Anna", "Ben"))[0]
Line(seat=1, name='Anna', points=0, is_turn=True, has_won=False)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engine.game import Rules
    from firmware_py.i18n.translations import Translations


class Line(NamedTuple):
    """A seat with its points."""

    seat: int
    name: str
    points: int
    is_turn: bool
    has_won: bool


def lines(rules: Rules[Any], state: Any, names: tuple[str, ...]) -> list[Line]:
    """Return a line for each seat."""
    standing, asked = rules.standing(state), rules.ask(state).seats
    turns = (
        () if standing.is_decided or len(asked) == len(names) else asked
    )  # if all seats are asked, it is nobody's turn
    return [
        Line(seat, name, standing.points[seat], seat in turns, seat in standing.winners)
        for seat, name in enumerate(names, start=1)
    ]


def details(game: str, rules: Rules[Any], state: Any, translations: Translations) -> list[str]:
    """Return the details of the standing that have a translation (`nim.detail-heaps`)."""
    values = {name.replace("_", "-"): value for name, value in rules.standing(state).details.items()}
    return [
        translations(f"{game}.detail-{name}", value=in_words(value, translations))
        for name, value in values.items()
        if f"{game}.detail-{name}" in translations.table
    ]


def in_words(value: object, translations: Translations) -> str:
    """Return a value of a standing as text.

    >>> from firmware_py.i18n.translations import Translations
    >>> in_words({"A": [1, 3, 5], "B": True}, Translations("en"))
    'A 1 3 5, B yes'
    """
    if isinstance(value, bool) or value is None:
        return translations("yes" if value else "no")
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {in_words(item, translations)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(in_words(item, translations) for item in value)
    return str(value)
