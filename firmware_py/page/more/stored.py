"""Matches of the journal for phones that only look at them: the match on the table goes on meanwhile."""

from __future__ import annotations

from engine.verdicts import Sentence, say
from firmware_py.page.program_queue import ProgramQueue
from firmware_py.page.snapshot import Played
from firmware_py.storage.journal import JournalFault
from firmware_py.storage.match_store import UnreadableMatch, restore_match
from firmware_py.ui.match.history import LogView
from firmware_py.ui.match.session import MatchSession
from firmware_py.ui.stack.screen_stack import ScreenStack

MOST_KEPT = 4
"""Matches that are kept in memory after somebody has opened them."""


class StoredMatches:
    """The matches that were opened last. For the server's thread only."""

    def __init__(self, queue: ProgramQueue) -> None:
        """Start without matches; they are read in the program's thread."""
        self._queue = queue
        self._kept: dict[int, Played] = {}
        """The least recently opened first."""

    async def open(self, number: int) -> Played | Sentence:
        """Return a match as it is in the journal now, or why it cannot be shown."""
        self._kept.pop(number, None)
        found: Played | Sentence = await self._queue.ask(lambda stack: _read(stack, number))
        if isinstance(found, Played):
            self._kept[number] = found
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return found

    async def find(self, number: int) -> Played | Sentence:
        """Return a match as it was when somebody opened it."""
        return self._kept.get(number) or await self.open(number)


def _read(stack: ScreenStack, number: int) -> Played | Sentence:
    """Return a match of the journal, played again; or why that fails."""
    entry = stack.journal.entry(number)
    if entry is None:
        return say("page.no-moment")
    try:
        match = restore_match(stack.journal, entry).match
        session = MatchSession(stack.store, match, number, entry.series)
    except (UnreadableMatch, JournalFault) as error:
        return error.why
    return Played(
        number,
        match.setup,
        match.state,
        match.names,
        LogView(match.log),
        (),
        session.history.follow(),
        series=tuple(session.totals()),
        thoughts=LogView(session.clock.thoughts),
    )
