"""The dice reader at its port: a thread that listens, and heals what can be healed.

    open ──> hello? ──> a hello we understand: Connected ──> state? ──> Roll, Roll, Roll …
      ^         │ silence, another version                                │ unplugged, or silent when asked
      └── wait ─┴────────────────── Disconnected <────────────────────────┘

Whatever happens is put as an event: `Connected`, `Disconnected`, `Roll`, and `Findings` for who called `test`.
While a reader is there and nothing happens, the thread sleeps in one blocking wait for the port and us: nothing
polls, and `close` ends any wait (pyserial's own `cancel_read` knows no sockets). When something came that may have
been a roll, the reader is asked for its state; what the box knows already is not told twice.

>>> from queue import Queue
>>> from drivers.simulated.reader import SimulatedReader
>>> events = Queue()
>>> with SimulatedReader() as tray, DiceReader(tray.path, events.put):
...     name, empty = events.get(timeout=60).hello.name, events.get(timeout=60)
...     tray.roll(3, 5)
...     rolling, settled = events.get(timeout=60), events.get(timeout=60)
>>> name, empty.state.value, rolling.state.value, settled.state.value, settled.faces
('virtual', 'few', 'rolling', 'settled', (3, 5))
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
from typing import TYPE_CHECKING, NamedTuple, Never, Self

from drivers.dice import Ask, Dropped, Findings, Hello, Parser, Question, Roll, after, write

if TYPE_CHECKING:
    from socket import socket

    from serial import Serial

AUTO = "auto"
PLACES = ("/dev/sideline-dice", "/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*")
SPEED = 115_200
READ_AT_ONCE = 4096
ASK, TEST = b"?", b"!"
"""What wakes the thread, and why."""
FAILURES = (OSError, termios.error)
"""How a port says that it is gone: pyserial's SerialException is an OSError, and it lets others through."""


class Reason(Enum):
    """Why there is no reader, from the least telling to the most."""

    ABSENT = "reader-absent"
    """No such port, or it was unplugged."""
    FORBIDDEN = "reader-forbidden"
    """We may not open the port."""
    BUSY = "reader-busy"
    """Another program has it."""
    SILENT = "reader-silent"
    """It answers no question."""
    VERSION = "reader-version"
    """It speaks a version that we do not know."""


REFUSALS = {errno.EACCES: Reason.FORBIDDEN, errno.EAGAIN: Reason.BUSY, errno.EBUSY: Reason.BUSY}


class Connected(NamedTuple):
    """A reader is there. Also put when it has started anew: its numbers are other numbers then."""

    hello: Hello


class Disconnected(NamedTuple):
    """No reader is there (any more); put once, until the reason changes."""

    reason: Reason
    hello: Hello | None = None
    """What the reader said that was refused."""


Event = Connected | Disconnected | Roll | Findings


class Timing(NamedTuple):
    """How long we wait, in seconds."""

    answer: float = 1.0
    """For an answer, before we ask again."""
    questions: int = 6
    """So often we ask before we give up."""
    shortest: float = 0.1
    longest: float = 5.0
    """Before the port is tried again: twice as long every time."""


PATIENT = Timing()


def open_port(name: str) -> Serial:
    """Open a port by its path or as `socket://host:port`, for us alone.

    DTR and RTS are low before it opens: high, they reset an Arduino in mid-roll.
    """
    import serial

    port = serial.serial_for_url(name, SPEED, timeout=0, write_timeout=1, exclusive=True, do_not_open=True)
    port.dtr = port.rts = False
    port.open()
    return port


def _give_back(port: Serial) -> None:
    line: socket | None = getattr(port, "_socket", None)
    with contextlib.suppress(*FAILURES):
        port.reset_output_buffer()  # or closing waits until a reader that hangs has taken it
    with contextlib.suppress(*FAILURES):
        port.close()
    if line is not None:
        line.close()  # pyserial 3.5 forgets to if the other side was faster


def find_ports(places: Iterable[str] = PLACES) -> list[str]:
    """List where a reader may be plugged in: stable names first, each device once."""
    found: dict[str, str] = {}
    for place in places:
        for path in sorted(glob(place)):
            found.setdefault(os.path.realpath(path), path)
    return list(found.values())


class _Closed(Exception):
    """Somebody called `close`."""


class _Ended(Exception):
    """There is a port, but no reader that we could use."""

    def __init__(self, reason: Reason, hello: Hello | None = None) -> None:
        super().__init__(reason)
        self.how = Disconnected(reason, hello)


class DiceReader:
    """A dice reader that comes and goes."""

    def __init__(
        self,
        port: str,
        put: Callable[[Event], None],
        open_port: Callable[[str], Serial] = open_port,
        *,
        find_ports: Callable[[], Iterable[str]] = find_ports,
        timing: Timing = PATIENT,
    ) -> None:
        """Begin to listen at a port, or with `auto` at the first where a reader answers."""
        self._name, self._put, self._open, self._find, self._timing = port, put, open_port, find_ports, timing
        self._parser = Parser()
        self._number = 0
        self._told: Connected | Disconnected | None = None
        self._wanted = False
        """Whether somebody called `ask`."""
        self._test_wanted = False
        """Whether somebody called `test`."""
        self._question: Ask | None = None
        self._asked, self._due = 0, 0.0
        """What the reader has not answered yet, how often we asked, and when we ask again."""
        self._bell, rope = os.pipe()
        self._rope: int | None = rope
        """What is written here wakes the thread: a byte is a question, the end is the end."""
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="dice", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        """Be closed at the end."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close."""
        self.close()

    @property
    def dropped(self) -> dict[Dropped, int]:
        """How much that came was no frame, and why."""
        return dict(self._parser.dropped)

    def ask(self) -> None:
        """Ask for the present state; it comes as a Roll, if the last one told was another."""
        self._ring(ASK)

    def test(self) -> None:
        """Let the reader test itself; what it finds comes as Findings, unless it knows no self-test."""
        self._ring(TEST)

    def _ring(self, what: bytes) -> None:
        with self._lock:
            if self._rope is not None:
                os.write(self._rope, what)

    def close(self) -> None:
        """Stop listening and give the port back; nothing is put after that."""
        with self._lock:
            if self._rope is not None:
                os.close(self._rope)
                self._rope = None
        self._thread.join()

    def _run(self) -> None:
        pause = self._timing.shortest
        with contextlib.suppress(_Closed):
            while True:
                ended = self._visit_all()
                pause = self._timing.shortest if isinstance(self._told, Connected) else pause
                if ended != self._told:
                    self._told = ended
                    self._put(ended)
                self._wait(None, pause)
                pause = min(2 * pause, self._timing.longest)
        os.close(self._bell)

    def _visit_all(self) -> Disconnected:
        """Try every port until there is a reader; tell how that ended, or what is most worth telling."""
        telling = list(Reason)
        ended = Disconnected(Reason.ABSENT)
        for name in self._find() if self._name == AUTO else [self._name]:
            visit = self._visit(name)
            if isinstance(self._told, Connected):
                return visit
            ended = max(ended, visit, key=lambda end: telling.index(end.reason))
        return ended

    def _visit(self, name: str) -> Disconnected:
        try:
            port = self._open(name)
        except (*FAILURES, ValueError) as error:
            return Disconnected(REFUSALS.get(getattr(error, "errno", 0), Reason.ABSENT))
        try:
            self._serve(port)
        except _Ended as ended:
            return ended.how
        except FAILURES:
            return Disconnected(Reason.ABSENT)
        finally:
            _give_back(port)

    def _serve(self, port: Serial) -> Never:
        """Talk with whatever is at the port, until it is gone."""
        self._parser.restart()
        self._want(Ask.HELLO)
        while True:
            if self._wanted and self._question is None:
                self._wanted = False
                self._want(Ask.STATE)
            if self._test_wanted and self._question is None:
                self._test_wanted = False
                self._put_question(port, Ask.TEST)  # once: not every reader knows it
            if self._question is not None and self._due <= time.monotonic():
                self._ask(port, self._question)
            if self._wait(port, None if self._question is None else self._due - time.monotonic()):
                for line in port.read(READ_AT_ONCE).splitlines(keepends=True):
                    self._hear(line)

    def _want(self, question: Ask, seconds: float = 0) -> None:
        """Ask soon, and again until there is an answer."""
        self._question, self._asked, self._due = question, 0, time.monotonic() + seconds

    def _ask(self, port: Serial, question: Ask) -> None:
        if self._asked == self._timing.questions:
            raise _Ended(Reason.SILENT)
        if question is Ask.HELLO and self._asked == self._timing.questions // 2:
            with contextlib.suppress(*FAILURES):  # a pty has no such line
                port.dtr = True  # boards whose USB is their own (TinyUSB) say nothing before
        self._put_question(port, question)
        self._asked, self._due = self._asked + 1, time.monotonic() + self._timing.answer

    def _put_question(self, port: Serial, question: Ask) -> None:
        port.write(b"\n" + write(Question(self._number, question)))
        self._number = after(self._number)

    def _hear(self, line: bytes) -> None:
        """Take a line, or a part of one."""
        damage, repeats = self._parser.damage, self._parser.dropped[Dropped.REPEATED]
        for frame in self._parser.feed(line):
            if isinstance(frame, Hello):
                if not frame.is_understood:
                    raise _Ended(Reason.VERSION, frame)
                self._told = Connected(frame)
                self._put(self._told)
                self._want(Ask.STATE)
            elif isinstance(frame, Roll) and self._question is not Ask.HELLO:
                self._put(frame)
                self._question = None
            elif isinstance(frame, Findings):
                self._put(frame)
        if self._question is Ask.STATE and self._parser.dropped[Dropped.REPEATED] > repeats:
            self._question = None  # it says what we know
        if self._question is None and self._parser.damage > damage:
            self._want(Ask.STATE)
        elif self._question is None and self._parser.is_amid_a_line:
            self._want(Ask.STATE, self._timing.answer)  # unless the other half comes

    def _wait(self, port: Serial | None, seconds: float | None) -> bool:
        """Sleep until the port has something to read, somebody calls us, or the time is up."""
        watched = [self._bell] if port is None else [self._bell, port.fileno()]
        ready, _, _ = select.select(watched, [], [], None if seconds is None else max(0.0, seconds))
        if self._bell in ready:
            if not (rung := os.read(self._bell, READ_AT_ONCE)):
                raise _Closed
            self._wanted = self._wanted or ASK in rung
            self._test_wanted = self._test_wanted or TEST in rung
        return ready not in ([], [self._bell])
