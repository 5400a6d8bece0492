"""The keeper: matches and their places in the journal. What it has kept is durable; only then is it shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from engine import GAMES
from engine.acts import read_act
from engine.match import Match
from engine.verdicts import BadSetup, NotAnAct, Sentence, say
from firmware_py.journal import JournalFault, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.acts import Act
    from engine.game import Setup
    from firmware_py.journal import Entry, Journal
    from firmware_py.worker import Worker

Answer = TypeVar("Answer")


class Unreadable(Exception):
    """A match in the journal that this program cannot go on with; `why` says what is wrong."""

    def __init__(self, why: Sentence) -> None:
        """Say why."""
        super().__init__(why.key)
        self.why = why


class Keeper:
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
        self.settle(number, match, Status.OVER if match.standing().over else Status.PARKED)
        return number


def new_match(setup: Setup) -> Match[Any]:
    """Begin a match under the rules of today, and note their version. Raises `BadSetup`."""
    rules = GAMES[setup.game].rules()
    return Match(rules, setup._replace(tags={**setup.tags, "Rules": rules.VERSION}))


def restored(journal: Journal, entry: Entry) -> Match[Any]:
    """Play a kept match again, act by act, to where it was. Raises `Unreadable`."""
    game = GAMES.get(entry.setup.game)
    if game is None:
        raise Unreadable(say("record.unknown-game", given=entry.setup.game, games=tuple(GAMES)))
    try:
        match = Match(game.rules(), entry.setup)
        for place, line in enumerate(journal.lines(entry.number), start=1):
            refusal = match.play(read_act(line))
            if refusal is not None:
                raise Unreadable(say("journal.refused-act", place=place, act=line, why=refusal.why))
    except BadSetup as error:
        raise Unreadable(error.why) from None
    except NotAnAct as error:
        raise Unreadable(error.why) from None
    except (Unreadable, JournalFault):
        raise
    except Exception as error:
        raise Unreadable(say("journal.replay-fails", error=type(error).__name__)) from error
    return match
