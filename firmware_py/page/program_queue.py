"""The program's queue, as the server's thread sees it: put something there, wait for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from firmware_py.page.actions import Action
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.task import PhoneAction, UiTask

ANSWER_TIMEOUT_SECONDS = 10.0
"""How long a request waits for the program."""


class Busy(Exception):
    """Phones ask for more than the program can do."""


class ProgramQueue:
    """Has things done in the program's thread. For the server's thread only."""

    def __init__(self, put: Callable[[object], bool]) -> None:
        """Use `put`, which adds events to the queue and returns whether there was room."""
        self._put = put

    async def act(self, session: str, action: Action) -> None:
        """Have an action carried out, slice by slice if it is long. Raises `Busy`."""
        rest: Action | None = action
        while rest is not None:
            answer = _Answer()
            rest = await self._wait(PhoneAction(session, rest, answer.give), answer)

    async def ask(self, work: Callable[[ScreenStack], Any]) -> Any:
        """Return what a function finds in the screens or the journal; its exceptions are raised here."""
        answer = _Answer()

        def do(stack: ScreenStack) -> None:
            try:
                answer.give(work(stack), None)
            except Exception as error:  # noqa: BLE001 - it is raised where the answer is awaited
                answer.give(None, error)

        return await self._wait(UiTask(do), answer)

    async def _wait(self, event: PhoneAction | UiTask, answer: _Answer) -> Any:
        if not self._put(event):
            raise Busy
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                return await answer.awaited
        except TimeoutError as error:
            raise Busy from error


class _Answer:
    """The answer of the program's thread, for a request that waits in the server's."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.awaited: asyncio.Future[Any] = self._loop.create_future()

    def give(self, result: Any, error: Exception | None) -> None:
        """Answer; called in the program's thread."""
        with suppress(RuntimeError):  # the action switched the page off
            self._loop.call_soon_threadsafe(self._set, result, error)

    def _set(self, result: Any, error: Exception | None) -> None:
        if self.awaited.done():
            return  # nobody waits any more
        if error is None:
            self.awaited.set_result(result)
        else:
            self.awaited.set_exception(error)
