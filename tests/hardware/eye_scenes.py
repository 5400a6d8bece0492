"""What lies in the eye's frame: a card with tables, pawns with rings, a hand, and the camera above. No pixels yet.

Lengths are millimetres; the frame's top left corner is the origin, z points up. `eye_pictures.py` says the ranges
and draws the scenes.
"""

import math
import random
from typing import NamedTuple

from tests.hardware.board import frame

WIDTH, HEIGHT = 320, 240
CARD_WIDTH, CARD_HEIGHT = 100, 70
STICKER = 12.0
RING = 12.0
"""Edges of the black squares."""
STICKER_AT = (-40.0, -25.0)
"""From the card's middle to the sticker's."""
PAWN_HEIGHT = 25.0

Point = tuple[float, float]
Vector = tuple[float, float, float]


class Tag(NamedTuple):
    """A printed tag: a flat square in space, with a white margin of one of its ten modules."""

    number: int
    middle: Vector
    turn: float
    edge: float
    tilt: float = 0.0
    towards: float = 0.0
    covered: float = 0.0
    """How much of it something hides, from one side."""

    def at(self, u: float, v: float) -> Vector:
        """Return a point of it; u and v run from -1 to 1 over the black square."""
        half = self.edge / 2
        x, y = u * half, v * half
        x, y = x * math.cos(self.turn) - y * math.sin(self.turn), x * math.sin(self.turn) + y * math.cos(self.turn)
        along = x * math.cos(self.towards) + y * math.sin(self.towards)
        lost = along * (1 - math.cos(self.tilt))
        x, y = x - lost * math.cos(self.towards), y - lost * math.sin(self.towards)
        return self.middle[0] + x, self.middle[1] + y, self.middle[2] + along * math.sin(self.tilt)


class Card(NamedTuple):
    """A card on its place."""

    number: int
    """The tag of its sticker."""
    middle: Point
    turn: float
    places: tuple[Point, ...]
    """From the card's middle, unturned."""
    tone: int = 190

    def on(self, point: Point) -> Point:
        """Return where a point of the card is in the frame."""
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return (
            self.middle[0] + point[0] * cos - point[1] * sin,
            self.middle[1] + point[0] * sin + point[1] * cos,
        )

    @property
    def sticker(self) -> Tag:
        return Tag(self.number, (*self.on(STICKER_AT), 0.3), self.turn, STICKER)


class Hand(NamedTuple):
    """An arm that reaches into the picture, as an outline in the frame, and its brightness."""

    outline: tuple[Point, ...]
    tone: int


class Camera(NamedTuple):
    """Where the picture is taken from: over a point of the frame, tilted about x and y, turned about its axis."""

    over: Point
    height: float
    tilt: Point
    roll: float
    focal: float = 480.0
    """Pixels of a picture 320 wide."""

    def sees(self, point: Vector) -> Point:
        """Project a point into the picture."""
        x, y, z = point[0] - self.over[0], point[1] - self.over[1], self.height - point[2]
        for_x, for_y = self.tilt
        y, z = y * math.cos(for_x) - z * math.sin(for_x), y * math.sin(for_x) + z * math.cos(for_x)
        x, z = x * math.cos(for_y) - z * math.sin(for_y), x * math.sin(for_y) + z * math.cos(for_y)
        x, y = x * math.cos(self.roll) - y * math.sin(self.roll), x * math.sin(self.roll) + y * math.cos(self.roll)
        return WIDTH / 2 + self.focal * x / z, HEIGHT / 2 + self.focal * y / z


class Scene(NamedTuple):
    """All that a picture shows."""

    camera: Camera
    card: Card | None
    pawns: tuple[Tag, ...]
    hand: Hand | None = None
    has_frame: bool = True

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The tags on the card's place, without the frame's."""
        return (*(() if self.card is None else (self.card.sticker,)), *self.pawns)


def corner_tags() -> tuple[Tag, ...]:
    """Return the four tags of the frame, each turned by a quarter more."""
    places = ((0, 0), (frame.WIDTH, 0), (frame.WIDTH, frame.HEIGHT), (0, frame.HEIGHT))
    return tuple(
        Tag(number, (float(x), float(y), 0.0), at * math.pi / 2, frame.CORNER_TAG)
        for at, (number, (x, y)) in enumerate(zip(frame.CORNERS, places, strict=True))
    )


def places_of(tables: int) -> tuple[Point, ...]:
    """Return where the tables of a card are: in two rows, beside the sticker."""
    above = tables // 2
    rows = ((above, -18.0, -18.0), (tables - above, 17.0, -38.0))
    return tuple(
        (start + (0 if count == 1 else at * (40.0 - start) / (count - 1)), y)
        for count, y, start in rows
        for at in range(count)
    )


def camera(chance: random.Random) -> Camera:
    """Hang a camera over the frame so that all four corners are well in its picture."""
    while True:
        hung = Camera(
            (frame.WIDTH / 2 + chance.uniform(-12, 12), frame.HEIGHT / 2 + chance.uniform(-12, 12)),
            chance.uniform(290, 330),
            (math.radians(chance.uniform(-6, 6)), math.radians(chance.uniform(-6, 6))),
            math.radians(chance.uniform(-6, 6)),
        )
        seen = [hung.sees(tag.at(u, v)) for tag in corner_tags() for u in (-1.3, 1.3) for v in (-1.3, 1.3)]
        if all(2 < x < WIDTH - 2 and 2 < y < HEIGHT - 2 for x, y in seen):
            return hung


def card(chance: random.Random, number: int, tables: int) -> Card:
    """Lay a card down, not quite straight."""
    middle = (frame.WIDTH / 2 + chance.uniform(-8, 8), frame.HEIGHT / 2 + chance.uniform(-5, 5))
    return Card(number, middle, math.radians(chance.uniform(-8, 8)), places_of(tables), chance.randrange(150, 240))


def pawn(chance: random.Random, number: int, place: Point, *, tilt: float = 10.0, slip: float = 3.0) -> Tag:
    """Put a pawn down near a place: its ring is turned in any way and tilted by up to so many degrees."""
    away, direction = chance.uniform(0, slip), chance.uniform(0, 2 * math.pi)
    middle = (place[0] + away * math.cos(direction), place[1] + away * math.sin(direction), PAWN_HEIGHT)
    lean = math.radians(chance.uniform(0, tilt))
    return Tag(number, middle, chance.uniform(0, 2 * math.pi), RING, lean, chance.uniform(0, 2 * math.pi))


def hand(chance: random.Random) -> Hand:
    """Reach over one side of the frame, as far as its middle or farther."""
    side = chance.randrange(4)
    reach, width = chance.uniform(45, 100), chance.uniform(22, 60)
    at = chance.uniform(35, 125) if side % 2 == 0 else chance.uniform(30, 90)
    outline = [(at - width / 2, -40.0), (at + width / 2, -40.0), (at + width / 3, reach), (at, reach + 12)]
    outline.append((at - width / 3, reach))
    turned = {
        0: lambda x, y: (x, y),
        1: lambda x, y: (frame.WIDTH - y, x),
        2: lambda x, y: (x, frame.HEIGHT - y),
        3: lambda x, y: (y, x),
    }[side]
    return Hand(tuple(turned(x, y) for x, y in outline), chance.randrange(60, 245))
