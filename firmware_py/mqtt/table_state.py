"""The table as values: what has happened between two moments, and the table as JSON.

The thread of the keys takes a `Moment`, which costs next to nothing: game states are immutable. Everything else is
computed in the thread of the publisher.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine import GAMES
from engine.colours import marks_of
from firmware_py import __version__
from firmware_py.games.lookup import display_of
from firmware_py.i18n.default_names import MOST_SEATS, default_names
from firmware_py.i18n.translations import Translations

if TYPE_CHECKING:
    from engine.game import Setup, Standing
    from firmware_py.ui.screen_stack import ScreenStack

FORMAT = 1
"""The version of the JSON that is published."""
IDLE, PLAYING, OVER = "idle", "playing", "over"
STATUSES = (IDLE, PLAYING, OVER)
BEGUN, ACCEPTED, REFUSED, EVALUATION, MATCH_OVER = "begun", "accepted", "refused", "evaluation", "match_over"
EVENTS = (BEGUN, ACCEPTED, REFUSED, EVALUATION, MATCH_OVER)
LONGEST_STATE = 255
"""Characters of a state that Home Assistant takes."""


class Moment(NamedTuple):
    """The table at a moment."""

    language: str
    number: int = 0
    """The number of the match in the journal; 0 if none is on the table."""
    setup: Setup | None = None
    state: object = None
    names: tuple[str, ...] = ()
    acts: int = 0
    """How many acts the log has."""
    refusal: object = None
    """The last refusal; another object than before if an act was refused since."""
    hints: bool = True
    deletions: int = 0
    """How many matches were deleted at the box since its start."""


def moment_of(stack: ScreenStack) -> Moment:
    """Return the table of a box as it is now; for the thread of the keys."""
    screen = stack.match_screen
    language, deletions = stack.translations.language, stack.store.deletions
    if screen is None:
        return Moment(language, hints=stack.config.hints, deletions=deletions)
    match, refusals = screen.match, screen.play.refusals
    refusal = refusals[-1] if refusals else None
    hints, number = stack.config.hints, screen.session.number
    log = len(match.log)
    return Moment(language, number, match.setup, match.state, match.names, log, refusal, hints, deletions)


@cache
def translations_of(language: str) -> Translations:
    """Return the translations of a language, loaded once."""
    return Translations(language)


def standing_of(moment: Moment) -> Standing | None:
    """Return how the game stands; None if there is no match."""
    return None if moment.setup is None else GAMES[moment.setup.game].rules().standing(moment.state)


def events_between(before: Moment, after: Moment) -> list[str]:
    """Return what has happened on the table between two moments, the most important last."""
    if after.setup is None:
        return []
    if before.number != after.number:
        return [] if after.acts else [BEGUN]
    events = [REFUSED] if after.refusal is not before.refusal and after.refusal is not None else []
    if after.acts > before.acts:
        events.append(ACCEPTED)
        is_changed = before.state is not after.state
        if is_changed and display_of(after.setup.game).scenes_after(before.state, after.state):
            events.append(EVALUATION)
        was, now = standing_of(before), standing_of(after)
        if was is not None and now is not None and now.is_decided and not was.is_decided:
            events.append(MATCH_OVER)
    return events


def may_change_results(before: Moment, after: Moment) -> bool:
    """Return whether a match has begun, has ended, went on after its end or was deleted: else no result is new."""
    if before.number != after.number or before.deletions != after.deletions:
        return True
    if before.acts == after.acts:
        return False
    return any(standing is not None and standing.is_decided for standing in map(standing_of, (before, after)))


class SeatState(NamedTuple):
    """A seat, as the club shows it."""

    seat: int
    mark: int
    """The number of the seat key that has its colour."""
    name: str | None
    """None if names are not published."""
    points: int | None
    """None if the table plays without hints, until the match is over."""
    is_turn: bool
    is_winner: bool


def seats_of(moment: Moment, *, names: bool) -> list[SeatState]:
    """Return the seats of the match on the table; without hints nobody can see who leads."""
    standing = standing_of(moment)
    if moment.setup is None or standing is None:
        return []
    asked = GAMES[moment.setup.game].rules().ask(moment.state).seats
    turns = () if len(asked) == len(moment.names) or standing.is_decided else asked
    shows_points = moment.hints or standing.is_decided
    return [
        SeatState(
            seat,
            mark,
            name if names else None,
            standing.points.get(seat) if shows_points else None,
            seat in turns,
            standing.is_decided and seat in standing.winners,
        )
        for seat, (name, mark) in enumerate(zip(moment.names, marks_of(moment.setup), strict=False), start=1)
    ]


def leaders(seats: list[SeatState]) -> list[SeatState]:
    """Return who leads, or has won; nobody if all have the same, or it is not shown.

    >>> one, two = (SeatState(seat, seat, None, points, False, False) for seat, points in ((1, 3), (2, 5)))
    >>> [seat.seat for seat in leaders([one, two])], leaders([one, one])
    ([2], [])
    """
    winners = [seat for seat in seats if seat.is_winner]
    if winners or any(seat.points is None for seat in seats):
        return winners
    most = max((seat.points or 0 for seat in seats), default=0)
    ahead = [seat for seat in seats if seat.points == most]
    return ahead if len(ahead) < len(seats) else []


def names_of(moment: Moment, *, names: bool) -> tuple[str, ...]:
    """Return the names to be published: those of the players, or those that seats have without a player."""
    if names or moment.setup is None:
        return moment.names
    return default_names(moment.setup, translations_of(moment.language), len(moment.names))


def table_json(moment: Moment, *, names: bool) -> dict[str, object]:
    """Return the table as plain values, without what belongs to the box: its id, its name, the time."""
    standing, seats = standing_of(moment), seats_of(moment, names=names)
    shown = names_of(moment, names=names)
    translations = translations_of(moment.language).naming(shown)
    setup, waits = moment.setup, ""
    if setup is not None:
        waits = translations.text(GAMES[setup.game].rules().ask(moment.state).what)
    evaluations = standing.details.get("evaluations") if standing is not None else None
    scores = dict.fromkeys(range(1, MOST_SEATS + 1)) | {seat.seat: seat.points for seat in seats}
    return {
        "format": FORMAT,
        "version": __version__,
        "status": status_of(standing),
        "match": moment.number,
        "game": None if setup is None else setup.game,
        "title": "" if setup is None else translations(f"{setup.game}.name"),
        "acts": moment.acts,
        "players": [seat._asdict() for seat in seats],
        "turn": _joined(shown, [seat for seat in seats if seat.is_turn]),
        "leader": _joined(shown, leaders(seats)),
        "waits": waits[:LONGEST_STATE],
        "evaluations": evaluations if isinstance(evaluations, int) else None,
        **{f"points_{seat}": points for seat, points in scores.items()},
    }


def status_of(standing: Standing | None) -> str:
    """Return the word for what a table does."""
    if standing is None:
        return IDLE
    return OVER if standing.is_decided else PLAYING


def _joined(names: tuple[str, ...], seats: list[SeatState]) -> str:
    return ", ".join(names[seat.seat - 1] for seat in seats)[:LONGEST_STATE]
