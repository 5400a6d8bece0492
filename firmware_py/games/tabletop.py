"""What lies on a drawn table: things with faces and tags, in millimetres on the sheet (z goes up from it)."""

from __future__ import annotations

from typing import NamedTuple

Place = tuple[float, float]


class Face(NamedTuple):
    """A side of a thing, flat and of one colour."""

    points: tuple[tuple[float, float, float], ...]
    tone: int
    """How bright it is, of 255."""


class Tag(NamedTuple):
    """A printed tag on a thing."""

    number: int
    edge: float
    """Of the black square."""
    height: float = 0.0
    turn: float = 0.0
    """Clockwise, in degrees."""


class Thing(NamedTuple):
    """A thing on the table, or beside it."""

    name: str
    place: Place
    """Where its middle is."""
    faces: tuple[Face, ...] = ()
    """Lowest first."""
    tag: Tag | None = None
    label: str = ""
    """The key of its name for people; empty for what nobody moves."""
    goes: Place | None = None
    """Where it goes when somebody presses a key on it."""
