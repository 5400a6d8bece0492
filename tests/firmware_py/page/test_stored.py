"""Matches of the journal that phones look at: who stays in memory, and how often the journal is read."""

import asyncio

from engine.game import Setup
from firmware_py.page.more.stored import MOST_KEPT, StoredMatches
from firmware_py.page.program_queue import ProgramQueue
from tests.firmware_py.ui.stacks import begin, new_stack


class Box:
    """A box with matches in its journal; its queue is worked on as soon as everybody waits."""

    def __init__(self, matches):
        self.stack = new_stack()
        for _ in range(matches):
            begin(self.stack, Setup("inside", ("Anna", "Ben")))
        self.stored = StoredMatches(ProgramQueue(self._put))
        self.reads = 0

    def _put(self, task):
        asyncio.get_running_loop().call_soon(task.do, self.stack)
        self.reads += 1
        return True


def test_the_match_that_was_used_least_recently_leaves_first():
    box = Box(MOST_KEPT + 1)

    async def look():
        for number in range(1, MOST_KEPT + 1):
            await box.stored.find(number)
        await box.stored.find(1)
        await box.stored.find(MOST_KEPT + 1)
        before = box.reads
        assert (await box.stored.find(1)).number == 1
        assert box.reads == before, "it was just used"

    asyncio.run(look())


def test_a_match_for_which_several_phones_ask_at_once_is_read_once():
    box = Box(2)

    async def look():
        found = await asyncio.gather(*(box.stored.find(number) for number in (1, 1, 2)), box.stored.open(1))
        assert [match.number for match in found] == [1, 1, 2, 1]
        assert box.reads == 2
        await box.stored.open(1)
        assert box.reads == 3, "what is opened later is read again"

    asyncio.run(look())
