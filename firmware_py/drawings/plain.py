"""Any game in a terminal: the players with their points, and what else the game tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware_py import plain

if TYPE_CHECKING:
    from engine.game import Rules
    from firmware_py.words import Words

TURN, WON = "▸", "★"


class Plain:
    """Draws a game that has no drawing of its own."""

    def __init__(self, game: str, rules: Rules[Any]) -> None:
        """Know the game."""
        self._game, self._rules = game, rules

    def draw(self, state: Any, words: Words) -> str:
        """Draw a position; the words know the names.

        >>> from engine import GAMES
        >>> from engine.game import Setup
        >>> from firmware_py.words import Words
        >>> rules = GAMES["inside"].rules()
        >>> state = rules.start(Setup("inside", ("Anna", "Ben")))
        >>> print(Plain("inside", rules).draw(state, Words("en").naming(("Anna", "Ben"))))
        ▸ Anna  0
          Ben   0
        """
        players = plain.lines(self._rules, state, words.players)
        wide, high = max(len(line.name) for line in players), max(len(str(line.points)) for line in players)
        drawn = [f"{_sign(line)} {line.name:{wide}}  {line.points:{high}}" for line in players]
        told = plain.details(self._game, self._rules, state, words)
        return "\n".join([*drawn, *([""] if told else []), *told])


def _sign(line: plain.Line) -> str:
    return WON if line.has_won else TURN if line.is_turn else " "
