"""Pictures of Insider's evaluation card with pawns on it, on the printed sheet. Light, lens and file: `shots.py`.

Every value is drawn evenly from its range; the real sizes of cards and pawns are not known.

| what | range |
| --- | --- |
| card | 120 × 80 mm, up to 25 and 12 mm beside the sheet's middle, turned by up to 15°; tone 90 to 235, art |
| sticker | 16 mm, near a corner of the card, up to 0.8 mm beside its taught place and turned by 2° |
| tables | 3 to 7 in two rows, at least 29 mm apart; taught with up to 1.5 mm of error |
| pawns | up to 4 mm beside their table, 20 to 30 mm high (the reader takes 25), 9 to 14 mm thick, of any tone |
| rings | 16 mm black with two modules of white, cut off by up to 1.2 modules (bad scissors), tilted by up to 8° |
| city | 440 mm between corner tags, places 86 to 90 mm apart, printed paths; taught with up to 2 mm of error |
| crowd | pawns of one place up to 18 mm beside it, on a path square up to 4 mm |
| gloss | each ring has a glare of up to 90 over a part of it, in one of six |
"""

import math
import random
from dataclasses import dataclass, field

import cv2
import numpy as np

from firmware_py.sight.sheet import MODULES, WHITE_MODULES, free_sheet
from tests.firmware_py.sight.shots import DOTS, MARGIN, Ground, draw_sheet, tag_picture

CARD = (120.0, 80.0)
RING = STICKER = 16.0
STICKER_AT = (-46.0, -26.0)
"""From the card's middle."""
FINE = 4
"""Dots that are drawn for each dot of the picture."""


def tables_of(count: int) -> tuple[tuple[float, float], ...]:
    """Return where the tables of a card are, from its middle: in two rows, beside the sticker."""
    above = count // 2
    rows = ((above, -20.0, -14.0), (count - above, 20.0, -45.0))
    return tuple(
        (start + (0 if number == 1 else at * (45.0 - start) / (number - 1)), y)
        for number, y, start in rows
        for at in range(number)
    )


@dataclass
class Mark:
    """A printed tag in space: on a pawn, or stuck onto a card."""

    number: int
    middle: tuple[float, float, float]
    turn: float
    edge: float = RING
    cut: tuple[float, float, float, float] = (0, 0, 0, 0)
    """Millimetres that scissors have taken from each side."""
    lean: tuple[float, float] = (0, 0)
    """How much it rises along its sides."""
    glare: tuple[float, float, float, float] | None = None
    """Where, how large and how strong, in parts of the edge."""
    ink: float = 30.0
    paper: float = 220.0
    covered: float = 0.0
    """The part that something small hides, from its left side; 0 to 1."""
    cover: float = 120.0

    def quad(self) -> np.ndarray:
        """Return its white corners in millimetres."""
        outer = self.edge * (0.5 + WHITE_MODULES / MODULES)
        left, top, right, bottom = (outer - each for each in self.cut)
        corners = np.array(((-left, -top), (right, -top), (right, bottom), (-left, bottom)))
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        flat = corners @ np.array(((cos, sin), (-sin, cos)))
        return np.column_stack((flat + self.middle[:2], self.middle[2] + corners @ np.array(self.lean)))

    def texture(self) -> np.ndarray:
        """Return it as printed, with its cover and its glare."""
        module = 12
        inner = tag_picture(self.number, module).astype(np.float32)
        side = module * (MODULES + 2 * WHITE_MODULES)
        printed = np.full((side, side), 255, np.float32)
        white = module * WHITE_MODULES
        printed[white : side - white, white : side - white] = inner
        drawn = self.ink + (self.paper - self.ink) * printed / 255
        if self.covered:
            drawn[:, : int(white + self.covered * (side - 2 * white)) if self.covered < 1 else side] = self.cover
        if self.glare is not None:
            x, y, size, strength = self.glare
            at = np.arange(side) / side
            drawn += strength * np.exp(-((at[None, :] - x) ** 2 + (at[:, None] - y) ** 2) / (2 * size**2))
        per_mm = side / (self.edge * (1 + 2 * WHITE_MODULES / MODULES))
        left, top, right, bottom = (round(each * per_mm) for each in self.cut)
        return drawn[top : side - bottom, left : side - right]


@dataclass
class LaidCard:
    """An evaluation card on the sheet."""

    tag: int
    middle: tuple[float, float]
    turn: float
    tables: tuple[tuple[float, float], ...]
    art: np.ndarray
    slip: tuple[float, float, float]
    """How the sticker sits: beside its place, and turned."""

    def on(self, point) -> tuple[float, float]:
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return (
            self.middle[0] + point[0] * cos - point[1] * sin,
            self.middle[1] + point[0] * sin + point[1] * cos,
        )

    def sticker(self) -> Mark:
        x, y = STICKER_AT[0] + self.slip[0], STICKER_AT[1] + self.slip[1]
        return Mark(self.tag, (*self.on((x, y)), 0.4), self.turn + self.slip[2], STICKER)

    def taught(self, chance: random.Random) -> list[list[float]]:
        """Return the tables as they were tapped: from the sticker's middle, along its sides."""
        x0, y0 = STICKER_AT[0] + self.slip[0], STICKER_AT[1] + self.slip[1]
        cos, sin = math.cos(self.slip[2]), math.sin(self.slip[2])
        return [
            [
                round((x - x0) * cos + (y - y0) * sin + chance.uniform(-1.5, 1.5), 1),
                round((y - y0) * cos - (x - x0) * sin + chance.uniform(-1.5, 1.5), 1),
            ]
            for x, y in self.tables
        ]


def new_card(chance: random.Random, tag: int, count: int, ground: Ground) -> LaidCard:
    sheet = ground.sheet
    middle = (sheet.width / 2 + chance.uniform(-25, 25), sheet.height / 2 + chance.uniform(-12, 12))
    slip = chance.uniform(-0.8, 0.8), chance.uniform(-0.8, 0.8), math.radians(chance.uniform(-2, 2))
    tables = tables_of(count)
    return LaidCard(tag, middle, math.radians(chance.uniform(-15, 15)), tables, _art(chance, tables), slip)


def _art(chance: random.Random, tables) -> np.ndarray:
    """Draw a card's face: a tone, stripes or blots, a round table with a number at each place."""
    dots = 5
    width, height = (round(side * dots) for side in CARD)
    tone = chance.uniform(90, 235) * np.array([1.0, chance.uniform(0.6, 1), chance.uniform(0.4, 1)])
    art = np.full((height, width, 3), tone, np.uint8)
    for _ in range(chance.randrange(12)):
        colour = tuple(chance.uniform(30, 240) for _ in range(3))
        at = chance.randrange(width), chance.randrange(height)
        cv2.circle(art, at, chance.randrange(5, 60), colour, -1, cv2.LINE_AA)
    cloth = tuple(chance.uniform(40, 250) for _ in range(3))
    ink = tuple(chance.uniform(0, 60) for _ in range(3))
    for number, (x, y) in enumerate(tables):
        at = round((x + CARD[0] / 2) * dots), round((y + CARD[1] / 2) * dots)
        cv2.circle(art, at, 10 * dots, cloth, -1, cv2.LINE_AA)
        cv2.putText(
            art, str(number + 1), (at[0] - 15, at[1] + 15), cv2.FONT_HERSHEY_DUPLEX, 1.4, ink, 3, cv2.LINE_AA
        )
    return art.astype(np.float32)


@dataclass
class Pawn:
    """A pawn with its ring."""

    mark: Mark
    thick: float
    tone: np.ndarray


def new_pawn(chance: random.Random, number: int, at, *, slip: float = 4.0, edge: float = RING) -> Pawn:
    high = chance.uniform(20, 30)
    away, way = slip * math.sqrt(chance.random()), chance.uniform(0, 2 * math.pi)
    middle = at[0] + away * math.cos(way), at[1] + away * math.sin(way), high
    glare = None
    if chance.random() < 1 / 6:
        glare = chance.random(), chance.random(), chance.uniform(0.1, 0.4), chance.uniform(20, 90)
    lean = math.tan(math.radians(chance.uniform(0, 8)))
    towards = chance.uniform(0, 2 * math.pi)
    mark = Mark(
        number, middle, chance.uniform(0, 2 * math.pi), edge,
        tuple(chance.uniform(0, 1.2) * edge / MODULES for _ in range(4)),
        (lean * math.cos(towards), lean * math.sin(towards)),
        glare, chance.uniform(15, 60), chance.uniform(185, 245),
    )  # fmt: skip
    tone = chance.uniform(30, 220) * np.array([chance.uniform(0.3, 1) for _ in range(3)])
    return Pawn(mark, chance.uniform(9, 14), tone)


@dataclass
class Scene:
    """What lies on the sheet."""

    card: LaidCard | None = None
    pawns: list[Pawn] = field(default_factory=list)


def draw(scene: Scene, ground: Ground) -> np.ndarray:
    """Return the colours of the ground with the card and the pawns on it."""
    colours = ground.colours.copy()
    if scene.card is not None:
        _draw_card(colours, scene.card, ground)
        _draw_mark(colours, scene.card.sticker(), ground)
    for pawn in sorted(scene.pawns, key=lambda pawn: -np.linalg.norm(pawn.mark.middle - ground.lens.place)):
        _draw_body(colours, pawn, ground)
        _draw_mark(colours, pawn.mark, ground)
    return colours


def _share(ground: Ground, x: float, y: float) -> float:
    return float(ground.light.over(x, y, ground.sheet))


def _draw_card(colours, card: LaidCard, ground: Ground) -> None:
    half_x, half_y = CARD[0] / 2, CARD[1] / 2
    corners = [
        card.on(each) for each in ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    ]
    at = ground.on_plane(0.3)
    cos, sin = math.cos(card.turn), math.sin(card.turn)
    dots = ground.lens.sees(np.array([(*corner, 0.3) for corner in corners]))
    (x0, y0), (x1, y1) = np.floor(dots.min(0)).astype(int) - 12, np.ceil(dots.max(0)).astype(int) + 12
    part = np.s_[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)]
    dx, dy = at[part][..., 0] - card.middle[0], at[part][..., 1] - card.middle[1]
    u, v = dx * cos + dy * sin + half_x, dy * cos - dx * sin + half_y
    scale = card.art.shape[1] / CARD[0]
    blur = max(0.1, 0.45 * scale * CARD[0] / max(1.0, float(np.linalg.norm(dots[1] - dots[0]))))
    drawn = cv2.remap(
        cv2.GaussianBlur(card.art, (0, 0), blur), (u * scale).astype(np.float32), (v * scale).astype(np.float32),
        cv2.INTER_LINEAR,
    )  # fmt: skip
    inside = np.clip(np.minimum.reduce((u, v, CARD[0] - u, CARD[1] - v)) * 2 + 0.5, 0, 1)[..., None]
    share = ground.light.over(at[part][..., 0], at[part][..., 1], ground.sheet)[..., None]
    colours[part] = colours[part] * (1 - inside) + drawn * share * inside


def _draw_mark(colours, mark: Mark, ground: Ground) -> None:
    dots = ground.lens.sees(mark.quad())
    texture = mark.texture()
    size = texture.shape[1], texture.shape[0]
    (x0, y0), (x1, y1) = np.floor(dots.min(0)).astype(int) - 2, np.ceil(dots.max(0)).astype(int) + 3
    x0, y0 = max(x0, 0), max(y0, 0)
    x1, y1 = min(x1, colours.shape[1]), min(y1, colours.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    ends = np.float32(((0, 0), (size[0], 0), size, (0, size[1])))
    to = cv2.getPerspectiveTransform(ends, np.float32((dots + 0.5 - (x0, y0)) * FINE))
    canvas = (x1 - x0) * FINE, (y1 - y0) * FINE
    fine = cv2.warpPerspective(texture, to, canvas, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    there = cv2.warpPerspective(np.ones_like(texture), to, canvas, flags=cv2.INTER_LINEAR)
    fine, there = (cv2.resize(each, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA) for each in (fine, there))
    share = _share(ground, *mark.middle[:2])
    area = colours[y0:y1, x0:x1]
    area[:] = area * (1 - there[..., None]) + fine[..., None] * share * there[..., None]


def _draw_body(colours, pawn: Pawn, ground: Ground) -> None:
    """Draw what is seen of the pawn below its ring, and its shadow."""
    x, y, high = pawn.mark.middle
    circle = [
        (math.cos(w) * pawn.thick / 2, math.sin(w) * pawn.thick / 2) for w in np.linspace(0, 2 * math.pi, 16)
    ]
    away = ground.light.towards[:2] / max(0.2, ground.light.towards[2]) * high
    shade = np.zeros(colours.shape[:2], np.float32)
    for points in (
        [(x + u, y + v, 0) for u, v in circle] + [(x + u - away[0], y + v - away[1], 0) for u, v in circle],
    ):
        hull = cv2.convexHull(np.float32(ground.lens.sees(np.array(points))))
        cv2.fillConvexPoly(shade, np.int32(hull * 16), 1.0, cv2.LINE_AA, 4)
    (left, top), (right, bottom) = hull.reshape(-1, 2).min(0) - 9, hull.reshape(-1, 2).max(0) + 9
    part = np.s_[max(int(top), 0) : max(int(bottom), 0), max(int(left), 0) : max(int(right), 0)]
    if shade[part].size:
        soft = cv2.GaussianBlur(shade[part], (0, 0), max(0.6, colours.shape[1] / 640))
        colours[part] *= (1 - (1 - ground.light.in_shadow) * soft)[..., None]
    body = [(x + u, y + v, z) for u, v in circle for z in (0, high)]
    hull = cv2.convexHull(np.float32(ground.lens.sees(np.array(body))))
    tone = pawn.tone * _share(ground, x, y)
    cv2.fillConvexPoly(colours, np.int32(hull * 16), tuple(map(float, tone)), cv2.LINE_AA, 4)


CITY = free_sheet(440.0, 440.0)
CROWD = ((0.0, 0.0), (12.5, -12.5), (-12.5, 12.5), (12.5, 12.5), (-12.5, -12.5))
"""Where the pawns of a place stand: the first in its middle while it is alone."""


def city_places(chance: random.Random) -> np.ndarray:
    """Return where the places of a board lie, a1 first, then along the columns."""
    pitch = chance.uniform(86, 90)
    start = CITY.width / 2 - 2 * pitch
    return np.array([(start + column * pitch, start + row * pitch) for column in range(5) for row in range(5)])


def draw_city(chance: random.Random, spots: np.ndarray, places: int) -> np.ndarray:
    """Draw a board between four corner tags, from above."""
    plane = draw_sheet(chance, CITY)
    tone = chance.uniform(60, 230) * np.array([1.0, chance.uniform(0.6, 1), chance.uniform(0.4, 1)])

    def dots(point):
        return tuple(round((value + MARGIN) * DOTS) for value in point)

    cv2.rectangle(plane, dots((26, 26)), dots((CITY.width - 26, CITY.height - 26)), tone.tolist(), -1)
    for colour, radius, around in (
        (chance.uniform(40, 250), 9, spots[places:]),
        (chance.uniform(40, 250), 17, spots[:places]),
    ):
        for spot in around:
            cv2.circle(plane, dots(spot), radius * DOTS, (colour, colour * 0.9, colour * 0.8), -1, cv2.LINE_AA)
            cv2.circle(plane, dots(spot), radius * DOTS, (20, 20, 20), 3, cv2.LINE_AA)
    return plane
