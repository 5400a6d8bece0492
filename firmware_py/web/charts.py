"""What is charted of each game: the stair over the evaluations, downloads, nets led and faces over the turns.

Of a game that is not known here it is the points over the turns.

The numbers are those of the acts that stand; what was undone leaves no trace in a chart.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from engine import GAMES
from engine.inside.cubes import is_over
from engine.inside.referee import squares
from engine.insider.stair import MOST_ROUNDS, TOP, account
from engine.match import inner_of
from engine.offline.house import NETS
from engine.offline.scoring import leads_of, sheet_of
from engine.offline.state import Phase as OfflinePhase
from engine.offline.tiles import CATEGORIES, LETTERS, type_name, types_of
from engine.online.state import Phase as OnlinePhase
from firmware_py.ui.dialog import capital
from firmware_py.web.plot import Plot, Series, draw, number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware_py.i18n.translations import Translations
    from firmware_py.web.history import Replay

FACES_TO_WIN, FACES = 2, 3
"""Of Inside (ID-11)."""
COMPANIES = 4


class Chart(NamedTuple):
    """A chart, and its numbers for whoever rather reads a table."""

    title: str
    """Plain text: it may hold names."""
    svg: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    """The turn or evaluation, then a number for each line."""


def charts(replay: Replay, translations: Translations, *, hints: bool = True) -> list[Chart]:
    """Chart a match; without hints nothing that the table has to work out itself, until the game is over."""
    translations = translations.naming(replay.now.names)
    match replay.setup.game:
        case "insider":
            plots = [_stair(replay, translations)]
        case "inside":
            plots = _faces(replay, translations, hints=hints or replay.standing.is_decided)
        case "online":
            plots = [_downloads(replay, translations)]
        case "offline":
            plots = _nets(replay, translations, hints=hints)
        case _:
            plots = [_points(replay, translations)]
    return [_chart(plot) for plot in plots]


def seat_labels(replay: Replay) -> tuple[str, ...]:
    """Name the seats; their numbers tell two of the same name apart.

    >>> from engine.game import Setup
    >>> from firmware_py.web.history import Replay
    >>> seat_labels(Replay(Setup("inside", ("Anna", "Anna"))))
    ('1 Anna', '2 Anna')
    """
    names = replay.now.names
    if len(set(names)) == len(names):
        return names
    return tuple(f"{seat} {name}" for seat, name in enumerate(names, start=1))


def party_labels(replay: Replay) -> tuple[str, ...]:
    """Name the parties of Online by their players; who plays two seats is named once.

    >>> from engine.game import Setup
    >>> from firmware_py.web.history import Replay
    >>> party_labels(Replay(Setup("online", ("Anna", "Ben", "Carla", "Dora", "Emil"))))
    ('Anna, Dora', 'Ben, Emil', 'Carla')
    """
    labels, deal = seat_labels(replay), replay.now.state.deal
    return tuple(", ".join(labels[seat - 1] for seat in seats if seat <= deal.players) for seats in deal.parties)


# --- the games


def _points(replay: Replay, translations: Translations) -> Plot:
    counted = [_points_of(replay, state) for state in turns(replay)]
    series = _series(seat_labels(replay), list(zip(*counted, strict=True)))
    title = capital(translations(f"{replay.setup.game}.points"))
    return _plot("points", title, translations("chart.turn"), series, translations)


def _stair(replay: Replay, translations: Translations) -> Plot:
    inn = replay.now.state.inn
    steps = [entry.steps for entry in account(inn.history, len(inn.steps), inn.cellar)]
    series = _series(seat_labels(replay), list(zip(*steps, strict=True)))
    plot = _plot(
        "stair", translations("chart.stair"), translations("chart.evaluation"), series, translations, goal=TOP
    )
    return plot._replace(longest=MOST_ROUNDS, is_stepped=False)


def _faces(replay: Replay, translations: Translations, *, hints: bool) -> list[Plot]:
    states = turns(replay)
    taken = [_points_of(replay, state) for state in states]
    series = _series(seat_labels(replay), list(zip(*taken, strict=True)))
    across = translations("chart.turn")
    plot = _plot("faces", translations("chart.faces"), across, series, translations, goal=FACES_TO_WIN)._replace(
        ceiling=FACES
    )
    if not hints:
        return [plot]
    light, dark = replay.now.names
    ahead = [[mine - theirs for mine, theirs in squares(state).values()] for state in states]
    leads = _series(list(squares(states[0])), list(zip(*ahead, strict=True)))
    title = translations("chart.ahead", light=light, dark=dark)
    return [plot, _plot("ahead", title, across, leads, translations)._replace(floor=-5, ceiling=5)]


def _points_of(replay: Replay, state: Any) -> tuple[int, ...]:
    points = replay.standing_of(state).points
    return tuple(points[seat] for seat in sorted(points))


def _downloads(replay: Replay, translations: Translations) -> Plot:
    counts = [[sum(party.piles) for party in state.parties] for state in turns(replay)]
    series = _series(party_labels(replay), list(zip(*counts, strict=True)))
    goal = sum(replay.now.state.deal.goals)
    return _plot(
        "downloads", translations("chart.downloads"), translations("chart.turn"), series, translations, goal=goal
    )


def _nets(replay: Replay, translations: Translations, *, hints: bool) -> list[Plot]:
    """Count the nets that each type leads and, once the cards are shown, what that would have paid."""
    state = replay.now.state
    if not state.deal.is_board:  # everything is told at the end: there are no turns
        return []
    states, plots = turns(replay), []
    if state.is_over:
        paid = [[entry.points for entry in sheet_of(then._replace(cards=state.cards)).accounts] for then in states]
        series = _series(seat_labels(replay), list(zip(*paid, strict=True)))
        plots.append(
            _plot("points", translations("chart.points"), translations("chart.turn"), series, translations)
        )
    if not (hints or state.is_over):
        return plots
    leading = [[lead.kind for row in leads_of(then) for lead in row if lead is not None] for then in states]
    for category, name in enumerate(CATEGORIES):
        kinds = types_of(category)
        labels = [f"{LETTERS[kind]} {translations.text(type_name(kind))}" for kind in kinds]
        series = _series(labels, [tuple(kinds_then.count(kind) for kinds_then in leading) for kind in kinds])
        if category == 0:
            series = tuple(line._replace(tone=LETTERS[kind]) for line, kind in zip(series, kinds, strict=True))
        title = translations(f"chart.nets-{name}")
        plots.append(
            _plot(name, title, translations("chart.turn"), series, translations)._replace(ceiling=len(NETS) // 2)
        )
    return plots


# --- turns


def turns(replay: Replay) -> list[Any]:
    """Give the state of the start and the one after each turn; the last is the state now.

    In a game that is not known here a turn is over when somebody else is asked.
    """
    game, rules = replay.setup.game, GAMES[replay.setup.game].rules()
    is_over = TURN_IS_OVER.get(game, lambda before, after: rules.ask(before).seats != rules.ask(after).seats)
    goes_on = GOES_ON.get(game, lambda state: not rules.standing(state).is_decided)
    line = replay.line_of_play
    states, is_next = [line[0].state], True
    for before, moment in pairwise(line):
        assert moment.act is not None
        act = inner_of(moment.act)
        has_turn = act.seat is not None and act.verb != "quit" and goes_on(before.state)
        if is_next and has_turn:
            states.append(moment.state)
            is_next = False
        else:  # what the table does between turns belongs to the last one
            states[-1] = moment.state
        is_next = is_next or (has_turn and is_over(before.state, moment.state))
    return states


TURN_IS_OVER: dict[str, Callable[[Any, Any], bool]] = {
    "inside": lambda _, after: not after.owed,
    "offline": lambda _, after: after.phase in {OfflinePhase.TURN, OfflinePhase.SHOW, OfflinePhase.END},
    "online": lambda before, after: (
        after.turn != before.turn or (after.phase is OnlinePhase.BEGUN and before.phase is not OnlinePhase.BEGUN)
    ),
}
GOES_ON: dict[str, Callable[[Any], bool]] = {
    "inside": lambda state: not is_over(state),
    "offline": lambda state: state.phase is not OfflinePhase.END,
    "online": lambda state: state.end is None,
}
"""After the end cards are shown and hands are told: those are no turns."""


# --- from numbers to charts


def _series(labels: Sequence[str], values: Sequence[tuple[int, ...]]) -> tuple[Series, ...]:
    both = zip(labels, values, strict=True)
    return tuple(Series(label, tuple(line), str(at)) for at, (label, line) in enumerate(both, start=1))


def _plot(  # noqa: PLR0913 - what a chart is made of
    key: str,
    title: str,
    across: str,
    series: tuple[Series, ...],
    translations: Translations,
    *,
    goal: int | None = None,
) -> Plot:
    last = tuple(f"{line.label} {number(line.values[-1])}" for line in series)
    label = "" if goal is None else translations("chart.goal", count=goal)
    return Plot(
        key,
        title,
        translations("chart.about", values=last),
        across,
        series,
        ceiling=goal or 1,
        goal=goal,
        goal_label=label,
    )


def _chart(plot: Plot) -> Chart:
    rows = zip(*(line.values for line in plot.series), strict=True)
    return Chart(
        plot.title,
        draw(plot),
        (plot.across, *(line.label for line in plot.series)),
        tuple((at, *row) for at, row in enumerate(rows)),
    )
