"""Matches of the journal for phones that only look at them: the match on the table goes on meanwhile."""

from __future__ import annotations

import asyncio

from engine.verdicts import Sentence, say
from firmware_py.page.program_queue import ProgramQueue
from firmware_py.page.snapshot import Played
from firmware_py.storage.journal import JournalFault
from firmware_py.storage.match_store import UnreadableMatch, restore_match
from firmware_py.ui.match.history import LogView
from firmware_py.ui.match.session import MatchSession
from firmware_py.ui.stack.screen_stack import ScreenStack

MOST_KEPT = 4
"""Matches that are kept in memory after somebody has looked at them."""


class StoredMatches:
    """The matches that were used last. For the server's thread only."""

    def __init__(self, queue: ProgramQueue) -> None:
        """Start without matches; they are read in the program's thread."""
        self._queue = queue
        self._kept: dict[int, Played] = {}
        """The least recently used first."""
        self._reading: dict[int, asyncio.Task[Played | Sentence]] = {}
        """What is being read: whoever asks for it meanwhile waits for the same."""

    async def open(self, number: int) -> Played | Sentence:
        """Return a match as it is in the journal now, or why it cannot be shown."""
        self._kept.pop(number, None)
        if number not in self._reading:
            task = self._reading[number] = asyncio.create_task(self._queue.ask(lambda stack: _read(stack, number)))
            task.add_done_callback(lambda _: self._reading.pop(number))
        found = await asyncio.shield(self._reading[number])  # others may wait for it when this one leaves
        if isinstance(found, Played):
            self._keep(number, found)
        return found

    async def find(self, number: int) -> Played | Sentence:
        """Return a match as it was when somebody opened it."""
        found = self._kept.get(number)
        if found is None:
            return await self.open(number)
        self._keep(number, found)
        return found

    def _keep(self, number: int, played: Played) -> None:
        """Keep a match as the most recently used one."""
        self._kept.pop(number, None)
        self._kept[number] = played
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]


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
