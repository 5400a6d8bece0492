"""The match store: writes matches to the journal and restores them. An act is stored before it is shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol, TypeVar

from engine import GAMES
from engine.acts import Act, read_act
from engine.game import Rules, Setup
from engine.match import Base, Match
from engine.moves import count_moves
from engine.verdicts import BadSetup, NotAnAct, Sentence, say
from firmware_py.storage.analyses import delete_analysis
from firmware_py.storage.clock import is_clock_set
from firmware_py.storage.entries import Entry, SeatResult, Status, StoredMatch, StoredState, ThinkingTime
from firmware_py.storage.journal import Journal
from firmware_py.storage.reader import JournalReader
from firmware_py.storage.reconcile import Report, reconcile
from firmware_py.storage.state_codec import decode_state, encode_state

Answer = TypeVar("Answer")


class UnreadableMatch(Exception):
    """A match in the journal that this program cannot continue; `why` says what is wrong."""

    def __init__(self, why: Sentence) -> None:
        """Store the reason."""
        super().__init__(why.key)
        self.why = why


class Worker(Protocol):
    """A thread that does the work on the disk."""

    def do(self, work: Callable[[], Answer], slow: Callable[[], None]) -> Answer:
        """Run a function in the thread and return its result; call `slow` if that takes long."""


class MatchStore:
    """Writes matches to the journal, through the worker that owns the disk."""

    def __init__(
        self, journal: Journal, worker: Worker | None = None, slow: Callable[[], None] = lambda: None
    ) -> None:
        """Use a worker, which calls `slow` if a write takes long; without a worker, write directly."""
        self.journal, self._worker, self.slow = journal, worker, slow
        self.deletions = 0
        """How many matches were deleted."""

    def do(self, work: Callable[[], Answer]) -> Answer:
        """Do work on a disk through the worker, and return its result: people see that it is slow."""
        return work() if self._worker is None else self._worker.do(work, self.slow)

    def begin(self, match: Match[object], date: str, series: int | None = None) -> int:
        """Add a new match to the journal and return its number."""
        now = time.localtime()
        begun = time.strftime("%H:%M", now) if is_clock_set(now) else ""
        return self.do(lambda: self.journal.begin(match.setup, date=date, time=begun, series=series))

    def keep(
        self,
        number: int,
        match: Match[object],
        *acts: Act,
        how: str = "",
        thinking: ThinkingTime | None = None,
    ) -> None:
        """Store the next acts of a match, before they are played: all of them, or none.

        `how` says how they were entered; `thinking` is the time before the first one.
        """
        place, sentences = len(match.log), list(map(str, acts))
        self.do(lambda: self.journal.keep(number, place, *sentences, how=how, thinking=thinking))

    def settle(self, number: int, match: Match[object], status: Status) -> None:
        """Store the status of a match and, if it is over, its result."""
        standing = match.standing() if status is Status.OVER else None
        names = match.players
        self.do(lambda: self.journal.settle(number, status, names, standing))

    def store_minutes(self, number: int, minutes: int) -> None:
        """Store how long a match has been played."""
        self.do(lambda: self.journal.store_minutes(number, minutes))

    def mark(self, entry: Entry, status: Status) -> None:
        """Store the status of a match that is not being played now."""
        self.do(lambda: self.journal.settle(entry.number, status, entry.players))

    def reconcile(self, *numbers: int) -> Report:
        """Compare the two copies of matches and make both whole; return what was found."""
        return self.do(lambda: reconcile(self.journal, numbers))

    def delete(self, number: int) -> None:
        """Delete a match and its analysis."""
        self.do(lambda: self.journal.delete(number))
        self.deletions += 1
        delete_analysis(number)


def stored_match(match: Match[object], date: str) -> StoredMatch:
    """Return a complete match as it is imported into the journal."""
    standing = match.standing()
    seats = [
        SeatResult(seat, name, standing.points.get(seat), seat in standing.winners)
        if standing.is_decided
        else SeatResult(seat, name)
        for seat, name in enumerate(match.players, start=1)
    ]
    status = Status.OVER if standing.is_decided else Status.PARKED
    return StoredMatch(match.setup, tuple(map(str, match.log)), date, status, seats)


def new_match(setup: Setup) -> Match[object]:
    """Return a new match under the current rules, tagged with their version. Raises `BadSetup`."""
    rules = GAMES[setup.game].rules()
    return Match(rules, setup._replace(tags={**setup.tags, "Rules": rules.VERSION}))


class RestoredMatch(NamedTuple):
    """A match of the journal, ready to be continued."""

    match: Match[object]
    notice: Sentence | None = None
    """A message for the players, if there is one."""


def restore_match(journal: JournalReader, entry: Entry) -> RestoredMatch:
    """Replay a stored match act by act and return it. Raises `UnreadableMatch`.

    If the current rules lead to another state than the one stored before an update, the match continues from the
    stored state.
    """
    game = GAMES.get(entry.setup.game)
    if game is None:
        raise UnreadableMatch(say("record.unknown-game", given=entry.setup.game, games=tuple(GAMES)))
    rules = game.rules()
    began_under = entry.setup.tags.get("Rules", rules.VERSION)
    is_same = began_under == rules.VERSION
    setup = entry.setup if is_same else entry.setup._replace(tags={**entry.setup.tags, "Rules": rules.VERSION})
    stored = journal.acts(entry.number)
    damage = say("journal.cut-off", count=len(stored.lines)) if stored.missing else None
    try:
        acts = [read_act(line) for line in stored.lines]
    except NotAnAct as error:
        raise UnreadableMatch(error.why) from None
    base = _stored_base(journal, entry, acts)
    try:
        match = _start_match(rules, setup)
        if base is None or _play_remaining(match, base.log).state == base.state:
            is_news = base is None and not is_same
            notice = say("journal.other-rules", given=began_under, known=rules.VERSION) if is_news else None
            return RestoredMatch(_play_remaining(match, acts), damage or notice)
    except UnreadableMatch:
        if base is None:
            raise
    notice = damage or say("journal.from-state")
    return RestoredMatch(_play_remaining(_start_match(rules, setup, base), acts), notice)


def moves_of(journal: JournalReader, number: int) -> int:
    """Return how many moves of the game stand in a match; its lines are read, and nothing is played."""
    lines = journal.acts(number).lines
    try:
        return count_moves(map(read_act, lines))
    except (NotAnAct, IndexError):  # a damaged log
        return len(lines)


def _stored_base(journal: JournalReader, entry: Entry, acts: Sequence[Act]) -> Base[object] | None:
    """Return the state stored for a match, or None if there is none or this program cannot decode it."""
    stored = journal.state(entry.number)
    if stored is None or stored.acts > len(acts):
        return None
    try:
        state = decode_state(stored.text)
    except ValueError:
        return None
    is_of_game = type(state).__module__.startswith(f"engine.{entry.setup.game}.")
    return Base(tuple(acts[: stored.acts]), state, stored.players) if is_of_game else None


def _start_match(rules: Rules[object], setup: Setup, base: Base[object] | None = None) -> Match[object]:
    """Return a new match, or one that continues from a base. Raises `UnreadableMatch`."""
    try:
        return Match(rules, setup, base)
    except BadSetup as error:
        raise UnreadableMatch(error.why) from None
    except Exception as error:
        raise UnreadableMatch(say("journal.replay-fails", error=type(error).__name__)) from error


def _play_remaining(match: Match[object], acts: Sequence[Act]) -> Match[object]:
    """Play the acts of a log that the match does not have yet. Raises `UnreadableMatch`."""
    for place, act in enumerate(acts[len(match.log) :], start=len(match.log) + 1):
        try:
            refusal = match.play(act)
        except Exception as error:
            raise UnreadableMatch(say("journal.replay-fails", error=type(error).__name__)) from error
        if refusal is not None:
            raise UnreadableMatch(say("journal.refused-act", place=place, act=str(act), why=refusal.why))
    return match


def keep_states(journal: Journal) -> list[int]:
    """Store the states of all unfinished matches before an update, and return their numbers.

    Raises `JournalFault`.
    """
    states: dict[int, StoredState] = {}
    for entry in journal.entries(Status.OPEN, Status.PARKED):
        with suppress(UnreadableMatch):  # it could not be continued before the update either
            match = restore_match(journal, entry).match
            states[entry.number] = StoredState(len(match.log), match.players, encode_state(match.state))
    journal.keep_states(states)
    return sorted(states)
