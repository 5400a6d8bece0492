"""The session of a stored match: begin it, resume it, store its acts, and ask what comes next."""

from __future__ import annotations

from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING

from engine import GAMES
from engine.acts import Act
from engine.advisor import OPPONENT, opponent_of, opponent_tag
from engine.verdicts import BadSetup, say
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.memory import Memory
from firmware_py.games.sight import EYE_TAG, SIMULATED
from firmware_py.games.standings import agrees, standing_lines
from firmware_py.storage.journal import JournalFault, Status
from firmware_py.storage.match_store import UnreadableMatch, new_match, restore_match
from firmware_py.ui.choices import entries
from firmware_py.ui.flows.new_match import ask_player, choose_game
from firmware_py.ui.flows.settings import settings
from firmware_py.ui.match_clock import MatchClock
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.screens import ChoiceScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.game import Setup
    from engine.match import Match
    from engine.verdicts import Sentence
    from firmware_py.storage.journal import Entry
    from firmware_py.ui.match_clock import ClockView
    from firmware_py.ui.screen_stack import ScreenStack

TAGS_OF_ONE_MATCH = frozenset({"Rules", "Date", EYE_TAG})
"""Tags that a rematch does not copy."""

VERIFIED_WHEN_RESUMED = frozenset({Status.OVER, Status.ENDED})
"""Matches whose log is not verified at every start."""


def begin(stack: ScreenStack, setup: Setup, series: int | None = None) -> None:
    """Begin a match and show it, or show why it cannot begin."""
    if why := try_to_begin(stack, setup, series):
        stack.tell(say("desk.cannot-begin"), why)


def try_to_begin(stack: ScreenStack, setup: Setup, series: int | None = None) -> Sequence[Sentence]:
    """Begin a match and show it; return why it cannot begin, or nothing."""
    today = stack.today()
    try:
        tags = {"Date": today, **setup.tags, **owner_data.owner_tags(setup.game), **stack.eye.tags(setup.game)}
        players = tuple(map(stack.journal.people.player, setup.players))
        players = players if len(set(players)) == len(players) else setup.players
        match = new_match(setup._replace(players=players, tags=tags))
        number = stack.store.begin(match, today, series)
    except (BadSetup, JournalFault) as error:
        return [error.why]
    except UserError as error:
        return error.why
    stack.journal.people.note_start(number)
    _show_match(stack.box, match, StoredSession(stack.box, match, number, series or number))
    return ()


def resume(stack: ScreenStack, kept: Entry) -> None:
    """Resume a match of the journal and show it, or show why it cannot be resumed."""
    has_ended = kept.status is Status.OVER
    try:
        is_cut = kept.status in VERIFIED_WHEN_RESUMED and stack.store.mend(kept.number)
        match, notice = restore_match(stack.journal, kept)
        if is_cut:
            notice = say("journal.cut-off", count=len(match.log))
        ended = stack.journal.result(kept.number)
        if not has_ended:
            stack.store.settle(kept.number, match, _status(match))
    except (UnreadableMatch, JournalFault) as error:
        stack.tell(say("desk.cannot-resume"), [error.why, say("desk.still-there")])
    else:
        lines = [] if notice is None else [notice]
        if ended is not None and not agrees(match, ended):
            lines += [say("journal.result-stays"), *standing_lines(kept.setup.game, ended, kept.players)]
        box = stack.box
        _show_match(
            box, match, StoredSession(box, match, kept.number, kept.series, kept.minutes, has_ended=has_ended)
        )
        if lines:
            box.tell(say("desk.storage" if is_cut else "desk.other-rules"), lines)


def _status(match: Match[object]) -> Status:
    return Status.OVER if match.standing().is_decided else Status.OPEN


def _show_match(stack: ScreenStack, match: Match[object], session: StoredSession) -> None:
    try:
        memory = owner_data.memory_of(match.setup.game)
    except UserError:  # a match works without owner data; `sideline house` shows the error
        memory = Memory()
    memory.is_simulated = match.setup.tags.get(EYE_TAG) == SIMULATED
    stack.replace_all(
        MatchScreen(
            match,
            stack.translations,
            config=stack.config,
            displays=stack.displays,
            memory=memory,
            session=session,
            thinker=stack.thinker,
        ),
    )
    stack.is_ready = True


class _Stored:
    """What all screens of a match know of it in the journal."""

    def __init__(self, minutes: int, noted: tuple[Status, tuple[str, ...]], *, has_ended: bool) -> None:
        self.minutes, self.noted, self.has_ended = minutes, noted, has_ended
        self.totals: list[Sentence] | None = None
        """The totals of the series, as they were read last."""


class StoredSession:
    """A `MatchSession` that stores the match in the journal and leads back to the home screen."""

    def __init__(
        self,
        stack: ScreenStack,
        match: Match[object],
        number: int,
        series: int,
        minutes: int = 0,
        *,
        has_ended: bool = False,
    ) -> None:
        """Create the session of a match that is in the journal.

        A match that has ended keeps its stored result, even if the current rules differ, until it is continued.
        """
        self._stack, self._match, self.number, self._series = stack, match, number, series
        noted = (Status.OVER if has_ended else _status(match), match.players)
        self._stored = _Stored(minutes, noted, has_ended=has_ended)
        self.clock = MatchClock(stack.journal.people.thoughts(number))

    def beside(self, stack: ScreenStack) -> StoredSession:
        """Return the session of the same match for the screens of a phone."""
        other = copy(self)
        other._stack = stack  # noqa: SLF001 - of the same class
        return other

    def keep(self, match: Match[object], *acts: Act) -> None:
        """Store acts before they are played: all of them, or none."""
        self._stack.store.keep(self.number, match, *acts)
        self._stored.has_ended = False
        if not self._match.standing().is_decided:
            self._stack.journal.people.note_thought(self.number, self.clock.think(match, acts[0]))

    def played(self, match: Match[object]) -> None:
        """Store the status and the players if they have changed. The acts are already stored."""
        now = (_status(match), match.players)
        if now != self._stored.noted:
            self._stored.totals = None
            with suppress(JournalFault):
                self._stack.store.settle(self.number, match, now[0])
                self._stored.noted = now

    def clock_view(self) -> ClockView:
        """Return the clock of the match as values."""
        return self.clock.view(self._match, self._stack.journal.people.clock)

    @property
    def is_timed(self) -> bool:
        """Whether minutes are counted: the match has a time limit and is not over."""
        return self._limit.isdecimal() and not self._match.standing().is_decided

    @property
    def minutes_left(self) -> int | None:
        """The minutes until the time is up; None if none are counted."""
        return max(int(self._limit) - self._stored.minutes, 0) if self.is_timed else None

    @property
    def _limit(self) -> str:
        """The time limit in minutes; not a number if there is none."""
        limit = GAMES[self._match.setup.game].time_limit
        return "" if limit is None else self._match.setup.tags.get(limit[0], "")

    def minute(self) -> bool:
        """Count and store a minute; return whether the time is up now. A failed write is ignored."""
        self._stored.minutes += 1
        with suppress(JournalFault):
            self._stack.store.store_minutes(self.number, self._stored.minutes)
        return self._stored.minutes == int(self._limit)

    def totals(self) -> list[Sentence]:
        """Return the lines with the totals of the series, from its second match on; read once per status."""
        if self._stored.totals is None:
            self._stored.totals = self._read_totals()
        return self._stored.totals

    def _read_totals(self) -> list[Sentence]:
        try:
            results = self._stack.journal.results(self._series)
        except JournalFault:
            return []
        played = len({result.match for result in results})
        if played < len(("this", "another")):
            return []
        lines = [say("desk.series", count=played)]
        for name in dict.fromkeys(result.player for result in results):
            own = [result for result in results if result.player == name]
            wins, points = sum(result.won for result in own), sum(result.points for result in own)
            lines.append(say("desk.series-of", who=name, wins=wins, points=points))
        return lines

    def ask_name(self, title: Sentence, then: Callable[[str], None]) -> None:
        """Ask for the name of a known player or a new name."""

        def chosen(name: str) -> None:
            self._stack.pop()
            then(name)

        ask_player(self._stack, title, self._match.players, chosen)

    def leave(self, how: str) -> None:
        """Leave the match screen: park or end the match, open the settings, begin a rematch, or ask what next."""
        stack = self._stack
        match how:
            case "park":
                self._settle(Status.PARKED)
            case "end":
                stack.ask(say("box.sure"), [say("desk.end-asks")], lambda: self._settle(Status.ENDED))
            case "settings":
                settings(stack, stack.pop)
            case "rematch":
                self._rematch()
            case _:
                self._after()

    def _settle(self, status: Status) -> None:
        if not self._stored.has_ended:
            over = self._match.standing().is_decided
            self._stack.store.settle(self.number, self._match, Status.OVER if over else status)
        self._stack.go_home()

    def _after(self) -> None:
        """Ask what to do after a match that is over."""
        stack, asks = self._stack, "desk.ask-next"
        actions = {"rematch": self._rematch, "new": self._new, "home": self._home}
        choices = entries(asks, "desk", actions)
        stack.push(ChoiceScreen(stack.translations, say("box.over"), choices, stack.pop))

    def _rematch(self) -> None:
        """Begin a rematch that the next player begins.

        If the rules fix the seat that begins, the players change seats instead.
        """
        before = self._match.setup
        players, first = self._match.players, before.first % len(before.players) + 1
        tags = {name: value for name, value in before.tags.items() if name not in TAGS_OF_ONE_MATCH}
        if (begins := GAMES[before.game].begins) is not None:
            players, first = (*players[1:], players[0]), begins
            if (opponent := opponent_of(before, GAMES[before.game].levels)) is not None:
                tags[OPPONENT] = opponent_tag((opponent[0] - 2) % len(players) + 1, opponent[1])
        next_first = self._match.standing().details.get("next_first")
        first = next_first if isinstance(next_first, int) else first
        self._settle(Status.OVER)
        begin(self._stack, before._replace(players=players, first=first, tags=tags), self._series)

    def _new(self) -> None:
        self._home()
        choose_game(self._stack, begin)

    def _home(self) -> None:
        self._settle(Status.OVER)
