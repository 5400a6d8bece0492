"""The analysis of a match on the page and on the score sheet: who was winning when, and the decisive mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import GAMES
from engine.acts import Act
from engine.advisor import Verdict
from engine.analysis import JudgedAct
from engine.colours import marks_of
from firmware_py.games.drawing.chart_views import plot_of, seat_labels, series_of
from firmware_py.games.drawing.plot import Plot
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.translations import Translations
from firmware_py.page.history import lines
from firmware_py.page.snapshot import Played
from firmware_py.ui.match.history import History

HUNDRED = 100


class Better(NamedTuple):
    """An act that would have kept the win."""

    label: str
    taps: tuple[str, ...]
    """What one taps on the table to say it."""


class Mistake(NamedTuple):
    """An act that gave the win away."""

    place: int
    """Of the act in the log."""
    number: int
    """Which move of the game it is."""
    text: str
    better: tuple[Better, ...]


def as_plain(mistake: Mistake) -> dict[str, object]:
    """Return a mistake as plain values for JSON."""
    return {**mistake._asdict(), "better": [better._asdict() for better in mistake.better]}


def mistakes(history: History, verdicts: Sequence[Verdict], translations: Translations) -> list[Mistake]:
    """Return the decisive mistakes among the acts in effect, the first one first."""
    texts = {line.place: line.text for line in lines(history, translations)}
    found = []
    for at, place in enumerate(history.standing_places):
        act, before = history.moments[place].act, history.moments[place].source
        assert act is not None  # only the start has none
        judged = JudgedAct(act, 0, verdicts[at], verdicts[at + 1])
        if judged.is_mistake and judged.before.best is not None:
            named, state = translations.naming(history.moments[before].names), history.state(before)
            better = tuple(_better(history, state, one, named) for one in judged.before.best)
            found.append(Mistake(place, history.moments[place].moves, texts[place], better))
    return found


def _better(history: History, state: object, act: Act, translations: Translations) -> Better:
    rules = GAMES[history.setup.game].rules()
    taps = tuple(step.tap for step in rules.steps(state, act))
    return Better(capital(translations.text(rules.tell(state, act))), taps)


def verdicts_of(history: History, played: Played | None) -> tuple[Verdict, ...]:
    """Return the verdicts on the acts in effect of a match; none if they are not known yet."""
    analysed = None if played is None else played.analysed
    if analysed is None or len(analysed.verdicts) != len(history.standing_places) + 1:
        return ()
    return analysed.verdicts


def winning_plot(history: History, verdicts: Sequence[Verdict], translations: Translations) -> Plot:
    """Return the plot of who was winning: the chance of each seat after every act in effect, in percent."""
    rows = [[round(HUNDRED * chance) for chance in verdict.chances] for verdict in verdicts]
    series = series_of(seat_labels(history.now.names, marks_of(history.setup)), rows)
    first = next(at for at in range(len(verdicts)) if all(one.winner is not None for one in verdicts[at:]))
    title, across = translations("chart.winning", place=first), translations("chart.act")
    return plot_of("winning", title, across, series, translations)._replace(floor=0, ceiling=HUNDRED)
