"""The search for the opening: alpha-beta, deeper and deeper, with an estimate where it stops.

A value is how good a position is for the player to move: twice the chance minus one, or more than `WON` if it is
won for sure. A bonus cube costs no depth, since the turn goes on.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from engine.inside.search.estimate import light_chance
from engine.inside.search.position import OWED, TO_MOVE, Position, after, cells_left, key, moves, winner
from engine.inside.search.work import TABLE_ENTRIES, Meter, trim

Searching = Generator[None, None, float]

WON = 2.0
"""The least value of a position that is won; the earlier two faces are taken, the higher."""
BEYOND = 4.0
"""Above every value."""
_EPSILON = 1e-9
"""Less than any two values differ; a move that is as good as the best one must not look worse."""


class Known(NamedTuple):
    """What the table knows of a position."""

    depth: int
    low: float
    """The value is at least this …"""
    high: float
    """… and at most this."""
    move: int
    """The best move, to be tried first."""


class Ranked(NamedTuple):
    """A move and its value for who makes it."""

    move: int
    value: float


class AlphaBeta:
    """Searches, and remembers what it found."""

    def __init__(self, meter: Meter, entries: int = TABLE_ENTRIES) -> None:
        """Begin with an empty table."""
        self._meter = meter
        self._entries = entries
        self._table: dict[int, Known] = {}

    def rank(
        self, position: Position, depth: int, margin: float, order: list[int]
    ) -> Generator[None, None, list[Ranked]]:
        """Find the moves that are no worse than the best one by more than a margin, the best first."""
        found: list[Ranked] = []
        best = -BEYOND
        for move in order:
            value = yield from self._value_after(position, move, depth, best - margin - _EPSILON, BEYOND)
            found.append(Ranked(move, value))
            best = max(best, value)
        found.sort(key=_by_value)
        return [ranked for ranked in found if ranked.value >= best - margin]

    def _value_after(self, position: Position, move: int, depth: int, low: float, high: float) -> Searching:
        """Find the value that a move has for who makes it, as far as it lies between two bounds."""
        meter = self._meter
        meter.nodes += 1
        if meter.nodes >= meter.pause:
            trim(self._table, self._entries)
            yield
        child = after(position, move)
        goes_on = child[TO_MOVE] == position[TO_MOVE]
        decided = winner(child)
        if decided is not None:
            value = WON + cells_left(child) / 100
            return value if decided == position[TO_MOVE] else -value
        if not child[OWED]:
            depth -= 1
        if depth <= 0:
            value = 2 * light_chance(child) - 1
            return -value if position[TO_MOVE] else value
        if goes_on:
            return (yield from self._value(child, depth, low, high))
        return -(yield from self._value(child, depth, -high, -low))

    def _value(self, position: Position, depth: int, low: float, high: float) -> Searching:
        """Find the value of a position, as far as it lies between two bounds."""
        name = key(position)
        entry = self._table.get(name)
        order = moves(position)
        if entry is not None:
            if entry.depth >= depth:
                if entry.low >= high or entry.low == entry.high:
                    return entry.low
                if entry.high <= low:
                    return entry.high
            order = best_first(entry.move, order)
        best, best_move, bound = -BEYOND, order[0], low
        for move in order:
            value = yield from self._value_after(position, move, depth, bound, high)
            if value > best:
                best, best_move = value, move
                if best >= high:
                    break
                bound = max(bound, best)
        at_least = best if best > low else -BEYOND
        at_most = best if best < high else BEYOND
        self._table[name] = Known(depth, at_least, at_most, best_move)
        return best


def best_first(move: int, order: list[int]) -> list[int]:
    """Return an order with one of its moves at the head.

    >>> best_first(2, [1, 2, 3])
    [2, 1, 3]
    """
    return [move, *(other for other in order if other != move)]


def _by_value(ranked: Ranked) -> float:
    return -ranked.value
