"""The score of Inside: the squares that each player holds on every face."""

from __future__ import annotations

from engine.inside import State
from engine.inside.scoring import MAJORITY, squares
from firmware_py.games.drawing.score_tables import Correction, Table
from firmware_py.i18n.translations import Translations


def tables(state: State, labels: tuple[str, ...], translations: Translations) -> list[Table]:
    """Return one table: a row for each face, a column for each player."""
    return [_faces(state, labels, translations)]


def round_tables(
    _state: State, _number: int, _labels: tuple[str, ...], _translations: Translations
) -> list[Table]:
    """Return no tables: Inside has no rounds."""
    return []


def corrections(
    _state: State, _number: int, _labels: tuple[str, ...], _translations: Translations
) -> list[Correction]:
    """Return nothing to correct: Inside has no rounds."""
    return []


def notes(_state: State, _translations: Translations) -> list[str]:
    """Return no notes: Inside has no owner data."""
    return []


def _faces(state: State, labels: tuple[str, ...], translations: Translations) -> Table:
    rows = []
    taken = [0, 0]
    for face, counts in squares(state).items():
        rows.append((translations("sheet.face", face=face), *(_squares(count, translations) for count in counts)))
        for at, count in enumerate(counts):
            taken[at] += count >= MAJORITY
    kinds = translations("inside.player-light"), translations("inside.player-dark")
    columns = ("", *(f"{label}\n{kind}" for label, kind in zip(labels, kinds, strict=True)))
    return Table(
        translations("sheet.faces"), columns, tuple(rows), ((translations("inside.points"), *map(str, taken)),)
    )


def _squares(count: int, translations: Translations) -> str:
    return translations("sheet.taken", count=count) if count >= MAJORITY else str(count)
