r"""The dice reader's language: readable lines, each numbered and checked.

A line is a kind, a number, its values, and the CRC-32 of all that stands before ` *`, in eight hexadecimal digits;
`hardware/dice-protocol.md` is the contract for people who build readers. The parser is pure: bytes in, frames out.
What is no frame is dropped and counted, and a half line costs no more memory than the longest frame.

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
"""Sequence numbers run from 0 to one below, and then from 0 again."""
MOST_DICE = 12
HIGHEST_FACE = 99
HIGHEST_VERSION = 999
LONGEST_NAME = 24
LONGEST = 96
"""Bytes in a line without its end; no frame of any version is longer."""
CHECK_DIGITS = 8
FINE = "ok"
"""What a self-test says that found nothing."""
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


class State(Enum):
    """What the reader sees."""

    ROLLING = "rolling"
    SETTLED = "settled"
    """All dice lie flat; their faces follow."""
    COCKED = "cocked"
    """A die leans; the faces of those that do not may follow."""
    HANDLED = "handled"
    """Somebody has picked dice up."""
    FEW = "few"
    """Dice are missing; the faces of those that are there may follow."""
    UNSURE = "unsure"
    """Something lies there that the reader cannot read: dice on each other, too many, bad light."""


class Trouble(Enum):
    """What a reader may find wrong with itself."""

    BLIND = "blind"
    """The camera gives no pictures."""
    DARK = "dark"
    BRIGHT = "bright"
    UNEVEN = "uneven"
    """One side of the tray has more than twice the light of another."""
    SLOW = "slow"
    """Too few pictures a second."""


class Ask(Enum):
    """What the box asks the reader."""

    HELLO = "hello?"
    STATE = "state?"
    TEST = "test?"


class Hello(NamedTuple):
    """Who the reader is. Its number is drawn when it starts: another number is another start.

    Of a version that we do not speak nothing is understood but the version.
    """

    sequence: int
    version: int = VERSION
    dice: int = 0
    """How many it can see at most."""
    name: str = ""

    @property
    def is_understood(self) -> bool:
        """Whether we speak its version."""
        return self.version == VERSION


class Roll(NamedTuple):
    """What lies in the tray. The same number is the same frame, sent once more."""

    sequence: int
    state: State
    faces: tuple[int, ...] = ()


class Findings(NamedTuple):
    """What the reader's self-test found, under the number of the question."""

    sequence: int
    troubles: tuple[Trouble, ...] = ()


class Question(NamedTuple):
    """What the box wants to know. Every question is answered, whatever its number."""

    sequence: int
    ask: Ask


Frame = Hello | Roll | Findings | Question


class Dropped(Enum):
    """Why something that came was not a frame."""

    NOISE = "noise"
    """No line of ours: garbage, or half a line."""
    OVERLONG = "overlong"
    DAMAGED = "damaged"
    """The check is wrong."""
    UNKNOWN = "unknown"
    """The check is right, and yet it means nothing here: the sender errs, not the line."""
    REPEATED = "repeated"
    """A roll that we know."""
    GREETED = "greeted"
    """A hello that we know."""


DAMAGE = (Dropped.NOISE, Dropped.OVERLONG, Dropped.DAMAGED)
"""What may have been a frame that somebody sent."""


def after(sequence: int) -> int:
    """Give the number that follows.

    >>> after(17), after(65535)
    (18, 0)
    """
    return (sequence + 1) % NUMBERS


def write(frame: Frame) -> bytes:
    r"""Write a frame as its line; one that nobody could read is a ValueError.

    >>> write(Question(0, Ask.HELLO))
    b'hello? 0 *637903BE\n'
    """
    match frame:
        case Hello(sequence, version, dice, name):
            said = f"hello {sequence} {version}" + (f" {dice} {name}" if frame.is_understood else "")
        case Roll(sequence, state, faces):
            said = " ".join(["roll", str(sequence), state.value, *map(str, faces)])
        case Findings(sequence, troubles):
            said = " ".join(["test", str(sequence), *([trouble.value for trouble in troubles] or [FINE])])
        case Question(sequence, ask):
            said = f"{ask.value} {sequence}"
    if read(said) != frame:
        raise ValueError(f"no reader could say {frame}")
    body = said.encode()
    return b"%b *%08X\n" % (body, crc32(body))


def read(said: str) -> Frame | None:
    """Read what stands before the check. Every frame has exactly one spelling.

    >>> read("hello 4711 1 2 tray")
    Hello(sequence=4711, version=1, dice=2, name='tray')
    >>> read("roll 017 settled 3 5")
    """
    try:
        match said.split(" "):
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
    return Hello(sequence, version, _number(dice, MOST_DICE, least=1), name)


def _roll(sequence: int, state: State, words: list[str]) -> Roll:
    fewest = 1 if state is State.SETTLED else 0
    most = 0 if state in {State.ROLLING, State.HANDLED, State.UNSURE} else MOST_DICE
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
    """Turns whatever comes over the line into frames."""

    def __init__(self) -> None:
        """Begin at the beginning of a line, with nothing known of the other side."""
        self.dropped = dict.fromkeys(Dropped, 0)
        """How much was dropped so far, and why."""
        self.restart()

    def restart(self) -> None:
        """Begin anew on another connection; only the counts stay."""
        self._half = b""
        self._overlong = False
        self._greeted: int | None = None
        self._rolled: int | None = None

    @property
    def damage(self) -> int:
        """How often so far something came that may have been a frame."""
        return sum(self.dropped[reason] for reason in DAMAGE)

    @property
    def is_amid_a_line(self) -> bool:
        """Whether the end of a line is still to come."""
        return self._overlong or self._half != b""

    def feed(self, data: bytes) -> list[Frame]:
        """Take what came; give the frames that are complete by then, in their order."""
        *lines, half = data.split(b"\n")
        if lines:
            lines[0] = self._half + lines[0]
            if self._overlong:
                del lines[0]
            self._half, self._overlong = b"", False
        if not self._overlong:
            self._half += half[: LONGEST + 2]
            if len(self._half) > LONGEST + 1:
                self.dropped[Dropped.OVERLONG] += 1
                self._half, self._overlong = b"", True
        frames: list[Frame] = []
        for line in lines:
            said = line.removesuffix(b"\r")
            if not said:
                continue
            frame = self._frame(said)
            if isinstance(frame, Dropped):
                self.dropped[frame] += 1
            else:
                frames.append(frame)
        return frames

    def _frame(self, line: bytes) -> Frame | Dropped:
        if len(line) > LONGEST:
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
        """Compare with the last of its kind. After another hello the numbers mean something else."""
        if isinstance(frame, Hello):
            if frame.sequence == self._greeted:
                return Dropped.GREETED
            self._greeted, self._rolled = frame.sequence, None
        elif isinstance(frame, Roll):
            if frame.sequence == self._rolled:
                return Dropped.REPEATED
            self._rolled = frame.sequence
        return None
