"""The session of a match: it stores accepted acts, records its history, counts minutes, and reads the series."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from engine import GAMES
from engine.acts import Act
from engine.match import Match
from engine.verdicts import Sentence, say
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.storage.match_store import MatchStore
from firmware_py.ui.match.clock import ClockView, MatchClock
from firmware_py.ui.match.history import HistoryRecorder

KEYS, PHONE, SEEN, TYPED = "keys", "phone", "seen", "typed"
"""How acts are entered, as the notebook of the match says it."""


class Outcome(NamedTuple):
    """What the journal says about a match that is on the table, beside its acts."""

    status: Status
    players: tuple[str, ...]
    winners: tuple[int, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    """Winners and points only if it is over: a correction can change them."""

    @classmethod
    def of(cls, match: Match[object]) -> Outcome:
        """Return what a match has come to."""
        standing = match.standing()
        if not standing.is_decided:
            return cls(Status.OPEN, match.players)
        return cls(Status.OVER, match.players, tuple(standing.winners), tuple(standing.points.items()))


class MatchSession:
    """A match in the journal."""

    def __init__(
        self,
        store: MatchStore,
        match: Match[object],
        number: int,
        series: int,
        minutes: int = 0,
        *,
        has_ended: bool = False,
    ) -> None:
        """Continue a match that is in the journal.

        A match that has ended keeps its stored result, even if the current rules differ, until it is continued.
        """
        self._store, self._match, self.number, self.series = store, match, number, series
        self._minutes, self._has_ended = minutes, has_ended
        self._noted: Outcome | None = Outcome.of(match)
        """What is stored of the match as it is now; None if it has to be stored again."""
        self._totals: list[Sentence] | None = None
        """The totals of the series, as they were read last."""
        self.history = HistoryRecorder(match)
        self.clock = MatchClock(store.journal.thinking_times(number))

    def keep(self, match: Match[object], *acts: Act, how: str = KEYS) -> None:
        """Store acts before they are played: all of them, or none. Raises `JournalFault`.

        `how` says how they were entered.
        """
        thinking = None if match.standing().is_decided else self.clock.measure(match, acts[0])
        self._store.keep(self.number, match, *acts, how=how, thinking=thinking)
        if self._has_ended:
            self._has_ended, self._noted = False, None
        if thinking is not None:
            self.clock.begin_again(thinking)

    def played(self, match: Match[object]) -> None:
        """Store the status, the players and the result if they have changed. The acts are already stored."""
        now = Outcome.of(match)
        if now != self._noted:
            self._totals = None
            with suppress(JournalFault):
                self._store.settle(self.number, match, now.status)
                self._noted = now

    def settle(self, status: Status) -> None:
        """Store the status with which the match is left; one that is over is over. Raises `JournalFault`."""
        if not self._has_ended:
            is_over = self._match.standing().is_decided
            self._store.settle(self.number, self._match, Status.OVER if is_over else status)

    def clock_view(self) -> ClockView:
        """Return the clock of the match as values."""
        return self.clock.view(self._match, self._store.journal.people.clock)

    @property
    def is_timed(self) -> bool:
        """Whether minutes are counted: the match has a time limit and is not over."""
        return self._limit.isdecimal() and not self._match.standing().is_decided

    @property
    def minutes_left(self) -> int | None:
        """The minutes until the time is up; None if none are counted."""
        return max(int(self._limit) - self._minutes, 0) if self.is_timed else None

    @property
    def _limit(self) -> str:
        """The time limit in minutes; not a number if there is none."""
        limit = GAMES[self._match.setup.game].time_limit
        return "" if limit is None else self._match.setup.tags.get(limit[0], "")

    def minute(self) -> bool:
        """Count and store a minute; return whether the time is up now. A failed write is ignored."""
        self._minutes += 1
        with suppress(JournalFault):
            self._store.store_minutes(self.number, self._minutes)
        return self._minutes == int(self._limit)

    def totals(self) -> list[Sentence]:
        """Return the lines with the totals of the series, from its second match on; read once per status."""
        if self._totals is None:
            self._totals = self._read_totals()
        return self._totals

    def _read_totals(self) -> list[Sentence]:
        try:
            results = self._store.journal.results(self.series)
        except JournalFault:
            return []
        played = len({result.match for result in results})
        if played <= 1:
            return []
        lines = [say("home.series", count=played)]
        for name in dict.fromkeys(result.player for result in results):
            own = [result for result in results if result.player == name]
            wins, points = sum(result.won for result in own), sum(result.points for result in own)
            lines.append(say("home.series-of", who=name, wins=wins, points=points))
        return lines


def unsaved_session(match: Match[object]) -> MatchSession:
    """Return the session of a match that is kept in memory only, for drawings and trials."""
    store = MatchStore(Journal(":memory:"))
    number = store.begin(match, "", None)
    if match.log:
        store.journal.keep(number, 0, *map(str, match.log))
    return MatchSession(store, match, number, number)
