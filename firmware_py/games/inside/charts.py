"""The charts of Inside: the faces that each player has taken, and who is ahead on each face."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acts import Act
from engine.inside import State
from engine.inside.scoring import squares, standing
from engine.inside.state import is_over
from firmware_py.games.drawing.chart_views import ChartView, plot_of, series_of, states_after_turns
from firmware_py.games.drawing.plot import Plot
from firmware_py.i18n.translations import Translations

FACES_TO_WIN, FACES = 2, 3
"""Rule ID-11."""
MOST_AHEAD = 5
"""The chart shows at least a lead of so many squares."""


def plots(view: ChartView, translations: Translations) -> list[Plot]:
    """Return the faces taken and, with hints or at the end, the lead on each face."""
    states, across = turns(view.line), translations("chart.turn")
    series = series_of(view.labels, map(_taken, states))
    plot = plot_of("faces", translations("chart.faces"), across, series, translations, goal=FACES_TO_WIN)
    plot = plot._replace(ceiling=FACES)
    if not (view.hints or standing(view.state).is_decided):
        return [plot]
    light, dark = view.names
    ahead = [[mine - theirs for mine, theirs in squares(state).values()] for state in states]
    leads = series_of(list(squares(states[0])), ahead)
    title = translations("chart.ahead", light=light, dark=dark)
    return [
        plot,
        plot_of("ahead", title, across, leads, translations)._replace(floor=-MOST_AHEAD, ceiling=MOST_AHEAD),
    ]


def turns(line: Sequence[tuple[Act | None, State]]) -> list[State]:
    """Return the state at the start and the one after each turn; a bonus belongs to its turn."""
    return states_after_turns(line, lambda _, after: not after.owed, lambda state: not is_over(state))


def _taken(state: State) -> tuple[int, ...]:
    points = standing(state).points
    return tuple(points[seat] for seat in sorted(points))
