"""The chart of Insider: the stair over the evaluations."""

from __future__ import annotations

from engine.insider import State
from engine.insider.publicity import MOST_ROUNDS, TOP, account
from firmware_py.games.drawing.chart_views import ChartView, plot_of, series_of
from firmware_py.games.drawing.plot import Plot
from firmware_py.i18n.translations import Translations


def plots(view: ChartView, translations: Translations) -> list[Plot]:
    """Return the steps on which the markers stand after each evaluation."""
    state: State = view.state
    inn = state.inn
    steps = [entry.steps for entry in account(inn.history, len(inn.steps), inn.cellar)]
    series = series_of(view.labels, steps)
    plot = plot_of(
        "stair", translations("chart.stair"), translations("chart.evaluation"), series, translations, goal=TOP
    )
    return [plot._replace(longest=MOST_ROUNDS, is_stepped=False)]
