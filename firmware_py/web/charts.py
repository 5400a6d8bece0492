"""The charts of a match: the plots of its game, as SVG and as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.games.chart_views import ChartView
from firmware_py.games.lookup import charts_of
from firmware_py.games.plot import draw
from firmware_py.web.analysis import winning_plot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.advisor import Verdict
    from firmware_py.games.plot import Plot
    from firmware_py.i18n.translations import Translations
    from firmware_py.web.history import Replay


class Chart(NamedTuple):
    """A chart, and its numbers as a table."""

    title: str
    """Plain text, not escaped; may contain names."""
    svg: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    """The turn or evaluation, then a number for each line."""


def charts(
    replay: Replay, translations: Translations, verdicts: Sequence[Verdict] = (), *, hints: bool = True
) -> list[Chart]:
    """Return the charts of a match; without hints some are left out until the match is over.

    With verdicts on the acts in effect, the first chart is who was winning.
    """
    translations = translations.naming(replay.now.names)
    plots = charts_of(replay.setup.game).plots(chart_view(replay, hints=hints), translations)
    if verdicts:
        plots.insert(0, winning_plot(replay, verdicts, translations))
    return [_chart(plot) for plot in plots]


def chart_view(replay: Replay, *, hints: bool = True) -> ChartView:
    """Return the course of a match as input for the charts."""
    return ChartView(replay.now.names, [(moment.act, moment.state) for moment in replay.line_of_play], hints)


def _chart(plot: Plot) -> Chart:
    rows = zip(*(line.values for line in plot.series), strict=True)
    return Chart(
        plot.title,
        draw(plot),
        (plot.across, *(line.label for line in plot.series)),
        tuple((at, *row) for at, row in enumerate(rows)),
    )
