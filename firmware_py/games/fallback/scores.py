"""The score of any game: no tables, because every sheet has the points of each player anyway."""

from __future__ import annotations

from engine.game import Rules
from firmware_py.games.drawing.score_tables import Correction, Table
from firmware_py.i18n.translations import Translations


class Fallback:
    """The score of a game without its own tables."""

    def __init__(self, _game: str, _rules: Rules[object]) -> None:
        """Take the same arguments as the other fallbacks."""

    def tables(self, _state: object, _labels: tuple[str, ...], _translations: Translations) -> list[Table]:
        """Return no tables."""
        return []

    def round_tables(
        self, _state: object, _number: int, _labels: tuple[str, ...], _translations: Translations
    ) -> list[Table]:
        """Return no tables: the plain displays count no rounds."""
        return []

    def corrections(
        self, _state: object, _number: int, _labels: tuple[str, ...], _translations: Translations
    ) -> list[Correction]:
        """Return nothing to correct."""
        return []

    def notes(self, _state: object, _translations: Translations) -> list[str]:
        """Return no notes: there is no owner data that could be unchecked."""
        return []
