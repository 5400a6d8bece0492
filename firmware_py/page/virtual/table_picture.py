"""Draws a table as a camera from above sees it: the printed sheet, what lies on it, a hand, a lamp, blur."""

from __future__ import annotations

import io
import math
from collections.abc import Collection, Iterable
from enum import Enum

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from firmware_py.games.tabletop import Tag, Thing
from firmware_py.sight.camera import Camera, Points
from firmware_py.sight.sheet import A4, BAND, CELL, EDGE, MODULES, TAG
from firmware_py.sight.tag_codes import white_bits

SIZE = (1280, 960)
FOCAL, HEIGHT_MM, TILT_DEGREES = 1000.0, 300.0, 5.0
TABLE, PAPER, BLACK, WHITE = 96, 228, 34, 228
SKIN, SLEEVE = 150, 60
BLUR_DOTS, NOISE = 8.0, 2.0
LAMP = 0.62
"""How bright the table is when the lamp is off."""
QUALITY = 88
Corner = tuple[float, float, float]


class Trouble(Enum):
    """What can be switched on."""

    HAND = "hand"
    BLUR = "blur"
    LAMP = "lamp"
    SHEET = "sheet"
    """The sheet is missing."""


def camera() -> Camera:
    """Return the camera: over the middle of the sheet, nearly straight from above."""
    tilt = math.radians(TILT_DEGREES)
    turn = np.array(((1, 0, 0), (0, math.cos(tilt), -math.sin(tilt)), (0, math.sin(tilt), math.cos(tilt))))
    turn @= np.diag((1.0, 1.0, -1.0))
    middle = np.array((A4.width / 2, A4.height / 2, 0.0))
    shift = np.array((0.0, 0.0, HEIGHT_MM)) - turn @ middle
    return Camera(turn, shift, FOCAL, 0.0, ((SIZE[0] - 1) / 2, (SIZE[1] - 1) / 2))


def draw(things: Iterable[Thing], troubles: Collection[Trouble], seed: int) -> bytes:
    """Return a picture of the table as JPEG; `seed` is for the noise of the camera."""
    image = Image.new("L", SIZE, TABLE)
    brush = _Brush(image)
    if Trouble.SHEET not in troubles:
        _draw_sheet(brush)
    for thing in things:
        for face in thing.faces:
            brush.fill(face.points, face.tone)
        if thing.tag is not None:
            _draw_tag(brush, thing.tag, thing.place)
    if Trouble.HAND in troubles:
        _draw_hand(brush)
    if Trouble.BLUR in troubles:
        image = image.filter(ImageFilter.GaussianBlur(BLUR_DOTS))
    light = LAMP if Trouble.LAMP in troubles else 1.0
    noise = np.random.default_rng(seed).normal(0, NOISE, (SIZE[1], SIZE[0]))
    dots = np.clip(np.asarray(image, float) * light + noise, 0, 255).astype(np.uint8)
    file = io.BytesIO()
    Image.fromarray(dots).convert("RGB").save(file, "JPEG", quality=QUALITY)
    return file.getvalue()


class _Brush:
    """Fills polygons of the table, in millimetres."""

    def __init__(self, image: Image.Image) -> None:
        self._drawing, self._camera = ImageDraw.Draw(image), camera()

    def fill(self, points: Iterable[Corner], tone: int) -> None:
        dots: Points = self._camera.sees(np.array(list(points), float))
        self._drawing.polygon([(float(x), float(y)) for x, y in dots], fill=tone)

    def rectangle(self, left: float, top: float, right: float, bottom: float, tone: int) -> None:
        self.fill(((left, top, 0), (right, top, 0), (right, bottom, 0), (left, bottom, 0)), tone)


def _draw_sheet(brush: _Brush) -> None:
    brush.rectangle(-EDGE, -EDGE, A4.width + EDGE, A4.height + EDGE, PAPER)
    for number, place in zip(A4.numbers, A4.middles, strict=True):
        _draw_tag(brush, Tag(number, TAG), place)
    for at, side in enumerate(A4.sides()):
        wide, high = (CELL, BAND) if at % 2 == 0 else (BAND, CELL)
        for x, y in side[::2].tolist():
            brush.rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2, BLACK)


def _draw_tag(brush: _Brush, tag: Tag, place: tuple[float, float]) -> None:
    """Draw a tag with two modules of white around it."""
    module, half = tag.edge / MODULES, tag.edge / 2
    cos, sin = math.cos(math.radians(tag.turn)), math.sin(math.radians(tag.turn))

    def square(left: float, top: float, edge: float, tone: int) -> None:
        corners = ((left, top), (left + edge, top), (left + edge, top + edge), (left, top + edge))
        turned = ((place[0] + x * cos - y * sin, place[1] + x * sin + y * cos, tag.height) for x, y in corners)
        brush.fill(turned, tone)

    square(-half - 2 * module, -half - 2 * module, tag.edge + 4 * module, WHITE)
    square(-half, -half, tag.edge, BLACK)
    for column, row in white_bits(tag.number):
        square((column + 1) * module - half, (row + 1) * module - half, module, WHITE)


def _draw_hand(brush: _Brush) -> None:
    """Draw an arm that reaches over the front edge of the sheet to its middle."""
    x, y = A4.width * 0.55, A4.height * 0.55
    end = A4.height + 3 * EDGE
    brush.fill(((x - 16, y, 40), (x + 16, y, 40), (x + 34, end, 60), (x - 22, end, 60)), SKIN)
    brush.fill(
        ((x - 26, end - 40, 60), (x + 36, end - 40, 60), (x + 50, end + 40, 70), (x - 34, end + 40, 70)), SLEEVE
    )
