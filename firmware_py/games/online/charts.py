"""The chart of Online: the cards that each party has downloaded."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acts import Act
from engine.online import State
from engine.online.state import Phase
from firmware_py.games.drawing.chart_views import ChartView, plot_of, series_of, states_after_turns
from firmware_py.games.drawing.plot import Plot
from firmware_py.i18n.translations import Translations


def plots(view: ChartView, translations: Translations) -> list[Plot]:
    """Return the downloads of every party after each turn."""
    state: State = view.state
    counts = [[sum(party.piles) for party in then.parties] for then in turns(view.line)]
    series = series_of(party_labels(state, view.labels), counts)
    goal = sum(state.deal.goals)
    return [
        plot_of(
            "downloads",
            translations("chart.downloads"),
            translations("chart.turn"),
            series,
            translations,
            goal=goal,
        )
    ]


def party_labels(state: State, labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels of the parties: their players; a player of two seats is named once.

    >>> from engine.game import Setup
    >>> from engine.online import start
    >>> names = ("Anna", "Ben", "Carla", "Dora", "Emil")
    >>> party_labels(start(Setup("online", names)), names)
    ('Anna, Dora', 'Ben, Emil', 'Carla')
    """
    deal = state.deal
    return tuple(", ".join(labels[seat - 1] for seat in seats if seat <= deal.players) for seats in deal.parties)


def turns(line: Sequence[tuple[Act | None, State]]) -> list[State]:
    """Return the state at the start and the one after each turn."""
    return states_after_turns(line, _is_turn_over, lambda state: state.end is None)


def _is_turn_over(before: State, after: State) -> bool:
    has_begun = after.phase is Phase.BEGUN and before.phase is not Phase.BEGUN
    return after.turn != before.turn or has_begun
