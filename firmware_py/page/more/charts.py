"""The charts of a match: the plots of its game, as SVG and as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.advisor import Verdict
from engine.colours import marks_of
from firmware_py.games.drawing.chart_views import ChartView, plot_of, seat_labels, series_of
from firmware_py.games.drawing.plot import Plot, draw
from firmware_py.games.lookup import charts_of
from firmware_py.i18n.translations import Translations
from firmware_py.page.more.analysis import winning_plot
from firmware_py.storage.entries import MINUTE_MS, ThinkingTime
from firmware_py.ui.match.history import History

SECOND_MS = 1000
MINUTES_FROM_MS = 10 * MINUTE_MS
SHORTEST_MS = 10 * SECOND_MS
"""Less than this is not worth a chart."""


class Chart(NamedTuple):
    """A chart, and its numbers as a table."""

    title: str
    """Plain text, not escaped; may contain names."""
    svg: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    """The turn or evaluation, then a number for each line."""


def charts(
    history: History,
    translations: Translations,
    verdicts: Sequence[Verdict] = (),
    *,
    hints: bool = True,
    thoughts: Sequence[ThinkingTime] = (),
) -> list[Chart]:
    """Return the charts of a match; without hints some are left out until the match is over.

    With verdicts on the acts in effect, the first chart is who was winning; with thoughts, the last one is how
    long each player has thought.
    """
    translations = translations.naming(history.now.names, marks_of(history.setup))
    plots = charts_of(history.setup.game).plots(chart_view(history, hints=hints), translations)
    if verdicts:
        plots.insert(0, winning_plot(history, verdicts, translations))
    if sum(thought.milliseconds for thought in thoughts) >= SHORTEST_MS:
        plots.append(_thinking_plot(history, thoughts, translations))
    return [_chart(_marked(plot, marks_of(history.setup))) for plot in plots]


def _thinking_plot(history: History, thoughts: Sequence[ThinkingTime], translations: Translations) -> Plot:
    """Return the plot of the time that each player has thought up to each act: in minutes, or else in seconds."""
    seats = range(1, len(history.now.names) + 1)
    spent = dict.fromkeys(seats, 0)
    rows = [tuple(spent.values())]
    for thought in thoughts:
        if thought.seat in spent:
            spent[thought.seat] += thought.milliseconds
            rows.append(tuple(spent.values()))
    is_long = max(spent.values()) >= MINUTES_FROM_MS
    unit = MINUTE_MS if is_long else SECOND_MS
    title = translations("chart.thought-minutes" if is_long else "chart.thought-seconds")
    series = series_of(
        seat_labels(history.now.names, marks_of(history.setup)),
        [[round(each / unit) for each in row] for row in rows],
    )
    return plot_of("thought", title, translations("chart.act"), series, translations)


def chart_view(history: History, *, hints: bool = True) -> ChartView:
    """Return the course of a match as input for the charts."""
    return ChartView(history.now.names, history.line_of_play, hints, marks_of(history.setup))


def _marked(plot: Plot, marks: tuple[int, ...]) -> Plot:
    """Return a plot with the lines of the seats in the colours of their marks."""
    tones = {str(seat): str(mark) for seat, mark in enumerate(marks, start=1)}
    return plot._replace(series=tuple(line._replace(tone=tones.get(line.tone, line.tone)) for line in plot.series))


def _chart(plot: Plot) -> Chart:
    rows = zip(*(line.values for line in plot.series), strict=True)
    return Chart(
        plot.title,
        draw(plot),
        (plot.across, *(line.label for line in plot.series)),
        tuple((at, *row) for at, row in enumerate(rows)),
    )
