"""The table as values: what has happened between two moments, and the table as JSON.

The thread of the keys takes a `TableSnapshot`, which costs next to nothing: game states are immutable. Everything
else is computed in the thread of the publisher.
"""

from __future__ import annotations

from typing import NamedTuple

from engine import GAMES
from engine.colours import marks_of
from engine.game import Setup, Standing
from firmware_py import __version__
from firmware_py.games.lookup import display_of
from firmware_py.games.seats import Seat, seats_of
from firmware_py.i18n.default_names import MOST_SEATS, default_names
from firmware_py.i18n.translations import translations_of
from firmware_py.ui.stack.screen_stack import ScreenStack

FORMAT = 1
"""The version of the JSON that is published."""
IDLE, PLAYING, OVER = "idle", "playing", "over"
STATUSES = (IDLE, PLAYING, OVER)
BEGUN, ACCEPTED, TURN, REFUSED = "begun", "accepted", "turn", "refused"
EVALUATION, MATCH_OVER = "evaluation", "match_over"
EVENTS = (BEGUN, ACCEPTED, TURN, REFUSED, EVALUATION, MATCH_OVER)
LONGEST_STATE = 255
"""Characters of a state that Home Assistant takes."""


class TableSnapshot(NamedTuple):
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
    minutes: int = 0
    """How many minutes were played, without pauses."""


def snapshot_of(stack: ScreenStack) -> TableSnapshot:
    """Return the table of a box as it is now; for the thread of the keys."""
    screen = stack.match_screen
    language, deletions = stack.translations.language, stack.store.deletions
    if screen is None:
        return TableSnapshot(language, hints=stack.config.hints, deletions=deletions)
    match, refusals = screen.match, screen.live.refusals
    refusal = refusals[-1] if refusals else None
    hints, number = stack.config.hints, screen.live.session.number
    log, minutes = len(match.log), screen.live.session.clock.minutes
    return TableSnapshot(
        language, number, match.setup, match.state, match.names, log, refusal, hints, deletions, minutes
    )


class TableWatch:
    """Notices whether a table has changed; for the thread of the keys."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._seen: tuple[object, ...] = ()

    def news(self, stack: ScreenStack) -> TableSnapshot | None:
        """Return the table if it has changed since the last call."""
        screen = stack.match_screen
        log, refusals = (None, None) if screen is None else (screen.match.log, screen.live.refusals)
        refusal = refusals[-1] if refusals else None
        about = (stack.config.hints, stack.translations.language, stack.store.deletions)
        seen = (screen, len(log or ()), refusal, *about)
        if seen == self._seen:
            return None
        self._seen = seen
        return snapshot_of(stack)


def standing_of(moment: TableSnapshot) -> Standing | None:
    """Return how the game stands; None if there is no match."""
    return None if moment.setup is None else GAMES[moment.setup.game].rules().standing(moment.state)


def events_between(before: TableSnapshot, after: TableSnapshot) -> list[str]:
    """Return what has happened on the table between two moments, the most important last."""
    if after.setup is None:
        return []
    if before.number != after.number:
        return [] if after.acts else [BEGUN]
    events = [REFUSED] if after.refusal is not before.refusal and after.refusal is not None else []
    if after.acts > before.acts:
        events.append(ACCEPTED)
        if (turn := turn_of(after)) and turn != turn_of(before):
            events.append(TURN)
        is_changed = before.state is not after.state
        if is_changed and display_of(after.setup.game).scenes_after(before.state, after.state):
            events.append(EVALUATION)
        was, now = standing_of(before), standing_of(after)
        if was is not None and now is not None and now.is_decided and not was.is_decided:
            events.append(MATCH_OVER)
    return events


def may_change_results(before: TableSnapshot, after: TableSnapshot) -> bool:
    """Return whether a match has begun, has ended, went on after its end or was deleted: else no result is new."""
    if before.number != after.number or before.deletions != after.deletions:
        return True
    if before.acts == after.acts:
        return False
    return any(standing is not None and standing.is_decided for standing in map(standing_of, (before, after)))


def seats_of_table(moment: TableSnapshot) -> list[Seat]:
    """Return the seats of the match on the table; nobody has won before it is decided."""
    if moment.setup is None:
        return []
    rules = GAMES[moment.setup.game].rules()
    is_decided = rules.standing(moment.state).is_decided
    seats = seats_of(rules, moment.state, moment.names, marks_of(moment.setup))
    return [seat._replace(is_winner=is_decided and seat.is_winner) for seat in seats]


def turn_of(moment: TableSnapshot) -> list[int]:
    """Return the seats whose turn it is."""
    return [seat.seat for seat in seats_of_table(moment) if seat.is_turn]


def leaders(seats: list[Seat]) -> list[Seat]:
    """Return who leads, or has won; nobody if all have the same.

    >>> one, two = (Seat(seat, seat, "", points, False, False) for seat, points in ((1, 3), (2, 5)))
    >>> [seat.seat for seat in leaders([one, two])], leaders([one, one])
    ([2], [])
    """
    if winners := [seat for seat in seats if seat.is_winner]:
        return winners
    most = max((seat.points for seat in seats), default=0)
    ahead = [seat for seat in seats if seat.points == most]
    return ahead if len(ahead) < len(seats) else []


def names_of(moment: TableSnapshot, *, names: bool) -> tuple[str, ...]:
    """Return the names to be published: those of the players, or those that seats have without a player."""
    if names or moment.setup is None:
        return moment.names
    return default_names(moment.setup, translations_of(moment.language), len(moment.names))


def table_json(moment: TableSnapshot, *, names: bool) -> dict[str, object]:
    """Return the table as plain values, without what belongs to the box: its id, its name, the time."""
    standing, seats = standing_of(moment), seats_of_table(moment)
    is_shown = moment.hints or (
        standing is not None and standing.is_decided
    )  # without hints nobody sees who leads
    shown = names_of(moment, names=names)
    translations = translations_of(moment.language).naming(shown)
    setup, waits = moment.setup, ""
    if setup is not None:
        waits = translations.text(GAMES[setup.game].rules().ask(moment.state).what)
    evaluations = standing.details.get("evaluations") if standing is not None else None
    scores = dict.fromkeys(range(1, MOST_SEATS + 1)) | {seat.seat: seat.points for seat in seats if is_shown}
    return {
        "format": FORMAT,
        "version": __version__,
        "status": status_of(standing),
        "match": moment.number,
        "game": None if setup is None else setup.game,
        "title": "" if setup is None else translations(f"{setup.game}.name"),
        "acts": moment.acts,
        "minutes": moment.minutes,
        "players": [
            {
                **seat._asdict(),
                "name": seat.name if names else None,
                "points": seat.points if is_shown else None,
            }
            for seat in seats
        ],
        "turn": _joined(shown, [seat for seat in seats if seat.is_turn]),
        "leader": _joined(shown, leaders(seats) if is_shown else []),
        "waits": waits[:LONGEST_STATE],
        "evaluations": evaluations if isinstance(evaluations, int) else None,
        **{f"points_{seat}": points for seat, points in scores.items()},
    }


def status_of(standing: Standing | None) -> str:
    """Return the word for what a table does."""
    if standing is None:
        return IDLE
    return OVER if standing.is_decided else PLAYING


def _joined(names: tuple[str, ...], seats: list[Seat]) -> str:
    return ", ".join(names[seat.seat - 1] for seat in seats)[:LONGEST_STATE]
