"""Pictures of a table with a printed sheet, as a phone or a webcam takes them; what lies on it comes from others.

The reader's own geometry is not used here. Every value is drawn evenly from its range:

| what | photo | live picture |
| --- | --- | --- |
| size | 2048 × 1536, either way up, from any side | 640 × 480, rolled by up to 10° |
| tilt from the vertical | 0 to `tilt` (the figure says which) | 0 to 15° |
| the sheet fills | 75 to 97 % of the picture | the same |
| focal length | 0.62 to 0.95 of the long side | the same |
| lens | k1 -0.3 to 0.3 in a third of the pictures, else -0.06 to 0.06; k2 -0.03 to 0.03 | the same |
| middle of the lens | up to 1 % beside the picture's | the same |
| blur | Gaussian, 0.3 to 1.5 dots | the same |
| motion | 0 to 2 dots in any direction | none |
| paper | 185 to 245, printed black 15 to 60; waves to 1.5 mm; margins cut by up to 1.2 modules | the same |
| table | wood, cloth or a pattern, 30 to 220 | the same |
| light | direction 35 to 85° high, ambient share 0.35 to 0.75, falls to 65 % across the sheet | the same |
| colour of light | red and blue × 0.75 to 1.25 | the same, drifting by 3 % |
| exposure | × 0.6 to 1.25 | the same, drifting by 10 % |
| lamp | a soft shadow over half the table in a quarter of the games, down to 65 % | the same |
| glare | a spot of 4 to 14 mm, up to 140 brighter, anywhere on the sheet, in a third of the pictures | the same |
| noise | standard deviation 1 to 5 | the same |
| file | JPEG, quality 60 to 92 | the same |
"""

import io
import math
import random
from dataclasses import dataclass, field

import cv2
import numpy as np
from PIL import Image

from firmware_py.sight.sheet import A4, BAND, CELL, MODULES, TAG, WHITE_MODULES, Sheet

DOTS = 5
"""Dots of the drawn sheet in a millimetre."""
MARGIN = 120
"""Millimetres of table around the sheet that are drawn; farther away the table goes on evenly."""
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
PAPER_EDGE = 18.0
WAVES = (0, 0.75), (60, 200), (0, 2 * math.pi), (0, 2 * math.pi)
"""Of the paper: height and length in mm, direction, phase; there are two."""


@dataclass
class Lens:
    """Where the camera is and what its lens does."""

    size: tuple[int, int]
    focal: float
    k1: float
    k2: float
    middle: tuple[float, float]
    axes: np.ndarray
    """Rows: right, down and forward, in the sheet's axes (z up)."""
    place: np.ndarray

    def sees(self, points):
        points = np.asarray(points, float)
        x, y, z = np.moveaxis((points - self.place) @ self.axes.T, -1, 0)
        x, y = x / z, y / z
        r2 = x * x + y * y
        bend = 1 + self.k1 * r2 + self.k2 * r2 * r2
        return np.stack((x * bend * self.focal + self.middle[0], y * bend * self.focal + self.middle[1]), axis=-1)

    def rays(self, columns, rows):
        """Return the directions of dots, in the sheet's axes."""
        bx = (columns - self.middle[0]) / self.focal
        by = (rows - self.middle[1]) / self.focal
        x, y = bx, by
        for _ in range(10):
            r2 = x * x + y * y
            bend = 1 + self.k1 * r2 + self.k2 * r2 * r2
            x, y = bx / bend, by / bend
        axes = self.axes.astype(np.float32)
        return x[..., None] * axes[0] + y[..., None] * axes[1] + axes[2]

    def all_rays(self):
        columns, rows = np.meshgrid(
            np.arange(self.size[0], dtype=np.float32), np.arange(self.size[1], dtype=np.float32)
        )
        return self.rays(columns, rows)


def lens(chance: random.Random, size, tilt: float, roll: float, *, sheet: Sheet = A4, fill=(0.75, 0.97)) -> Lens:
    """Put a camera over the sheet so that it fills the picture."""
    lean, way = math.radians(chance.uniform(0, tilt)), chance.uniform(0, 2 * math.pi)
    forward = np.array((math.sin(lean) * math.cos(way), math.sin(lean) * math.sin(way), -math.cos(lean)))
    turn = math.radians(chance.uniform(-roll, roll))
    right = np.array((math.cos(turn), math.sin(turn), 0.0))
    right -= forward * (right @ forward)
    right /= np.linalg.norm(right)
    down = np.array((-math.sin(turn), math.cos(turn), 0.0))
    down -= forward * (down @ forward) + right * (down @ right)
    down /= np.linalg.norm(down)
    target = np.array((sheet.width / 2 + chance.uniform(-8, 8), sheet.height / 2 + chance.uniform(-8, 8), 0.0))
    strong = chance.random() < 1 / 3
    k1 = chance.uniform(-0.3, 0.3) if strong else chance.uniform(-0.06, 0.06)
    middle = tuple((side - 1) / 2 + chance.uniform(-0.01, 0.01) * max(size) for side in size)
    focal = chance.uniform(0.62, 0.95) * max(size)
    taken = Lens(size, focal, k1, chance.uniform(-0.03, 0.03), middle, np.stack((right, down, forward)), target)
    edge = np.array(
        [
            (x, y, 0.0)
            for x in (-PAPER_EDGE, sheet.width + PAPER_EDGE)
            for y in (-PAPER_EDGE, sheet.height + PAPER_EDGE)
        ]
    )
    wanted = chance.uniform(*fill) / 2
    near, far = 100.0, 3000.0
    for _ in range(40):
        distance = (near + far) / 2
        taken.place = target - forward * distance
        with np.errstate(all="ignore"):
            seen = (taken.sees(edge) - np.array(middle)) / np.array(size)
            depth = (edge - taken.place) @ forward
        too_near = depth.min() < 30 or not np.isfinite(seen).all() or np.abs(seen).max() > wanted
        # a strong lens folds what is far outside: then it is too near as well
        too_near = (
            too_near
            or 1 + 3 * k1 * (np.abs((edge - taken.place) @ taken.axes[:2].T).max() / depth.min()) ** 2 < 0.2
        )
        near, far = (distance, far) if too_near else (near, distance)
    return taken


def tag_picture(number: int, scale: int = 10) -> np.ndarray:
    marker = cv2.aruco.generateImageMarker(DICTIONARY, number, MODULES)
    return cv2.resize(marker, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)


def draw_sheet(chance: random.Random, sheet: Sheet = A4, *, has_paper: bool = True) -> np.ndarray:
    """Draw table and sheet from above, `DOTS` in a millimetre, `MARGIN` of table around; colours as floats."""
    width, height = int((sheet.width + 2 * MARGIN) * DOTS), int((sheet.height + 2 * MARGIN) * DOTS)
    plane = table(chance, width, height)
    if not has_paper:
        return plane
    paper = np.array((1.0, 1.0, chance.uniform(0.92, 1.0))) * chance.uniform(185, 245)
    ink = np.array((1.0, 1.0, 1.0)) * chance.uniform(15, 60)

    def box(x0, y0, x1, y1, tone):
        (left, top), (right, bottom) = (
            (round((v + MARGIN) * DOTS) for v in point) for point in ((x0, y0), (x1, y1))
        )
        plane[max(top, 0) : bottom, max(left, 0) : right] = tone

    cut = [chance.uniform(0, 1.2) * TAG / MODULES for _ in range(4)]  # bad scissors
    outer = TAG / 2 + WHITE_MODULES * TAG / MODULES
    edges = (
        -PAPER_EDGE + cut[0],
        -PAPER_EDGE + cut[1],
        sheet.width + PAPER_EDGE - cut[2],
        sheet.height + PAPER_EDGE - cut[3],
    )
    if sheet.has_band:
        box(*edges, paper)
        for side in sheet.sides():
            for at, (x, y) in enumerate(side):
                if at % 2 == 0:
                    level = side[0][1] == side[1][1]
                    across, along = (CELL / 2, BAND / 2) if level else (BAND / 2, CELL / 2)
                    box(x - across, y - along, x + across, y + along, ink)
    for number, (x, y) in zip(sheet.numbers, sheet.middles, strict=True):
        if not sheet.has_band:
            slip = [outer - chance.uniform(0, 1.2) * TAG / MODULES for _ in range(4)]
            box(x - slip[0], y - slip[1], x + slip[2], y + slip[3], paper)
        marker = cv2.resize(tag_picture(number), (int(TAG * DOTS),) * 2, interpolation=cv2.INTER_NEAREST)
        left, top = round((x - TAG / 2 + MARGIN) * DOTS), round((y - TAG / 2 + MARGIN) * DOTS)
        area = plane[top : top + len(marker), left : left + len(marker)]
        area[:] = np.where(marker[..., None] > 0, paper, ink)
    return plane


def table(chance: random.Random, width: int, height: int) -> np.ndarray:
    """Draw wood, cloth or a pattern."""
    tone = np.array([chance.uniform(30, 220)] * 3) * np.array((1, chance.uniform(0.75, 1), chance.uniform(0.5, 1)))
    noise = np.random.default_rng(chance.getrandbits(32))
    kind = chance.choice(("wood", "cloth", "pattern"))
    if kind == "wood":
        grain = cv2.GaussianBlur(
            noise.normal(0, 1, (height // 5, width // 5)).astype(np.float32), (0, 0), 40, sigmaY=1.2
        )
        strength = chance.uniform(0.05, 0.25) / (grain.std() + 1e-6)
        change = cv2.resize(1 + strength * grain, (width, height))
    elif kind == "cloth":
        change = cv2.resize(noise.normal(1, 0.12, (height // 3, width // 3)).astype(np.float32), (width, height))
    else:
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        period = chance.uniform(8, 45) * DOTS
        squares = np.sign(np.sin(2 * math.pi * x / period) * np.sin(2 * math.pi * y / period))
        change = 1 + chance.uniform(0.1, 0.6) * squares
    return (tone * np.clip(change, 0.1, 1.8)[..., None]).astype(np.float32)


@dataclass
class Light:
    """How a game is lit."""

    towards: np.ndarray
    """The direction to the lamp."""
    ambient: float
    falls: float
    falls_way: float
    colour: np.ndarray
    exposure: float
    shadow: tuple[float, float, float, float] | None
    """A soft edge of shade over the table: way, place, width, depth."""
    noise: float
    blur: float
    quality: int
    waves: list = field(default_factory=list)

    @classmethod
    def of(cls, chance: random.Random) -> "Light":
        way, high = chance.uniform(0, 2 * math.pi), math.radians(chance.uniform(35, 85))
        towards = np.array((math.cos(way) * math.cos(high), math.sin(way) * math.cos(high), math.sin(high)))
        shadow = None
        if chance.random() < 1 / 4:
            shadow = (
                chance.uniform(0, 2 * math.pi),
                chance.uniform(-60, 60),
                chance.uniform(5, 40),
                chance.uniform(0.65, 0.9),
            )
        return cls(
            towards, chance.uniform(0.35, 0.75), chance.uniform(0.65, 1.0), chance.uniform(0, 2 * math.pi),
            np.array((chance.uniform(0.75, 1.25), 1.0, chance.uniform(0.75, 1.25))), chance.uniform(0.6, 1.25),
            shadow, chance.uniform(1, 5), chance.uniform(0.3, 1.5), chance.randrange(60, 93),
            [tuple(chance.uniform(*span) for span in WAVES) for _ in range(2)],
        )  # fmt: skip

    def facing(self, normal) -> float:
        """Return how bright a surface is, 1 for one that lies flat under this light."""
        flat = self.ambient + (1 - self.ambient) * self.towards[2]
        return (self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.towards))) / flat

    @property
    def in_shadow(self) -> float:
        """Return what is left where the lamp does not shine, on a flat surface."""
        return self.ambient / (self.ambient + (1 - self.ambient) * self.towards[2])

    def over(self, x, y, sheet: Sheet):
        """Return how the light falls over the table."""
        dx, dy = x - sheet.width / 2, y - sheet.height / 2
        along = np.clip((dx * math.cos(self.falls_way) + dy * math.sin(self.falls_way)) / 150, -1.5, 1.5)
        share = (1 + self.falls) / 2 + (1 - self.falls) / 2 * along
        if self.shadow is not None:
            way, place, width, depth = self.shadow
            edge = (dx * math.cos(way) + dy * math.sin(way) - place) / width
            share = share * (1 - (1 - depth) / (1 + np.exp(-np.clip(4 * edge, -30, 30))))
        return share

    def height(self, x, y):
        """Return how high the paper's waves are."""
        return sum(
            high * (1 + np.sin((x * math.cos(way) + y * math.sin(way)) * 2 * math.pi / length + phase))
            for high, length, way, phase in self.waves
        )


class Ground:
    """Table and sheet as one camera sees them, before anything lies on them; the slow part, done once a camera."""

    def __init__(self, taken: Lens, light: Light, plane: np.ndarray, sheet: Sheet = A4) -> None:
        self.lens, self.light, self.sheet = taken, light, sheet
        self.rays = taken.all_rays()
        down = np.minimum(self.rays[..., 2], -0.05)
        self.at = self.on_plane(0.0)
        waves = light.height(self.at[..., 0], self.at[..., 1]).astype(np.float32)
        x = self.at[..., 0] + waves * self.rays[..., 0] / down
        y = self.at[..., 1] + waves * self.rays[..., 1] / down
        share = light.over(x, y, sheet).astype(np.float32)
        far_out = (abs(x - sheet.width / 2) > sheet.width / 2 + MARGIN) | (
            abs(y - sheet.height / 2) > sheet.height / 2 + MARGIN
        )
        x, y = (
            np.where(far_out, -MARGIN + np.mod(x, MARGIN - 25), x),
            np.where(far_out, np.mod(y, sheet.height), y),
        )
        columns, rows = ((v + MARGIN) * DOTS - 0.5 for v in (x, y))
        plane = plane.astype(np.float32)
        step = self._step()
        if step > 1.3:
            plane = cv2.GaussianBlur(plane, (0, 0), 0.45 * step)
        drawn = cv2.remap(
            plane,
            columns.astype(np.float32),
            rows.astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
        self.colours = drawn * share[..., None]

    def on_plane(self, height: float):
        """Return for every dot where its ray meets a plane."""
        down = np.minimum(self.rays[..., 2], -0.05)
        far = (height - self.lens.place[2]) / down
        return (self.lens.place[:2].astype(np.float32) + self.rays[..., :2] * far[..., None]).astype(np.float32)

    def _step(self) -> float:
        """Return how many dots of the drawn plane one dot of the picture is, in the middle."""
        here = self.lens.sees(
            np.array(
                (
                    (self.sheet.width / 2, self.sheet.height / 2, 0),
                    (self.sheet.width / 2 + 10, self.sheet.height / 2, 0),
                )
            )
        )
        return 10 * DOTS / float(np.linalg.norm(here[1] - here[0]))


def expose(
    colours,
    ground: Ground,
    chance: random.Random,
    *,
    drift: float = 0.0,
    motion: float = 0.0,
    glare: bool | None = None,
) -> bytes:
    """Return the picture that the camera makes of the colours, as a JPEG file."""
    light, sheet = ground.light, ground.sheet
    noise = np.random.default_rng(chance.getrandbits(32))
    picture = colours * (light.colour * light.exposure * (1 + chance.uniform(-drift, drift))).astype(np.float32)
    if chance.random() < 1 / 3 if glare is None else glare:
        x, y = chance.uniform(0, sheet.width), chance.uniform(0, sheet.height)
        size, strength = chance.uniform(4, 14), chance.uniform(30, 140)
        at = ground.at
        spot = np.exp(-((at[..., 0] - x) ** 2 + (at[..., 1] - y) ** 2) / (2 * (size / 2) ** 2))
        picture = picture + (strength * spot)[..., None].astype(np.float32)
    if motion > 0.5:
        length, way = chance.uniform(0, motion), chance.uniform(0, math.pi)
        kernel = np.zeros((9, 9), np.float32)
        for part in np.linspace(-0.5, 0.5, 21):
            dx, dy = 4 + part * length * math.cos(way), 4 + part * length * math.sin(way)
            kernel[round(dy), round(dx)] += 1
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    picture = cv2.GaussianBlur(picture, (0, 0), light.blur)
    picture = picture + noise.normal(0, light.noise, picture.shape).astype(np.float32)
    file = io.BytesIO()
    Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=light.quality)
    return file.getvalue()


def add_hand(
    colours, ground: Ground, chance: random.Random, towards: tuple[float, float] | None = None
) -> np.ndarray:
    """Let an arm with a sleeve reach in over one side of the sheet, to a point or to about its middle."""
    sheet, colours = ground.sheet, colours.copy()
    to = np.array(towards or (sheet.width * chance.uniform(0.3, 0.7), sheet.height * chance.uniform(0.3, 0.7)))
    way = chance.uniform(0, 2 * math.pi)
    out = np.array((math.cos(way), math.sin(way)))
    across = np.array((-out[1], out[0]))
    skin = np.array((1.0, chance.uniform(0.6, 0.8), chance.uniform(0.45, 0.7))) * chance.uniform(70, 235)
    sleeve = np.array([chance.uniform(0.3, 1) for _ in range(3)]) * chance.uniform(25, 240)
    wide, hem = chance.uniform(28, 60), chance.uniform(60, 150)

    def paint(outline, height, tone):
        points = ground.lens.sees(np.array([(*point, height) for point in outline]))
        cv2.fillPoly(
            colours, [np.int32(np.clip(points, -4000, 6000) * 16)], tuple(map(float, tone)), cv2.LINE_AA, 4
        )

    shade = colours.copy()
    arm = [
        to - across * wide / 3,
        to + across * wide / 3,
        to + out * 600 + across * wide / 2,
        to + out * 600 - across * wide / 2,
    ]
    paint(arm, 0.0, (0, 0, 0))
    mask = cv2.GaussianBlur((colours.sum(axis=-1) == 0).astype(np.float32), (0, 0), 6)
    colours = shade * (1 - 0.4 * mask[..., None])
    paint(arm, 60.0, skin)
    for finger in range(4):
        base = to + across * wide * (finger / 3 - 0.5) * 0.66
        tip = base - out * chance.uniform(20, 45)
        paint(
            [base - across * 6, base + across * 6, tip + across * 5, tip - across * 5],
            55.0,
            skin * chance.uniform(0.85, 1.1),
        )
    start = to + out * hem
    paint(
        [
            start - across * wide / 1.8,
            start + across * wide / 1.8,
            to + out * 600 + across * wide,
            to + out * 600 - across * wide,
        ],
        65.0,
        sleeve,
    )
    return colours
