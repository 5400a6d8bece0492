"""The exact solver: who wins a position with best play.

A depth-first search with a table. It only asks whether the player to move has a move that wins, and stops at the
first; a position is decided as soon as a colour has two faces. There are no draws (ID-11), so that is all there is
to know.

>>> from engine.game import Setup
>>> from engine.inside.search.work import Meter, run
>>> from engine.inside.state import start
>>> from engine.inside.search.position import pack
>>> meter = Meter()
>>> print(run(meter, Solver(meter).winner(pack(start(Setup("inside", ("Anna", "Ben"))))), 5000), meter.nodes)
None 5000
"""

from __future__ import annotations

from collections.abc import Generator

from engine.inside.search.position import (
    COUNTS,
    DARK_SHIFT,
    LIGHT_TAKEN,
    TAKEN,
    TO_MOVE,
    TWO_FACES,
    Position,
    after,
    key,
    moves,
    winner,
)
from engine.inside.search.work import TABLE_ENTRIES, Meter, trim

Solving = Generator[None, None, int]


class Solver:
    """Finds winners, and remembers them."""

    def __init__(self, meter: Meter, entries: int = TABLE_ENTRIES) -> None:
        """Begin with an empty table."""
        self.meter = meter
        self._entries = entries
        self._table: dict[int, int] = {}
        """The winner, 0 or 1, by key of a position."""

    def winner(self, position: Position) -> Solving:
        """Find the player, 0 or 1, who wins."""
        known = winner(position)
        if known is None:
            name = key(position)
            known = self._table.get(name)
            if known is None:
                known = yield from self._solve(position, name)
        return known

    def winning_moves(self, position: Position) -> Generator[None, None, list[int]]:
        """Find every move after which the player to move still wins."""
        player = position[TO_MOVE]
        found = []
        for move in moves(position):
            if (yield from self.winner(after(position, move))) == player:
                found.append(move)
        return found

    def line(self, position: Position) -> Generator[None, None, list[int]]:
        """Find the moves of a game from here on in which the winner never errs; the loser plays the likeliest."""
        found = []
        while winner(position) is None:
            good = yield from self.winning_moves(position)
            found.append((good or moves(position))[0])
            position = after(position, found[-1])
        return found

    def _solve(self, position: Position, name: int) -> Solving:
        meter, table = self.meter, self._table
        player = position[TO_MOVE]
        for move in moves(position):
            child = after(position, move)
            meter.nodes += 1
            if meter.nodes >= meter.pause:
                trim(table, self._entries)
                yield
            taken = child[COUNTS] & TAKEN
            known: int | None
            if taken & LIGHT_TAKEN in TWO_FACES:
                known = 0
            elif taken >> DARK_SHIFT in TWO_FACES:
                known = 1
            else:
                child_name = key(child)
                known = table.get(child_name)
                if known is None:
                    known = yield from self._solve(child, child_name)
            if known == player:
                table[name] = player
                return player
        table[name] = 1 - player
        return 1 - player
