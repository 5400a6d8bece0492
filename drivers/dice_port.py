"""The dice reader at its serial port: a thread that reads frames, and reconnects after errors.

    open ──> hello? ──> a hello we understand: Connected ──> state? ──> a roll, a roll …
      ^         │ silence, another version                                │ unplugged, or silent when asked
      └── wait ─┴────────────────── Disconnected <────────────────────────┘

Everything is reported as an event: `Connected`, `Disconnected`, rolls, and findings after a call of `test`. While
a device is connected and idle, the thread sleeps in one blocking `select` on the port and a wake-up pipe: nothing
polls, and `close` ends any wait (pyserial's own `cancel_read` does not support sockets). When damaged input may
have been a state, the device is asked for it; a known state is not reported twice.

A device that sends without end does not keep the thread busy: after some reads in a row it pauses before each one,
and then parses only the newest lines. A serial line at full speed never gets that far.

>>> from queue import Queue
>>> from drivers.simulated.reader import SimulatedReader
>>> events = Queue()
>>> with SimulatedReader() as tray, DiceReader(tray.path, events.put):
...     name, empty = events.get(timeout=60).hello.name, events.get(timeout=60)
...     tray.roll(3, 5)
...     rolling, settled = events.get(timeout=60), events.get(timeout=60)
>>> name, empty.state.value, rolling.state.value, settled.state.value, settled.faces
('simulated', 'few', 'rolling', 'settled', (3, 5))
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import termios
import threading
import time
from collections.abc import Callable, Iterable
from enum import Enum
from glob import glob
from socket import socket
from typing import TYPE_CHECKING, NamedTuple, Never, Self

from drivers.budget import Allowance
from drivers.dice import Findings, Frame, Hello, Parser, Roll
from drivers.frames import Ask, Dropped, next_sequence, seal

if TYPE_CHECKING:
    from serial import Serial

AUTO = "auto"
PORT_PATTERNS = ("/dev/sideline-dice", "/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*")
SPEED = 115_200
READ_AT_ONCE = 4096
NEWEST_BYTES = 1024
"""What is parsed of a read after a pause: more than a line at full speed delivers in that time."""
ASK, TEST = b"?", b"!"
"""Bytes on the wake-up pipe: ask for the state, or run the self-test."""
FAILURES = (OSError, termios.error)
"""The errors of a port that is gone: pyserial's SerialException is an OSError, and termios.error can occur too."""


class Reason(Enum):
    """Why there is no device, ordered from the least to the most specific reason."""

    ABSENT = "reader-absent"
    """No such port, or it was unplugged."""
    FORBIDDEN = "reader-forbidden"
    """No permission to open the port."""
    BUSY = "reader-busy"
    """Another program uses the port."""
    SILENT = "reader-silent"
    """The reader does not answer."""
    VERSION = "reader-version"
    """The reader uses an unsupported version of the protocol."""


REFUSALS = {errno.EACCES: Reason.FORBIDDEN, errno.EAGAIN: Reason.BUSY, errno.EBUSY: Reason.BUSY}


class Connected(NamedTuple):
    """A reader is connected. Also reported when it has restarted, because its sequence numbers start again."""

    hello: Hello


class Disconnected(NamedTuple):
    """No reader is connected; reported once until the reason changes."""

    reason: Reason
    hello: Hello | None = None
    """The hello of a reader with an unsupported version."""


Event = Connected | Disconnected | Roll | Findings


class Timing(NamedTuple):
    """Timeouts and retries."""

    answer_seconds: float = 1.0
    """Wait for an answer before the question is repeated."""
    questions: int = 6
    """How often a question is asked before the reader counts as silent."""
    shortest_wait_seconds: float = 0.1
    longest_wait_seconds: float = 5.0
    """Wait before the port is tried again; it doubles every time."""
    reads_at_once: int = 20
    reads_per_second: float = 20.0
    """How often the port is read without a pause, and in the long run."""


DEFAULT_TIMING = Timing()


def open_port(name: str) -> Serial:
    """Open a port by its path or as `socket://host:port`, with exclusive access.

    DTR and RTS are low before it opens: at high level they would reset an Arduino.
    """
    import serial

    port = serial.serial_for_url(name, SPEED, timeout=0, write_timeout=1, exclusive=True, do_not_open=True)
    port.dtr = port.rts = False
    port.open()
    return port


def _close_port(port: Serial) -> None:
    line: socket | None = getattr(port, "_socket", None)
    with contextlib.suppress(*FAILURES):
        port.reset_output_buffer()  # otherwise closing blocks while a hanging reader does not read
    with contextlib.suppress(*FAILURES):
        port.close()
    if line is not None:
        line.close()  # pyserial 3.5 leaves it open if the other side closed first


def find_ports(places: Iterable[str] = PORT_PATTERNS) -> list[str]:
    """Return the ports where a device may be connected: stable names first, each device once."""
    found: dict[str, str] = {}
    for place in places:
        for path in sorted(glob(place)):
            found.setdefault(os.path.realpath(path), path)
    return list(found.values())


class _Closed(Exception):
    """`close` was called."""


class _Ended(Exception):
    """There is a port, but no usable reader."""

    def __init__(self, reason: Reason, hello: Hello | None = None) -> None:
        super().__init__(reason)
        self.reason, self.hello = reason, hello


class DiceReader:
    """A dice reader that may be connected and disconnected at any time."""

    def __init__(
        self,
        port: str,
        put: Callable[[Event], object],
        open_port: Callable[[str], Serial] = open_port,
        *,
        find_ports: Callable[[], Iterable[str]] = find_ports,
        timing: Timing = DEFAULT_TIMING,
    ) -> None:
        """Start to listen on a port, or with `auto` on the first port where such a device answers."""
        self._name, self._open, self._find, self._timing = port, open_port, find_ports, timing
        self._put, self._parser = put, Parser()
        self._reads = Allowance(timing.reads_at_once, timing.reads_per_second)
        self._number = 0
        self._reported: Connected | Disconnected | None = None
        self._wanted = self._test_wanted = False
        """Whether `ask` and `test` were called."""
        self._question: Ask | None = None
        self._asked, self._due = 0, 0.0
        """The open question, how often it was asked, and when it is asked again."""
        self._wake_reader, wake_writer = os.pipe()
        self._wake_writer: int | None = wake_writer
        """Write end of the wake-up pipe: a byte is a request, closing it ends the thread."""
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="dice", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        """Return the reader; it is closed at the end of the block."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close."""
        self.close()

    @property
    def dropped(self) -> dict[Dropped, int]:
        """The number of dropped lines by reason."""
        return self._parser.dropped

    @property
    def reported(self) -> Connected | Disconnected | None:
        """What was reported last about the connection."""
        return self._reported

    def ask(self) -> None:
        """Ask for the current state; it is reported if it differs from the last one."""
        self._wake(ASK)

    def test(self) -> None:
        """Start the device's self-test; the result is reported as findings if the device supports it."""
        self._wake(TEST)

    def _wake(self, what: bytes) -> None:
        with self._lock:
            if self._wake_writer is not None:
                os.write(self._wake_writer, what)

    def close(self) -> None:
        """Stop the thread and close the port; no event is reported after that."""
        with self._lock:
            if self._wake_writer is not None:
                os.close(self._wake_writer)
                self._wake_writer = None
        self._thread.join()

    def _run(self) -> None:
        pause = self._timing.shortest_wait_seconds
        with contextlib.suppress(_Closed):
            while True:
                ended = self._try_ports()
                pause = self._timing.shortest_wait_seconds if isinstance(self._reported, Connected) else pause
                if ended != self._reported:
                    self._reported = ended
                    self._put(ended)
                self._wait(None, pause)
                pause = min(2 * pause, self._timing.longest_wait_seconds)
        os.close(self._wake_reader)

    def _try_ports(self) -> Disconnected:
        """Try every port until a reader connects; return why it ended, or the most specific reason."""
        reasons = list(Reason)
        ended = Disconnected(Reason.ABSENT)
        for name in self._find() if self._name == AUTO else [self._name]:
            visit = self._try_port(name)
            if isinstance(self._reported, Connected):
                return visit
            ended = max(ended, visit, key=lambda end: reasons.index(end.reason))
        return ended

    def _try_port(self, name: str) -> Disconnected:
        try:
            port = self._open(name)
        except (*FAILURES, ValueError) as error:
            return Disconnected(REFUSALS.get(getattr(error, "errno", 0), Reason.ABSENT))
        try:
            self._serve(port)
        except _Ended as ended:
            return Disconnected(ended.reason, ended.hello)
        except FAILURES:
            return Disconnected(Reason.ABSENT)
        finally:
            _close_port(port)

    def _serve(self, port: Serial) -> Never:
        """Exchange frames with the reader until the port is gone."""
        self._parser.restart()
        self._is_greeted = False
        self._want(Ask.HELLO)
        while True:
            if self._wanted and self._question is None:
                self._wanted = False
                self._want(Ask.STATE)
            if self._test_wanted and self._question is None:
                self._test_wanted = False
                self._put_question(port, Ask.TEST)  # only once: not every reader supports it
            if self._question is not None and self._due <= time.monotonic():
                self._ask(port, self._question)
            if self._wait(port, None if self._question is None else self._due - time.monotonic()):
                self._read(port)

    def _read(self, port: Serial) -> None:
        """Read and handle what has arrived; only the newest lines if the reader sends without end."""
        newest = READ_AT_ONCE
        while pause := self._reads.wait(time.monotonic()):
            self._wait(None, pause)
            newest = NEWEST_BYTES
        self._reads.take(time.monotonic())
        data = port.read(READ_AT_ONCE)
        if len(data) > newest:
            start = data.find(b"\n", len(data) - newest) + 1
            self._parser.skip(data[:start])
            data = data[start:]
        for line in data.splitlines(keepends=True):
            self._handle(line)

    def _want(self, question: Ask, seconds: float = 0) -> None:
        """Schedule a question; it is repeated until it is answered."""
        self._question, self._asked, self._due = question, 0, time.monotonic() + seconds

    def _ask(self, port: Serial, question: Ask) -> None:
        if self._asked == self._timing.questions:
            raise _Ended(Reason.SILENT)
        if question is Ask.HELLO and self._asked == self._timing.questions // 2:
            with contextlib.suppress(*FAILURES):  # a pseudo-terminal has no DTR
                port.dtr = True  # boards with native USB (TinyUSB) send nothing while DTR is low
        self._put_question(port, question)
        self._asked, self._due = self._asked + 1, time.monotonic() + self._timing.answer_seconds

    def _put_question(self, port: Serial, question: Ask) -> None:
        port.write(b"\n" + seal(f"{question.value} {self._number}"))
        self._number = next_sequence(self._number)

    def _handle(self, line: bytes) -> None:
        """Handle a received line, or a part of one."""
        damage, repeats = self._parser.damage, self.dropped[Dropped.REPEATED]
        for frame in self._parser.feed(line):
            self._take(frame)
        if self._question is Ask.STATE and self.dropped[Dropped.REPEATED] > repeats:
            self._question = None  # the state has not changed
        if self._question is None and self._parser.damage > damage:
            self._want(Ask.STATE)
        elif self._question is None and self._parser.has_partial_line:
            self._want(Ask.STATE, self._timing.answer_seconds)  # unless the rest of the line arrives before

    def _take(self, frame: Frame) -> None:
        match frame:
            case Hello():
                if not frame.is_understood:
                    raise _Ended(Reason.VERSION, frame)
                self._is_greeted = True
                self._reported = Connected(frame)
                self._put(self._reported)
                self._want(Ask.STATE)
            case Roll() if self._is_greeted:
                self._put(frame)
                self._question = None if self._question is Ask.STATE else self._question
            case Roll() if self._question is not Ask.HELLO:
                self._want(Ask.HELLO)  # one of two was lost
            case Findings():
                self._put(frame)

    def _wait(self, port: Serial | None, seconds: float | None) -> bool:
        """Wait for input, a wake-up or the timeout; return whether the port has input."""
        watched = [self._wake_reader] if port is None else [self._wake_reader, port.fileno()]
        ready, _, _ = select.select(watched, [], [], None if seconds is None else max(0.0, seconds))
        if self._wake_reader in ready:
            if not (woken := os.read(self._wake_reader, READ_AT_ONCE)):
                raise _Closed
            self._wanted = self._wanted or ASK in woken
            self._test_wanted = self._test_wanted or TEST in woken
        return ready not in ([], [self._wake_reader])
