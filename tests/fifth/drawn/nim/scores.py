"""The score of Nim: what everybody has taken, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.games.drawing.score_tables import Table

if TYPE_CHECKING:
    from engine.nim import State

    from firmware_py.games.drawing.score_tables import Correction
    from firmware_py.i18n.translations import Translations


def tables(state: State, labels: tuple[str, ...], translations: Translations) -> list[Table]:
    """Return one table: a column for each player."""
    taken = tuple(map(str, state.taken))
    return [Table(translations("nim.name"), ("", *labels), ((translations("nim.points"), *taken),))]


def round_tables(
    _state: State, _number: int, _labels: tuple[str, ...], _translations: Translations
) -> list[Table]:
    """Return no tables: Nim has no rounds."""
    return []


def corrections(
    _state: State, _number: int, _labels: tuple[str, ...], _translations: Translations
) -> list[Correction]:
    """Return nothing to correct: Nim has no rounds."""
    return []


def notes(_state: State, _words: Translations) -> list[str]:
    """Return no notes: Nim has no owner data."""
    return []
