"""The score of Online: what each party has downloaded, and at the end its gain and loss."""

from __future__ import annotations

from engine.online import State
from engine.online.cards import CATEGORIES
from engine.online.scoring import score
from engine.online.state import card_name
from firmware_py.games.drawing.score_tables import Correction, Table
from firmware_py.games.online.charts import party_labels
from firmware_py.i18n.translations import Translations


def tables(state: State, labels: tuple[str, ...], translations: Translations) -> list[Table]:
    """Return one table: a row for each kind of download, a column for each party."""
    return [_downloads(state, party_labels(state, labels), translations)]


def round_tables(
    _state: State, _number: int, _labels: tuple[str, ...], _translations: Translations
) -> list[Table]:
    """Return no tables: Online has no rounds."""
    return []


def corrections(
    _state: State, _number: int, _labels: tuple[str, ...], _translations: Translations
) -> list[Correction]:
    """Return nothing to correct: Online has no rounds."""
    return []


def notes(_state: State, _translations: Translations) -> list[str]:
    """Return no notes: Online has no owner data."""
    return []


def _downloads(state: State, labels: tuple[str, ...], translations: Translations) -> Table:
    rows = []
    for at, (card, goal) in enumerate(zip(CATEGORIES, state.deal.goals, strict=True)):
        cells = [
            f"{party.piles[at]} / {goal}"
            + (f"\n{translations('online.shown-secured')}" if party.secured[at] else "")
            for party in state.parties
        ]
        rows.append((translations.text(card_name(card)), *cells))
    whole = sum(state.deal.goals)
    totals = [(translations("online.points"), *(f"{sum(party.piles)} / {whole}" for party in state.parties))]
    if state.end is not None:
        noted = score(state).values()
        totals += [
            (
                translations("sheet.gain"),
                *("?" if entry["gain"] is None else str(entry["gain"]) for entry in noted),
            ),
            (translations("sheet.loss"), *(str(entry["loss"] or 0) for entry in noted)),
        ]
    return Table(translations("chart.downloads"), ("", *labels), tuple(rows), tuple(totals))
