"""Thinks beside the event loop: a process that computes, and a thread that waits for its answers.

A process is started with the first question. If it dies, it is started once more with the same question; if that
does not help, the answer is None, and the players go on by themselves.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from firmware_py.runtime.thinking_process import receive, send
from firmware_py.ui.task import UiTask

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.ui.thinker import Examination, Progress, Question, Thought

    Take = Callable[[ScreenStack, Any], None]

COMMAND = (sys.executable, "-m", "firmware_py.runtime.thinking_process")


class Thinker:
    """One process for the match on the table, and one for examinations of any match."""

    def __init__(self, put: Callable[[object], None]) -> None:
        """Start nothing yet; `put` puts an event on the queue of the loop."""
        self._table, self._desk = _Channel(put), _Channel(put)

    def think(self, question: Question, take: Callable[[ScreenStack, Thought | None], None]) -> None:
        """Think about a question; the one before is dropped."""
        self._table.ask(question, take)

    def examine(self, asked: Examination, take: Callable[[ScreenStack, Progress | None], None]) -> None:
        """Examine a game, beside everything else; the examination before is dropped."""
        self._desk.ask(asked, take)

    def stop(self) -> None:
        """Stop thinking and end the processes."""
        self._table.stop()
        self._desk.stop()


class _Channel:
    """The way to one process and back. The main thread asks; a thread reads what comes back."""

    def __init__(self, put: Callable[[object], None]) -> None:
        self._put = put
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._number = 0
        self._asked: object = None
        self._take: Take | None = None
        self._has_failed = False

    def ask(self, asked: object, take: Take) -> None:
        """Send a question; answers to earlier ones are ignored from now on."""
        self._number += 1
        self._asked, self._take, self._has_failed = asked, take, False
        self._send()

    def _send(self) -> None:
        try:
            if self._process is None:
                self._process = self._start()
            assert self._process.stdin is not None
            send(self._process.stdin, (self._number, self._asked))
        except OSError:
            self._fail(self._process)

    def _start(self) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join(path for path in sys.path if path)  # also those that a package has added
        process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths},
        )
        self._reader = threading.Thread(target=self._read, args=(process,), name="thinker", daemon=True)
        self._reader.start()
        return process

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Pass answers on to the event loop until the process ends; runs on its own thread."""
        assert process.stdout is not None
        with suppress(EOFError, OSError):
            while True:
                number, answer = receive(process.stdout.fileno())
                self._put(UiTask(partial(self._pass_on, number, answer)))
        process.stdout.close()
        self._put(UiTask(lambda _stack: self._fail(process)))

    def _pass_on(self, number: int, answer: object, stack: ScreenStack) -> None:
        if number == self._number and self._take is not None:
            self._take(stack, answer)

    def _fail(self, process: subprocess.Popen[bytes] | None) -> None:
        """Start once more after the process has died; give up the second time."""
        if process is not self._process:
            return  # it was stopped, or replaced already
        self.stop()
        if self._take is None:
            return
        if self._has_failed:
            take, self._take = self._take, None
            self._put(UiTask(lambda stack: take(stack, None)))
        else:
            self._has_failed = True
            self._send()

    def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        assert process.stdin is not None
        with suppress(OSError):  # a question that was not read
            process.stdin.close()
        process.wait()
        if self._reader is not None:
            self._reader.join()
