"""Thinks beside the event loop: a process that computes, and a thread that waits for its answers.

A process is started with the first question. If it dies, it is started once more with the same question; if that
does not help, the answer is None, and the players go on by themselves.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from firmware_py.runtime.thinking_process import receive, send
from firmware_py.ui.match.thinker import Analysis, Answered, Question
from firmware_py.ui.stack.task import UiTask

COMMAND = (sys.executable, "-P", "-m", "firmware_py.runtime.thinking_process")


class Thinker:
    """One process for the match on the table, and one for analyses of any match."""

    def __init__(self, put: Callable[[object], None]) -> None:
        """Start nothing yet; `put` puts an event on the queue of the loop."""
        self._table, self._analyses = _Channel(put), _Channel(put)

    def think(self, question: Question) -> None:
        """Think about a question; the one before is dropped."""
        self._table.ask(question)

    def analyse(self, asked: Analysis) -> None:
        """Analyse a game, beside everything else; the analysis before is dropped."""
        self._analyses.ask(asked)

    def stop(self) -> None:
        """Stop thinking and end the processes."""
        self._table.stop()
        self._analyses.stop()


class _Channel:
    """The way to one process and back. The main thread asks; a thread reads what comes back."""

    def __init__(self, put: Callable[[object], None]) -> None:
        self._put = put
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._asked: tuple[int, Question | Analysis] | None = None
        """The number of the last question, and the question; both threads read it."""
        self._has_failed = False

    def ask(self, asked: Question | Analysis) -> None:
        """Send a question; answers to earlier ones are ignored from now on."""
        self._asked, self._has_failed = (1 if self._asked is None else self._asked[0] + 1, asked), False
        self._send()

    def _send(self) -> None:
        try:
            if self._process is None:
                self._process = self._start()
            assert self._process.stdin is not None
            send(self._process.stdin, self._asked)
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
                if (asked := self._asked) is not None and asked[0] == number:
                    self._put(Answered(asked[1], answer))
        process.stdout.close()
        self._put(UiTask(lambda _stack: self._fail(process)))

    def _fail(self, process: subprocess.Popen[bytes] | None) -> None:
        """Start once more after the process has died; give up the second time."""
        if process is not self._process:
            return  # it was stopped, or replaced already
        self.stop()
        if self._asked is None:
            return
        if self._has_failed:
            self._put(Answered(self._asked[1], None))
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
