"""The clock of a match: how long each player has thought. It advises, it never judges."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.acts import Act
from engine.match import Match
from firmware_py.storage.entries import ThinkingTime

LONGEST_THOUGHT_MS = 60 * 60 * 1000
"""Nobody thinks longer than an hour about a move: the table has gone to bed."""


class ClockView(NamedTuple):
    """A clock, for the page."""

    spent: tuple[int, ...]
    """Milliseconds that each seat has thought, seat 1 first, up to the last act."""
    seat: int | None
    """Whose clock runs."""
    since: int
    """The time of the machine, in milliseconds, since which it runs."""
    is_paused: bool
    mode: str
    """`off`, `up`, or the minutes that each player has."""


def now_ms() -> int:
    """Return the time of the machine; it never jumps, and its zero means nothing."""
    return round(time.monotonic() * 1000)


class MatchClock:
    """Measures the time between two acts and adds it to the seat that was asked."""

    def __init__(self, thoughts: Iterable[ThinkingTime] = (), now: Callable[[], int] = now_ms) -> None:
        """Start now; `thoughts` are those of earlier evenings."""
        self.thoughts: list[ThinkingTime] = []
        self._spent: dict[int, int] = {}
        for thought in thoughts:
            self._add(thought)
        self._now, self._since, self._before = now, now(), 0
        self.is_paused = False

    def pause(self, *, is_paused: bool) -> None:
        """Stop the clock, or let it go on."""
        if is_paused == self.is_paused:
            return
        if is_paused:
            self._before += self._now() - self._since
        self._since, self.is_paused = self._now(), is_paused

    def measure(self, match: Match[object], act: Act) -> ThinkingTime:
        """Return how long somebody has thought before an act that is about to be played."""
        elapsed = self._before + (0 if self.is_paused else self._now() - self._since)
        return ThinkingTime(len(match.log), seat_of(match, act) or 0, min(elapsed, LONGEST_THOUGHT_MS))

    def begin_again(self, thought: ThinkingTime) -> None:
        """Count a time that was stored, and start to measure the next one."""
        self._since, self._before, self.is_paused = self._now(), 0, False
        self._add(thought)

    def _add(self, thought: ThinkingTime) -> None:
        self.thoughts.append(thought)
        self._spent[thought.seat] = self._spent.get(thought.seat, 0) + thought.milliseconds

    @property
    def minutes(self) -> int:
        """The minutes that were played, over all evenings and without pauses."""
        running = 0 if self.is_paused else min(self._now() - self._since, LONGEST_THOUGHT_MS)
        return (sum(self._spent.values()) + self._before + running) // 60_000

    def view(self, match: Match[object], mode: str) -> ClockView:
        """Return the clock as values."""
        seat = None if match.standing().is_decided else match.ask().only
        seats = range(1, len(match.players) + 1)
        spent = (self._spent.get(each, 0) + (self._before if each == seat else 0) for each in seats)
        return ClockView(tuple(spent), seat, self._since, self.is_paused, mode)


def seat_of(match: Match[object], act: Act) -> int | None:
    """Return who thought before an act: the only seat that was asked, or else the one that acts."""
    only = match.ask().only
    return act.seat if only is None else only
