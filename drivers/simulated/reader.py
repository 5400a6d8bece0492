"""A dice reader that is none: it sits at the far end of a pseudo-terminal and keeps the contract, or breaks it.

The box opens its `path` like any port. The path is a stable name, as udev gives one: it is there while the reader
is plugged in. What is in `faults` goes wrong until it is taken out again.

>>> with SimulatedReader() as tray:
...     tray.roll(3, 5)
...     tray.faults.add(Fault.COCKED)
...     tray.roll(3, 5)
...     tray.sent[-1].state
<State.COCKED: 'cocked'>
"""

from __future__ import annotations

import contextlib
import os
import random
import select
import tempfile
import threading
import tty
from enum import Enum
from typing import Self

from drivers.dice import (
    NUMBERS,
    VERSION,
    Ask,
    Findings,
    Frame,
    Hello,
    Parser,
    Question,
    Roll,
    State,
    Trouble,
    after,
    write,
)

READ_AT_ONCE = 4096
MOST_NOISE = 200


class Fault(Enum):
    """What can go wrong with a reader."""

    NOISE = "noise"
    """Random bytes before every frame."""
    HALF = "half"
    """Now and then a frame stops in the middle."""
    REPEATED = "repeated"
    """Every frame comes twice."""
    FLIPPED = "flipped"
    """Now and then a bit is turned over."""
    UNPLUGGED = "unplugged"
    """With the next roll somebody trips over the cable."""
    COCKED = "cocked"
    """Every roll ends with a die that leans."""
    SILENT = "silent"
    """It answers nothing."""
    RESET = "reset"
    """Before every roll it starts anew, with another number."""


class SimulatedReader:
    """A tray with dice and a reader over it."""

    def __init__(self, *, dice: int = 2, name: str = "virtual", version: int = VERSION, seed: int = 0) -> None:
        """Be plugged in, with nothing in the tray."""
        self.faults: set[Fault] = set()
        self.sent: list[Frame] = []
        """Every frame that it meant to send."""
        self.troubles: tuple[Trouble, ...] = ()
        """What its self-test finds."""
        self._hello = Hello(0, version, dice, name) if version == VERSION else Hello(0, version)
        self.sees = Roll(0, State.FEW)
        """What lies in the tray."""
        self._chance = random.Random(seed)  # noqa: S311 - noise is no secret
        self._folder = tempfile.TemporaryDirectory(prefix="sideline-dice-")
        self.path = os.path.join(self._folder.name, "reader")
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self.plug()

    def __enter__(self) -> Self:
        """Be closed at the end."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Unplug it for good."""
        self.unplug()
        self._folder.cleanup()

    @property
    def is_plugged(self) -> bool:
        """Whether somebody could open its path."""
        return self._thread is not None

    def plug(self) -> None:
        """Plug it in; it starts anew, sees what lies in the tray and says hello."""
        if self.is_plugged:
            return
        self._far, self._near = os.openpty()  # the near end stays open: the far one ends only with a plug
        tty.setraw(self._near)
        os.set_blocking(self._far, False)
        self._bell, self._rope = os.pipe()
        os.symlink(os.ttyname(self._near), self.path)
        self._thread = threading.Thread(target=self._answer, name="virtual dice reader", daemon=True)
        self.reset()
        self._thread.start()

    def unplug(self) -> None:
        """Pull the plug, whatever it is doing."""
        if self._thread is None:
            return
        os.unlink(self.path)
        os.close(self._rope)
        self._thread.join()
        with self._lock:
            self._thread = None
            for end in (self._far, self._near, self._bell):
                os.close(end)

    def reset(self) -> None:
        """Start anew, with another number."""
        with self._lock:
            start = (self._hello.sequence + self._chance.randrange(1, NUMBERS)) % NUMBERS
            self._hello = self._hello._replace(sequence=start)
            self.sees = self.sees._replace(sequence=after(start))
            self._send(self._hello)

    def show(self, state: State, *faces: int) -> None:
        """See something else in the tray, and say so."""
        with self._lock:
            self.sees = Roll(after(self.sees.sequence), state, faces)
            self._send(self.sees)

    def roll(self, *faces: int) -> None:
        """Let dice roll until they lie."""
        if Fault.RESET in self.faults:
            self.reset()
        self.show(State.ROLLING)
        state = State.COCKED if Fault.COCKED in self.faults else State.SETTLED
        faces = faces[1:] if state is State.COCKED else faces
        if Fault.UNPLUGGED in self.faults:
            self.faults.discard(Fault.UNPLUGGED)
            self.unplug()
        self.show(state, *faces)

    def say(self, data: bytes) -> None:
        """Send anything at all; what nobody takes is lost, as on a wire."""
        with self._lock, contextlib.suppress(BlockingIOError):
            if self.is_plugged:
                os.write(self._far, data)

    def _send(self, frame: Frame) -> None:
        if Fault.SILENT in self.faults or not self.is_plugged:
            return
        self.sent.append(frame)
        line = write(frame)
        if Fault.FLIPPED in self.faults and self._chance.random() < 1 / 2:
            at = self._chance.randrange(len(line))
            line = line[:at] + bytes([line[at] ^ 1 << self._chance.randrange(8)]) + line[at + 1 :]
        if Fault.HALF in self.faults and self._chance.random() < 1 / 2:
            line = line[: self._chance.randrange(1, len(line))]
        if Fault.REPEATED in self.faults:
            line *= 2
        if Fault.NOISE in self.faults:
            line = self._chance.randbytes(self._chance.randrange(MOST_NOISE)) + b"\n" + line
        self.say(line)

    def _answer(self) -> None:
        """Answer every question, until the plug is pulled."""
        parser = Parser()
        while True:
            ready, _, _ = select.select([self._bell, self._far], [], [])
            if self._bell in ready:
                return
            for frame in parser.feed(os.read(self._far, READ_AT_ONCE)):
                if isinstance(frame, Question):
                    with self._lock:
                        self._send(self._answer_to(frame))

    def _answer_to(self, question: Question) -> Frame:
        match question.ask:
            case Ask.HELLO:
                return self._hello
            case Ask.STATE:
                return self.sees
            case Ask.TEST:
                return Findings(question.sequence, self.troubles)
