r"""The terminal as displays and keys: the twin of the box's hardware that every laptop has.

Pictures are shown in half-block characters (two dots a character) or, where there is no room, in braille (eight
dots a character). The keyboard has no key-up, so a stroke is turned into the two edges of a short or a long press.

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
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Self

from drivers.presses import BOUNCE, LONG, Edge, Key

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from PIL import Image

HALVES = " ▀▄█"
BRAILLE = 0x2800
BRAILLE_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))

CLEAR, HIDE, SHOW = "\x1b[2J", "\x1b[?25l", "\x1b[?25h"
BEGIN_FRAME, END_FRAME = "\x1b[?2026h", "\x1b[?2026l"
"""A terminal that knows these shows what is between them at once."""
FAINT, PLAIN = "\x1b[2m", "\x1b[22m"
OTHER_SCREEN, FIRST_SCREEN, TO_LINE_END = "\x1b[?1049h", "\x1b[?1049l", "\x1b[K"


class Stroke(NamedTuple):
    """A key of the keyboard that stands for a key of the box."""

    key: Key
    long: bool = False

    def edges(self, at: int) -> list[Edge]:
        """Give the edges of such a press that begins at a time."""
        length = LONG if self.long else 2 * BOUNCE
        return [Edge(self.key, down=True, at=at), Edge(self.key, down=False, at=at + length)]


class TerminalGone(Exception):
    """The window was closed while something was to be shown."""


class Signal(Enum):
    """What else a terminal says."""

    LEAVE = "leave"
    """The person at the keyboard wants to leave, or the terminal is gone."""
    PAUSE = "pause"
    """Ctrl-Z: whoever draws has to call `Terminal.pause`."""
    RESIZE = "resize"


LEAVE = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
CTRL_Z = b"\x1a"


def _noted(_number: int, _frame: object) -> None:
    """Take a signal: the wakeup pipe brings it to `Terminal.read`, which heeds it at a good moment."""


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
    """Read the strokes in what the keyboard sent; give back a sequence that is not complete yet.

    What means nothing here is passed over; nothing counts after q, Ctrl-C and Ctrl-D.
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


def _foreign(data: bytes) -> int:
    """Measure a key that means nothing here: an escape sequence is passed over whole."""
    if not data.startswith((b"\x1b[", b"\x1bO")):
        return 1
    for at, byte in enumerate(data[2:], start=2):
        if 0x40 <= byte <= 0x7E:  # noqa: PLR2004 - the final byte of a control sequence (ECMA-48)
            return at + 1
    return len(data)


def half_blocks(image: Image.Image) -> list[str]:
    """Show a 1-bit picture with one dot a column and two a row."""
    dots, width = image.tobytes(), image.width
    rows = []
    for y in range(0, image.height, 2):
        upper, lower = _row(dots, width, y), _row(dots, width, y + 1)
        rows.append("".join(HALVES[a + 2 * b] for a, b in zip(upper, lower, strict=True)))
    return rows


def braille(image: Image.Image) -> list[str]:
    """Show a 1-bit picture with two dots a column and four a row."""
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
    """The real terminal, in raw mode while it is entered, and left as it was found."""

    def __init__(self) -> None:
        """Use the standard input and output."""
        self._input, self._output = sys.stdin.fileno(), sys.stdout.fileno()
        self._waiting = b""
        self._shown: list[str] = []
        self._listener: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Take the keyboard and the screen over."""
        self._signals, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        signal.set_wakeup_fd(self._wake)
        self._handlers = {number: signal.signal(number, _noted) for number in (*LEAVE, signal.SIGWINCH)}
        self._take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give them back."""
        signal.set_wakeup_fd(-1)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        if self._listener is not None:
            os.write(self._wake, bytes([signal.SIGTERM]))
            self._listener.join()
        os.close(self._signals)
        os.close(self._wake)
        with contextlib.suppress(TerminalGone, OSError, termios.error):  # it may be gone
            self._give_back()

    def _take(self) -> None:
        self._before = termios.tcgetattr(self._input)
        tty.setcbreak(self._input)
        mode = termios.tcgetattr(self._input)
        mode[6][termios.VSUSP] = b"\0"
        termios.tcsetattr(self._input, termios.TCSANOW, mode)
        self._write(OTHER_SCREEN + HIDE + CLEAR)

    def _give_back(self) -> None:
        termios.tcsetattr(self._input, termios.TCSADRAIN, self._before)
        self._write(SHOW + FIRST_SCREEN)

    def pause(self) -> None:
        """Stop on Ctrl-Z with all of its job, as any program does, and be there again on `fg`.

        The terminal is given back before anybody stops: so Ctrl-Z comes as a key here, not as a signal.
        """
        self._give_back()
        os.kill(0, signal.SIGTSTP)
        self._take()
        self._shown = []

    def size(self) -> tuple[int, int]:
        """Tell columns and rows."""
        try:
            size = os.get_terminal_size(self._output)
        except OSError:
            raise TerminalGone from None
        return size.columns, size.lines

    def listen(self, put: Callable[[Stroke | Signal], None]) -> None:
        """Put everything that comes, from a thread of its own, until somebody leaves."""

        def listen() -> None:
            heard: list[Stroke | Signal] = []
            while Signal.LEAVE not in heard:
                heard = self._read()
                for event in heard:
                    put(event)

        self._listener = threading.Thread(target=listen, name="terminal", daemon=True)
        self._listener.start()

    def _read(self) -> list[Stroke | Signal]:
        """Wait for strokes or signals."""
        ready, _, _ = select.select([self._input, self._signals], [], [])
        heard: list[Stroke | Signal] = []
        if self._signals in ready:
            signals = os.read(self._signals, READ_AT_ONCE)
            heard.append(Signal.LEAVE if any(number in signals for number in LEAVE) else Signal.RESIZE)
        if self._input in ready:
            try:
                data = os.read(self._input, READ_AT_ONCE)
            except OSError:
                data = b""
            strokes, self._waiting = decode(self._waiting + data)
            heard += strokes if data else [Signal.LEAVE]
        return heard

    def forget(self) -> None:
        """Show everything anew the next time."""
        self._shown = []

    def ring(self) -> None:
        """Ring the bell."""
        self._write("\a")

    def show(self, rows: list[str], *, faint: bool = False) -> None:
        """Show lines of text; only those that changed are sent."""
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
