"""From a picture to the dice in it. Runs under MicroPython and CPython alike.

    look(picture, width, height) gives ("settled", 3, 5), ("few",), ("few", 3), ("cocked", 5), ("handled",),
                                 ("many",) or ("unsure",)

What stands out from the floor must look like dice that lie flat, or nothing is read:
- its outline is that of a cube seen from where the camera hangs: a square top, and beside it as much of the sides
  as the place in the picture lets one see. A die that leans shows too much or too little of them;
- the top has the pips of one of the six faces, and no other ink (`face.py`);
- both dice have the same size, and nothing else is in the picture.
Unsure is honest; wrong would be a defect.
"""

from math import cos, sin, sqrt

from face import UNSURE, View, read_face
from outline import cuts, edges, halves, hull, rectangle, spans
from tray import BLOCK_HEIGHT, BLOCK_WIDTH, floor, middle_tone, negative, things

FOCAL = 321
"""The lens: its focal length, divided by the sensor's width, times the pixels across."""
DICE = 2
LIGHT_TRAY = 115
"""A floor brighter than this belongs to dark dice."""
SMALLEST, LARGEST = 18.5, 31.0
"""A die's edge in pixels."""
SAME_SIZE = 1.1
"""How many times larger than the other one of two dice may seem."""
SPECK = 24
"""So few pixels are dust or noise."""
STANDS_OUT = 26
"""Grey levels between the floor and a die, at least."""
SHADE = 30
"""A light floor may lose so many percent of its light to shadows."""
SHADOW = 30
"""So many pixels a shadow may reach farther than a soft one."""
EDGES_ON_DARK, EDGES_ON_LIGHT = (40, 25), (55, 70, 82)
"""How many percent of the way from the floor's tone to the body's an outline is drawn: on a dark floor the die's
sides are darker than its top, on a light one it has a shadow. The first that lets all dice of a thing be read
counts."""
LEAN = 0.13
"""How far a top may lie beside where it is expected, in edges: 4° of the camera, and what measuring errs."""
SKEW = 0.16
"""How much a top's two lengths may differ, in edges."""
ODD, ODD_AT_BORDER, ODD_BLOCKS = 5, 7, 3
"""By how many grey levels a block of the floor may differ from what is expected, in the middle and near the walls;
so many that differ more are a thing."""
RIM_WIDTH, RIM_HEIGHT = 8, 12
"""So near the border nothing odd is looked for: the walls' foot is darker."""
COCKED = -1
"""What may be said of a die instead of its face; the other is UNSURE."""


def look(picture: bytes, width: int, height: int) -> tuple:
    """Return what lies in the tray."""
    levels = floor(picture, width, height)
    is_light = sum(levels) > LIGHT_TRAY * len(levels)
    if is_light:
        picture = negative(picture, width)
        levels = bytearray([255 - level for level in levels])
        limits = bytearray([level + max(STANDS_OUT, (255 - level) * SHADE // 100) for level in levels])
    else:
        limits = bytearray([min(255, level + STANDS_OUT) for level in levels])
    found = [thing for thing in things(picture, width, limits, (0, 0, width, height)) if thing[0] > SPECK]
    for thing in found:
        if _is_hand(thing, width, height):
            return ("handled",)
    view = View(picture, width, height, levels, 0 if is_light else 255)
    dice, boxes = [], []
    for thing in found:
        read = _dice(view, thing, EDGES_ON_LIGHT if is_light else EDGES_ON_DARK)
        is_read = read and min([face for face, _, _ in read]) > 0 and not _is_at_border(thing, width, height)
        boxes += [thing[1:5]] if is_read else [box for _, _, box in read]  # a die that is read may throw a shadow
        dice += read
    odd = _leftover(view, boxes, 0 if is_light else SHADOW)
    return (odd,) if odd else _verdict([face for face, _, _ in dice], [size for _, size, _ in dice])


def _verdict(faces: list, sizes: list) -> tuple:
    """Return what dice make together; a size of 0 is no die."""
    if len(faces) == DICE and UNSURE in faces and max(faces) > 0:
        face, odd = max(faces), sizes[faces.index(UNSURE)]
        size = sizes[faces.index(face)]
        return ("cocked", face) if 0.8 * size < odd < 1.5 * size else ("unsure",)
    if UNSURE in faces or (sizes and max(sizes) > SAME_SIZE * min(sizes) and COCKED not in faces):
        return ("unsure",)
    if len(faces) > DICE:
        return ("many",)
    word = "cocked" if COCKED in faces else "few" if len(faces) < DICE else "settled"
    return tuple([word] + sorted([face for face in faces if face != COCKED]))


def _is_hand(thing: list, width: int, height: int) -> bool:
    """Return whether it is a hand: it comes over the border and is larger than a die."""
    at_border = _is_at_border(thing, width, height)
    return thing[0] > 4 * LARGEST * LARGEST or (at_border and thing[0] > 1.3 * LARGEST * LARGEST)


def _is_at_border(thing: list, width: int, height: int) -> bool:
    return min(thing[1], thing[2], width - thing[3], height - thing[4]) <= 1


def _leftover(view: View, boxes: list, shadow: int) -> str:
    """Look for what stands out but is no die, with a finer measure; "" if there is none.

    What is darker than a dark floor may be the shadow of a die that lies so far from it at most.
    """
    picture, width, height = view.picture, view.width, view.height
    odd, at_border = 0, False
    for y in range(RIM_HEIGHT, height - RIM_HEIGHT, BLOCK_HEIGHT):
        row = y // BLOCK_HEIGHT * (width // BLOCK_WIDTH)
        for x in range(RIM_WIDTH, width - RIM_WIDTH, BLOCK_WIDTH):
            tone = 0
            for start in range(y * width + x, (y + BLOCK_HEIGHT) * width + x, width):
                tone += sum(picture[start : start + BLOCK_WIDTH])
            away = tone / (BLOCK_WIDTH * BLOCK_HEIGHT) - view.levels[row + x // BLOCK_WIDTH]
            is_outer = min(x, y, width - BLOCK_WIDTH - x, height - BLOCK_HEIGHT - y) <= RIM_HEIGHT
            most = ODD_AT_BORDER if is_outer else ODD
            if abs(away) > most and not _is_near(x, y, boxes, shadow if away < 0 else 0):
                odd += 1
                at_border = at_border or is_outer
    if odd < ODD_BLOCKS:
        return ""
    return "handled" if at_border else "unsure"


def _is_near(x: int, y: int, boxes: list, reach: int) -> bool:
    """Return whether a block is so near a die that its shadow may lie there."""
    for left, top, right, bottom in boxes:
        if left - 18 - reach < x < right + 10 + reach and top - 14 - reach < y < bottom + 10 + reach:
            return True
    return False


def _dice(view: View, rough: list, shares: tuple) -> list:
    """Read what one thing consists of: `(face, edge, box)` for each die."""
    picture, width = view.picture, view.width
    tones, rows = bytearray(), {}
    for y, first, after in rough[5]:
        tones.extend(picture[y * width + first : y * width + after])
        rows.setdefault(y, []).append((first, after))
    body = middle_tone(tones)
    first = None
    for share in shares:
        dice = _within_limits(view, rough, rows, body, share)
        if dice and min([face for face, _, _ in dice]) > 0:
            return dice
        first = dice if first is None else first
    return first


def _within_limits(view: View, rough: list, rows: dict, body: int, share: int) -> list:
    """Read the dice in what stands out by so much of the way to the body's tone."""
    picture, width = view.picture, view.width
    _, left, top, right, bottom, _ = rough
    limits = bytearray(view.levels)
    for i in range(len(limits)):
        limits[i] += max(0, body - limits[i]) * share // 100
    left, right = max(0, left // BLOCK_WIDTH * BLOCK_WIDTH - 8), min(width, (right + 15) // 8 * 8)
    box = (left, max(0, top - 6), right, min(view.height, bottom + 6))
    dice = []
    for thing in things(picture, width, limits, box):
        if thing[0] > SPECK and _is_of(thing, rows):
            dice += _die_or_two(view, thing)
    return dice


def _is_of(thing: list, rows: dict) -> bool:
    """Return whether it is part of what was found roughly, and no neighbour that reaches into the box."""
    for y, first, after in thing[5]:
        for other_first, other_after in rows.get(y, ()):
            if other_first < after and first < other_after:
                return True
    return False


def _die_or_two(view: View, thing: list) -> list:
    pixels, left, top, right, bottom, runs = thing
    box = (left, top, right, bottom)
    if left < 1 or top < 1 or right >= view.width or bottom >= view.height:
        return [(UNSURE, 0, box)]
    around = hull(edges(runs))
    face, size = _read(view, around)
    if face <= 0 and pixels > 1.6 * SMALLEST * SMALLEST and _is_long(around):
        for line in cuts(runs, around):
            parts = halves(runs, line)
            counts = [sum([after - first for _, first, after in part]) for part in parts]
            if max(counts) < 1.4 * min(counts):
                read = [_read(view, hull(edges(part))) for part in parts]
                if read[0][0] > 0 and read[1][0] > 0:
                    return [(half_face, half_size, box) for half_face, half_size in read]
    return [(face, size, box)]


def _is_long(around: list) -> bool:
    """Return whether an outline may be that of two dice that touch."""
    left, right, top, bottom = spans(around, rectangle(around))
    longer, shorter = max(right - left, bottom - top), min(right - left, bottom - top)
    return longer > min(1.35 * shorter, 1.45 * LARGEST)


def _read(view: View, around: list) -> tuple:
    """Read a die by its outline: `(face, edge)`, the face COCKED or UNSURE if it cannot be told."""
    angle = rectangle(around)
    left, right, top, bottom = spans(around, angle)
    length, breadth = right - left, bottom - top
    if min(length, breadth) < SMALLEST or max(length, breadth) > 1.5 * LARGEST:
        return UNSURE, 0
    x, y = _point((left + right) / 2, (top + bottom) / 2, angle)
    size = min(length, breadth)
    for _ in range(2):  # how much of the sides is to be seen depends on the size, and the size on that
        side = _side(view, x, y, size)
        side_u, side_v = _point(side[0], side[1], -angle)
        size = (length - abs(side_u) + breadth - abs(side_v)) / 2
    if not SMALLEST < size < LARGEST:
        return UNSURE, size
    if abs(length - abs(side_u) - breadth + abs(side_v)) > 2 * LEAN * size:
        return COCKED, size
    face, grid = read_face(view, (x - side[0] / 2, y - side[1] / 2), angle, size)
    if face == UNSURE:
        return UNSURE, size
    lean, skew = _lean(spans(around, grid.angle), _point(grid.middle[0], grid.middle[1], -grid.angle))
    away_x, away_y = _point(lean[0], lean[1], grid.angle)
    if sqrt((away_x - side[0]) ** 2 + (away_y - side[1]) ** 2) > LEAN * size or skew > SKEW * size:
        return COCKED, size
    return face, size


def _point(u: float, v: float, angle: float) -> tuple:
    """Turn a point by an angle."""
    return u * cos(angle) - v * sin(angle), u * sin(angle) + v * cos(angle)


def _side(view: View, x: float, y: float, size: float) -> tuple:
    """Return how far from a flat die's top its bottom is seen: farther away, so nearer to the picture's middle."""
    part = -size / (FOCAL + size)
    return (x - view.width / 2) * part, (y - view.height / 2) * part


def _lean(span: tuple, middle: tuple) -> tuple:
    """Measure how much of which sides is to be seen beside a top, and how much the top's lengths differ."""
    left, right, top, bottom = span
    u, v = middle
    seen = (right + left - 2 * u, bottom + top - 2 * v)
    return seen, 2 * abs(min(u - left, right - u) - min(v - top, bottom - v))
