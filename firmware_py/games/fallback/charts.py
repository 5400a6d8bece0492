"""The chart of any game: the points over the turns. A turn is over when another seat is asked."""

from __future__ import annotations

from engine.game import Rules
from firmware_py.games.drawing.chart_views import ChartView, plot_of, series_of, states_after_turns
from firmware_py.games.drawing.plot import Plot
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.translations import Translations


class Fallback:
    """Makes the chart of a game without its own charts."""

    def __init__(self, game: str, rules: Rules[object]) -> None:
        """Make charts of one game."""
        self._game, self._rules = game, rules

    def plots(self, view: ChartView, translations: Translations) -> list[Plot]:
        """Return one plot: the points of every seat after each turn."""
        states = states_after_turns(view.line, self._is_turn_over, self._goes_on)
        series = series_of(view.labels, map(self._points, states))
        return [
            plot_of(
                "points",
                capital(translations(f"{self._game}.points")),
                translations("chart.turn"),
                series,
                translations,
            )
        ]

    def _is_turn_over(self, before: object, after: object) -> bool:
        return self._rules.ask(before).seats != self._rules.ask(after).seats

    def _goes_on(self, state: object) -> bool:
        return not self._rules.standing(state).is_decided

    def _points(self, state: object) -> tuple[int, ...]:
        points = self._rules.standing(state).points
        return tuple(points[seat] for seat in sorted(points))
