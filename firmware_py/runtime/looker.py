"""Looks at pictures in a process of its own, started with the first one; nobody else waits for it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.runtime.thinking_process import receive, send
from firmware_py.sight.looking import Request, Seen

COMMAND = (sys.executable, "-P", "-m", "firmware_py.runtime.looking_process")
TIME_LIMIT_SECONDS = 20.0
"""For one picture; the smallest Raspberry Pi needs some five seconds."""
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""More threads would take memory, and no picture is large enough for them."""


class Looker:
    """One process that looks."""

    def __init__(self, time_limit: float = TIME_LIMIT_SECONDS) -> None:
        """Start nothing yet."""
        self._time_limit = time_limit
        self._process: subprocess.Popen[bytes] | None = None
        self._is_stopped = False
        self._lock = threading.Lock()
        """Photos and live pictures come from different threads."""

    def __enter__(self) -> Self:
        """Look as long as a `with` block lasts."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self.stop()

    def look(self, asked: Request) -> Seen:
        """Return what a picture shows. Raises a `UserError` if it is no picture, or takes too long."""
        with self._lock:
            return self._look(asked)

    def _look(self, asked: Request) -> Seen:
        try:
            process = self._process = self._process or self._start()
            if self._is_stopped:
                raise EOFError
            assert process.stdin is not None
            assert process.stdout is not None
            send(process.stdin, asked)
            if not select.select([process.stdout], [], [], self._time_limit)[0]:
                self._end()
                raise UserError(say("look.too-slow", source=asked.source, seconds=round(self._time_limit)))
            answer = receive(process.stdout.fileno())
        except (EOFError, OSError):  # no memory is left, or it has crashed: the next picture gets a new one
            self._end()
            raise UserError(say("look.broke", source=asked.source)) from None
        if isinstance(answer, Seen):
            return answer
        raise UserError(*answer)

    def _start(self) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join(path for path in sys.path if path)  # also those that a package has added
        return subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **ONE_THREAD, "PYTHONPATH": paths},
        )

    def stop(self) -> None:
        """End the process for good; a picture that is looked at is given up."""
        self._is_stopped = True
        if (process := self._process) is not None:
            process.kill()
        with self._lock:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):  # a picture that was not read
            process.stdin.close()
        process.stdout.close()
        process.wait()
