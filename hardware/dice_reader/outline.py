"""The outline of a thing: its hull, the smallest rectangle around it, and where two that touch could be cut."""

from math import cos, pi, sin, sqrt

STEPS = 30
"""So many directions of a quarter turn are tried, and then some in between."""
DIRECTIONS = 16
"""So many directions of a half turn are tried to cut two things apart."""
NOTCH, APART = 1.5, 3
"""A notch is so many pixels deep, and two of them are so far apart."""


def edges(runs: list) -> list:
    """Give both ends of every run, as points between pixels."""
    points = []
    for y, first, after in runs:
        points.append((first, y + 0.5))
        points.append((after, y + 0.5))
    return points


def hull(points: list) -> list:
    """Give the convex hull, in order."""
    points = sorted(points)
    return _chain(points) + _chain(list(reversed(points)))


def _chain(points: list) -> list:
    chain = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _turn(a: tuple, b: tuple, c: tuple) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def spans(points: list, angle: float) -> tuple:
    """Measure along two axes: `(least u, most u, least v, most v)`."""
    along, across = cos(angle), sin(angle)
    us = [x * along + y * across for x, y in points]
    vs = [y * along - x * across for x, y in points]
    return min(us), max(us), min(vs), max(vs)


def rectangle(points: list) -> float:
    """Give the direction, within a quarter turn, of the smallest rectangle around a hull."""
    step = pi / 2 / STEPS
    best = min([(_area(points, i * step), i * step) for i in range(STEPS)])[1]
    return min([(_area(points, best + i * step / 4), best + i * step / 4) for i in range(-3, 4)])[1]


def _area(points: list, angle: float) -> float:
    left, right, top, bottom = spans(points, angle)
    return (right - left) * (bottom - top)


def profile(runs: list) -> list:
    """Give what one sees of a thing from its four sides: holes are not among it."""
    points = []
    rows, columns = {}, {}
    for y, first, after in runs:
        left, right = rows.get(y, (first, after))
        rows[y] = (min(left, first), max(right, after))
        for x in range(first, after):
            top, bottom = columns.get(x, (y, y + 1))
            columns[x] = (min(top, y), max(bottom, y + 1))
    for y, ends in rows.items():
        points += [(x, y + 0.5) for x in ends]
    for x, ends in columns.items():
        points += [(x + 0.5, y) for y in ends]
    return points


def cuts(runs: list, around: list) -> list:
    """Give lines along which two things that touch may be cut: pairs of points, the likeliest first.

    Two squares that touch have notches where they meet; flush ones are an oblong, cut in its middle.
    """
    deep = sorted([(-_depth(point, around), point) for point in profile(runs)])
    angle = rectangle(around)
    left, right, top, bottom = spans(around, angle)
    along, across = cos(angle), sin(angle)
    u, v = (left + right) / 2, (top + bottom) / 2
    places = [(u * along - v * across, u * across + v * along)]
    lines = []
    if deep[0][0] < -NOTCH:
        first = deep[0][1]
        places.append(first)
        others = [point for depth, point in deep if depth < -NOTCH and _apart(first, point) > APART]
        for other in others[:1]:
            places.append(((first[0] + other[0]) / 2, (first[1] + other[1]) / 2))
            lines.append((first, other))
    for x, y in reversed(places):
        for i in range(DIRECTIONS):
            turn = angle + i * pi / DIRECTIONS
            lines.append(((x, y), (x + cos(turn), y + sin(turn))))
    return lines


def _depth(point: tuple, around: list) -> float:
    """Measure how deep inside its hull a point lies."""
    depth = 1e9
    for i in range(len(around)):
        a, b = around[i - 1], around[i]
        depth = min(depth, _turn(a, b, point) / (_apart(a, b) or 1))
    return depth


def _apart(a: tuple, b: tuple) -> float:
    return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def halves(runs: list, line: tuple) -> tuple:
    """Cut runs along a line: those on its one side, and those on its other."""
    (ax, ay), (bx, by) = line
    sides = ([], [])
    for y, first, after in runs:
        at = by - ay and ax + (y + 0.5 - ay) * (bx - ax) / (by - ay)
        if by == ay:
            sides[y + 0.5 > ay].append((y, first, after))
            continue
        at = max(first, min(after, int(at + 0.5)))
        if at > first:
            sides[0].append((y, first, at))
        if after > at:
            sides[1].append((y, at, after))
    return sides
