"""Where the sites of one of Offline's networks lie, for any map that an owner has entered.

The sites stand in a ring, clockwise from the top as people are asked to count them, or in a ring around a hub.
Among all ways to seat them the one is taken where no link runs under a site that it does not join, few links
cross, links are short, and the numbers run clockwise. In a ring no link runs under a site, so none ever does. What
a net looks like depends on its links alone.

>>> [(point.x, point.y) for point in sites_of(4, [(1, 2), (2, 3), (3, 4), (1, 4)])]
[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]
>>> hub = sites_of(5, [(1, 3), (2, 3), (3, 4), (3, 5)])[2]
>>> (hub.x, hub.y)
(0.0, 0.0)
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, permutations
from math import hypot, inf
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.games.offline.text import LAYOUTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.offline.owner_data import Link

TRIANGLE = ((0, 0), (1, 1), (-1, 1))
"""The ring around the hub of a net of four; the other rings are those of the box's own picture."""
RIGHT, DOWN = 67.0, 65.0
"""How far a net reaches from its middle, in the units of the drawing: what is far or near depends on it."""
CLEAR, FREE = 18.0, 27.0
"""A link that passes nearer than this to the middle of a site runs under it, or touches it."""
SHORTEST = 44.0
"""No two sites are nearer to each other."""

UNDER, CROSSING, TOUCHING, LENGTH, HUB, DISORDER = 1000.0, 100.0, 15.0, 0.1, 10.0, 12.0
"""What it costs: a link under a site, two that cross, one that touches a site, a unit of length, and so on."""


class Point(NamedTuple):
    """A place in a net: from -1 to 1, x to the right, y down."""

    x: float
    y: float


def sites_of(size: int, links: Iterable[Link]) -> tuple[Point, ...]:
    """Place the sites of a net; links join sites counted from 1. Unlinked sites are placed too, for an editor."""
    known = {(min(link), max(link)) for link in links}
    return _best(size, tuple(sorted(known)))


@lru_cache(maxsize=256)
def _best(size: int, links: tuple[Link, ...]) -> tuple[Point, ...]:
    best, least = _seatings(size)[0], inf
    for seating in _seatings(size):
        if seating.unrest + SHORTEST * LENGTH * len(links) >= least:
            break  # the others can only be worse
        cost = _cost(seating, links)
        if cost < least:
            best, least = seating, cost
    return best.sites


class Seating(NamedTuple):
    """One way to place the sites."""

    sites: tuple[Point, ...]
    """By site."""
    unrest: float
    """What it costs whatever the links are."""


@cache
def _seatings(size: int) -> tuple[Seating, ...]:
    """List every way, the calmest first: for most maps few have to be looked at."""
    return tuple(sorted((*_rings(size), *_hubs(size)), key=lambda seating: seating.unrest))


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
    return tuple(Point(float(x), 2.0 * y - 1.0) for x, y in LAYOUTS.get(size, TRIANGLE))


def _orders(sites: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Give every order of some sites around a ring; the lowest stays on top."""
    first, *others = sites
    return ((first, *order) for order in permutations(others))


def _seated(order: tuple[int, ...], slots: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple(slot for _, slot in sorted(zip(order, slots, strict=True)))


def _disorder(order: tuple[int, ...]) -> int:
    """Count the neighbours in a ring that are not next to each other when counting clockwise."""
    following = dict(zip(sorted(order), [*sorted(order)[1:], order[0]], strict=True))
    return sum(following[a] != b for a, b in zip(order, (*order[1:], order[0]), strict=True))


# --- what links cost

Line = tuple[Point, Point]


def _cost(seating: Seating, links: tuple[Link, ...]) -> float:
    sites = seating.sites
    lines = [_line(sites[a - 1], sites[b - 1]) for a, b in links]
    cost = seating.unrest + sum(_length(line) for line in lines) * LENGTH
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
    """Tell whether two links cross between their ends."""
    if set(one) & set(other):
        return False
    (a, b), (c, d) = one, other
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(start: Point, end: Point, point: Point) -> float:
    return (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)


@cache
def _nearness(line: Line, site: Point) -> float:
    """Tell what it costs that a link runs under a site that it does not join, or touches it."""
    if site in line:
        return 0.0
    (x1, y1), (x2, y2) = line
    right, down = (x2 - x1) * RIGHT, (y2 - y1) * DOWN
    to_right, to_down = (site.x - x1) * RIGHT, (site.y - y1) * DOWN
    share = (right * to_right + down * to_down) / (right**2 + down**2)
    share = min(max(share, 0.0), 1.0)
    distance = hypot(to_right - share * right, to_down - share * down)
    return UNDER if distance < CLEAR else TOUCHING if distance < FREE else 0.0
