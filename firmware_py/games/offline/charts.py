"""The charts of Offline: the nets that each type leads and, once the cards are shown, the points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acts import Act
from engine.offline import State
from engine.offline.owner_data import NETS
from engine.offline.scoring import leads_of, sheet_of
from engine.offline.state import Phase
from engine.offline.tiles import CATEGORIES, LETTERS, letter_of, type_name, types_of
from firmware_py.games.drawing.chart_views import ChartView, plot_of, series_of, states_after_turns
from firmware_py.games.drawing.plot import Plot
from firmware_py.i18n.translations import Translations


def plots(view: ChartView, translations: Translations) -> list[Plot]:
    """Return the points at the end and, with hints or at the end, the nets led in each category."""
    state: State = view.state
    if not state.deal.is_board:  # everything is entered at the end: there are no turns
        return []
    states = turns(view.line)
    points = [_points(state, states, view.labels, translations)] if state.is_over else []
    return [*points, *_nets(states, translations)] if view.hints or state.is_over else points


def turns(line: Sequence[tuple[Act | None, State]]) -> list[State]:
    """Return the state at the start and the one after each turn."""
    between = {Phase.TURN, Phase.SHOW, Phase.END}
    return states_after_turns(
        line, lambda _, after: after.phase in between, lambda state: state.phase is not Phase.END
    )


def _points(state: State, states: list[State], labels: tuple[str, ...], translations: Translations) -> Plot:
    """Return the points after each turn, by the cards that were shown at the end."""
    paid = [[entry.points for entry in sheet_of(then._replace(cards=state.cards)).accounts] for then in states]
    return plot_of(
        "points", translations("chart.points"), translations("chart.turn"), series_of(labels, paid), translations
    )


def _nets(states: list[State], translations: Translations) -> list[Plot]:
    """Return a plot per category: the nets that each type leads."""
    leading = [[lead.kind for row in leads_of(then) for lead in row if lead is not None] for then in states]
    plots = []
    for category, name in enumerate(CATEGORIES):
        kinds = types_of(category)
        labels = [f"{translations.text(letter_of(kind))} {translations.text(type_name(kind))}" for kind in kinds]
        series = series_of(labels, [[kinds_then.count(kind) for kind in kinds] for kinds_then in leading])
        if category == 0:
            series = tuple(line._replace(tone=LETTERS[kind]) for line, kind in zip(series, kinds, strict=True))
        plot = plot_of(name, translations(f"chart.nets-{name}"), translations("chart.turn"), series, translations)
        plots.append(plot._replace(ceiling=len(NETS) // 2))
    return plots
