"""The pips of a die's top face. Runs under MicroPython and CPython alike.

Where pips may be is known: nine spots, in rows along the die's edges. A spot clearly has ink or clearly has none,
the spots with ink make up one of the six faces, and no ink is elsewhere; otherwise the face is UNSURE.
"""

from math import cos, sin

UNSURE = 0
INSET = 0.43
"""So far from the middle, in edges, ink is looked for: the sides and what lies around do not count."""
LEAST_CONTRAST = 38
"""Grey levels between ink and the die's body, at least."""
HALF_INK = 0.5
"""What has more of the ink's tone than this is ink."""
PIP, NO_PIP = 0.52, 0.33
"""How much of the ink's tone a spot has: from here on a pip, up to here none; in between one cannot tell."""
STRAY = 0.16
"""Ink so far from every pip's middle, in edges, belongs to none."""
STRAYS = 3
"""So many pixels may stray, and one in a dozen of the rest."""
GLARE, GLARE_SHARE = 30, 0.35
"""So many grey levels, and so much of the ink's contrast, a spot may be brighter than the body."""
CLIPPED, OVEREXPOSED = 4, 15
"""A spot so near to white is a lamp's mirror image; a body so near to it lies in one."""
GLARE_PIXELS = 5
"""So many pixels of glare may be noise."""
EVEN = 20
"""So many grey levels a middle without a pip may be uneven: a lamp that hides a pip leaves its rim."""
CLEAR = 0.2
"""So much of the ink's contrast such a middle may be brighter than the body."""
ALIKE, AS_LARGE, BETWEEN = 0.08, 1.22, 0.13
"""By how much of the ink's tone a pip in the middle may differ from the others, how many times larger or smaller
it may be, and how far beside their middle, as a part of where ink strays: a lamp can look like it."""
SPACINGS = (0.232, 0.252, 0.272)
"""Pips' rows are so far from the middle, in edges."""
TURNS = (-0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15)
"""So much, in radians, an outline may seem turned against the rows."""
SPOTS = ((0, 0), (-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0), (0, -1), (0, 1))
FACES = {
    0b000000001: 1,
    0b000000110: 2,
    0b000011000: 2,
    0b000000111: 3,
    0b000011001: 3,
    0b000011110: 4,
    0b000011111: 5,
    0b001111110: 6,
    0b110011110: 6,
}
"""Which spots have pips: a bit for each, the first the lowest."""


class View:
    """A picture in which dice are brighter than the floor."""

    def __init__(self, picture: bytes, width: int, height: int, levels: bytearray, white: int) -> None:
        """Keep the picture, the floor's brightness in blocks, and the tone of white: 0 in a negative."""
        self.picture, self.width, self.height, self.levels = picture, width, height, levels
        self.white = white


class Grid:
    """The nine spots of a face: its middle, the direction of its rows, and how far they are apart."""

    def __init__(self, middle: tuple, angle: float, step: float) -> None:
        """Lay the spots out."""
        self.middle, self.angle = middle, angle
        x, y = middle
        along, across = cos(angle) * step, sin(angle) * step
        self.spots = [(x + p * along - q * across, y + p * across + q * along) for p, q in SPOTS]


class Ink:
    """How much ink is where on a die with a body and pips of known tones."""

    def __init__(self, view: View, body: float, contrast: float) -> None:
        """Take the body's tone, and by how much ink differs from it."""
        self._view, self._body, self._contrast = view, body, contrast

    def share(self, tone: float) -> float:
        """Return how much of the ink's tone that is: 0 is body, 1 is ink."""
        return (tone - self._body) / self._contrast

    def shares(self, grid: Grid) -> list:
        """Measure the nine spots."""
        return [self.share(self.tone(x, y)) for x, y in grid.spots]

    def tone(self, x: float, y: float) -> float:
        """Return the mean of nine pixels."""
        picture, width, height = self._view.picture, self._view.width, self._view.height
        at = max(1, min(height - 2, int(y))) * width + max(1, min(width - 2, int(x)))
        tone = 0
        for start in (at - width - 1, at - 1, at + width - 1):
            tone += picture[start] + picture[start + 1] + picture[start + 2]
        return tone / 9

    def unevenness(self, spot: tuple, reach: float) -> float:
        """Return by how many grey levels the tones differ that lie so near to a spot."""
        tones = [self.tone(*spot)]
        for part in (0.5, 1):
            for p, q in SPOTS[1:]:
                length = reach * part if p and q else reach * part * 1.4
                tones.append(self.tone(spot[0] + p * length * 0.7, spot[1] + q * length * 0.7))
        return max(tones) - min(tones)

    def middle(self, grid: Grid) -> tuple:
        """Measure a face's middle again: by how much its pips lie beside their spots, in the mean."""
        move_x, move_y, count = 0, 0, 0
        shares = self.shares(grid)
        for i in range(len(SPOTS)):
            if shares[i] > NO_PIP:
                beside_x, beside_y = self._beside(grid.spots[i])
                move_x, move_y, count = move_x + beside_x, move_y + beside_y, count + 1
        count = max(1, count)
        return grid.middle[0] + move_x / count, grid.middle[1] + move_y / count

    def _beside(self, spot: tuple) -> tuple:
        """Measure how far from a spot its ink lies, within two pixels around it."""
        view = self._view
        x, y = max(2, min(view.width - 3, spot[0])), max(2, min(view.height - 3, spot[1]))
        ink, ink_x, ink_y = 0, 0, 0
        for row in range(int(y) - 2, int(y) + 3):
            for column in range(int(x) - 2, int(x) + 3):
                share = max(0, self.share(view.picture[row * view.width + column]) - 0.2)
                ink += share
                ink_x += share * (column + 0.5 - x)
                ink_y += share * (row + 0.5 - y)
        return (ink_x / ink, ink_y / ink) if ink else (0, 0)


def read_face(view: View, middle: tuple, angle: float, size: float) -> tuple:
    """Read the top face whose outline has that middle, direction and size: the face, and its grid."""
    shades, columns, rows = _within(view, middle, angle, INSET * size)
    tones = sorted(shades)
    body = tones[len(tones) // 2]
    darkest, lightest = sum(tones[2:8]) / 6, sum(tones[-8:-2]) / 6  # of eight, the two farthest may be noise
    contrast = (darkest if body - darkest > lightest - body else lightest) - body
    if abs(contrast) < LEAST_CONTRAST:
        return UNSURE, None
    ink = Ink(view, body, contrast)
    inked = [(columns[i], rows[i]) for i in range(len(shades)) if ink.share(shades[i]) > HALF_INK]
    around = sum([x for x, _ in inked]) / len(inked) + 0.5, sum([y for _, y in inked]) / len(inked) + 0.5
    best, turn, step = -1, 0, 0
    for try_turn in TURNS:  # every face is the same on both sides of its middle
        for spacing in SPACINGS:
            clear = sum([share * share for share in ink.shares(Grid(around, angle + try_turn, spacing * size))])
            if clear > best:
                best, turn, step = clear, try_turn, spacing * size
    grid = Grid(ink.middle(Grid(around, angle + turn, step)), angle + turn, step)
    if _is_lit(view.white, shades, body, contrast):
        return UNSURE, grid
    return _face(ink, inked, grid, STRAY * size), grid


def _is_lit(white: int, shades: bytearray, body: int, contrast: float) -> bool:
    """Return whether a lamp is mirrored on the face: it could hide a pip, or look like one."""
    room = abs(white - body)
    if room < OVEREXPOSED:
        return True
    away = 1 if contrast < 0 else -1
    limit = max(GLARE, GLARE_SHARE * abs(contrast))
    is_dark_ink = (contrast < 0) == (white > 0)
    if is_dark_ink:
        limit = min(limit, room - CLIPPED)
    if sum([(tone - body) * away > limit for tone in shades]) > GLARE_PIXELS:
        return True
    return not is_dark_ink and sum([abs(white - tone) < CLIPPED for tone in shades]) > GLARE_PIXELS


def _within(view: View, middle: tuple, angle: float, half: float) -> tuple:
    """Give the tones, columns and rows of a square's pixels, as bytes: a board has little memory."""
    x, y = middle
    along, across = cos(angle), sin(angle)
    reach = half * (abs(along) + abs(across))
    columns = range(max(0, int(x - reach)), min(view.width, int(x + reach) + 1))
    found = bytearray(), bytearray(), bytearray()
    for row in range(max(0, int(y - reach)), min(view.height, int(y + reach) + 1)):
        away, start = row + 0.5 - y, row * view.width
        for column in columns:
            beside = column + 0.5 - x
            if -half < beside * along + away * across < half and -half < away * along - beside * across < half:
                found[0].append(view.picture[start + column])
                found[1].append(column)
                found[2].append(row)
    return found


def _face(ink: Ink, inked: list, grid: Grid, reach: float) -> int:
    shares = ink.shares(grid)
    pattern, pips = 0, []
    for i in range(len(SPOTS)):
        if shares[i] > PIP:
            pattern |= 1 << i
            pips.append(grid.spots[i])
        elif shares[i] > NO_PIP:
            return UNSURE
    if pattern not in FACES:
        return UNSURE
    strays, groups = 0, [[] for _ in pips]
    for x, y in inked:
        away = [(x + 0.5 - at_x) ** 2 + (y + 0.5 - at_y) ** 2 for at_x, at_y in pips]
        nearest = min(away)
        if nearest > reach * reach:
            strays += 1
        else:
            groups[away.index(nearest)].append((x, y))
    if strays > STRAYS + len(inked) // 12 or not min([len(group) for group in groups]):
        return UNSURE
    face = FACES[pattern]
    if face in (2, 4) and (shares[0] < -CLEAR or ink.unevenness(grid.spots[0], reach) > EVEN):
        return UNSURE
    if face in (3, 5) and not _is_like_others(shares, pattern, groups, reach):
        return UNSURE
    return face


def _is_like_others(shares: list, pattern: int, groups: list, reach: float) -> bool:
    """Return whether the pip in the middle is as dark and as large as the others are, and lies between them."""
    others = [shares[i] for i in range(1, len(SPOTS)) if pattern >> i & 1]
    size = (len(groups) - 1) * len(groups[0]) / sum([len(group) for group in groups[1:]])
    if abs(shares[0] - sum(others) / len(others)) > ALIKE or not 1 / AS_LARGE < size < AS_LARGE:
        return False
    away = 0
    for axis in (0, 1):
        middles = [sum([pixel[axis] for pixel in group]) / len(group) for group in groups]
        away += (middles[0] - sum(middles[1:]) / len(others)) ** 2
    return away < (BETWEEN * reach) ** 2
