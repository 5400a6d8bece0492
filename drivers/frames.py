r"""Frames on a serial line from a dice reader: text lines with a number and a checksum.

A line is a kind, a number, values, and the CRC-32 of everything before ` *` in eight hexadecimal digits;
`hardware/dice-protocol.md` is the specification; `drivers.dice` has the frames of a reader and their parser.

>>> seal("hello? 0")
b'hello? 0 *637903BE\n'
"""

from __future__ import annotations

from binascii import crc32
from enum import Enum
from typing import NamedTuple

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
