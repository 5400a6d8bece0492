"""What is asked of the process that looks, what it answers, and how it finds that out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from firmware_py.games.lookup import sight_of
from firmware_py.sight.picture import decode
from firmware_py.sight.reading import Reading
from firmware_py.sight.sheet import Sheet
from firmware_py.sight.view import State, View, look


class Request(NamedTuple):
    """A picture to look at."""

    source: str
    """What to call it in a sentence."""
    data: bytes
    game: str
    state: Any
    """The state in the box; None to read only the tags."""
    taught: Mapping[str, object] | None = None
    is_agreed: bool = False
    """The last picture was explained: the state is what it shows."""
    sheet: Sheet | None = None
    """The sheet that single tags make, if the owner has measured one."""


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


class Eye:
    """Looks at one picture after the other."""

    def __init__(self) -> None:
        """Begin without a memory."""
        self._last: Any = None
        self._agreed: Any = None

    def see(self, asked: Request) -> Seen:
        """Return what a picture shows. Raises a `UserError` if it is no picture, or what was taught is wrong."""
        game = sight_of(asked.game)
        if asked.is_agreed:
            self._agreed = self._last
        taught = None if asked.taught is None or game is None else game.read_taught(asked.taught)
        view = look(decode(asked.data, asked.source), asked.sheet)
        if isinstance(view, State):
            return Seen(view)
        tags, tilt = _tags(view), round(view.camera.tilt)
        if game is None or taught is None or asked.state is None:
            return Seen(State.HAND if len(view.covered) else State.SEEN, tags, tilt=tilt)
        reading, memory = game.read(view, asked.state, taught, self._agreed)
        if reading.is_hidden:
            return Seen(State.HAND, tags, reading, tilt=tilt)
        self._last = memory
        return Seen(State.UNSURE if reading.unsure else State.SEEN, tags, reading, game.learnt(memory), tilt)


def _tags(view: View) -> tuple[SeenTag, ...]:
    """Return where the tags of a view lie."""
    found = []
    for tag in view.tags:
        (x, y), (ax, ay), (bx, by) = view.camera.on_plane(np.array((tag.middle, tag.corners[0], tag.corners[1])))
        found.append(SeenTag(tag.number, float(x), float(y), math.degrees(math.atan2(by - ay, bx - ax))))
    return tuple(found)
