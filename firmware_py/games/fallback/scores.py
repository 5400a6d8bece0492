"""The score of any game: the points of each player are on every sheet, and nothing else is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.game import Rules
    from firmware_py.games.score_tables import Table
    from firmware_py.i18n.translations import Translations


class Fallback:
    """The score of a game that has no tables of its own."""

    def __init__(self, _game: str, _rules: Rules[Any]) -> None:
        """Take a game as the other fallbacks do."""

    def tables(self, _state: Any, _labels: tuple[str, ...], _words: Translations) -> list[Table]:
        """Return no tables."""
        return []

    def notes(self, _state: Any, _words: Translations) -> list[str]:
        """Return no notes: there is no owner data that could be unverified."""
        return []
