"""Pictures of dice as a camera 20 to 25 cm above a tray takes them, and how well the reader reads them.

    python -m tests.hardware.dice_pictures --seed 7 --count 10000 [--wrong FOLDER] [--sheet FILE.png]

The ranges were fixed before the reader was written; only a hand's shadow and lamps came later. Every value is
drawn evenly from its range. Light is soft unless `--light` says otherwise.

| what | range |
| --- | --- |
| picture | 160 × 120, grey; lens and sensor as hardware/dice_reader/README.md has it: focal length 321 pixels |
| camera | 200 to 250 mm over the floor; tilted by up to 4° in any direction |
| dice | edge 15.5 to 16.5 mm (20 to 29 pixels); rounded by 6 to 15 % of it; of one size within 1.2 % |
| pips | radius 8.5 to 11 % of the edge; rows 23.5 to 27 % from the middle |
| dark tray | grey 15 to 45; bodies 130 to 235 (pastel, white); pips 10 to 50, or 235 to 250 on bodies up to 150 |
| light tray | grey 185 to 225; bodies 20 to 90 (black, red, blue, green); pips 190 to 245 |
| both dice | of one colour in half of the pictures; else each has its own |
| faces, place, turn | each of the 36 pairs alike; whole in the picture, 2 pixels from its border; 0 to 360° |
| soft light | falls to 70 to 100 % across the picture in any direction; corners lose up to 12 % more |
| its sides | 65 to 100 % as bright as the top; gloss lifts a spot of the top by up to 20 grey levels |
| its shadow | takes 5 to 25 % of the floor's light, soft, up to 6 mm long |
| ceiling lamp | 2 to 15 cm in radius, 1.2 to 2.2 m high, 0.2 to 1.5 m beside |
| its shadow | takes 20 to 50 % of the light, blurred by 0.8 to 2.5 pixels; sides 50 to 85 % as bright as the top |
| desk lamp | 1.5 to 6 cm in radius, 25 to 50 cm high, 15 to 50 cm beside |
| its shadow | takes 35 to 70 % of the light, blurred by 0.5 to 1.5 pixels; sides 35 to 75 % as bright as the top |
| light of both | falls off with distance and angle |
| gloss of both | the mirror image on a flat top adds 0 to 255 grey levels, on a rounded edge 0 to 160 |
| aimed glare | a spot on one die, up to 20 % of its edge from the middle of its top |
| its size | 6 to 50 % of the edge in radius, 10 to 60 % of that soft; adds 40 to 255 grey levels |
| cloth | mottled by up to 4 grey levels; the walls' foot darkens up to 5 pixels along the border by up to 25 % |
| blur | Gaussian, 0.3 to 1.0 pixels |
| noise | standard deviation 1 to 6 grey levels |
| good | two dice flat, at least 1.5 mm apart |
| touching | two dice flat, 0 to 0.3 mm apart |
| leaning | one of the two dice tipped by 18 to 45° (`--lean`) in any direction, its edge or corner on the floor |
| one, none, three | so many dice flat, at least 0.3 mm apart |
| hand | one to four fingers over a border, 25 to 90 pixels deep, over or beside one or two dice, grey 95 to 190 |
| its shadow | takes 12 to 35 % of the light, soft, up to 10 pixels beside it |
| cut | one of two dice lies partly outside the picture |
"""

import argparse
import math
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.hardware.dice_lamps import LAMPS, aimed, mirrored, shine
from tests.hardware.dice_scenes import (
    HEIGHT,
    PATTERNS,
    WIDTH,
    Camera,
    Die,
    Make,
    Point,
    Vector,
    about_z,
    corners,
    die_at,
    footprint,
    gap,
    hull,
    leaning,
    normal,
    on_face,
    outline,
)

FINE = 3
"""Everything is drawn so many times larger, then shrunk."""
MIXTURE = {"good": 50, "touching": 10, "leaning": 12, "one": 5, "none": 4, "three": 7, "hand": 8, "cut": 4}
"""What a mixed lot consists of, in percent."""
READABLE = frozenset({"good", "touching"})
LIGHTS = "soft", "ceiling", "desk", "aimed"
LEAN = (18.0, 45.0)
"""By how many degrees a die that leans is tipped."""


class Scene(NamedTuple):
    """What lies there and how it is lit."""

    kind: str
    camera: Camera
    dice: tuple[Die, ...]
    is_dark: bool
    """Whether the tray is."""
    light: str
    """Soft, ceiling, desk, or aimed: soft with a lamp's mirror image on one die."""

    @property
    def faces(self) -> tuple[int, ...] | None:
        """What a person would read, in order; None if no roll lies there."""
        return tuple(sorted(die.top for die in self.dice)) if self.kind in READABLE else None


class Picture(NamedTuple):
    """A scene and its pixels."""

    scene: Scene
    image: Image.Image


def picture(
    chance: random.Random,
    kind: str = "",
    faces: tuple[int, int] | None = None,
    *,
    light: str = "soft",
    lean: Point = LEAN,
) -> Picture:
    """Take a picture; of a kind and with faces, if they are given."""
    kind = kind or chance.choices(list(MIXTURE), list(MIXTURE.values()))[0]
    scene = arrange(chance, kind, faces, light=light, lean=lean)
    return Picture(scene, draw(scene, chance))


# --- what lies there


def arrange(
    chance: random.Random, kind: str, faces: tuple[int, int] | None, *, light: str = "soft", lean: Point = LEAN
) -> Scene:
    """Lay dice into the tray until they lie as the kind demands."""
    while True:
        camera = Camera(chance.uniform(200, 250), _within(chance, math.radians(4)))
        is_dark = chance.random() < 1 / 2
        count = {"none": 0, "one": 1, "three": 3, "hand": chance.choice((1, 2))}.get(kind, 2)
        tops = list(faces) if faces else [chance.randint(1, 6) for _ in range(count)]
        edge = chance.uniform(15.6, 16.4)
        makes = [_make(chance, edge, is_dark=is_dark) for _ in range(count)]
        if chance.random() < 1 / 2:
            makes = makes[:1] * count
        dice = [_lay(chance, camera, make, top) for make, top in zip(makes, tops, strict=False)]
        if kind == "leaning":
            dice[0] = _tip(chance, dice[0], lean)
        elif kind == "touching":
            dice[1] = _push(dice[0], dice[1], chance.uniform(0, 0.3))
        scene = Scene(kind, camera, tuple(dice), is_dark, light)
        if _is_so(scene):
            return scene


def _make(chance: random.Random, edge: float, *, is_dark: bool) -> Make:
    if not is_dark:
        body, ink = chance.randint(20, 90), chance.randint(190, 245)
    elif (body := chance.randint(130, 235)) <= 150 and chance.random() < 1 / 2:
        ink = chance.randint(235, 250)
    else:
        ink = chance.randint(10, 50)
    size = edge * chance.uniform(0.994, 1.006)
    shape = (chance.uniform(0.06, 0.15), chance.uniform(0.235, 0.27), chance.uniform(0.085, 0.11))
    return Make(size, *shape, body, ink)


def _lay(chance: random.Random, camera: Camera, make: Make, top: int) -> Die:
    middle = camera.aimed()
    x = middle[0] + chance.uniform(-62, 62)
    y = middle[1] + chance.uniform(-47, 47)
    return die_at(make, (x, y), about_z(chance.uniform(0, 2 * math.pi)), top, chance)


def _tip(chance: random.Random, die: Die, lean: Point) -> Die:
    turn, angle = chance.uniform(0, 2 * math.pi), math.radians(chance.uniform(*lean))
    turned = leaning(turn, angle, chance.uniform(0, 2 * math.pi))
    return die_at(die.make, die.middle[:2], turned, die.top, chance)


def _push(still: Die, moved: Die, distance: float) -> Die:
    """Push a die towards another until they are so far apart."""
    x, y, _ = still.middle
    angle = math.atan2(moved.middle[1] - y, moved.middle[0] - x)
    near, far = still.make.edge * 0.9, still.make.edge * 2
    for _ in range(20):
        between = (near + far) / 2
        place = (x + between * math.cos(angle), y + between * math.sin(angle), moved.middle[2])
        moved = moved._replace(middle=place)
        near, far = (near, between) if gap(footprint(still), footprint(moved)) > distance else (between, far)
    return moved


def _is_so(scene: Scene) -> bool:
    """Return whether the dice lie as the kind of scene demands."""
    shapes = [outline(die, scene.camera) for die in scene.dice]
    inside = [all(2 <= x <= WIDTH - 2 and 2 <= y <= HEIGHT - 2 for x, y in shape) for shape in shapes]
    if scene.kind == "cut":
        left, top = min(x for x, _ in shapes[0]), min(y for _, y in shapes[0])
        right, bottom = max(x for x, _ in shapes[0]), max(y for _, y in shapes[0])
        is_cut = min(left, top, WIDTH - right, HEIGHT - bottom) < -3 and right > 8 < bottom
        if not (is_cut and left < WIDTH - 8 and top < HEIGHT - 8 and inside[1]):
            return False
    elif not all(inside):
        return False
    apart = {"good": 1.5, "touching": -0.1, "cut": 1.5}.get(scene.kind, 0.3)
    feet = [footprint(die) for die in scene.dice]
    return all(gap(feet[i], feet[j]) >= apart for i in range(len(feet)) for j in range(i))


# --- how it looks


def draw(scene: Scene, chance: random.Random) -> Image.Image:
    """Draw a scene, light it, blur it and add the camera's noise."""
    image = _tray(scene, chance)
    lamp = LAMPS[scene.light](chance) if scene.light in LAMPS else None
    sun = lamp.direction if lamp else chance.uniform(0, 2 * math.pi)
    if lamp:
        _shade(image, scene, lamp.shadow, lamp.loss, lamp.softness)
    else:
        length, loss = chance.uniform(0, 6), chance.uniform(0.05, 0.25)
        _shade(image, scene, lambda at: _beside(at, sun, length), loss, chance.uniform(1.5, 4))
    dimmest = lamp.dimmest if lamp else chance.uniform(0.65, 0.9)
    spots = []
    for die in sorted(scene.dice, key=lambda die: die.middle[2]):
        _draw_die(image, scene.camera, die, (sun, dimmest), chance)
        if lamp:
            spots.append(mirrored(lamp, scene.camera, die, chance.random(), chance))
    if scene.light == "aimed" and scene.dice:
        spots.append(aimed(scene.camera, chance.choice(scene.dice), chance))
    if scene.kind == "hand":
        _draw_hand(image, chance)
    image = image.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
    image = ImageChops.multiply(image, lamp.falls(scene.camera) if lamp else _light(chance))
    for spot in spots:
        image = shine(image, spot, FINE)
    image = image.filter(ImageFilter.GaussianBlur(chance.uniform(0.3, 1.0)))
    return _noisy(image, chance.uniform(1, 6), chance)


def _tray(scene: Scene, chance: random.Random) -> Image.Image:
    tone = chance.randint(15, 45) if scene.is_dark else chance.randint(185, 225)
    spots = Image.frombytes("L", (40, 30), chance.randbytes(1200)).resize(
        (WIDTH, HEIGHT), Image.Resampling.BICUBIC
    )
    mottle = chance.uniform(0, 4)
    tray = spots.point([round(tone + (value - 128) / 128 * mottle) for value in range(256)])
    pencil = ImageDraw.Draw(tray)
    for side in range(4):
        width, loss = chance.randint(0, 5), chance.uniform(0, 0.25)
        boxes = [(0, 0, WIDTH, width - 1), (0, HEIGHT - width, WIDTH, HEIGHT)]
        boxes += [(0, 0, width - 1, HEIGHT), (WIDTH - width, 0, WIDTH, HEIGHT)]
        if width:
            pencil.rectangle(boxes[side], fill=round(tone * (1 - loss)))
    return tray.filter(ImageFilter.GaussianBlur(1)).resize(
        (WIDTH * FINE, HEIGHT * FINE), Image.Resampling.BILINEAR
    )


def _shade(
    image: Image.Image, scene: Scene, shadow: Callable[[Vector], Vector], loss: float, softness: float
) -> None:
    """Let the dice throw shadows."""
    mask = Image.new("L", (WIDTH, HEIGHT))
    pencil = ImageDraw.Draw(mask)
    for die in scene.dice:
        cast = [scene.camera.sees(shadow(corner)) for corner in corners(die)]
        pencil.polygon(hull(cast), fill=round(255 * loss))
    mask = mask.filter(ImageFilter.GaussianBlur(softness))
    image.paste(0, (0, 0), mask.resize(image.size, Image.Resampling.BILINEAR))


def _beside(corner: Vector, sun: float, length: float) -> Vector:
    """Give where a corner's shadow falls that is so long for a die's height."""
    x, y, z = corner
    return x - math.cos(sun) * length * z / 16, y - math.sin(sun) * length * z / 16, 0


def _draw_die(image: Image.Image, camera: Camera, die: Die, lamp: Point, chance: random.Random) -> None:
    make, pencil = die.make, ImageDraw.Draw(image)
    inner = 1 - 2 * make.rounding
    radius = make.rounding * make.edge
    skin = [_fine(camera.sees(point)) for corner in corners(die, inner) for point in _ball(corner, radius)]
    sides = [side for side in range(6) if _is_seen(die, side, camera)]
    shades = {side: _brightness(normal(die, side), *lamp) for side in sides}
    body = make.body * sum(shades.values()) / len(shades)
    pencil.polygon(hull(skin), fill=round(body))
    flat = inner + 0.8 * make.rounding
    for side in sorted(sides, key=lambda side: normal(die, side)[2]):
        spots = [(-flat, -flat), (flat, -flat), (flat, flat), (-flat, flat)]
        square = _rounded([_fine(camera.sees(on_face(die, side, u, v))) for u, v in spots], make.rounding / 2)
        pencil.polygon(square, fill=min(255, round(make.body * shades[side])))
    top = max(sides, key=lambda side: normal(die, side)[2])
    _gloss(image, _fine(camera.sees(on_face(die, top, *_within(chance, 0.8)))), chance)
    for side in sides:
        for u, v in PATTERNS[die.faces[side]]:
            at = (u, v) if die.twists[side] % 2 else (-v, u)
            ring = [
                on_face(die, side, at[0] * 2 * make.spacing + x, at[1] * 2 * make.spacing + y)
                for x, y in _circle(2 * make.pip)
            ]
            pencil.polygon([_fine(camera.sees(point)) for point in ring], fill=round(make.ink * shades[side]))


def _gloss(image: Image.Image, at: Point, chance: random.Random) -> None:
    """Lift a soft spot."""
    gain, size = chance.randint(0, 20), 10 * FINE
    spot = Image.radial_gradient("L").resize((2 * size, 2 * size)).point([max(0, 255 - 2 * v) for v in range(256)])
    box = (round(at[0]) - size, round(at[1]) - size)
    lifted = image.crop((*box, box[0] + 2 * size, box[1] + 2 * size))
    image.paste(lifted.point([min(255, value + gain) for value in range(256)]), box, spot)


def _draw_hand(image: Image.Image, chance: random.Random) -> None:
    """Let fingers reach in over a border, lighter along their backs."""
    skin = chance.randint(95, 190)
    side = chance.randrange(4)
    span, deep = (WIDTH, HEIGHT) if side < 2 else (HEIGHT, WIDTH)
    root, turn = chance.uniform(0.2, 0.8) * span, chance.uniform(-0.4, 0.4)
    thick = chance.uniform(11, 17)
    reach = min(chance.uniform(25, 90), 0.8 * deep)
    fingers = chance.randint(1, 4)
    cover = Image.new("L", (WIDTH, HEIGHT))
    back = Image.new("L", (WIDTH, HEIGHT), skin)
    pencils = (ImageDraw.Draw(cover), ImageDraw.Draw(back))
    for number in range(fingers):
        start = root + (number - (fingers - 1) / 2) * thick * 1.1
        length = reach * chance.uniform(0.75, 1)
        spots = [(start + turn * away, away) for away in (-12, length * 0.5, length)]
        spots[2] = (spots[2][0] + chance.uniform(-5, 5), length)
        places = [_from_border(spot, side) for spot in spots]
        for pencil, width, tone in ((pencils[0], thick, 255), (pencils[1], thick * 0.5, min(255, skin + 18))):
            pencil.line(places, fill=tone, width=round(width), joint="curve")
            for x, y in places[1:]:
                pencil.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=tone)
    shadow = Image.new("L", cover.size)
    beside = _within(chance, 10)
    shadow.paste(cover, (round(beside[0]), round(beside[1])))
    shadow = shadow.filter(ImageFilter.GaussianBlur(chance.uniform(3, 6)))
    loss = chance.uniform(0.12, 0.35)
    image.paste(0, (0, 0), shadow.point([round(value * loss) for value in range(256)]).resize(image.size))
    back = back.filter(ImageFilter.GaussianBlur(3)).resize(image.size)
    image.paste(back, (0, 0), cover.filter(ImageFilter.GaussianBlur(0.7)).resize(image.size))


def _light(chance: random.Random) -> Image.Image:
    """Give how much light falls where: a slope in any direction, and darker corners."""
    low, edge, angle = chance.uniform(0.7, 1), chance.uniform(0, 0.12), chance.uniform(0, 360)
    slope = Image.linear_gradient("L").rotate(angle, Image.Resampling.BILINEAR).crop((48, 48, 208, 208))
    slope = slope.resize((WIDTH, HEIGHT)).point([round(255 * (low + (1 - low) * v / 255)) for v in range(256)])
    corner = Image.radial_gradient("L").resize((WIDTH, HEIGHT))
    return ImageChops.multiply(slope, corner.point([round(255 * (1 - edge * (v / 255) ** 2)) for v in range(256)]))


def _noisy(image: Image.Image, deviation: float, chance: random.Random) -> Image.Image:
    first, second = (Image.frombytes("L", image.size, chance.randbytes(WIDTH * HEIGHT)) for _ in range(2))
    noise = Image.blend(first, second, 0.5).point([round(128 + (v - 127.5) * deviation / 52) for v in range(256)])
    return ImageChops.add(image, noise, 1, -128)


def _is_seen(die: Die, side: int, camera: Camera) -> bool:
    middle = on_face(die, side, 0, 0)
    ray = (-middle[0], -middle[1], camera.height - middle[2])
    return sum(a * b for a, b in zip(ray, normal(die, side), strict=True)) > 0


def _brightness(looks: tuple[float, float, float], sun: float, dimmest: float) -> float:
    """Return how bright a side is: one that looks up fully, others by how they stand to the lamp."""
    towards = looks[0] * math.cos(sun) + looks[1] * math.sin(sun)
    level = math.hypot(looks[0], looks[1])
    beside = dimmest + (1 - dimmest) * (towards + 1) / 2
    return 1 - level * (1 - beside)


def _ball(middle: tuple[float, float, float], radius: float) -> list[tuple[float, float, float]]:
    x, y, z = middle
    ring = _circle(radius)
    return [(x + a, y + b, z) for a, b in ring] + [(x + 0.7 * a, y + 0.7 * b, z + 0.7 * radius) for a, b in ring]


def _circle(radius: float) -> list[Point]:
    return [(radius * math.cos(step * math.pi / 6), radius * math.sin(step * math.pi / 6)) for step in range(12)]


def _rounded(square: list[Point], part: float) -> list[Point]:
    """Cut the corners of a square off."""
    cut = []
    for index, (x, y) in enumerate(square):
        others = (square[index - 1], square[(index + 1) % 4])
        cut += [(x + (other[0] - x) * part, y + (other[1] - y) * part) for other in others]
    return hull(cut)


def _fine(at: Point) -> Point:
    return at[0] * FINE, at[1] * FINE


def _within(chance: random.Random, most: float) -> Point:
    angle, length = chance.uniform(0, 2 * math.pi), most * math.sqrt(chance.random())
    return length * math.cos(angle), length * math.sin(angle)


def _from_border(spot: Point, side: int) -> Point:
    along, away = spot
    return [(along, away), (along, HEIGHT - away), (away, along), (WIDTH - away, along)][side]


# --- how well it is read


def main(arguments: list[str]) -> int:
    """Take pictures, let the reader read them, and tell how often it was right, unsure and wrong."""
    from tests.hardware.board import pips

    options = argparse.ArgumentParser(description="Reads rendered pictures of dice and tells the rates.")
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    options.add_argument("--count", type=int, default=10_000)
    options.add_argument("--kind", choices=list(MIXTURE), default="", help="only pictures of one kind")
    options.add_argument("--light", choices=LIGHTS, default="soft", help="what lights the tray")
    options.add_argument("--lean", type=float, nargs=2, default=LEAN, help="degrees that a leaning die is tipped")
    options.add_argument("--wrong", type=Path, help="a folder for the pictures that were read wrongly")
    options.add_argument("--unread", type=Path, help="a folder for the readable pictures that were not read")
    options.add_argument("--sheet", type=Path, help="draw 60 pictures on one sheet, and read none")
    given = options.parse_args(arguments)
    chance = random.Random(given.seed)
    if given.sheet:
        pictures = [picture(chance, given.kind, light=given.light, lean=given.lean) for _ in range(60)]
        sheet(pictures).save(given.sheet)
        return 0
    seen: Counter[tuple[str, str]] = Counter()
    for number in range(given.count):
        scene, image = picture(chance, given.kind, light=given.light, lean=given.lean)
        word, *faces = pips.look(image.tobytes(), WIDTH, HEIGHT)
        is_read = word == "settled"
        verdict = "unread" if not is_read else "right" if tuple(sorted(faces)) == scene.faces else "wrong"
        seen[scene.kind, verdict] += 1
        seen[scene.kind, word] += 1
        folder = {"wrong": given.wrong, "unread": given.unread if scene.faces else None}.get(verdict)
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{given.seed}-{number}-{scene.kind}-{scene.faces}-{word}-{faces}.png"
            image.resize((WIDTH * 4, HEIGHT * 4), Image.Resampling.NEAREST).save(folder / name.replace(" ", ""))
    print(f"seed {given.seed}, {given.count} pictures, {given.light} light")
    for kind in MIXTURE:
        count = sum(seen[kind, verdict] for verdict in ("right", "unread", "wrong"))
        if count:
            translations = ", ".join(f"{word} {n}" for (of, word), n in sorted(seen.items()) if of == kind)
            print(f"{kind:9} {count:6}: right {100 * seen[kind, 'right'] / count:6.2f} %   ({translations})")
    wrong = sum(count for (_, verdict), count in seen.items() if verdict == "wrong")
    print(f"wrong: {wrong}")
    return int(wrong > 0)


def sheet(pictures: list[Picture]) -> Image.Image:
    """Put pictures side by side, ten in a row."""
    rows = (len(pictures) + 9) // 10
    paper = Image.new("L", (10 * (WIDTH + 4), rows * (HEIGHT + 16)), 255)
    pencil = ImageDraw.Draw(paper)
    for number, (scene, image) in enumerate(pictures):
        at = (number % 10 * (WIDTH + 4), number // 10 * (HEIGHT + 16))
        paper.paste(image, at)
        pencil.text((at[0] + 2, at[1] + HEIGHT + 1), f"{scene.kind} {scene.faces or ''}", fill=0)
    return paper


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
