"""Pictures of Inside's pyramid on the printed sheet. Light, lens and file are those of `shots.py`.

Every value is drawn evenly from its range; the real sizes of cubes and board are not known.

| what | range |
| --- | --- |
| cubes | edge 14 to 18 mm; 0.3 to 0.6 mm smaller than their places, up to 0.35 mm beside them, turned by 1.2° |
| tones | light 150 to 225, dark 35 to 75 % darker, each cube ± 5 %, grain ± 6 %, rounded edges |
| gloss | lacquer: a highlight of up to 60 where the lamp is mirrored |
| board | 4 to 9 mm over the cubes' lowest corners, a disc of any tone 40 to 210, sockets 35 to 80 % of it |
| place | its middle up to 12 and 4 mm beside the sheet's, turned by up to 15°; taught with up to 1.2 mm of error |
| shadows | cast by the lamp onto cubes, board and sheet, softened |
"""

import math
import random
from typing import NamedTuple

import cv2
import numpy as np

from firmware_py.sight.sheet import A4
from tests.firmware_py.sight.shots import Ground, Light

CELLS = [
    f"{x}{y}{total - x - y}" for total in range(4, -1, -1) for x in range(total + 1) for y in range(total - x + 1)
]
WAYS = ((0.0, -1.0), (math.sqrt(3) / 2, 0.5), (-math.sqrt(3) / 2, 0.5))
"""Where deeper cells lie, seen from above with face X in front: for x, y and z."""
DEPTH = 4
LEVELS = 7
"""Edges of a cube, one below the other, from the tip to the lowest corner: measured along the cube's corner."""


class Cube(NamedTuple):
    tone: np.ndarray
    axes: np.ndarray
    """Rows: the directions of its edges, downwards."""
    corner: np.ndarray
    """Its highest corner."""
    edge: float
    seed: int


class Set:
    """A board with its cubes on a sheet, and what the owner has taught of it."""

    def __init__(self, chance: random.Random, light: Light, sheet=A4) -> None:
        self.chance, self.light, self.sheet = chance, light, sheet
        self.edge = chance.uniform(14, 18)
        self.foot = chance.uniform(1, 5)
        self.surface = self.foot + chance.uniform(4, 9)
        self.middle = np.array(
            (sheet.width / 2 + chance.uniform(-12, 12), sheet.height / 2 + chance.uniform(-4, 4))
        )
        turn = math.radians(chance.uniform(-15, 15))
        c, s = math.cos(turn), math.sin(turn)
        self.ways = [np.array((c * x - s * y, s * x + c * y)) for x, y in WAYS]
        flat, down = math.sqrt(2 / 3), 1 / math.sqrt(3)
        self.axes = np.array([(*(flat * way), -down) for way in self.ways])
        wood = np.array((1, chance.uniform(0.78, 0.95), chance.uniform(0.5, 0.85)))
        light_tone = chance.uniform(150, 225)
        other = np.array((1, chance.uniform(0.7, 0.95), chance.uniform(0.5, 0.9)))
        self.tones = light_tone * wood, light_tone * (1 - chance.uniform(0.35, 0.75)) * other
        self.board_tone = chance.uniform(40, 210) * np.array((1, chance.uniform(0.75, 1), chance.uniform(0.5, 1)))
        self.socket = chance.uniform(0.35, 0.8)
        self.gloss, self.shine = chance.uniform(0, 60), chance.uniform(8, 40)
        self.cubes: dict[str, Cube] = {}

    def tip(self) -> np.ndarray:
        return np.array((*self.middle, self.foot + LEVELS * self.edge / math.sqrt(3)))

    def taught(self) -> list[tuple[float, float]]:
        """Return where the owner has tapped the sockets 400, 040 and 004."""
        away = 4 * self.edge * math.sqrt(2 / 3)
        slip = self.chance.uniform
        return [
            tuple(self.middle + away * way + np.array((slip(-1.2, 1.2), slip(-1.2, 1.2)))) for way in self.ways
        ]

    def put(self, cell: str, colour: str) -> None:
        chance = self.chance
        axis, angle = np.array([chance.gauss(0, 1) for _ in range(3)]), math.radians(chance.uniform(-1.2, 1.2))
        axis /= np.linalg.norm(axis)
        k = np.array(((0, -axis[2], axis[1]), (axis[2], 0, -axis[0]), (-axis[1], axis[0], 0)))
        turned = self.axes @ (np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * (k @ k))
        less = chance.uniform(0.3, 0.6)
        slip = np.array([chance.uniform(-0.35, 0.35) for _ in range(3)])
        corner = (
            self.tip()
            + self.edge * (np.array([int(d) for d in cell]) @ self.axes)
            + slip
            + less / 2 * self.axes.sum(0)
        )
        tone = self.tones["LD".index(colour)] * chance.uniform(0.95, 1.05)
        self.cubes[cell] = Cube(tone, turned, corner, self.edge - less, chance.getrandbits(30))

    def take(self, cell: str) -> None:
        del self.cubes[cell]


def _hits(origin, rays, cube: Cube):
    """Return where rays enter a cube (infinite if they miss it), through which face, and where on that face."""
    o = (origin - cube.corner) @ cube.axes.T
    d = rays @ cube.axes.T.astype(np.float32)
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (0 - o) / d, (cube.edge - o) / d
    first, last = np.minimum(one, other), np.maximum(one, other)
    enter, leave = first.max(-1), last.min(-1)
    hit = (enter < leave) & (leave > 0)
    return np.where(hit, enter, np.inf), first.argmax(-1), o, d


class _Area:
    """The part of a picture around the board, while it is drawn."""

    def __init__(self, laid: Set, ground: Ground, colours: np.ndarray) -> None:
        lens, size = ground.lens, ground.lens.size
        away = laid.edge * 5.2
        around = [
            laid.middle + away * np.array((math.cos(w), math.sin(w))) for w in np.linspace(0, 2 * math.pi, 24)
        ]
        box = lens.sees(np.array([(*p, h) for p in around for h in (0.0, laid.tip()[2] + 5)]))
        (left, top), (right, bottom) = np.floor(box.min(0)).astype(int) - 30, np.ceil(box.max(0)).astype(int) + 30
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, size[0]), min(bottom, size[1])
        self.laid, self.lens, self.corner = laid, lens, np.array((left, top))
        self.colours, self.rays = colours[top:bottom, left:right], ground.rays[top:bottom, left:right]
        self.place = lens.place.astype(np.float32)
        self.down = np.minimum(self.rays[..., 2], -0.05)
        self.far = (0 - self.place[2]) / self.down
        self.nearest = np.full(self.far.shape, np.inf, np.float32)
        self.owner = np.full(self.far.shape, -1)
        self.normals = np.zeros((*self.far.shape, 3), np.float32)
        self.normals[..., 2] = 1

    def draw_board(self) -> None:
        laid = self.laid
        reach = (laid.surface - self.place[2]) / self.down
        points = self.place + self.rays * reach[..., None]
        on_board = ((points[..., :2] - laid.middle.astype(np.float32)) ** 2).sum(-1) < (laid.edge * 4.3) ** 2
        in_cubes = (points - laid.tip().astype(np.float32)) @ laid.axes.T.astype(np.float32) / laid.edge
        in_socket = on_board & (np.floor(in_cubes + 0.02).sum(-1) == DEPTH) & (in_cubes > -0.02).all(-1)
        share = laid.light.over(points[..., 0], points[..., 1], laid.sheet)[..., None]
        tone = np.where(in_socket[..., None], laid.board_tone * laid.socket, laid.board_tone) * share
        self.colours[:] = np.where(on_board[..., None], tone, self.colours)
        self.far = np.where(on_board, reach, self.far)

    def draw_cube(self, number: int, cube: Cube) -> None:
        laid, light = self.laid, self.laid.light
        ends = np.array([(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)])
        seen = self.lens.sees(cube.corner + cube.edge * (ends @ cube.axes)) - self.corner
        (x0, y0), (x1, y1) = np.floor(seen.min(0)).astype(int) - 1, np.ceil(seen.max(0)).astype(int) + 2
        part = np.s_[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)]
        rays = self.rays[part]
        if rays.size == 0:
            return
        enter, face, o, d = _hits(self.lens.place, rays, cube)
        there = np.where(np.isfinite(enter), enter, 0)
        at = (o + d * there[..., None]) / cube.edge
        front = (enter < self.nearest[part]) & (self.place[2] + rays[..., 2] * there > laid.surface)
        bright = _grain(cube, at, face)
        middle = cube.corner + cube.edge / 2 * cube.axes.sum(0)
        falls = light.over(middle[0], middle[1], laid.sheet)
        looking = -rays / np.linalg.norm(rays, axis=-1, keepdims=True)
        for axis in range(3):
            normal = -cube.axes[axis]
            mirrored = 2 * (normal @ light.towards) * normal - light.towards
            shine = laid.gloss * np.clip(looking @ mirrored, 0, 1) ** laid.shine
            spot = front & (face == axis)
            tones = (cube.tone * light.facing(normal) * falls) * bright[..., None] + shine[..., None]
            self.colours[part][spot] = tones[spot]
            self.normals[part][spot] = normal
        self.nearest[part] = np.where(front, enter, self.nearest[part])
        self.owner[part] = np.where(front, number, self.owner[part])

    def cast_shadows(self, cubes: list[Cube]) -> None:
        far = np.where(np.isfinite(self.nearest), self.nearest, self.far)
        points = (self.place + self.rays * far[..., None]) + 0.05 * self.normals
        toward = self.laid.light.towards.astype(np.float32)
        flat = self.normals @ toward
        lit = np.ones(flat.shape, bool)
        for number, cube in enumerate(cubes):
            apart = points - (cube.corner + cube.edge / 2 * cube.axes.sum(0)).astype(np.float32)
            along = apart @ toward
            beside = ((apart - along[..., None] * toward) ** 2).sum(-1)
            close = (
                lit & (flat > 0) & (along < cube.edge) & (beside < (0.9 * cube.edge) ** 2) & (self.owner != number)
            )
            if close.any():
                lit[close] &= ~_crosses(points[close], toward, cube)
        ambient = self.laid.light.ambient
        shade = np.where(lit, 1.0, ambient / (ambient + (1 - ambient) * np.clip(flat, 0, 1))).astype(np.float32)
        self.colours *= cv2.GaussianBlur(shade, (0, 0), max(0.5, 1.2 * self.lens.size[0] / 640))[..., None]


def _grain(cube: Cube, at, face):
    """Return how bright the wood is where rays enter a cube; its edges are rounded, and so darker."""
    noise = np.random.default_rng(cube.seed)
    grain = cv2.resize(noise.normal(1, 0.06, (24, 6)).astype(np.float32), (64, 64), interpolation=cv2.INTER_CUBIC)
    u, v = np.clip(
        np.sort(np.where(np.arange(3) == face[..., None], np.inf, at), axis=-1)[..., :2], 0, 1
    ).transpose(2, 0, 1)
    rim = np.minimum.reduce((u, v, 1 - u, 1 - v)) < 0.04
    return grain[(u * 63).astype(int), (v * 63).astype(int)] * np.where(rim, 0.82, 1.0)


def draw(laid: Set, ground: Ground) -> np.ndarray:
    """Return the colours of the ground with the board and its cubes on it."""
    colours = ground.colours.copy()
    area = _Area(laid, ground, colours)
    area.draw_board()
    for number, cube in enumerate(laid.cubes.values()):
        area.draw_cube(number, cube)
    area.cast_shadows(list(laid.cubes.values()))
    return colours


def _crosses(points, way, cube: Cube):
    """Return which points have a cube between them and the lamp."""
    o = (points - cube.corner.astype(np.float32)) @ cube.axes.T.astype(np.float32)
    d = (cube.axes @ way).astype(np.float32)
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (0 - o) / d, (cube.edge - o) / d
    enter, leave = np.minimum(one, other).max(-1), np.maximum(one, other).min(-1)
    return (enter < leave) & (leave > 0.01)
