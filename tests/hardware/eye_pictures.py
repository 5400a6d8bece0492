"""Pictures of the eye's frame as a camera some 30 cm above it takes them; `eye_rates.py` reads them.

Every value is drawn evenly from its range.

| what | range |
| --- | --- |
| picture | 320 × 240, grey; focal length 480 pixels |
| camera | 290 to 330 mm over the frame, up to 12 mm beside its middle; tilted and rolled by up to 6° each |
| frame | 160 × 120 mm, as hardware/eye/frame.py has it; ink 15 to 45, paper 190 to 235, table 60 to 200 |
| card | 100 × 70 mm, grey 150 to 239; up to 8 and 5 mm beside its place, turned by up to 8°; 3 to 7 tables |
| pawns | none to one a table; up to 3 mm beside it; ring 12 mm (black), 25 mm above the card, turned in any way |
| rings | tilted by up to 10° |
| light | falls to 60 to 100 % across the picture in any direction; a soft shadow takes up to 45 % |
| blur | Gaussian, 0.3 to 0.8 pixels |
| noise | standard deviation 1 to 5 grey levels |
| hand | 22 to 60 mm wide, over one side, 45 to 112 mm deep, grey 60 to 244 |
| tilted | one ring tilted by 25 to 50° |
| covered | one ring hidden by a fifth to three quarters |
| glare | a spot of light on one ring, 5 to 12 mm wide |
| blurred | moved by 3 to 9 pixels while the picture was taken |
| dim | a tenth to a quarter of the light |
| between | one pawn halfway between two tables |
| empty, bare | no pawns; no card either |
| away | no frame |
"""

import math
import random
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.hardware.board import frame
from tests.hardware.eye_scenes import (
    CARD_HEIGHT,
    CARD_WIDTH,
    HEIGHT,
    WIDTH,
    Card,
    Point,
    Scene,
    Tag,
    camera,
    card,
    corner_tags,
    hand,
    pawn,
)

Picture = NDArray[np.uint8]
MIXTURE = {
    "good": 60,
    "empty": 4,
    "bare": 2,
    "hand": 8,
    "tilted": 5,
    "covered": 6,
    "glare": 4,
    "blurred": 4,
    "dim": 2,
    "between": 3,
    "away": 2,
}
DOTS = 5
"""Dots a millimetre of the drawn plane."""
MARGIN = 30
"""Millimetres of the table around the frame that are drawn."""
OVER = 2
"""The picture is drawn so many times larger and then reduced."""
FIRST_CARD = 101
SMALLEST_PART = 0.12
"""A tag's four edges together are at least so long, in parts of the picture's width: half of what a ring's are.
Without it the detector tries every cell of the band, and takes ten times as long."""


def _parameters() -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.minMarkerPerimeterRate = SMALLEST_PART
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR  # lines along the edges, as AprilTag fits
    return parameters


DETECTOR = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11), _parameters())


class Drawn(NamedTuple):
    kind: str
    scene: Scene
    image: Picture


@cache
def bits(number: int) -> Picture:
    """Return a tag with its white margin, ten modules wide."""
    marker = cv2.aruco.generateImageMarker(DETECTOR.getDictionary(), number, 8)
    return cv2.copyMakeBorder(marker, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=255)


def find_tags(image: Picture) -> list[tuple[int, float, float, float, list[Point]]]:
    """Find the tags of a picture, as the firmware wants them: in place of OpenMV's own detector."""
    found, numbers, _ = DETECTOR.detectMarkers(image)
    tags = []
    for quad, number in zip(found, () if numbers is None else numbers.ravel(), strict=True):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (tuple(map(float, point)) for point in quad[0])
        below = (ax - cx) * (by - dy) - (ay - cy) * (bx - dx)
        one, other = ax * cy - ay * cx, bx * dy - by * dx
        x = (one * (bx - dx) - (ax - cx) * other) / below
        y = (one * (by - dy) - (ay - cy) * other) / below
        turn = math.atan2(by - ay + cy - dy, bx - ax + cx - dx)
        tags.append((int(number), x, y, turn, [(ax, ay), (bx, by), (cx, cy), (dx, dy)]))
    return tags


def arrange(chance: random.Random, kind: str) -> Scene:
    """Put a scene together."""
    tables = chance.randrange(3, 8)
    laid = None if kind == "bare" else card(chance, FIRST_CARD + chance.randrange(20), tables)
    pawns: list[Tag] = []
    if laid is not None and kind != "empty":
        numbers = chance.sample([10 * seat + each for seat in range(1, 5) for each in range(1, 8)], tables)
        fewest = 0 if kind == "good" else 2
        taken = chance.sample(range(tables), chance.randrange(fewest, tables + 1))
        pawns = [pawn(chance, numbers[at], laid.on(laid.places[at])) for at in taken]
        if kind == "between":
            one, other = (laid.on(laid.places[at]) for at in (0, 1))
            halfway = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            pawns = [put for put, at in zip(pawns, taken, strict=True) if at > 1]
            pawns.append(pawn(chance, numbers[0], halfway, slip=1))
        elif kind == "tilted":
            pawns[0] = pawns[0]._replace(tilt=math.radians(chance.uniform(25, 50)))
        elif kind == "covered":
            pawns[0] = pawns[0]._replace(covered=chance.uniform(0.2, 0.75))
    reaching = hand(chance) if kind == "hand" else None
    return Scene(camera(chance), laid, tuple(pawns), reaching, kind != "away")


def picture(chance: random.Random, kind: str | None = None) -> Drawn:
    """Draw a scene of a kind, or of any."""
    kind = kind or chance.choices(list(MIXTURE), list(MIXTURE.values()))[0]
    scene = arrange(chance, kind)
    return Drawn(kind, scene, draw(scene, chance, kind))


class Light(NamedTuple):
    """How a picture is lit and taken; the same for all pictures of a scene, but for the noise."""

    paper: int
    ink: int
    table: int
    falls: float
    direction: float
    shadow: float
    shadow_at: Point
    shadow_size: float
    blur: float
    noise: float

    @classmethod
    def of(cls, chance: random.Random) -> "Light":
        return cls(
            chance.randrange(190, 236),
            chance.randrange(15, 46),
            chance.randrange(60, 200),
            chance.uniform(0.6, 1.0),
            chance.uniform(0, 2 * math.pi),
            chance.uniform(0, 0.45),
            (chance.uniform(0, WIDTH), chance.uniform(0, HEIGHT)),
            chance.uniform(30, 90),
            chance.uniform(0.3, 0.8),
            chance.uniform(1, 5),
        )


def draw(scene: Scene, chance: random.Random, kind: str = "good", light: Light | None = None) -> Picture:
    """Return the pixels of a scene."""
    light = light or Light.of(chance)
    image = _project_plane(scene, _plane(scene, light))
    for tag in sorted(scene.pawns, key=lambda tag: tag.middle[1]):
        _draw_pawn(image, scene, tag, light)
    if scene.hand is not None:
        outline = [scene.camera.sees((x, y, 45.0)) for x, y in scene.hand.outline]
        points = np.array([[x * OVER, y * OVER] for x, y in outline], np.float32)
        cv2.fillPoly(image, [np.int32(points)], int(scene.hand.tone), cv2.LINE_AA)
    small = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
    small *= _light_map(light)
    if kind == "glare" and scene.pawns:
        x, y = scene.camera.sees(scene.pawns[0].at(chance.uniform(-0.6, 0.6), chance.uniform(-0.6, 0.6)))
        small += 260 * _spot((x, y), chance.uniform(4, 10))
    if kind == "dim":
        small *= chance.uniform(0.1, 0.25)
    if kind == "blurred":
        length, across = chance.randrange(3, 10), chance.random() < 1 / 2
        small = cv2.blur(small, (length, 1) if across else (1, length))
    small = cv2.GaussianBlur(small, (0, 0), light.blur)
    noise = np.random.default_rng(chance.getrandbits(32)).normal(0, light.noise, small.shape)
    return np.clip(small + noise, 0, 255).astype(np.uint8)


def _light_map(light: Light) -> NDArray[np.float32]:
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, WIDTH), np.linspace(-0.5, 0.5, HEIGHT))
    slope = x * math.cos(light.direction) + y * math.sin(light.direction)
    shade = (1 + light.falls) / 2 + (1 - light.falls) * slope
    return (shade * (1 - light.shadow * _spot(light.shadow_at, light.shadow_size))).astype(np.float32)


def _spot(middle: Point, size: float) -> NDArray[np.float32]:
    x, y = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
    return np.exp(-(((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * size * size))).astype(np.float32)


def _dot(x: float, y: float) -> Point:
    return (x + MARGIN) * DOTS, (y + MARGIN) * DOTS


def _rectangle(plane: Picture, corner: Point, opposite: Point, tone: int) -> None:
    (x0, y0), (x1, y1) = _dot(*corner), _dot(*opposite)
    plane[int(y0) : int(y1), int(x0) : int(x1)] = tone


def _stamp(plane: Picture, tag: Tag, tones: tuple[int, int]) -> None:
    """Put a flat tag onto the plane."""
    texture = np.where(bits(tag.number) > 0, tones[1], tones[0]).astype(np.uint8)
    size = len(texture)
    outer = size / (size - 2)
    target = np.array(
        [_dot(*tag.at(u * outer, v * outer)[:2]) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32
    )
    _warp_onto(plane, texture, target)


def _warp_onto(image: Picture, texture: Picture, target: NDArray[np.float32]) -> None:
    """Put a square texture onto four points of a picture."""
    left, top = np.floor(target.min(0)).astype(int) - 1
    right, bottom = np.ceil(target.max(0)).astype(int) + 2
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, image.shape[1]), min(bottom, image.shape[0])
    if right <= left or bottom <= top:
        return
    scale = 8
    large = cv2.resize(texture, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    edge = len(large)
    source = np.array([[0, 0], [edge, 0], [edge, edge], [0, edge]], np.float32) - 0.5
    m = cv2.getPerspectiveTransform(source, target - np.array([left, top], np.float32))
    shape = (int(right - left), int(bottom - top))
    patch = cv2.warpPerspective(large, m, shape, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full_like(large, 255), m, shape, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    area = image[top:bottom, left:right]
    area[:] = (patch * mask + area * (1 - mask)).astype(np.uint8)


def _plane(scene: Scene, light: Light) -> Picture:
    """Draw what lies flat: the table, the frame, the card."""
    size = ((frame.HEIGHT + 2 * MARGIN) * DOTS, (frame.WIDTH + 2 * MARGIN) * DOTS)
    plane = np.full(size, light.table, np.uint8)
    if scene.has_frame:
        _rectangle(plane, (-13, -13), (frame.WIDTH + 13, frame.HEIGHT + 13), light.paper)
        _rectangle(plane, (10, 10), (frame.WIDTH - 10, frame.HEIGHT - 10), light.table)
        _draw_bands(plane, light.ink)
        for tag in corner_tags():
            _stamp(plane, tag, (light.ink, light.paper))
    if scene.card is not None:
        _draw_card(plane, scene.card, light)
    return plane


def _draw_bands(plane: Picture, ink: int) -> None:
    half, cell = frame.BAND / 2, frame.CELL / 2
    for part in frame.ALONG[::2]:
        for y in (0, frame.HEIGHT):
            middle = part * frame.WIDTH
            _rectangle(plane, (middle - cell, y - half), (middle + cell, y + half), ink)
    for part in frame.DOWN[::2]:
        for x in (0, frame.WIDTH):
            middle = part * frame.HEIGHT
            _rectangle(plane, (x - half, middle - cell), (x + half, middle + cell), ink)


def _draw_card(plane: Picture, laid: Card, light: Light) -> None:
    half = CARD_WIDTH / 2, CARD_HEIGHT / 2
    outline = [laid.on((u * half[0], v * half[1])) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    cv2.fillPoly(plane, [np.int32([_dot(*point) for point in outline])], int(laid.tone), cv2.LINE_AA)
    for number, place in enumerate(laid.places):
        middle = tuple(map(int, _dot(*laid.on(place))))
        cv2.circle(plane, middle, 9 * DOTS, int(laid.tone * 0.6), DOTS, cv2.LINE_AA)
        cv2.putText(
            plane, str(3 - number), middle, cv2.FONT_HERSHEY_SIMPLEX, 1.5, int(laid.tone * 0.3), 3, cv2.LINE_AA
        )
    _stamp(plane, laid.sticker, (light.ink, light.paper))


def _project_plane(scene: Scene, plane: Picture) -> Picture:
    points = [(-MARGIN, -MARGIN), (frame.WIDTH + MARGIN, -MARGIN)]
    points += [(frame.WIDTH + MARGIN, frame.HEIGHT + MARGIN), (-MARGIN, frame.HEIGHT + MARGIN)]
    source = np.array([_dot(*point) for point in points], np.float32) - 0.5
    target = np.array([scene.camera.sees((*point, 0.0)) for point in points], np.float32) * OVER - 0.5
    m = cv2.getPerspectiveTransform(source, target)
    size = (WIDTH * OVER, HEIGHT * OVER)
    return cv2.warpPerspective(plane, m, size, flags=cv2.INTER_LINEAR, borderValue=int(plane[0, 0]))


def _draw_pawn(image: Picture, scene: Scene, tag: Tag, light: Light) -> None:
    """Draw a pawn's body, then the ring on its head."""
    x, y, z = tag.middle
    tone = 40 + tag.number * 37 % 150
    for height in np.linspace(0, z - 1, 12):
        middle = tuple(int(value * OVER) for value in scene.camera.sees((x, y, float(height))))
        cv2.circle(image, middle, int(4.5 * OVER * scene.camera.focal / (scene.camera.height - height)), tone, -1)
    texture = np.where(bits(tag.number) > 0, light.paper, light.ink).astype(np.uint8)
    if tag.covered:
        texture = cv2.resize(texture, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
        texture[: int(len(texture) * tag.covered)] = 120
    outer = 10 / 8
    corners = [scene.camera.sees(tag.at(u * outer, v * outer)) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    _warp_onto(image, texture, np.array(corners, np.float32) * OVER - 0.5)
