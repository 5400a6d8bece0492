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

    def __init__(self, picture: bytes, width: int, height: int, levels: bytearray) -> None:
        """Keep the picture, and the floor's brightness in blocks."""
        self.picture, self.width, self.height, self.levels = picture, width, height, levels


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
        """Measure the nine spots: of each the mean of nine pixels."""
        picture, width, height = self._view.picture, self._view.width, self._view.height
        shares = []
        for x, y in grid.spots:
            at = max(1, min(height - 2, int(y))) * width + max(1, min(width - 2, int(x)))
            tone = 0
            for start in (at - width - 1, at - 1, at + width - 1):
                tone += picture[start] + picture[start + 1] + picture[start + 2]
            shares.append(self.share(tone / 9))
        return shares

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
    return _face(ink, inked, grid, STRAY * size), grid


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
    strays = 0
    for x, y in inked:
        if min([(x + 0.5 - at_x) ** 2 + (y + 0.5 - at_y) ** 2 for at_x, at_y in pips]) > reach * reach:
            strays += 1
    return UNSURE if strays > STRAYS + len(inked) // 12 else FACES[pattern]
