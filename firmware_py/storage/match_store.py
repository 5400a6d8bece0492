"""The keeper: matches and their places in the journal. What it has kept is durable; only then is it shown."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from engine import GAMES
from engine.acts import read_act
from engine.match import Base, Match
from engine.verdicts import BadSetup, NotAnAct, Sentence, say
from firmware_py.storage.journal import Status, StoredState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.acts import Act
    from engine.game import Rules, Setup
    from firmware_py.storage.journal import Entry, Journal

Answer = TypeVar("Answer")


class Unreadable(Exception):
    """A match in the journal that this program cannot go on with; `why` says what is wrong."""

    def __init__(self, why: Sentence) -> None:
        """Say why."""
        super().__init__(why.key)
        self.why = why


class Worker(Protocol):
    """A thread that does what the disk is needed for."""

    def do(self, work: Callable[[], Answer], slow: Callable[[], None]) -> Answer:
        """Have something done and wait for it; `slow` is called if that takes long."""


class MatchStore:
    """Writes what happens in matches, through the worker that owns the disk."""

    def __init__(
        self, journal: Journal, worker: Worker | None = None, slow: Callable[[], None] = lambda: None
    ) -> None:
        """Write with a worker, who lets `slow` be called if it takes long; without one at once."""
        self.journal, self._worker, self.slow = journal, worker, slow

    def _do(self, work: Callable[[], Answer]) -> Answer:
        return work() if self._worker is None else self._worker.do(work, self.slow)

    def begin(self, match: Match[Any], date: str, series: int | None = None) -> int:
        """Begin a match in the journal; gives its number."""
        return self._do(lambda: self.journal.begin(match.setup, date=date, series=series))

    def keep(self, number: int, match: Match[Any], act: Act) -> None:
        """Keep the next act of a match, before it is played."""
        place, sentence = len(match.log), str(act)
        self._do(lambda: self.journal.keep(number, place, sentence))

    def settle(self, number: int, match: Match[Any], status: Status) -> None:
        """Note what became of a match; if it is over, who won."""
        standing = match.standing() if status is Status.OVER else None
        names = match.players
        self._do(lambda: self.journal.settle(number, status, names, standing))

    def clock(self, number: int, minutes: int) -> None:
        """Note how long a match has been on the table."""
        self._do(lambda: self.journal.clock(number, minutes))

    def mark(self, entry: Entry, status: Status) -> None:
        """Note a status of a match that is not on the table."""
        self._do(lambda: self.journal.settle(entry.number, status, entry.players))

    def delete(self, number: int) -> None:
        """Forget a match."""
        self._do(lambda: self.journal.delete(number))

    def add(self, match: Match[Any], date: str) -> int:
        """Take over a whole match from elsewhere."""
        number = self._do(lambda: self.journal.add(match.setup, match.log, date=date))
        self.settle(number, match, Status.OVER if match.standing().is_decided else Status.PARKED)
        return number


def new_match(setup: Setup) -> Match[Any]:
    """Begin a match under the rules of today, and note their version. Raises `BadSetup`."""
    rules = GAMES[setup.game].rules()
    return Match(rules, setup._replace(tags={**setup.tags, "Rules": rules.VERSION}))


class Restored(NamedTuple):
    """A match of the journal as it can be gone on with."""

    match: Match[Any]
    notice: Sentence | None = None
    """What the table has to know about it."""


def restored(journal: Journal, entry: Entry) -> Restored:
    """Play a kept match again, act by act, to where it was. Raises `Unreadable`.

    If the rules of today lead elsewhere, it goes on from the state that was noted before the update.
    """
    game = GAMES.get(entry.setup.game)
    if game is None:
        raise Unreadable(say("record.unknown-game", given=entry.setup.game, games=tuple(GAMES)))
    rules = game.rules()
    began_under = entry.setup.tags.get("Rules", rules.VERSION)
    is_same = began_under == rules.VERSION
    setup = entry.setup if is_same else entry.setup._replace(tags={**entry.setup.tags, "Rules": rules.VERSION})
    try:
        acts = [read_act(line) for line in journal.lines(entry.number)]
    except NotAnAct as error:
        raise Unreadable(error.why) from None
    base = _base(journal, entry, acts)
    try:
        match = _begun(rules, setup)
        if base is None or _gone_on(match, base.log).state == base.state:
            is_news = base is None and not is_same
            notice = say("journal.other-rules", given=began_under, known=rules.VERSION) if is_news else None
            return Restored(_gone_on(match, acts), notice)
    except Unreadable:
        if base is None:
            raise
    return Restored(_gone_on(_begun(rules, setup, base), acts), say("journal.from-state"))


def _base(journal: Journal, entry: Entry, acts: Sequence[Act]) -> Base[Any] | None:
    """Give the state that was noted for a match, if there is one and this program has such states."""
    stored = journal.state(entry.number)
    if stored is None or stored.acts > len(acts):
        return None
    from firmware_py.storage.state_codec import decode_state

    try:
        state = decode_state(stored.text)
    except ValueError:
        return None
    is_of_game = type(state).__module__.startswith(f"engine.{entry.setup.game}.")
    return Base(tuple(acts[: stored.acts]), state, stored.players) if is_of_game else None


def _begun(rules: Rules[Any], setup: Setup, base: Base[Any] | None = None) -> Match[Any]:
    """Begin a match, or go on from a base. Raises `Unreadable`."""
    try:
        return Match(rules, setup, base)
    except BadSetup as error:
        raise Unreadable(error.why) from None
    except Exception as error:
        raise Unreadable(say("journal.replay-fails", error=type(error).__name__)) from error


def _gone_on(match: Match[Any], acts: Sequence[Act]) -> Match[Any]:
    """Play what a match lacks of a log. Raises `Unreadable`."""
    for place, act in enumerate(acts[len(match.log) :], start=len(match.log) + 1):
        try:
            refusal = match.play(act)
        except Exception as error:
            raise Unreadable(say("journal.replay-fails", error=type(error).__name__)) from error
        if refusal is not None:
            raise Unreadable(say("journal.refused-act", place=place, act=str(act), why=refusal.why))
    return match


def keep_states(journal: Journal) -> list[int]:
    """Note how unfinished matches stand, before a program with other rules takes over; gives their numbers.

    Raises `JournalFault`.
    """
    from firmware_py.storage.state_codec import encode_state

    states: dict[int, StoredState] = {}
    for entry in journal.entries(Status.OPEN, Status.PARKED):
        with suppress(Unreadable):  # nobody could go on with it before either
            match = restored(journal, entry).match
            states[entry.number] = StoredState(len(match.log), match.players, encode_state(match.state))
    journal.keep_states(states)
    return sorted(states)
