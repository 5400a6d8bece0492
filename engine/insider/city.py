"""The city around the restaurant: 25 places, the paths between them, and who can walk where.

A *spot* is a number: 0 to 24 are the places, a1 first and then along the columns, everything above is a square of
a path. A plan is made once for a game; ways through it depend on the plan, on the Total OUT cards and on whose
pawn it is, and are remembered.

>>> plan = plan_of(tuple(Link(one, other, 2) for one, other in GRID), homes=("a1", "e5"))
>>> way = ways(plan, outs=frozenset(), seat=1, start=plan.spots["a1"])
>>> way[plan.spots["a1-a2.1"]], way[plan.spots["a2"]], way[plan.spots["c3"]]
(1, 3, 12)
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

COLUMNS, ROWS = "abcde", "12345"
PLACES = tuple(f"{column}{row}" for column in COLUMNS for row in ROWS)
INSIDER = PLACES.index("c3")
CORNERS = ("a1", "a5", "e5", "e1")
INNER = ("b3", "c2", "c4", "d3")
OUTER = frozenset(range(len(PLACES))) - {INSIDER} - {PLACES.index(name) for name in (*CORNERS, *INNER)}
"""The places that are neither homes nor inner ones nor the INSIDER: sixteen in number (IR-1)."""
HOMES = {2: ("a1", "e5"), 3: ("a1", "a5", "e5"), 4: ("a1", "a5", "e5", "e1")}
"""By number of players: who lives where, in seat order, if nothing else is agreed (IR-1)."""
PAIRS = tuple(combinations(PLACES, 2))
"""Every two places that a path can join, the smaller one first (IR-36)."""
GRID = tuple(
    (one, other)
    for one, other in PAIRS
    if abs(ord(one[0]) - ord(other[0])) + abs(ord(one[1]) - ord(other[1])) == 1
)
"""The paths of the board until an owner says otherwise: from every place to its neighbours (IR-1)."""
LENGTHS = range(7)
"""Squares that a path can have (IR-36)."""
ENOUGH = 8
"""Places that a pawn or a home can reach at least, unless it is shut in (IR-27)."""


class Link(NamedTuple):
    """A path."""

    one: str
    other: str
    """The places that it joins, the smaller one first."""
    squares: int


class Square(NamedTuple):
    """A square of a path."""

    ends: tuple[int, int]
    """The two places that the path joins."""
    number: int
    """Counted from the first of them."""
    length: int
    """Squares of the whole path."""


FIRST_SQUARE = len(PLACES)
"""Spots are the places, and from this one on the squares of the paths."""


class Plan(NamedTuple):
    """The city of a game."""

    names: tuple[str, ...]
    """By spot."""
    spots: dict[str, int]
    beside: tuple[tuple[int, ...], ...]
    """By spot: those one point away."""
    homes: tuple[int, ...]
    """By seat."""
    closed: frozenset[int]
    """Homes that nobody plays (IR-3)."""
    squares: tuple[Square, ...]
    """Those of all paths, in the order of their spots."""

    def __hash__(self) -> int:
        """Hash the homes alone: plans are looked up for every act that is listed, and a game has only one."""
        return hash(self.homes)

    def square(self, spot: int) -> Square:
        """Return where on its path a square is."""
        return self.squares[spot - len(PLACES)]


@cache
def plan_of(links: tuple[Link, ...], homes: tuple[str, ...]) -> Plan:
    """Make a plan: the paths with their squares, and the home of each seat."""
    names = list(PLACES)
    squares = []
    beside: list[list[int]] = [[] for _ in PLACES]
    for one, other, length in links:
        ends = PLACES.index(one), PLACES.index(other)
        last = ends[0]
        for number in range(1, length + 1):
            names.append(f"{one}-{other}.{number}")
            squares.append(Square(ends, number, length))
            beside.append([last])
            beside[last].append(len(names) - 1)
            last = len(names) - 1
        beside[last].append(ends[1])
        beside[ends[1]].append(last)
    lived_in = tuple(PLACES.index(home) for home in homes)
    closed = frozenset(PLACES.index(corner) for corner in CORNERS) - set(lived_in)
    spots = {name: spot for spot, name in enumerate(names)}
    return Plan(tuple(names), spots, tuple(map(tuple, beside)), lived_in, closed, tuple(squares))


def is_square(spot: int) -> bool:
    """Return whether a spot is a square of a path, and not a place."""
    return spot >= FIRST_SQUARE


def _barred(plan: Plan, outs: frozenset[int], seat: int) -> frozenset[int]:
    """Find the places that a player's pawns cannot enter (IR-3, IR-4)."""
    return outs | plan.closed | {home for at, home in enumerate(plan.homes, start=1) if at != seat}


@lru_cache(maxsize=4096)
def ways(plan: Plan, outs: frozenset[int], seat: int, start: int) -> dict[int, int]:
    """Find every spot that a pawn can walk to and the fewest points it takes, the nearest first (IR-2 to IR-4).

    Pawns on the way do not matter: they are jumped. The INSIDER is reached, but not passed.
    """
    barred, next_to = _barred(plan, outs, seat), plan.beside
    found = dict.fromkeys(barred, 0) | {start: 0}
    queue = [start]
    for spot in queue:  # it grows until no further spot is found
        points = found[spot] + 1
        for beside in next_to[spot]:
            if beside not in found:
                found[beside] = points
                if beside != INSIDER:
                    queue.append(beside)
    for spot in (start, *barred - {start}):
        del found[spot]
    return found


@lru_cache(maxsize=8)
def linked(plan: Plan) -> tuple[tuple[int, ...], ...]:
    """Return by place the places at the other ends of its paths."""
    found = []
    for place in range(len(PLACES)):
        paths = [plan.square(spot).ends if is_square(spot) else (place, spot) for spot in plan.beside[place]]
        found.append(tuple(one if one != place else other for one, other in paths))
    return tuple(found)


def paths_of(plan: Plan) -> list[tuple[str, str]]:
    """List the paths by the places that they join, the smaller one first."""
    beside = linked(plan)
    return [(PLACES[one], PLACES[other]) for one in range(len(PLACES)) for other in beside[one] if one < other]


def is_shut_in(plan: Plan, outs: frozenset[int], seat: int, start: int) -> bool:
    """Return whether from a spot one can reach neither the INSIDER nor eight places (IR-27)."""
    barred, next_to = _barred(plan, outs, seat), linked(plan)
    rim = [start] if not is_square(start) else [end for end in plan.square(start).ends if end not in barred]
    reached = set(rim)
    while rim:
        place = rim.pop()
        if place == INSIDER:
            return False
        for beside in next_to[place]:
            if beside not in reached and beside not in barred:
                reached.add(beside)
                rim.append(beside)
    return len(reached - {start}) < ENOUGH
