"""The printed frame around the card's place, and where things are in it. Runs under MicroPython and CPython alike.

Four tags mark the corners; their middles are the corners of a rectangle. Along each side, between the tags, runs a
band of black and white cells: an arm that reaches over it hides some of them, whatever its colour, and a shadow
does not. Each corner tag is turned by a quarter more than the one before, so that a picture shows by itself which
way its detector counts angles. `hardware.prints` draws the frame from the numbers here.
"""

from math import pi

WIDTH, HEIGHT = 160, 120
"""Millimetres between the middles of the corner tags."""
CORNERS = (0, 1, 2, 3)
"""The tags at top left, top right, bottom right and bottom left."""
CORNER_TAG = 16
"""Edge of a corner tag's black square, in millimetres."""
CELL = 5
"""Length of a cell of the band, in millimetres."""
BAND = 8
"""Width of the band, in millimetres; its middle runs from corner to corner."""
BAND_START = 15
"""Millimetres from a corner to the first cell of the band."""
SIDE = 1000
"""Places are told in so many parts of a side."""
MIDDLE_OF_CELL = 0.5
FAINT = 24
"""Grey levels between a black and a white cell that are too few."""
FAINT_SHARE = 0.25
"""The same, as a part of the white cell's brightness."""
BROKEN = 2
"""So many neighbours without a difference hide the band."""
FULL_TURN = 360


def cells(length: int) -> int:
    """Count the cells of the band along a side; the first and the last are black."""
    count = (length - 2 * BAND_START) // CELL
    return count if count % 2 else count - 1


def cell_middles(length: int) -> list:
    """List how far along a side the middles of its cells are, in parts of the side."""
    count = cells(length)
    start = (length - count * CELL) / 2
    return [(start + (number + MIDDLE_OF_CELL) * CELL) / length for number in range(count)]


ALONG, DOWN = cell_middles(WIDTH), cell_middles(HEIGHT)


def mapping(quad: list) -> tuple | None:
    """Make the projective map that takes the unit square to four points, in the order of the corners.

    None if the four are not the corners of a convex shape.
    """
    for i in range(4):
        (ax, ay), (bx, by), (cx, cy) = quad[i], quad[(i + 1) % 4], quad[(i + 2) % 4]
        if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) <= 0:
            return None
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    dx1, dx2, sx = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, sy = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    below = dx1 * dy2 - dx2 * dy1
    g = (sx * dy2 - dx2 * sy) / below
    h = (dx1 * sy - sx * dy1) / below
    return (x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1.0)


def inverse(m: tuple) -> tuple:
    """Turn a map round."""
    a, b, c, d, e, f, g, h, i = m
    return (
        e * i - f * h,
        c * h - b * i,
        b * f - c * e,
        f * g - d * i,
        a * i - c * g,
        c * d - a * f,
        d * h - e * g,
        b * g - a * h,
        a * e - b * d,
    )


def mapped(m: tuple, x: float, y: float) -> tuple:
    """Take a point through a map."""
    below = m[6] * x + m[7] * y + m[8]
    return (m[0] * x + m[1] * y + m[2]) / below, (m[3] * x + m[4] * y + m[5]) / below


def band_tones(picture: bytes, width: int, height: int, m: tuple) -> list:
    """Give the brightness of the band's cells, side by side: top, right, bottom, left."""
    sides = []
    for fixed, middles, is_along in ((0, ALONG, True), (1, DOWN, False), (1, ALONG, True), (0, DOWN, False)):
        tones = []
        for part in middles:
            x, y = mapped(m, part, fixed) if is_along else mapped(m, fixed, part)
            column, row = int(x), int(y)
            if 0 < column < width - 1 and 0 < row < height - 1:
                at = row * width + column
                tones.append((picture[at] * 2 + picture[at - 1] + picture[at + 1]) >> 2)
            else:
                tones.append(0)
        sides.append(tones)
    return sides


def is_band_hidden(sides: list) -> bool:
    """Return whether something lies over the band: neighbours in a row that are not black and white."""
    for tones in sides:
        broken = 0
        for number in range(len(tones) - 1):
            dark, light = tones[number], tones[number + 1]
            if number % 2:
                dark, light = light, dark
            broken = broken + 1 if light - dark < max(FAINT, FAINT_SHARE * light) else 0
            if broken >= BROKEN:
                return True
    return False


def turns(rotations: list) -> tuple:
    """Find out how the detector counts angles, from the corner tags: the angle of an upright tag, and the sign.

    The first corner tag is upright, each further one is turned by a quarter more, clockwise.
    """
    step = (rotations[1] - rotations[0]) % (2 * pi)
    return rotations[0], 1 if step < pi else -1


def degrees(rotation: float, upright: tuple) -> int:
    """Give by how many degrees a tag is turned clockwise in the frame."""
    start, sign = upright
    return int(sign * (rotation - start) * (FULL_TURN // 2) / pi + MIDDLE_OF_CELL + 2 * FULL_TURN) % FULL_TURN
