"""Any game in a terminal: the players with their points, and the details of the game."""

from __future__ import annotations

from engine.game import Rules
from firmware_py.games.fallback import lines as plain
from firmware_py.games.seats import Seat, seats_of
from firmware_py.i18n.translations import Translations

TURN, WON = "▸", "★"


class Fallback:
    """Draws a game without its own text module."""

    def __init__(self, game: str, rules: Rules[object]) -> None:
        """Draw one game."""
        self._game, self._rules = game, rules

    def draw(self, state: object, translations: Translations) -> str:
        """Return a position as text; the translations carry the names.

        >>> from engine import GAMES
        >>> from engine.game import Setup
        >>> from firmware_py.i18n.translations import Translations
        >>> rules = GAMES["inside"].rules()
        >>> state = rules.start(Setup("inside", ("Anna", "Ben")))
        >>> print(Fallback("inside", rules).draw(state, Translations("en").naming(("Anna", "Ben"))))
        ▸ Anna  0
          Ben   0
        """
        players = seats_of(self._rules, state, translations.players)
        wide, high = max(len(line.name) for line in players), max(len(str(line.points)) for line in players)
        drawn = [f"{_sign(line)} {line.name:{wide}}  {line.points:{high}}" for line in players]
        details = [translations.text(line) for line in plain.details(self._game, self._rules, state)]
        return "\n".join([*drawn, *([""] if details else []), *details])

    def sheet(self, _state: object, _translations: Translations) -> str:
        """Return no score sheet: everything is in the standing."""
        return ""


def _sign(line: Seat) -> str:
    return WON if line.is_winner else TURN if line.is_turn else " "
