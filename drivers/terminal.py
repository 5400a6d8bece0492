r"""The terminal as displays and keys of a simulated box.

Pictures are shown as half-block characters (two dots per character) or, in a small window, as braille (eight dots
per character). A terminal reports no key-up, so some keys stand for a long press.

>>> decode(b"\x1b[A1?")  # doctest: +NORMALIZE_WHITESPACE
([Stroke(key=<Key.UP: 'up'>, long=False), Stroke(key=<Key.SEAT_1: '1'>, long=False),
  Stroke(key=<Key.OK: 'ok'>, long=True)], b'')
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import termios
import threading
import tty
from collections.abc import Callable
from enum import Enum
from types import TracebackType
from typing import NamedTuple, Self

from PIL import Image

from drivers.presses import Key, Kind, Press

HALVES = " ▀▄█"
BRAILLE = 0x2800
BRAILLE_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))

CLEAR, HIDE, SHOW = "\x1b[2J", "\x1b[?25l", "\x1b[?25h"
BEGIN_FRAME, END_FRAME = "\x1b[?2026h", "\x1b[?2026l"
"""Terminals that support these sequences show everything between them at once."""
FAINT, PLAIN = "\x1b[2m", "\x1b[22m"
OTHER_SCREEN, FIRST_SCREEN, TO_LINE_END = "\x1b[?1049h", "\x1b[?1049l", "\x1b[K"


class Stroke(NamedTuple):
    """A key of the keyboard, mapped to a key of the box."""

    key: Key
    long: bool = False

    @property
    def press(self) -> Press:
        """The press that it stands for."""
        return Press(self.key, Kind.LONG if self.long else Kind.SHORT)


class TerminalGone(Exception):
    """The terminal was closed while it was being used."""


class Signal(Enum):
    """Other events of a terminal."""

    LEAVE = "leave"
    """The user wants to leave, or the terminal is gone."""
    PAUSE = "pause"
    """Ctrl-Z: the thread that draws has to call `Terminal.pause`."""
    RESIZE = "resize"


LEAVE = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
CTRL_Z = b"\x1a"


def _ignore(_number: int, _frame: object) -> None:
    """Do nothing: the wakeup pipe passes the signal on to `Terminal._read`."""


_ARROWS = {b"A": Key.UP, b"B": Key.DOWN, b"C": Key.RIGHT, b"D": Key.LEFT}
STROKES: dict[bytes, Stroke] = {
    b"\r": Stroke(Key.OK),
    b"\n": Stroke(Key.OK),
    b"\x7f": Stroke(Key.BACK),
    b"\x08": Stroke(Key.BACK),
    b"?": Stroke(Key.OK, long=True),
    b"u": Stroke(Key.BACK, long=True),
    **{key.value.encode(): Stroke(key) for key in Key if key.value.isdigit()},
    **{b"\x1b[" + letter: Stroke(key) for letter, key in _ARROWS.items()},
    **{b"\x1bO" + letter: Stroke(key) for letter, key in _ARROWS.items()},
    **{b"\x1b[1;2" + letter: Stroke(key, long=True) for letter, key in _ARROWS.items()},
}
READ_AT_ONCE = 1024
QUIT = (b"q", b"\x03", b"\x04")
LONGEST = max(map(len, STROKES))


def decode(data: bytes) -> tuple[list[Stroke | Signal], bytes]:
    """Decode keyboard input; return the strokes, and the bytes of an incomplete sequence.

    Unknown input is skipped, and so is everything after q, Ctrl-C and Ctrl-D.
    """
    strokes: list[Stroke | Signal] = []
    while data:
        for length in range(min(LONGEST, len(data)), 0, -1):
            if data[:length] in STROKES:
                strokes.append(STROKES[data[:length]])
                data = data[length:]
                break
        else:
            if data[:1] in QUIT:
                return [*strokes, Signal.LEAVE], b""
            if data[:1] == CTRL_Z:
                strokes.append(Signal.PAUSE)
            if len(data) < LONGEST and any(sequence.startswith(data) for sequence in STROKES):
                break
            data = data[_foreign(data) :]
    return strokes, data


FINAL_BYTES = range(0x40, 0x7F)
"""The last byte of a control sequence (ECMA-48)."""


def _foreign(data: bytes) -> int:
    """Return the length of an unknown key or escape sequence."""
    if not data.startswith((b"\x1b[", b"\x1bO")):
        return 1
    for at, byte in enumerate(data[2:], start=2):
        if byte in FINAL_BYTES:
            return at + 1
    return len(data)


def half_blocks(image: Image.Image) -> list[str]:
    """Return a 1-bit picture as lines of half blocks: one dot per column, two per row."""
    dots, width = image.tobytes(), image.width
    rows = []
    for y in range(0, image.height, 2):
        upper, lower = _row(dots, width, y), _row(dots, width, y + 1)
        rows.append("".join(HALVES[a + 2 * b] for a, b in zip(upper, lower, strict=True)))
    return rows


def braille(image: Image.Image) -> list[str]:
    """Return a 1-bit picture as lines of braille: two dots per column, four per row."""
    dots, width = image.tobytes(), image.width
    rows = []
    for y in range(0, image.height, 4):
        lines = [_row(dots, width, y + i) for i in range(4)]
        marks = list(zip(BRAILLE_BITS, lines, strict=True))
        cells = [
            sum(left * line[x] + right * line[x + 1] for (left, right), line in marks) for x in range(0, width, 2)
        ]
        rows.append("".join(chr(BRAILLE + cell) for cell in cells))
    return rows


def _row(dots: bytes, width: int, y: int) -> list[int]:
    stride = width // 8
    return [byte >> bit & 1 for byte in dots[y * stride : (y + 1) * stride] for bit in range(7, -1, -1)]


class Terminal:
    """The terminal, in cbreak mode inside a `with` block and restored afterwards."""

    def __init__(self) -> None:
        """Use the standard input and output."""
        self._input, self._output = sys.stdin.fileno(), sys.stdout.fileno()
        self._waiting = b""
        self._shown: list[str] = []
        self._listener: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Set up the keyboard, the screen and the signal handlers."""
        self._signals, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        signal.set_wakeup_fd(self._wake)
        self._handlers = {number: signal.signal(number, _ignore) for number in (*LEAVE, signal.SIGWINCH)}
        self._set_up()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Restore the terminal and the signal handlers."""
        signal.set_wakeup_fd(-1)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        if self._listener is not None:
            os.write(self._wake, bytes([signal.SIGTERM]))
            self._listener.join()
        os.close(self._signals)
        os.close(self._wake)
        with contextlib.suppress(TerminalGone, OSError, termios.error):  # the terminal may be gone
            self._restore()

    def _set_up(self) -> None:
        self._before = termios.tcgetattr(self._input)
        tty.setcbreak(self._input)
        mode = termios.tcgetattr(self._input)
        mode[6][termios.VSUSP] = b"\0"
        termios.tcsetattr(self._input, termios.TCSANOW, mode)
        self._write(OTHER_SCREEN + HIDE + CLEAR)

    def _restore(self) -> None:
        termios.tcsetattr(self._input, termios.TCSADRAIN, self._before)
        self._write(SHOW + FIRST_SCREEN)

    def pause(self) -> None:
        """Stop the process group, as Ctrl-Z does for any program, and continue after `fg`.

        The terminal has to be restored first, so Ctrl-Z is read as a key and not sent as a signal.
        """
        self._restore()
        os.kill(0, signal.SIGTSTP)
        self._set_up()
        self._shown = []

    def size(self) -> tuple[int, int]:
        """Return the number of columns and rows."""
        try:
            size = os.get_terminal_size(self._output)
        except OSError:
            raise TerminalGone from None
        return size.columns, size.lines

    def listen(self, put: Callable[[Stroke | Signal], object]) -> None:
        """Start a thread that passes strokes and signals to `put` until `Signal.LEAVE`."""

        def listen() -> None:
            events: list[Stroke | Signal] = []
            while Signal.LEAVE not in events:
                events = self._read()
                for event in events:
                    put(event)

        self._listener = threading.Thread(target=listen, name="terminal", daemon=True)
        self._listener.start()

    def _read(self) -> list[Stroke | Signal]:
        """Wait for strokes or signals, and return them."""
        ready, _, _ = select.select([self._input, self._signals], [], [])
        events: list[Stroke | Signal] = []
        if self._signals in ready:
            signals = os.read(self._signals, READ_AT_ONCE)
            events.append(Signal.LEAVE if any(number in signals for number in LEAVE) else Signal.RESIZE)
        if self._input in ready:
            try:
                data = os.read(self._input, READ_AT_ONCE)
            except OSError:
                data = b""
            strokes, self._waiting = decode(self._waiting + data)
            events += strokes if data else [Signal.LEAVE]
        return events

    def invalidate(self) -> None:
        """Redraw everything at the next call of `show`."""
        self._shown = []

    def ring(self) -> None:
        """Ring the bell."""
        self._write("\a")

    def show(self, rows: list[str], *, faint: bool = False) -> None:
        """Show lines of text; only changed lines are sent."""
        rows = [f"{FAINT}{row}{PLAIN}" for row in rows] if faint else rows
        out = [] if len(rows) == len(self._shown) else [CLEAR]
        shown = self._shown if not out else [""] * len(rows)
        for number, (row, old) in enumerate(zip(rows, shown, strict=True), start=1):
            if row != old:
                out.append(f"\x1b[{number};1H{row}{TO_LINE_END}")
        self._shown = rows
        self._write(BEGIN_FRAME + "".join(out) + END_FRAME)

    def _write(self, text: str) -> None:
        data = text.encode()
        try:
            while data:
                data = data[os.write(self._output, data) :]
        except OSError:
            raise TerminalGone from None
