"""Lamps over the tray: where they hang, the shadows they throw, and their mirror images on glossy dice.

`dice_pictures.py` says the ranges. A mirror image lies where a flat top sends the lamp's light into the camera;
beside it only the rounded edge of a die shows the lamp, as a small spot.
"""

import math
import random
from typing import NamedTuple

from PIL import Image, ImageChops

from tests.hardware.dice_scenes import FOCAL, HEIGHT, WIDTH, Camera, Die, Point, Vector, on_face

TOP = 4


class Lamp(NamedTuple):
    """A lamp, in millimetres from the middle of the tray's floor."""

    name: str
    place: Vector
    radius: float
    loss: float
    """The part of the light that a shadow lacks."""
    softness: float
    """How far a shadow's edge is smeared, in pixels."""
    dimmest: float
    """How bright a side is that looks away from it."""

    @property
    def direction(self) -> float:
        return math.atan2(self.place[1], self.place[0])

    def shadow(self, corner: Vector) -> Vector:
        """Give where a corner's shadow falls on the floor."""
        part = corner[2] / (self.place[2] - corner[2])
        return (
            corner[0] - (self.place[0] - corner[0]) * part,
            corner[1] - (self.place[1] - corner[1]) * part,
            0,
        )

    def falls(self, camera: Camera) -> Image.Image:
        """Give how much light reaches each spot of the floor, by distance and by angle."""
        coarse = Image.new("L", (16, 12))
        x, y, z = self.place
        levels = []
        for row in range(12):
            for column in range(16):
                floor_x = ((column + 0.5) * 10 - WIDTH / 2) * camera.height / FOCAL
                floor_y = ((row + 0.5) * 10 - HEIGHT / 2) * camera.height / FOCAL
                away = (x - floor_x) ** 2 + (y - floor_y) ** 2 + z**2
                levels.append(z / away**1.5)
        coarse.putdata([round(255 * level / max(levels)) for level in levels])
        return coarse.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)


def ceiling(chance: random.Random) -> Lamp:
    angle, beside = chance.uniform(0, 2 * math.pi), chance.uniform(200, 1500)
    place = (beside * math.cos(angle), beside * math.sin(angle), chance.uniform(1200, 2200))
    return Lamp(
        "ceiling",
        place,
        chance.uniform(20, 150),
        chance.uniform(0.2, 0.5),
        chance.uniform(0.8, 2.5),
        chance.uniform(0.5, 0.85),
    )


def desk(chance: random.Random) -> Lamp:
    angle, beside = chance.uniform(0, 2 * math.pi), chance.uniform(150, 500)
    place = (beside * math.cos(angle), beside * math.sin(angle), chance.uniform(250, 500))
    return Lamp(
        "desk",
        place,
        chance.uniform(15, 60),
        chance.uniform(0.35, 0.7),
        chance.uniform(0.5, 1.5),
        chance.uniform(0.35, 0.75),
    )


LAMPS = {"ceiling": ceiling, "desk": desk}


class Spot(NamedTuple):
    """A spot of mirrored light in the picture: its middle, its radius, and how bright and soft it is."""

    middle: Point
    radius: float
    gain: int
    edge: float
    """How much of the radius is its soft edge."""


def mirrored(lamp: Lamp, camera: Camera, die: Die, gloss: float, chance: random.Random) -> Spot:
    """Give the spot that a lamp makes on a flat die: its mirror image on the top, or a point on the edge."""
    top = die.make.edge
    part = (camera.height - top) / (camera.height - top + lamp.place[2] - top)
    at = (lamp.place[0] * part, lamp.place[1] * part)
    half = die.make.edge * (0.5 - die.make.rounding)
    away = (at[0] - die.middle[0], at[1] - die.middle[1])
    axes = ((die.turned[0][0], die.turned[0][1]), (die.turned[1][0], die.turned[1][1]))
    along, across = (away[0] * axis[0] + away[1] * axis[1] for axis in axes)
    scale = FOCAL / (camera.height - top)
    if max(abs(along), abs(across)) < half:
        return Spot(
            camera.sees((*at, top)),
            max(1.0, lamp.radius * part * scale),
            round(255 * gloss),
            chance.uniform(0.2, 0.6),
        )
    u, v = max(-half, min(half, along)), max(-half, min(half, across))
    edge = (
        die.middle[0] + u * axes[0][0] + v * axes[1][0],
        die.middle[1] + u * axes[0][1] + v * axes[1][1],
        top,
    )
    return Spot(camera.sees(edge), chance.uniform(0.5, 1.2), round(160 * gloss), 0.5)


def aimed(camera: Camera, die: Die, chance: random.Random) -> Spot:
    """Give a spot near the middle of a top: where it can hide a pip, or look like one."""
    size = die.make.edge * FOCAL / (camera.height - die.make.edge)
    angle, beside = chance.uniform(0, 2 * math.pi), 0.4 * chance.random()
    middle = camera.sees(on_face(die, TOP, beside * math.cos(angle), beside * math.sin(angle)))
    return Spot(middle, size * chance.uniform(0.06, 0.5), chance.randint(40, 255), chance.uniform(0.1, 0.6))


def shine(image: Image.Image, spot: Spot, fine: int) -> Image.Image:
    """Add a spot of light to a picture; it is drawn so many times larger."""
    inner, outer = spot.radius * (1 - spot.edge), spot.radius * (1 + spot.edge)
    size = math.ceil(outer) + 1
    left, top = round(spot.middle[0]) - size, round(spot.middle[1]) - size
    steps = [(step + 0.5) / fine for step in range(2 * size * fine)]
    tones = [
        round(spot.gain * max(0.0, min(1.0, (outer - math.hypot(x, y)) / max(0.2, outer - inner))))
        for y in (top + step - spot.middle[1] for step in steps)
        for x in (left + step - spot.middle[0] for step in steps)
    ]
    light = Image.new("L", (2 * size * fine, 2 * size * fine))
    light.putdata(tones)
    layer = Image.new("L", image.size)
    layer.paste(light.resize((2 * size, 2 * size), Image.Resampling.BOX), (left, top))
    return ImageChops.add(image, layer)
