"""Work in another process beside this one: two emulated machines need two processors."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from tests.appliance.report import Wrong

Result = TypeVar("Result")


class Beside(Generic[Result]):
    """A function that runs in another process, which ends with this one."""

    def __init__(self, work: Callable[[], Result]) -> None:
        """Begin; the process is a copy of this one, so nothing has to be passed on."""
        context = multiprocessing.get_context("fork")
        self._answers, answer = context.Pipe(duplex=False)
        self._process = context.Process(target=_run, args=(work, answer), daemon=True)
        self._process.start()
        answer.close()

    def result(self) -> Result:
        """Wait for the result. Raises what the function has raised."""
        try:
            result: Result | Exception = self._answers.recv()
        except EOFError:
            raise Wrong("the process of another machine has ended without a word") from None
        self._process.join()
        if isinstance(result, Exception):
            raise result
        return result


def _run(work: Callable[[], Result], answer: Connection) -> None:
    try:
        answer.send(work())
    except Exception as error:  # noqa: BLE001 - the other process raises it
        answer.send(error if isinstance(error, Wrong) else Wrong(f"{type(error).__name__}: {error}"))
