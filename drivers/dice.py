r"""The protocol of the dice reader: text lines with a sequence number and a checksum.

A line is a kind, a number, values, and the CRC-32 of everything before ` *` in eight hexadecimal digits;
`hardware/dice-protocol.md` is the specification for people who build readers. The parser does no I/O: bytes in,
frames out. Invalid input is dropped and counted, and a partial line needs no more memory than the longest frame.

>>> line = write(Roll(17, State.SETTLED, (3, 5)))
>>> line
b'roll 17 settled 3 5 *8B9143A5\n'
>>> parser = Parser()
>>> parser.feed(b"\xff#hiss\n" + line[:9])
[]
>>> parser.feed(line[9:] + line)
[Roll(sequence=17, state=<State.SETTLED: 'settled'>, faces=(3, 5))]
>>> parser.dropped[Dropped.NOISE], parser.dropped[Dropped.REPEATED]
(1, 1)
"""

from __future__ import annotations

from binascii import crc32
from enum import Enum
from typing import NamedTuple

VERSION = 1
NUMBERS = 1 << 16
"""Sequence numbers run from 0 to one less than this, then start again at 0."""
MAX_DICE = 12
HIGHEST_FACE = 99
HIGHEST_VERSION = 999
LONGEST_NAME = 24
MAX_LINE_BYTES = 96
"""Maximum bytes of a line without its line end, in every version of the protocol."""
CHECK_DIGITS = 8
FINE = "ok"
"""The answer of a self-test that found no trouble."""
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


class State(Enum):
    """The state of the dice in the tray."""

    ROLLING = "rolling"
    SETTLED = "settled"
    """All dice lie flat; their faces follow."""
    COCKED = "cocked"
    """A die leans; the faces of the other dice may follow."""
    HANDLED = "handled"
    """Dice were picked up."""
    FEW = "few"
    """Dice are missing; the faces of the dice in the tray may follow."""
    UNSURE = "unsure"
    """The reader cannot read the dice: stacked dice, too many dice, bad light."""


class Trouble(Enum):
    """A problem that the self-test of a reader can report."""

    BLIND = "blind"
    """The camera delivers no pictures."""
    DARK = "dark"
    BRIGHT = "bright"
    UNEVEN = "uneven"
    """One side of the tray is more than twice as bright as another."""
    SLOW = "slow"
    """Too few pictures per second."""


class Ask(Enum):
    """The kinds of questions to the reader."""

    HELLO = "hello?"
    STATE = "state?"
    TEST = "test?"


class Hello(NamedTuple):
    """The greeting of a reader. Its sequence number is random at each start: another number means a restart.

    Of an unsupported version only the version is parsed.
    """

    sequence: int
    version: int = VERSION
    dice: int = 0
    """The maximum number of dice that it can read."""
    name: str = ""

    @property
    def is_understood(self) -> bool:
        """Whether we support its version."""
        return self.version == VERSION


class Roll(NamedTuple):
    """The dice in the tray. The same sequence number means the same frame, sent again."""

    sequence: int
    state: State
    faces: tuple[int, ...] = ()


class Findings(NamedTuple):
    """The result of a self-test; its sequence number is that of the question."""

    sequence: int
    troubles: tuple[Trouble, ...] = ()


class Question(NamedTuple):
    """A question to the reader. Every question is answered, whatever its sequence number."""

    sequence: int
    ask: Ask


Frame = Hello | Roll | Findings | Question


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
    """A roll that was already received."""
    GREETED = "greeted"
    """A hello that was already received."""
    EXCESS = "excess"
    """The reader sends too much: only its newest lines are read."""


DAMAGE = (Dropped.NOISE, Dropped.OVERLONG, Dropped.DAMAGED)
"""The reasons for which a frame may have been lost."""


def next_sequence(sequence: int) -> int:
    """Return the next sequence number.

    >>> next_sequence(17), next_sequence(65535)
    (18, 0)
    """
    return (sequence + 1) % NUMBERS


def write(frame: Frame) -> bytes:
    r"""Return a frame as its line. Raises `ValueError` if the frame is not valid.

    >>> write(Question(0, Ask.HELLO))
    b'hello? 0 *637903BE\n'
    """
    match frame:
        case Hello(sequence, version, dice, name):
            text = f"hello {sequence} {version}" + (f" {dice} {name}" if frame.is_understood else "")
        case Roll(sequence, state, faces):
            text = " ".join(["roll", str(sequence), state.value, *map(str, faces)])
        case Findings(sequence, troubles):
            text = " ".join(["test", str(sequence), *([trouble.value for trouble in troubles] or [FINE])])
        case Question(sequence, ask):
            text = f"{ask.value} {sequence}"
    if read(text) != frame:
        raise ValueError(f"no reader could say {frame}")
    body = text.encode()
    return b"%b *%08X\n" % (body, crc32(body))


def read(text: str) -> Frame | None:
    """Parse a line without its checksum; return None if it is invalid. Every frame has exactly one spelling.

    >>> read("hello 4711 1 2 tray")
    Hello(sequence=4711, version=1, dice=2, name='tray')
    >>> read("roll 017 settled 3 5")
    """
    try:
        match text.split(" "):
            case ["roll", number, state, *faces]:
                return _roll(_number(number), State(state), faces)
            case ["hello", number, version, *rest]:
                return _hello(_number(number), _number(version, HIGHEST_VERSION), rest)
            case ["test", number, *troubles]:
                return _test(_number(number), troubles)
            case ["hello?" | "state?" | "test?" as ask, number]:
                return Question(_number(number), Ask(ask))
    except ValueError:
        pass
    return None


def _hello(sequence: int, version: int, rest: list[str]) -> Hello:
    if version != VERSION:
        return Hello(sequence, version)
    dice, name = rest
    if not (0 < len(name) <= LONGEST_NAME and _NAME.issuperset(name)):
        raise ValueError(name)
    return Hello(sequence, version, _number(dice, MAX_DICE, least=1), name)


def _roll(sequence: int, state: State, words: list[str]) -> Roll:
    fewest = 1 if state is State.SETTLED else 0
    most = 0 if state in {State.ROLLING, State.HANDLED, State.UNSURE} else MAX_DICE
    if not fewest <= len(words) <= most:
        raise ValueError(words)
    return Roll(sequence, state, tuple(_number(word, HIGHEST_FACE, least=1) for word in words))


def _test(sequence: int, words: list[str]) -> Findings:
    troubles = tuple(Trouble(word) for word in words if word != FINE)
    if words != [FINE] and (len(words) != len(troubles) or not 0 < len(troubles) == len(set(troubles))):
        raise ValueError(words)
    return Findings(sequence, troubles)


def _number(word: str, most: int = NUMBERS - 1, *, least: int = 0) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(most))):
        raise ValueError(word)
    number = int(word)
    if str(number) != word or not least <= number <= most:
        raise ValueError(word)
    return number


class Parser:
    """Converts received bytes into frames."""

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
        self._rolled: int | None = None

    @property
    def damage(self) -> int:
        """The number of dropped lines that may have been a frame."""
        return sum(self.dropped[reason] for reason in DAMAGE)

    @property
    def has_partial_line(self) -> bool:
        """Whether a line was received in part."""
        return self._overlong or self._half != b""

    def feed(self, data: bytes) -> list[Frame]:
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
        frames: list[Frame] = []
        for line in lines:
            content = line.removesuffix(b"\r")
            if not content:
                continue
            frame = self._frame(content)
            if isinstance(frame, Dropped):
                self.dropped[frame] += 1
            else:
                frames.append(frame)
        return frames

    def skip(self, data: bytes) -> None:
        """Skip received bytes, and the line that was received in part before them."""
        self.dropped[Dropped.EXCESS] += data.count(b"\n")
        self._half, self._overlong = b"", False

    def _frame(self, line: bytes) -> Frame | Dropped:
        if len(line) > MAX_LINE_BYTES:
            return Dropped.OVERLONG
        body, _, check = line.rpartition(b" *")
        if not body or len(check) != CHECK_DIGITS:
            return Dropped.NOISE
        if check != b"%08X" % crc32(body):
            return Dropped.DAMAGED
        frame = read(body.decode("ascii", "replace"))
        if frame is None:
            return Dropped.UNKNOWN
        return self._repeat(frame) or frame

    def _repeat(self, frame: Frame) -> Dropped | None:
        """Return why a frame is a repetition, or None. A new hello starts a new sequence of rolls."""
        if isinstance(frame, Hello):
            if frame.sequence == self._greeted:
                return Dropped.GREETED
            self._greeted, self._rolled = frame.sequence, None
        elif isinstance(frame, Roll):
            if frame.sequence == self._rolled:
                return Dropped.REPEATED
            self._rolled = frame.sequence
        return None
