"""The chart of Nim: the matches that are left in each heap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.games.drawing.chart_views import plot_of, series_of, states_after_turns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.nim import State

    from engine.acts import Act
    from firmware_py.games.drawing.chart_views import ChartView
    from firmware_py.games.drawing.plot import Plot
    from firmware_py.i18n.translations import Translations


def plots(view: ChartView, translations: Translations) -> list[Plot]:
    """Return how the heaps became smaller, turn by turn."""
    states = turns(view.line)
    labels = [
        translations("nim.heap", heap=heap, count=size) for heap, size in enumerate(states[0].heaps, start=1)
    ]
    series = series_of(labels, [state.heaps for state in states])
    return [plot_of("heaps", translations("nim.name"), translations("chart.turn"), series, translations)]


def turns(line: Sequence[tuple[Act | None, State]]) -> list[State]:
    """Return the state of the start and the one after each turn: everybody takes once."""
    return states_after_turns(line, lambda _, _after: True, lambda state: not state.winner)
