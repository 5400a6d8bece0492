r"""Frames on a serial line from a dice reader: text lines with a number and a checksum.

A line is a kind, a number, values, and the CRC-32 of everything before ` *` in eight hexadecimal digits;
`hardware/dice-protocol.md` is the specification. The parser does no I/O: bytes in, frames out. Invalid input is
dropped and counted, and a partial line needs no more memory than the longest frame.

>>> seal("hello? 0")
b'hello? 0 *637903BE\n'
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Callable
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

NUMBERS = 1 << 16
"""Sequence numbers run from 0 to one less than this, then start again at 0."""
HIGHEST_VERSION = 999
LONGEST_NAME = 24
MAX_LINE_BYTES = 96
"""Maximum bytes of a line without its line end, in every version of the protocol."""
CHECK_DIGITS = 8
FINE = "ok"
"""The answer of a self-test that found no trouble."""
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


class Ask(Enum):
    """The kinds of questions to a device."""

    HELLO = "hello?"
    STATE = "state?"
    TEST = "test?"


class Question(NamedTuple):
    """A question to a device. Every question is answered, whatever its sequence number."""

    sequence: int
    ask: Ask


class Dropped(Enum):
    """Why received input was dropped."""

    NOISE = "noise"
    """Not a line of the protocol: noise, or a partial line."""
    OVERLONG = "overlong"
    DAMAGED = "damaged"
    """The checksum is wrong."""
    UNKNOWN = "unknown"
    """The checksum is right but the content is unknown: an error of the sender, not of the line."""
    REPEATED = "repeated"
    """A state that was already received."""
    GREETED = "greeted"
    """A hello that was already received."""
    EXCESS = "excess"
    """The device sends too much: only its newest lines are read."""


DAMAGE = (Dropped.NOISE, Dropped.OVERLONG, Dropped.DAMAGED)
"""The reasons for which a frame may have been lost."""


def next_sequence(sequence: int) -> int:
    """Return the next sequence number.

    >>> next_sequence(17), next_sequence(65535)
    (18, 0)
    """
    return (sequence + 1) % NUMBERS


def seal(text: str) -> bytes:
    """Return a line with its checksum and line end."""
    body = text.encode()
    return b"%b *%08X\n" % (body, crc32(body))


def read_number(word: str, most: int = NUMBERS - 1, *, least: int = 0) -> int:
    """Read a decimal number in its only spelling; raises `ValueError`."""
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(most))):
        raise ValueError(word)
    number = int(word)
    if str(number) != word or not least <= number <= most:
        raise ValueError(word)
    return number


def read_name(word: str) -> str:
    """Read the name of a device; raises `ValueError`."""
    if not (0 < len(word) <= LONGEST_NAME and _NAME.issuperset(word)):
        raise ValueError(word)
    return word


def read_question(words: list[str]) -> Question | None:
    """Read a question; None if it is something else. Raises `ValueError`."""
    match words:
        case ["hello?" | "state?" | "test?" as ask, number]:
            return Question(read_number(number), Ask(ask))
    return None


T = TypeVar("T", bound=Enum)


def read_troubles(words: list[str], kind: type[T]) -> tuple[T, ...]:
    """Read what a self-test has found: its troubles, each once, or that all is fine; raises `ValueError`."""
    troubles = () if words == [FINE] else tuple(map(kind, words))
    if words != [FINE] and not 0 < len(troubles) == len(set(troubles)):
        raise ValueError(words)
    return troubles


def trouble_words(troubles: tuple[Enum, ...]) -> list[str]:
    """Return the words for what a self-test has found."""
    return [trouble.value for trouble in troubles] or [FINE]


F = TypeVar("F")


class LineParser(Generic[F]):
    """Converts received bytes into frames; each protocol has a subclass."""

    read: Callable[[str], object]
    """Parses a line without its checksum."""
    hello: type[Any]
    """The kinds of frames, for the port."""
    state: type[Any]
    findings: type[Any]
    lines_of_state: tuple[type[Any], ...]
    """The kinds of lines that a state consists of."""

    def __init__(self) -> None:
        """Start at the beginning of a line, before any frame was received."""
        self.dropped = dict.fromkeys(Dropped, 0)
        """The number of dropped lines by reason."""
        self.restart()

    def restart(self) -> None:
        """Reset for a new connection; only the counts are kept."""
        self._half = b""
        self._overlong = False
        self._greeted: int | None = None
        """The number of the last hello."""
        self._begin_sequence()

    def _begin_sequence(self) -> None:
        """Forget the states: a new hello starts a new sequence."""
        self._last: int | None = None
        """The number of the last complete state."""

    @property
    def damage(self) -> int:
        """The number of dropped lines that may have been a frame."""
        return sum(self.dropped[reason] for reason in DAMAGE)

    @property
    def has_partial_line(self) -> bool:
        """Whether a line was received in part."""
        return self._overlong or self._half != b""

    def feed(self, data: bytes) -> list[F]:
        """Parse received bytes; return the frames that are complete, in order."""
        *lines, half = data.split(b"\n")
        if lines:
            lines[0] = self._half + lines[0]
            if self._overlong:
                del lines[0]
            self._half, self._overlong = b"", False
        if not self._overlong:
            self._half += half[: MAX_LINE_BYTES + 2]
            if len(self._half) > MAX_LINE_BYTES + 1:
                self.dropped[Dropped.OVERLONG] += 1
                self._half, self._overlong = b"", True
        frames: list[F] = []
        for line in lines:
            content = line.removesuffix(b"\r")
            if not content:
                continue
            frame = self._frame(content)
            if isinstance(frame, Dropped):
                self.dropped[frame] += 1
            elif frame is not None:
                frames.append(frame)
        return frames

    def skip(self, data: bytes) -> None:
        """Skip received bytes, and the line that was received in part before them."""
        self.dropped[Dropped.EXCESS] += data.count(b"\n")
        self._half, self._overlong = b"", False

    def _frame(self, line: bytes) -> F | Dropped | None:
        if len(line) > MAX_LINE_BYTES:
            return Dropped.OVERLONG
        body, _, check = line.rpartition(b" *")
        if not body or len(check) != CHECK_DIGITS:
            return Dropped.NOISE
        if check != b"%08X" % crc32(body):
            return Dropped.DAMAGED
        frame = self.read(body.decode("ascii", "replace"))
        return Dropped.UNKNOWN if frame is None else self._accept(frame)

    def _accept(self, line: Any) -> F | Dropped | None:
        """Return the frame that a line completes, or why it is dropped; None if more lines belong to it."""
        if isinstance(line, self.hello):
            if line.sequence == self._greeted:
                return Dropped.GREETED
            self._begin_sequence()
            self._greeted = line.sequence
        if isinstance(line, self.lines_of_state):
            return Dropped.REPEATED if line.sequence == self._last else self._add(line)
        frame: F = line
        return frame

    def _add(self, line: Any) -> F | Dropped | None:
        """Add a line of a state; return the state if that completes it."""
        self._last = line.sequence
        frame: F = line
        return frame
