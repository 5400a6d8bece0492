"""Results for the page: rounds and the end of a match as tables, and the result as a text to share."""

from __future__ import annotations

from engine import GAMES
from engine.acts import is_open
from engine.colours import marks_of
from firmware_py.games.drawing.chart_views import seat_labels
from firmware_py.games.drawing.plot import number
from firmware_py.games.drawing.score_tables import Table
from firmware_py.games.lookup import display_of, scores_of
from firmware_py.games.standings import winners
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.translations import Translations
from firmware_py.page.snapshot import Played
from firmware_py.ui.match.history import History
from firmware_py.ui.match.verdicts import as_imperative

MOST_MOVES = 400
"""Acts that are listed for those who type them."""


def round_tables(played: Played, number: int, translations: Translations) -> list[dict[str, object]]:
    """Return one of the rounds of a match as tables; none if there is no such round."""
    game = played.setup.game
    if number not in range(1, display_of(game).rounds(played.state) + 1):
        return []
    labels, named = _named(played, translations)
    tables = scores_of(game).round_tables(played.state, number, labels, named)
    return [_plain(table) for table in tables]


def corrections(played: Played, number: int, translations: Translations) -> list[dict[str, object]]:
    """Return what can be corrected in one of the rounds of a match, as a form; in round 0, what can be entered."""
    if number > display_of(played.setup.game).rounds(played.state):
        return []
    labels, named = _named(played, translations)
    found = scores_of(played.setup.game).corrections(played.state, number, labels, named)
    return [{**each._asdict(), "fields": [field._asdict() for field in each.fields]} for each in found]


def score_tables(played: Played, translations: Translations) -> list[dict[str, object]]:
    """Return the score of a match as tables."""
    labels, named = _named(played, translations)
    tables = scores_of(played.setup.game).tables(played.state, labels, named)
    return [_plain(table) for table in tables]


def _named(played: Played, translations: Translations) -> tuple[tuple[str, ...], Translations]:
    """Return the labels of the seats, and translations with the names and marks of the players."""
    marks = marks_of(played.setup)
    return seat_labels(played.names, marks), translations.naming(played.names, marks)


def result_text(history: History, translations: Translations) -> str:
    """Return the result of a match as a text to send to somebody."""
    names, standing, tags = history.now.names, history.standing, history.setup.tags
    heads = (translations(f"{history.setup.game}.name"), tags.get("Date", ""))
    points = translations(f"{history.setup.game}.points")
    seats = range(1, len(names) + 1)
    ranked = sorted(seats, key=lambda seat: (seat not in standing.winners, -standing.points[seat]))
    return "\n".join(
        [
            " · ".join(filter(None, heads)),
            result_line(history, translations),
            *(f"{names[seat - 1]}: {number(standing.points[seat])}" for seat in ranked),
            f"({points})",
        ]
    )


def result_line(history: History, translations: Translations) -> str:
    """Return who has won, or that the match is not over."""
    if not history.standing.is_decided:
        return translations("sheet.not-over")
    return translations("box.won", winners=winners(history.standing, history.now.names))


def allowed_moves(played: Played, translations: Translations) -> list[dict[str, str]]:
    """Return the acts that are allowed now, each as it is written and as it is told."""
    rules, named = GAMES[played.setup.game].rules(), translations.naming(played.names)
    acts = [act for act in rules.legal(played.state) if not is_open(act)][:MOST_MOVES]
    told = (as_imperative(rules.tell(played.state, act), named.table) for act in acts)
    return [{"act": str(act), "label": capital(named.text(what))} for act, what in zip(acts, told, strict=True)]


def _plain(table: Table) -> dict[str, object]:
    return {**table._asdict(), "caption": capital(table.caption)}
