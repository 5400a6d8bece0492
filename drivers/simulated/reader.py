"""A simulated dice reader on a pseudo-terminal, which follows the protocol or violates it.

The box opens its `path` like any port. The path is a stable name like those of udev: it exists while the reader is
plugged in. The faults in `faults` are active until they are removed.

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

from drivers.dice import VERSION, Findings, Frame, Hello, Parser, Roll, State, Trouble, write
from drivers.frames import NUMBERS, Ask, Question, next_sequence

READ_AT_ONCE = 4096
MOST_NOISE = 200


class Fault(Enum):
    """What can go wrong with a reader; the first ones are faults of its line."""

    NOISE = "noise"
    """Random bytes before every frame."""
    HALF = "half"
    """Half of the frames stop in the middle."""
    REPEATED = "repeated"
    """Every frame is sent twice."""
    FLIPPED = "flipped"
    """Half of the frames have a flipped bit."""
    SILENT = "silent"
    """It sends nothing."""
    UNPLUGGED = "unplugged"
    """The reader is unplugged during the next roll."""
    COCKED = "cocked"
    """Every roll ends with a leaning die."""
    RESET = "reset"
    """It restarts before every roll, with another sequence number."""


class SimulatedReader:
    """A tray with dice and a reader, which can be plugged in and out."""

    def __init__(self, *, dice: int = 2, name: str = "simulated", version: int = VERSION, seed: int = 0) -> None:
        """Start plugged in, with an empty tray."""
        self.faults: set[Fault] = set()
        """The faults that are active until they are removed."""
        self.sent: list[Frame] = []
        """Every frame that was sent, before faults were applied."""
        self.troubles: tuple[Trouble, ...] = ()
        """The result of its self-test."""
        self._hello = Hello(0, version, dice, name) if version == VERSION else Hello(0, version)
        self.sees = Roll(0, State.FEW)
        """The dice in the tray."""
        self._chance = random.Random(seed)
        self._folder = tempfile.TemporaryDirectory(prefix="sideline-dice-")
        self.path = os.path.join(self._folder.name, "reader")
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self.plug()

    def __enter__(self) -> Self:
        """Return the reader; it is closed at the end of the block."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Unplug the reader and remove its folder."""
        self.unplug()
        self._folder.cleanup()

    @property
    def is_plugged(self) -> bool:
        """Whether its path can be opened."""
        return self._thread is not None

    def plug(self) -> None:
        """Plug the reader in; it restarts and sends a hello."""
        if self.is_plugged:
            return
        self._far, self._near = (
            os.openpty()
        )  # the near end stays open, so that the far end sees no hang-up while it is plugged in
        tty.setraw(self._near)
        os.set_blocking(self._far, False)
        self._wake_reader, self._wake_writer = os.pipe()
        os.symlink(os.ttyname(self._near), self.path)
        self._thread = threading.Thread(target=self._answer, name="simulated dice", daemon=True)
        self.reset()
        self._thread.start()

    def unplug(self) -> None:
        """Unplug the reader."""
        if self._thread is None:
            return
        os.unlink(self.path)
        os.close(self._wake_writer)
        self._thread.join()
        with self._lock:
            self._thread = None
            for end in (self._far, self._near, self._wake_reader):
                os.close(end)

    def reset(self) -> None:
        """Restart with another sequence number, and send a hello."""
        with self._lock:
            start = (self._hello.sequence + self._chance.randrange(1, NUMBERS)) % NUMBERS
            self._hello = self._hello._replace(sequence=start)
            self.sees = self.sees._replace(sequence=next_sequence(start))
            self._send(self._hello)

    def show(self, state: State, *faces: int) -> None:
        """Change the dice in the tray, and send their state."""
        with self._lock:
            self.sees = Roll(next_sequence(self.sees.sequence), state, faces)
            self._send(self.sees)

    def roll(self, *faces: int) -> None:
        """Roll the dice: send that they are rolling, and then their faces."""
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
        """Send any bytes; they are lost if the buffer is full."""
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
        """Answer every question until the reader is unplugged."""
        parser = Parser()
        while True:
            ready, _, _ = select.select([self._wake_reader, self._far], [], [])
            if self._wake_reader in ready:
                return
            for frame in parser.feed(os.read(self._far, READ_AT_ONCE)):
                if isinstance(frame, Question):
                    with self._lock:
                        self._send(self._answer_to(frame))

    def _answer_to(self, question: Question) -> Frame:
        """Return the frame that answers a question."""
        match question.ask:
            case Ask.HELLO:
                return self._hello
            case Ask.STATE:
                return self.sees
            case Ask.TEST:
                return Findings(question.sequence, self.troubles)
