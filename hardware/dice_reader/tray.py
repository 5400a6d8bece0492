"""The tray's floor, and what stands out from it. Runs under MicroPython and CPython alike.

The floor is one matt tone, but no lamp lights it evenly: its brightness is taken to be a curved surface (a
constant, two slopes, three bends), fitted to the medians of 72 cells so that dice and hands do not count. What is
brighter by enough is found row by row as runs, and runs that touch are one thing. Whoever has a light tray turns
the picture over first (`negative`): from then on dice are always brighter than the floor.
"""

CELL_WIDTH, CELL_HEIGHT = 16, 13
RIM = 8
"""So near the border the walls' foot may be darker: that is not asked how bright the floor is."""
BLOCK_WIDTH, BLOCK_HEIGHT = 8, 4
"""The floor's brightness is kept for blocks of so many pixels."""
SOFTNESS = (40, 20, 10, 6, 6)
"""How far from the surface, in grey levels, a cell begins to count less; one round of fitting each."""


def negative(picture: bytes, width: int) -> bytearray:
    """Turn dark into light; a row as one long number, because that takes no loop."""
    ones = int.from_bytes(b"\xff" * width, "big")
    turned = bytearray(len(picture))
    for start in range(0, len(picture), width):
        row = int.from_bytes(picture[start : start + width], "big") ^ ones
        turned[start : start + width] = row.to_bytes(width, "big")
    return turned


def median(values: list) -> int:
    """Give the one in the middle; the list is sorted."""
    values.sort()
    return values[len(values) // 2]


def middle_tone(tones: bytearray) -> int:
    """Give the median of many tones; counted, because a long list to sort is more than a board's memory likes."""
    counts = [0] * 256
    for tone in tones:
        counts[tone] += 1
    left = len(tones) // 2
    tone = 0
    while left >= counts[tone]:
        left -= counts[tone]
        tone += 1
    return tone


def floor(picture: bytes, width: int, height: int) -> bytearray:
    """Give the floor's brightness, block by block and row by row."""
    cells = []
    for top in range(RIM, height - RIM - CELL_HEIGHT + 1, CELL_HEIGHT):
        for left in range(RIM, width - RIM - CELL_WIDTH + 1, CELL_WIDTH):
            taken = []
            for y in range(top + 1, top + CELL_HEIGHT, 3):
                start = y * width + left
                taken += [picture[at] for at in range(start + 1, start + CELL_WIDTH, 3)]
            x, y = left + CELL_WIDTH / 2, top + CELL_HEIGHT / 2
            cells.append((_terms(x, y, width, height), median(taken)))
    surface = [median([tone for _, tone in cells]), 0, 0, 0, 0, 0]
    for softness in SOFTNESS:
        surface = _fitted(cells, surface, softness)
    levels = bytearray()
    for y in range(BLOCK_HEIGHT // 2, height, BLOCK_HEIGHT):
        for x in range(BLOCK_WIDTH // 2, width, BLOCK_WIDTH):
            levels.append(max(0, min(255, int(_at(surface, _terms(x, y, width, height)) + 0.5))))
    return levels


def _terms(x: float, y: float, width: int, height: int) -> tuple:
    x, y = 2 * x / width - 1, 2 * y / height - 1
    return (1, x, y, x * x, x * y, y * y)


def _at(surface: list, terms: tuple) -> float:
    return sum([surface[i] * terms[i] for i in range(6)])


def _fitted(cells: list, surface: list, softness: float) -> list:
    """Fit by least squares; cells far from the surface so far hardly count."""
    rows = [[0.0] * 7 for _ in range(6)]
    for terms, tone in cells:
        away = (tone - _at(surface, terms)) / softness
        weight = 1 / (1 + away * away) ** 2
        for i in range(6):
            row, factor = rows[i], weight * terms[i]
            for j in range(i, 6):
                row[j] += factor * terms[j]
            row[6] += factor * tone
    for i in range(6):
        rows[i][i] += 1e-3  # however few cells count, there is one answer
        for j in range(i):
            rows[i][j] = rows[j][i]
    return _solved(rows)


def _solved(rows: list) -> list:
    """Solve six equations: Gauss and Jordan."""
    for i in range(6):
        best = max(range(i, 6), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        pivot = rows[i][i]
        for k in range(6):
            if k != i:
                factor = rows[k][i] / pivot
                rows[k] = [rows[k][j] - factor * rows[i][j] for j in range(7)]
    return [rows[i][6] / rows[i][i] for i in range(6)]


def things(picture: bytes, width: int, limits: bytearray, box: tuple) -> list:
    """Find what is brighter than the limits of its blocks, within a box of whole blocks.

    A thing is `[pixels, left, top, right, bottom, runs]`, a run `(y, first x, x after the last)`.
    """
    left, top, right, bottom = box
    blocks = width // BLOCK_WIDTH
    known = []  # for each label: the label it belongs to, or itself
    found = []  # for each label: its thing
    above = []
    for y in range(top, bottom):
        row = y // BLOCK_HEIGHT * blocks
        part = limits[row + left // BLOCK_WIDTH : row + right // BLOCK_WIDTH]
        above = _joined(_runs(picture[y * width + left : y * width + right], part, left), above, y, known, found)
    return [found[label] for label in range(len(found)) if known[label] == label]


def _runs(row: bytes, limits: bytes, left: int) -> list:
    """Find the runs of a row; most blocks are all floor or all die, and looked at as a whole."""
    begin = -1
    runs = []
    x = 0
    for limit in limits:
        part = row[x : x + BLOCK_WIDTH]
        is_above = min(part) > limit
        if is_above or max(part) <= limit:
            part = (255 if is_above else 0,)  # its first pixel tells all
        at = x
        for value in part:
            if value > limit:
                if begin < 0:
                    begin = at
            elif begin >= 0:
                runs.append((left + begin, left + at))
                begin = -1
            at += 1
        x += BLOCK_WIDTH
    if begin >= 0:
        runs.append((left + begin, left + x))
    return runs


def _joined(here: list, above: list, y: int, known: list, found: list) -> list:
    """Give the runs of a row the labels of the runs above that they touch; two labels that meet become one."""
    labelled = []
    for first, after in here:
        label = -1
        for other_first, other_after, other_label in above:
            if other_first < after and first < other_after:
                other = other_label
                while known[other] != other:
                    other = known[other]
                if label < 0:
                    label = other
                elif label != other:
                    known[other] = label
                    _absorb(found[label], found[other])
        if label < 0:
            label = len(found)
            known.append(label)
            found.append([0, first, y, after, y + 1, []])
        thing = found[label]
        thing[0] += after - first
        thing[1], thing[3], thing[4] = min(thing[1], first), max(thing[3], after), y + 1
        thing[5].append((y, first, after))
        labelled.append((first, after, label))
    return labelled


def _absorb(thing: list, other: list) -> None:
    thing[0] += other[0]
    thing[1], thing[2] = min(thing[1], other[1]), min(thing[2], other[2])
    thing[3], thing[4] = max(thing[3], other[3]), max(thing[4], other[4])
    thing[5] += other[5]
