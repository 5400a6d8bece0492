"""What is asked of the process that looks, and what it answers: values that need no library for pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from firmware_py.sight.follower import Finding
from firmware_py.sight.reading import Reading, State, Taps


class Request(NamedTuple):
    """A picture to look at."""

    source: str
    """What to call it in a sentence."""
    data: bytes
    game: str
    state: Any
    """The state in the box; None to read only the tags."""
    taught: Mapping[str, object] | None = None
    sheet: tuple[float, float] | None = None
    """Width and height of the sheet that single tags make, in millimetres, if the owner has measured one."""
    is_live: bool = False
    """It is one of a camera that stays where it is: it is read only if nothing has moved since the one before."""
    is_followed: bool = False
    """Find the acts that explain it."""
    earlier: tuple[Any, ...] = ()
    """States that the box had before, the newest first: people enter moves before they carry them out."""
    taps: tuple[tuple[float, float], ...] = ()
    """Places that somebody has tapped on the picture to teach them, in parts of its width and height."""


class Looker(Protocol):
    """Looks at pictures, in a process of its own."""

    def look(self, asked: Request) -> Seen:
        """Return what a picture shows; this takes seconds. Raises a `UserError` if it is no picture."""


class SeenTag(NamedTuple):
    """A tag, in millimetres on the sheet and degrees clockwise."""

    number: int
    x: float
    y: float
    turn: float


class Seen(NamedTuple):
    """What was seen in a picture."""

    state: State
    tags: tuple[SeenTag, ...] = ()
    reading: Reading | None = None
    learnt: Mapping[str, object] = {}
    """What the picture shows of the owner's copy, to be taught."""
    tilt: int = 0
    """How far from straight above the picture was taken, in degrees."""
    finding: Finding | None = None
    """What follows from it; None if that was not asked, or the picture is not good enough."""
    behind: int = 0
    """So many of the last acts in the box are not yet carried out on the table."""
    spots: Mapping[str, tuple[float, float]] = {}
    """Where the places of the game are seen, in parts of the picture's width and height."""
    taught: Mapping[str, object] = {}
    """What was taught with taps, as values."""
    asks: Taps = Taps()
    """What is tapped on the picture to teach where the game lies."""
    sharpness: float = 0.0
    """How many dots a module of the smallest corner tag has."""


MOST_BEHIND = 4
"""So many acts may be in the box and not yet on the table."""


class Wanted(NamedTuple):
    """What live pictures are wanted for: a position of a match."""

    match: int
    """Its number in the journal."""
    acts: int
    """How many acts its log has."""
    game: str
    state: Any
    taught: Mapping[str, object]
    earlier: tuple[Any, ...] = ()

    def request(self, data: bytes) -> Request:
        """Return what is asked of a live picture."""
        asked = Request("camera", data, self.game, self.state, self.taught, is_live=True)
        return asked._replace(is_followed=True, earlier=self.earlier)


class Looked(NamedTuple):
    """A live picture that was looked at."""

    wanted: Wanted
    seen: Seen
    is_again: bool = False
    """The picture before has shown the same."""
    picture: bytes = b""
