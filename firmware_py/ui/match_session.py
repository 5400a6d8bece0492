"""A match on the desk: the box that plays it, the journal that keeps it, and what comes after it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from engine import GAMES
from engine.acts import Act
from engine.verdicts import BadSetup, say
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.memory import Memory
from firmware_py.games.standings import agrees, standing_lines
from firmware_py.storage.journal import JournalFault, Status
from firmware_py.storage.match_store import Unreadable, new_match, restored
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.navigator import Path
from firmware_py.ui.screens import QuestionScreen, entry

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Setup
    from engine.match import Match
    from firmware_py.storage.journal import Entry
    from firmware_py.ui.screen_stack import ScreenStack

OF_THE_MATCH = frozenset({"Rules", "Date"})
"""Tags that a rematch does not take over."""


def begin(desk: ScreenStack, setup: Setup, series: int | None = None) -> None:
    """Begin a match; what is wrong with it is told."""
    try:
        tags = {"Date": desk.today, **setup.tags, **owner_data.owner_tags(setup.game, desk.words)}
        match = new_match(setup._replace(tags=tags))
        number = desk.keeper.begin(match, desk.today, series)
    except (BadSetup, JournalFault) as error:
        desk.tell(desk.words("desk.cannot-begin"), [desk.words.text(error.why)])
    except UserError as complaint:
        desk.tell(desk.words("desk.cannot-begin"), [str(complaint)])
    else:
        _lay(desk, match, StoredSession(desk, match, number, series or number))


def resume(desk: ScreenStack, kept: Entry) -> None:
    """Go on with a match of the journal; if that cannot be, say why."""
    words, has_ended = desk.words, kept.status is Status.OVER
    try:
        match, notice = restored(desk.journal, kept)
        ended = desk.journal.result(kept.number)
        if not has_ended:
            desk.keeper.settle(kept.number, match, _status(match))
    except (Unreadable, JournalFault) as error:
        desk.tell(words("desk.cannot-resume"), [words.text(error.why), words("desk.still-there")])
    else:
        told = [] if notice is None else [words.text(notice)]
        if ended is not None and not agrees(match, ended):
            told += [words("journal.result-stays"), *standing_lines(kept.setup.game, ended, kept.players, words)]
        _lay(desk, match, StoredSession(desk, match, kept.number, kept.series, kept.minutes, has_ended=has_ended))
        if told:
            desk.tell(words("desk.other-rules"), told)


def _status(match: Match[Any]) -> Status:
    return Status.OVER if match.standing().is_decided else Status.OPEN


def _lay(desk: ScreenStack, match: Match[Any], evening: StoredSession) -> None:
    try:
        memory = owner_data.memory_of(match.setup.game, desk.words)
    except UserError:  # the house data is not needed to go on; `sideline house` says what is wrong with it
        memory = Memory()
    desk.clear(
        MatchScreen(match, desk.words, config=desk.config, displays=desk.displays, memory=memory, host=evening),
    )


class StoredSession:
    """Who stands behind a box: the journal, and the way home."""

    def __init__(  # noqa: PLR0913 - the last two by name
        self,
        desk: ScreenStack,
        match: Match[Any],
        number: int,
        series: int,
        minutes: int = 0,
        *,
        has_ended: bool = False,
    ) -> None:
        """Stand behind a match that is in the journal.

        One that has ended keeps its result, whatever today's rules say of it, until somebody plays on.
        """
        self._desk, self._match, self.number, self._series = desk, match, number, series
        self._minutes, self._has_ended = minutes, has_ended
        self._noted = (Status.OVER if has_ended else _status(match), match.players)

    def keep(self, match: Match[Any], act: Act) -> None:
        """Make an act durable before it is played."""
        self._desk.keeper.keep(self.number, match, act)
        self._has_ended = False

    def played(self, match: Match[Any]) -> None:
        """Note what became of the match, if that is news; the acts are kept whatever happens here."""
        now = (_status(match), match.players)
        if now != self._noted:
            with suppress(JournalFault):
                self._desk.keeper.settle(self.number, match, now[0])
                self._noted = now

    @property
    def is_timed(self) -> bool:
        """Whether minutes are counted: a limit was agreed on, and the match is not over."""
        return self._limit.isdecimal() and not self._match.standing().is_decided

    @property
    def _limit(self) -> str:
        return self._match.setup.tags.get("Limit", "none")

    def minute(self) -> bool:
        """Count a minute, and keep it as far as the disk allows; tell whether the time is up with it."""
        self._minutes += 1
        with suppress(JournalFault):
            self._desk.keeper.clock(self.number, self._minutes)
        return self._minutes == int(self._limit)

    def totals(self) -> list[str]:
        """Tell how the series stands, from the second match on."""
        words = self._desk.words
        try:
            results = self._desk.journal.results(self._series)
        except JournalFault:
            return []
        played = len({result.match for result in results})
        if played < len(("this", "another")):
            return []
        told = [words("desk.series", count=played)]
        for name in dict.fromkeys(result.player for result in results):
            own = [result for result in results if result.player == name]
            wins, points = sum(result.won for result in own), sum(result.points for result in own)
            told.append(words("desk.series-of", who=name, wins=wins, points=points))
        return told

    def ask_name(self, title: str, then: Callable[[str], None]) -> None:
        """Let somebody who played before be chosen, or a name be typed."""
        from firmware_py.ui.flows.new_match import ask_player

        def chosen(name: str) -> None:
            self._desk.lift()
            then(name)

        ask_player(self._desk, title, self._match.players, chosen)

    def leave(self, how: str) -> None:
        """Go where the match leads to."""
        desk = self._desk
        match how:
            case "park":
                self._settle(Status.PARKED)
            case "end":
                desk.ask(desk.words("box.sure"), [desk.words("desk.end-asks")], lambda: self._settle(Status.ENDED))
            case "settings":
                from firmware_py.ui.flows.settings import settings

                settings(desk, desk.lift)
            case _:
                self._after()

    def _settle(self, status: Status) -> None:
        from firmware_py.ui.flows.home import home

        if not self._has_ended:
            over = self._match.standing().is_decided
            self._desk.keeper.settle(self.number, self._match, Status.OVER if over else status)
        home(self._desk)

    def _after(self) -> None:
        """Ask what comes after a match that is over."""
        desk, asks = self._desk, "desk.ask-next"
        leaves = {"rematch": self._rematch, "new": self._new, "home": self._home}
        paths = [Path((entry(asks, name, say(f"desk.{name}")),), Act(None, name)) for name in leaves]
        desk.lay(
            QuestionScreen(desk.words, desk.words("box.over"), paths, lambda act: leaves[act.verb](), desk.lift)
        )

    def _rematch(self) -> None:
        """Play again, with the next player to begin; where the rules say which seat does, the players move on."""
        before = self._match.setup
        players, first = self._match.players, before.first % len(before.players) + 1
        if (begins := GAMES[before.game].begins) is not None:
            players, first = (*players[1:], players[0]), begins
        told: Any = self._match.standing().details.get("next_first", first)
        tags = {name: value for name, value in before.tags.items() if name not in OF_THE_MATCH}
        self._settle(Status.OVER)
        begin(self._desk, before._replace(players=players, first=told, tags=tags), self._series)

    def _new(self) -> None:
        from firmware_py.ui.flows.new_match import choose_game

        self._home()
        choose_game(self._desk)

    def _home(self) -> None:
        self._settle(Status.OVER)
