"""The layout of the sites of one of Offline's networks, for any map that an owner has entered.

The sites form a ring, clockwise from the top as owners are asked to count them, or a ring around a hub. Of all
arrangements the cheapest is taken: no link passes under a site that it does not join, few links cross, links are
short, and the numbers run clockwise. In a plain ring no link passes under a site, so there is always a solution.
The layout depends on the links only.

>>> [(point.x, point.y) for point in sites_of(4, [(1, 2), (2, 3), (3, 4), (1, 4)])]
[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]
>>> hub = sites_of(5, [(1, 3), (2, 3), (3, 4), (3, 5)])[2]
>>> (hub.x, hub.y)
(0.0, 0.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, permutations
from math import hypot, inf
from typing import NamedTuple

from engine.offline.layout import SITES
from engine.offline.owner_data import Link

TRIANGLE = ((0, 0), (1, 1), (-1, 1))
"""The ring around the hub of a net of four; the other rings are those of the display."""
RIGHT, DOWN = 67.0, 65.0
"""Extent of a net from its centre, in units of the drawing; distances are measured with it."""
CLEAR, FREE = 18.0, 27.0
"""A link closer than this to the centre of a site passes under it, or touches it."""
SHORTEST = 44.0
"""Smallest distance between two sites."""

UNDER, CROSSING, TOUCHING, LENGTH, HUB, DISORDER = 1_000_000.0, 100.0, 15.0, 0.1, 10.0, 12.0
"""Costs: a link under a site (more than all else together), a crossing, a link that touches a site, a unit of
length, a hub, a wrong order."""


class Point(NamedTuple):
    """A point in a net: from -1 to 1, x to the right, y down."""

    x: float
    y: float


def sites_of(size: int, links: Iterable[Link]) -> tuple[Point, ...]:
    """Return the points of the sites of a net. Links count sites from 1; sites without links are placed too."""
    known = {(min(link), max(link)) for link in links}
    return _best(size, tuple(sorted(known)))


@lru_cache(maxsize=256)
def _best(size: int, links: tuple[Link, ...]) -> tuple[Point, ...]:
    best, least = _seatings(size)[0], inf
    for seating in _seatings(size):
        if seating.base_cost + SHORTEST * LENGTH * len(links) >= least:
            break  # the others can only cost more
        cost = _cost(seating, links)
        if cost < least:
            best, least = seating, cost
    return best.sites


class Seating(NamedTuple):
    """One arrangement of the sites."""

    sites: tuple[Point, ...]
    """The point of each site."""
    base_cost: float
    """The cost that does not depend on the links."""


@cache
def _seatings(size: int) -> tuple[Seating, ...]:
    """Return every arrangement, cheapest first, so that for most maps only a few are checked."""
    return tuple(sorted((*_rings(size), *_hubs(size)), key=lambda seating: seating.base_cost))


def _rings(size: int) -> Iterator[Seating]:
    slots = _ring(size)
    for order in _orders(tuple(range(size))):
        yield Seating(_seated(order, slots), DISORDER * _disorder(order))


def _hubs(size: int) -> Iterator[Seating]:
    slots = _ring(size - 1)
    middle = Point(0.0, sum(slot.y for slot in slots) / len(slots))
    for hub in range(size):
        around = tuple(site for site in range(size) if site != hub)
        for order in _orders(around):
            yield Seating(_seated((*order, hub), (*slots, middle)), HUB + DISORDER * _disorder(order))


def _ring(size: int) -> tuple[Point, ...]:
    return tuple(Point(float(x), 2.0 * y - 1.0) for x, y in SITES.get(size, TRIANGLE))


def _orders(sites: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every order of some sites around a ring; the lowest stays on top."""
    first, *others = sites
    return ((first, *order) for order in permutations(others))


def _seated(order: tuple[int, ...], slots: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple(slot for _, slot in sorted(zip(order, slots, strict=True)))


def _disorder(order: tuple[int, ...]) -> int:
    """Return how many neighbours in a ring are not consecutive when counting clockwise."""
    following = dict(zip(sorted(order), [*sorted(order)[1:], order[0]], strict=True))
    return sum(following[a] != b for a, b in zip(order, (*order[1:], order[0]), strict=True))


# --- costs of links

Line = tuple[Point, Point]


def _cost(seating: Seating, links: tuple[Link, ...]) -> float:
    sites = seating.sites
    lines = [_line(sites[a - 1], sites[b - 1]) for a, b in links]
    cost = seating.base_cost + sum(_length(line) for line in lines) * LENGTH
    cost += CROSSING * sum(_cross(one, other) for one, other in combinations(lines, 2))
    return cost + sum(_nearness(line, site) for line in lines for site in sites)


def _line(start: Point, end: Point) -> Line:
    return (start, end) if start < end else (end, start)


@cache
def _length(line: Line) -> float:
    (x1, y1), (x2, y2) = line
    return hypot((x2 - x1) * RIGHT, (y2 - y1) * DOWN)


@cache
def _cross(one: Line, other: Line) -> bool:
    """Return whether two links cross between their ends."""
    if set(one) & set(other):
        return False
    (a, b), (c, d) = one, other
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(start: Point, end: Point, point: Point) -> float:
    return (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)


@cache
def _nearness(line: Line, site: Point) -> float:
    """Return the cost of a link that passes under or touches a site that it does not join."""
    if site in line:
        return 0.0
    (x1, y1), (x2, y2) = line
    right, down = (x2 - x1) * RIGHT, (y2 - y1) * DOWN
    to_right, to_down = (site.x - x1) * RIGHT, (site.y - y1) * DOWN
    share = (right * to_right + down * to_down) / (right**2 + down**2)
    share = min(max(share, 0.0), 1.0)
    distance = hypot(to_right - share * right, to_down - share * down)
    return UNDER if distance < CLEAR else TOUCHING if distance < FREE else 0.0
