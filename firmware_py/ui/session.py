"""The session of a match screen: stores accepted acts, and continues when the match is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from firmware_py.ui.match_clock import ClockView, MatchClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.acts import Act
    from engine.match import Match
    from engine.verdicts import Sentence
    from firmware_py.ui.screen_stack import ScreenStack


class MatchSession(Protocol):
    """What a match screen needs from its session."""

    @property
    def number(self) -> int:
        """Return the number of the match in the journal."""

    def keep(self, match: Match[object], *acts: Act) -> None:
        """Store acts before they are played: all of them, or none. Raises `JournalFault`."""

    def played(self, match: Match[object]) -> None:
        """Store the new status of the match after an act was played."""

    @property
    def clock(self) -> MatchClock:
        """Return the clock of the match."""

    def clock_view(self) -> ClockView:
        """Return the clock of the match as values."""

    @property
    def is_timed(self) -> bool:
        """Return whether minutes are counted: the match has a time limit and is not over."""

    @property
    def minutes_left(self) -> int | None:
        """Return the minutes until the time is up; None if none are counted."""

    def minute(self) -> bool:
        """Count a minute; return whether the time is up now."""

    def totals(self) -> list[Sentence]:
        """Return the lines with the totals of the series, if there is one."""

    def beside(self, stack: ScreenStack) -> MatchSession:
        """Return the session of the same match for the screens of a phone."""

    def ask_name(self, title: Sentence, then: Callable[[str], None]) -> None:
        """Ask for the name of a known player or a new name; `then` gets it."""

    def leave(self, how: str) -> None:
        """Leave the match screen; `how` is `over`, `park`, `end`, `settings` or `rematch`."""


class NullSession:
    """A session that stores nothing and leads nowhere."""

    number = 0

    def keep(self, match: Match[object], *acts: Act) -> None:
        """Do nothing: acts are not stored."""

    def played(self, match: Match[object]) -> None:
        """Do nothing: the status is not stored."""

    clock = MatchClock()

    def clock_view(self) -> ClockView:
        """Return a clock that is off."""
        return ClockView((), None, 0, is_paused=False, mode="off")

    is_timed = False
    minutes_left = None

    def minute(self) -> bool:
        """Return False: there is no time limit."""
        return False

    def totals(self) -> list[Sentence]:
        """Return no lines: there is no series."""
        return []

    def beside(self, stack: ScreenStack) -> NullSession:
        """Return this session: there is nothing to lead to."""
        del stack
        return self

    def ask_name(self, title: Sentence, then: Callable[[str], None]) -> None:
        """Do nothing: names cannot be asked for."""

    def leave(self, how: str) -> None:
        """Do nothing: the match cannot be left."""
