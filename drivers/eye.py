r"""The protocol of the eye: which tags a camera sees, and where in its printed frame.

It shares its lines with the dice reader (`drivers.frames`); `hardware/eye-protocol.md` is the specification. A
view is one line with the state and, if it is `seen`, one line for each tag; the parser returns it when complete.

>>> view = View(18, State.SEEN, (Tag(12, 300, 420, 5), Tag(103, 512, 498, 90)))
>>> print(write(view).decode(), end="")
view 18 seen 2 *0D9CB894
tag 18 12 300 420 5 *3D648F69
tag 18 103 512 498 90 *84263A54
>>> parser = Parser()
>>> parser.feed(write(view)[:60])
[]
>>> parser.feed(write(view)[60:]) == [view]
True
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from drivers.frames import (
    HIGHEST_VERSION,
    Dropped,
    LineParser,
    Question,
    read_name,
    read_number,
    read_question,
    read_troubles,
    seal,
    trouble_words,
)

VERSION = 1
LONGEST_SIDE_MM = 2000
SIDE = 1000
"""Places are told in thousandths of the frame's sides."""
FULL_TURN_DEGREES = 360
HIGHEST_TAG = 9999
MAX_TAGS = 40
HIGHEST_RATE = 999
HIGHEST_LIGHT = 255


class State(Enum):
    """What the eye sees."""

    SEEN = "seen"
    """All tags stand still; they follow."""
    MOVING = "moving"
    """Tags come, go or move."""
    HIDDEN = "hidden"
    """A hand or something else lies over the frame."""
    UNSURE = "unsure"
    """Something cannot be read."""
    NO_FRAME = "no-frame"
    """The corners of the frame are not in the picture."""


class Trouble(Enum):
    """A problem that the self-test of an eye can report."""

    BLIND = "blind"
    """The camera delivers no pictures."""
    NO_FRAME = "no-frame"
    """A corner of the frame is missing."""
    DARK = "dark"
    BRIGHT = "bright"
    UNEVEN = "uneven"
    """One side of the frame is more than twice as bright as another."""
    SLOW = "slow"
    """Too few pictures per second."""


class Hello(NamedTuple):
    """The greeting of an eye. Its sequence number is random at each start: another number means a restart.

    Of an unsupported version only the version is parsed.
    """

    sequence: int
    version: int = VERSION
    width_mm: int = 0
    height_mm: int = 0
    """The sides of its frame."""
    name: str = ""

    @property
    def is_understood(self) -> bool:
        """Whether we support its version."""
        return self.version == VERSION


class Tag(NamedTuple):
    """A tag inside the frame."""

    number: int
    x: int
    y: int
    """Its middle, in thousandths of the frame's sides, from the top left corner."""
    turn: int
    """By how many degrees it is turned, clockwise."""


class View(NamedTuple):
    """What lies in the frame. The same sequence number means the same view, sent again."""

    sequence: int
    state: State
    tags: tuple[Tag, ...] = ()


class Check(NamedTuple):
    """The result of a self-test; its sequence number is that of the question."""

    sequence: int
    corners: int
    """How many corners of the frame it finds, of four."""
    tags: int
    """How many other tags it finds."""
    rate: int
    """Pictures per second."""
    light: int
    """How bright the white of the frame is, of 255."""
    troubles: tuple[Trouble, ...] = ()


class Head(NamedTuple):
    """The first line of a view."""

    sequence: int
    state: State
    size: int
    """How many tags follow."""


class Row(NamedTuple):
    """One of the further lines of a view."""

    sequence: int
    tag: Tag


Frame = Hello | View | Check | Question
Line = Hello | Head | Row | Check | Question


def write(frame: Frame) -> bytes:
    r"""Return a frame as its lines. Raises `ValueError` if the frame is not valid.

    >>> write(View(7, State.HIDDEN))
    b'view 7 hidden *6E53BE9C\n'
    """
    if isinstance(frame, View):
        if frame.tags and frame.state is not State.SEEN:
            raise ValueError(f"no eye could say {frame}")
        count = f" {len(frame.tags)}" if frame.state is State.SEEN else ""
        texts = [f"view {frame.sequence} {frame.state.value}{count}"]
        texts += [f"tag {frame.sequence} {' '.join(map(str, tag))}" for tag in frame.tags]
    else:
        texts = [_text(frame)]
    if any(read(text) is None for text in texts):
        raise ValueError(f"no eye could say {frame}")
    return b"".join(map(seal, texts))


def _text(frame: Hello | Check | Question) -> str:
    match frame:
        case Hello(sequence, version, width, height, name):
            return f"eye {sequence} {version}" + (f" {width} {height} {name}" if frame.is_understood else "")
        case Check(sequence, corners, tags, rate, light, troubles):
            values = map(str, (sequence, corners, tags, rate, light))
            return " ".join(["check", *values, *trouble_words(troubles)])
        case Question(sequence, ask):
            return f"{ask.value} {sequence}"


def read(text: str) -> Line | None:
    """Parse a line without its checksum; return None if it is invalid. Every frame has exactly one spelling.

    >>> read("eye 4711 1 160 120 openmv")
    Hello(sequence=4711, version=1, width_mm=160, height_mm=120, name='openmv')
    >>> read("tag 17 12 300 1001 5")
    """
    try:
        words = text.split(" ")
        match words:
            case ["view", number, state, *rest]:
                return _head(read_number(number), State(state), rest)
            case ["tag", number, *values]:
                return Row(read_number(number), _tag(values))
            case ["eye", number, version, *rest]:
                return _hello(read_number(number), read_number(version, HIGHEST_VERSION), rest)
            case ["check", number, *rest]:
                return _check(read_number(number), rest)
        return read_question(words)
    except ValueError:
        return None


def _head(sequence: int, state: State, words: list[str]) -> Head:
    if state is not State.SEEN:
        if words:
            raise ValueError(words)
        return Head(sequence, state, 0)
    (count,) = words
    return Head(sequence, state, read_number(count, MAX_TAGS))


def _tag(words: list[str]) -> Tag:
    number, x, y, turn = words
    return Tag(
        read_number(number, HIGHEST_TAG),
        read_number(x, SIDE),
        read_number(y, SIDE),
        read_number(turn, FULL_TURN_DEGREES - 1),
    )


def _hello(sequence: int, version: int, rest: list[str]) -> Hello:
    if version != VERSION:
        return Hello(sequence, version)
    width, height, name = rest
    across, down = (read_number(side, LONGEST_SIDE_MM, least=1) for side in (width, height))
    return Hello(sequence, version, across, down, read_name(name))


def _check(sequence: int, words: list[str]) -> Check:
    corners, tags, rate, light, *found = words
    return Check(
        sequence,
        read_number(corners, 4),
        read_number(tags, MAX_TAGS),
        read_number(rate, HIGHEST_RATE),
        read_number(light, HIGHEST_LIGHT),
        read_troubles(found, Trouble),
    )


class Parser(LineParser[Frame]):
    """Converts received bytes into frames; the lines of a view become one frame."""

    read = staticmethod(read)
    hello, state, findings = Hello, View, Check
    lines_of_state = (Head, Row)

    def _begin_sequence(self) -> None:
        super()._begin_sequence()
        self._begun: Head | None = None
        """The view of which tags are still missing."""
        self._tags: list[Tag] = []

    @property
    def has_partial_line(self) -> bool:
        """Whether a line or a view was received in part."""
        return super().has_partial_line or self._begun is not None

    def _add(self, line: Head | Row) -> View | Dropped | None:
        return self._begin(line) if isinstance(line, Head) else self._add_tag(line)

    def _begin(self, head: Head) -> View | None:
        if self._begun is not None:
            self.dropped[Dropped.NOISE] += 1  # tags of the view before were lost
        self._begun, self._tags = head, []
        return self._complete(head)

    def _add_tag(self, row: Row) -> View | Dropped | None:
        """Add a tag to the view that it belongs to; one that fits nowhere shows that a line was lost."""
        begun = self._begun
        if begun is None or begun.sequence != row.sequence or row.tag.number in {tag.number for tag in self._tags}:
            self._begun = None
            return Dropped.NOISE
        self._tags.append(row.tag)
        return self._complete(begun)

    def _complete(self, head: Head) -> View | None:
        if len(self._tags) < head.size:
            return None
        self._last, self._begun = head.sequence, None
        return View(head.sequence, head.state, tuple(self._tags))
