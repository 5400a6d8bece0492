"""The process that thinks: it reads questions from its standard input and writes answers to its standard output.

It is a process and not a thread because thinking is pure computation: beside a thread that computes, the event
loop would wait for Python's interpreter lock again and again, and keys would feel slow. A new question interrupts
the one before, and the end of the input ends the process, so nothing is left behind when the program ends.
"""

from __future__ import annotations

import os
import pickle
import select
import struct
import sys
import time
from contextlib import suppress
from typing import IO, Any

from engine import GAMES
from engine.analysis import verdicts
from firmware_py.ui.match.thinker import Analysis, Progress, Question, Thought

NICE = 10
"""Whatever else the machine does comes first."""
TABLE_ENTRIES = 120_000
"""Of each table of an advisor; together some 35 MB, so that the smallest Raspberry Pi has room."""
LENGTH = struct.Struct(">I")
SLICE_NODES = 512
"""Positions between two looks at the clock and the input: a few milliseconds."""


class Interrupted(Exception):
    """There is a new question, or nobody is left to answer."""


def send(stream: IO[bytes], message: object) -> None:
    """Write a message with its length before it."""
    data = pickle.dumps(message)
    stream.write(LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(descriptor: int) -> Any:
    """Read one message and nothing more, so that `select` sees the next one. Raises `EOFError`."""
    (length,) = LENGTH.unpack(_read(descriptor, LENGTH.size))
    return pickle.loads(_read(descriptor, length))  # noqa: S301 - our own processes write it, nobody else


def _read(descriptor: int, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        piece = os.read(descriptor, length - len(data))
        if not piece:
            raise EOFError
        data += piece
    return bytes(data)


class Server:
    """Answers questions one after the other."""

    def __init__(self, questions: int, answers: IO[bytes]) -> None:
        """Read from a file descriptor, and write to a stream."""
        self._questions, self._answers = questions, answers
        self._advisors: dict[str, Any] = {}

    def serve(self) -> None:
        """Answer until the input ends."""
        with suppress(EOFError, BrokenPipeError):
            while True:
                number, asked = receive(self._questions)
                with suppress(Interrupted):
                    if isinstance(asked, Analysis):
                        self._analyse(number, asked)
                    else:
                        self._think(number, asked)

    def _advisor(self, game: str) -> Any:
        if game not in self._advisors:
            self._advisors[game] = GAMES[game].advisor(entries=TABLE_ENTRIES)
        return self._advisors[game]

    def _think(self, number: int, asked: Question) -> None:
        began = time.monotonic()
        thinking = self._advisor(asked.game).think(asked.state, asked.level, asked.seed)
        while not thinking.work(SLICE_NODES):
            self._look_at_input()
            if asked.seconds is not None and time.monotonic() - began >= asked.seconds:
                break
        if asked.seconds is not None:
            self._answer(number, Thought(asked.state, thinking.best, thinking.is_proven, thinking.reason()))

    def _analyse(self, number: int, asked: Analysis) -> None:
        found = []
        for verdict in verdicts(self._advisor(asked.game), asked.states, left=asked.left, nodes=asked.nodes):
            found.append(verdict)
            self._answer(number, Progress(tuple(found), len(asked.states)))
            self._look_at_input()

    def _look_at_input(self) -> None:
        if select.select([self._questions], [], [], 0)[0]:
            raise Interrupted

    def _answer(self, number: int, answer: Thought | Progress) -> None:
        send(self._answers, (number, answer))


def main() -> None:
    """Serve the parent process."""
    with suppress(OSError):  # the service may not change it
        os.nice(NICE)
    Server(sys.stdin.fileno(), sys.stdout.buffer).serve()


if __name__ == "__main__":
    main()
