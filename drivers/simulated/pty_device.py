"""A simulated device on a pseudo-terminal: the part below its protocol.

The box opens its `path` like any port. The path is a stable name like those of udev: it exists while the device is
plugged in.
"""

from __future__ import annotations

import contextlib
import os
import random
import select
import tempfile
import threading
import tty
from collections.abc import Callable
from enum import Enum
from typing import Any, Self

from drivers.frames import NUMBERS, Ask, Question
from drivers.serial_port import Parser

READ_AT_ONCE = 4096
MOST_NOISE = 200


class LineFault(Enum):
    """What can go wrong on the line of any device."""

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


class PtyDevice:
    """A device that can be plugged in and out, answers questions and sends frames with faults."""

    def __init__(self, name: str, parser: Callable[[], Parser], write: Callable[[Any], bytes], seed: int) -> None:
        """Prepare its folder; a subclass calls `plug` when it is ready to say hello."""
        self.faults: set[Any] = set()
        """The faults that are active until they are removed."""
        self.sent: list[Any] = []
        """Every frame that was sent, before faults were applied."""
        self._name, self._parser, self._write = name, parser, write
        self._chance = random.Random(seed)
        self._folder = tempfile.TemporaryDirectory(prefix=f"sideline-{name}-")
        self.path = os.path.join(self._folder.name, "reader")
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Return the device; it is closed at the end of the block."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Unplug the device and remove its folder."""
        self.unplug()
        self._folder.cleanup()

    @property
    def is_plugged(self) -> bool:
        """Whether its path can be opened."""
        return self._thread is not None

    def plug(self) -> None:
        """Plug the device in; it restarts and sends a hello."""
        if self.is_plugged:
            return
        self._far, self._near = (
            os.openpty()
        )  # the near end stays open, so that the far end sees no hang-up while it is plugged in
        tty.setraw(self._near)
        os.set_blocking(self._far, False)
        self._wake_reader, self._wake_writer = os.pipe()
        os.symlink(os.ttyname(self._near), self.path)
        self._thread = threading.Thread(target=self._answer, name=f"simulated {self._name}", daemon=True)
        self.reset()
        self._thread.start()

    def unplug(self) -> None:
        """Unplug the device."""
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
        """Restart with another sequence number, and send a hello; a subclass does that."""

    def _other_sequence(self, sequence: int) -> int:
        return (sequence + self._chance.randrange(1, NUMBERS)) % NUMBERS

    def say(self, data: bytes) -> None:
        """Send any bytes; they are lost if the buffer is full."""
        with self._lock, contextlib.suppress(BlockingIOError):
            if self.is_plugged:
                os.write(self._far, data)

    def _send(self, frame: Any) -> None:
        faults = {fault.value for fault in self.faults if fault}
        if LineFault.SILENT.value in faults or not self.is_plugged:
            return
        self.sent.append(frame)
        line = self._write(frame)
        if LineFault.FLIPPED.value in faults and self._chance.random() < 1 / 2:
            at = self._chance.randrange(len(line))
            line = line[:at] + bytes([line[at] ^ 1 << self._chance.randrange(8)]) + line[at + 1 :]
        if LineFault.HALF.value in faults and self._chance.random() < 1 / 2:
            line = line[: self._chance.randrange(1, len(line))]
        if LineFault.REPEATED.value in faults:
            line *= 2
        if LineFault.NOISE.value in faults:
            line = self._chance.randbytes(self._chance.randrange(MOST_NOISE)) + b"\n" + line
        self.say(line)

    def _answer(self) -> None:
        """Answer every question until the device is unplugged."""
        parser = self._parser()
        while True:
            ready, _, _ = select.select([self._wake_reader, self._far], [], [])
            if self._wake_reader in ready:
                return
            for frame in parser.feed(os.read(self._far, READ_AT_ONCE)):
                if isinstance(frame, Question):
                    with self._lock:
                        self._send(self._answer_to(frame))

    def _answer_to(self, question: Question) -> Any:
        """Return the frame that answers a question."""
        match question.ask:
            case Ask.HELLO:
                return self._greeting()
            case Ask.STATE:
                return self._state()
            case Ask.TEST:
                return self._findings(question.sequence)

    def _greeting(self) -> Any:
        raise NotImplementedError

    def _state(self) -> Any:
        raise NotImplementedError

    def _findings(self, sequence: int) -> Any:
        raise NotImplementedError
