"""Reads one picture after the other for the process that looks, and finds the acts that explain them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from engine import GAMES
from firmware_py.games.contract import Sight
from firmware_py.games.lookup import sight_of
from firmware_py.sight.follower import ENOUGH, Finding, follow
from firmware_py.sight.looking import Request, Seen, SeenTag
from firmware_py.sight.picture import Dots, brightness, decode
from firmware_py.sight.reading import Reading, State
from firmware_py.sight.sheet import MODULES, free_sheet
from firmware_py.sight.stillness import Stillness
from firmware_py.sight.view import View, look


class _Understood(NamedTuple):
    """A picture that was explained: what the game remembers of it, and what it expects since then."""

    memory: Any
    expected: tuple[tuple[str, str], ...]


class PictureReader:
    """Reads pictures; those of a camera that stays where it is are compared with the one before."""

    def __init__(self) -> None:
        """Begin without a memory."""
        self._understood: dict[bool, _Understood] = {}
        """The last picture that was explained: of photos, and of live pictures."""
        self._stillness = Stillness()
        self._last: tuple[Request, Seen] | None = None
        """The last live picture that was read, and what it showed."""
        self._is_disturbed = True
        """Something has moved, or a hand was there, since the last live picture that was explained."""

    def see(self, asked: Request) -> Seen:
        """Return what a picture shows. Raises a `UserError` if it is no picture, or what was taught is wrong."""
        dots = decode(asked.data, asked.source)
        if not asked.is_live:
            return self._read(asked, dots)
        if (state := self._stillness.follow(brightness(dots))) is not None:
            self._is_disturbed |= state is State.MOVING
            return Seen(state)
        if self._last is not None and self._stillness.is_as_read and _is_same(asked, self._last[0]):
            return self._last[1]
        seen = self._read(asked, dots)
        self._is_disturbed |= seen.state is State.HAND
        self._stillness.note_read()
        self._last = (asked._replace(data=b""), seen)
        return seen

    def _read(self, asked: Request, dots: Dots) -> Seen:
        game = sight_of(asked.game)
        view = look(dots, None if asked.sheet is None else free_sheet(*asked.sheet))
        if isinstance(view, State):
            return Seen(view)
        view = view._replace(is_disturbed=self._is_disturbed or not asked.is_live)
        seen = Seen(
            State.HAND if len(view.covered) else State.SEEN,
            _tags(view),
            tilt=round(view.camera.tilt),
            sharpness=_sharpness(view),
        )
        if game is None or asked.state is None:
            return seen
        taps, values = game.taps(view, asked.state, asked.taught), asked.taught
        seen = seen._replace(asks=taps)
        if asked.taps and len(asked.taps) == len(taps.places):
            values = game.tapped(view, asked.state, values, _tapped(view, asked.taps))
            seen = seen._replace(taught=values, asks=taps._replace(is_needed=False))
        elif values is None and taps.is_needed:
            return seen
        taught = game.read_taught(values or {})
        seen = seen._replace(spots=_in_parts(view, game.spots(view, taught)))
        return self._understand(asked, game, view, taught, seen)

    def _understand(self, asked: Request, game: Sight, view: View, taught: Any, seen: Seen) -> Seen:
        """Return what a picture shows of a game, and what follows from it."""
        expected = tuple(game.expected(asked.state))
        understood = self._understood.get(asked.is_live)
        is_agreed = understood is not None and understood.expected == expected
        before = understood.memory if is_agreed and understood is not None else None
        reading, memory = game.read(view, asked.state, taught, before)
        if reading.is_hidden:
            return seen._replace(state=State.HAND, reading=reading)
        state = State.UNSURE if reading.unsure else State.SEEN
        seen = seen._replace(state=state, reading=reading, learnt=game.learnt(memory))
        if not asked.is_followed:
            return seen
        finding = follow(GAMES[asked.game].rules(), asked.state, game, reading)
        if finding.differs is not None and (behind := _behind(asked, game, reading)):
            return seen._replace(finding=Finding(), behind=behind)
        self._remember(asked, finding, memory)
        return seen._replace(finding=finding)

    def _remember(self, asked: Request, finding: Finding, memory: Any) -> None:
        """Keep a picture that has one explanation, for the next one of its kind."""
        game, rules, state = sight_of(asked.game), GAMES[asked.game].rules(), asked.state
        if game is None or finding.question or finding.differs is not None:
            return
        for act in finding.acts:
            state = rules.play(state, act)
        self._is_disturbed &= not asked.is_live
        self._understood[asked.is_live] = _Understood(memory, tuple(game.expected(state)))


def _behind(asked: Request, game: Sight, reading: Reading) -> int:
    """Return how many of the last acts in the box the table does not show yet; 0 if it shows no earlier state."""
    fits = (at for at, state in enumerate(asked.earlier, 1) if reading.cost(game.expected(state)) <= ENOUGH)
    return next(fits, 0)


def _is_same(asked: Request, before: Request) -> bool:
    """Return whether the same is asked of two pictures."""
    return asked._replace(data=b"") == before


def _tags(view: View) -> tuple[SeenTag, ...]:
    """Return where the tags of a view lie."""
    found = []
    for tag in view.tags:
        (x, y), (ax, ay), (bx, by) = view.camera.on_plane(np.array((tag.middle, tag.corners[0], tag.corners[1])))
        found.append(SeenTag(tag.number, float(x), float(y), math.degrees(math.atan2(by - ay, bx - ax))))
    return tuple(found)


def _tapped(view: View, taps: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """Return where taps are on the sheet."""
    return tuple((float(x), float(y)) for x, y in view.camera.on_plane(np.array(taps) * view.camera.end))


def _in_parts(view: View, spots: Any) -> dict[str, tuple[float, float]]:
    """Return dots of a picture in parts of its sides."""
    width, height = view.camera.end
    return {place: (float(x / width), float(y / height)) for place, (x, y) in spots.items()}


def _sharpness(view: View) -> float:
    """Return how many dots a module of the smallest corner tag has, on its shortest side."""
    corners = [tag.corners for tag in view.tags if tag.number in view.sheet.numbers]
    return min(float(np.linalg.norm(each - np.roll(each, 1, axis=0), axis=1).min()) / MODULES for each in corners)
