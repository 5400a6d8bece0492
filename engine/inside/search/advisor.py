"""The advisor of Inside: chooses acts, and says who wins."""

from __future__ import annotations

from collections.abc import Iterable

from engine.acts import Act
from engine.advisor import Verdict
from engine.inside.legal import legal
from engine.inside.pyramid import EVERY_CELL
from engine.inside.scoring import standing
from engine.inside.search.alphabeta import AlphaBeta, best_first
from engine.inside.search.levels import LEVELS, MOVE_NODES
from engine.inside.search.position import TO_MOVE, Position, act_of, cells_left, moves, pack
from engine.inside.search.solver import Solver
from engine.inside.search.thinking import Thinking
from engine.inside.search.work import TABLE_ENTRIES, Meter, run
from engine.inside.state import State, is_over

ESTIMATE_DEPTH, ESTIMATE_NODES = 4, 20_000
"""How far an estimate of the chances looks ahead."""


class Advisor:
    """Both searches and what they remember."""

    def __init__(self, nodes: int = MOVE_NODES, entries: int = TABLE_ENTRIES) -> None:
        """Begin with empty tables of at most so many entries.

        `nodes` bounds a proof and the look ahead for one act; near the end of a game a proof is not bounded.
        """
        self._nodes = nodes
        self.meter = Meter()
        self.solver = Solver(self.meter, entries)
        self.alphabeta = AlphaBeta(self.meter, entries // 2)

    def think(self, state: State, level: str, seed: int = 0) -> Thinking:
        """Look for an act of the player to move, as a player of some level would; the game must not be over."""
        return Thinking(self.solver, self.alphabeta, pack(state), LEVELS[level], nodes=self._nodes, seed=seed)

    def verdict(self, state: State, left: int, nodes: int) -> Verdict:
        """Find who wins, if at most so many cells are left; look at no more positions than `nodes`."""
        if is_over(state):
            (seat,) = standing(state).winners
            return _solved(seat, ())
        position = pack(state)
        if cells_left(position) <= left:
            found = run(self.meter, self.solver.winning_moves(position), nodes)
            if found is not None:
                good = {act_of(position, move) for move in found}
                return _solved(
                    state.turn if good else 3 - state.turn, [act for act in legal(state) if act in good]
                )
        return self._estimate(position, nodes)

    def left(self, state: State) -> int:
        """Return how many cells are empty."""
        return (EVERY_CELL & ~(state.cubes[0] | state.cubes[1])).bit_count()

    def _estimate(self, position: Position, nodes: int) -> Verdict:
        """Estimate the chances; two depths are averaged, since the one who moves last looks better."""
        values, order = [0.0], moves(position)
        end = self.meter.nodes + min(nodes, ESTIMATE_NODES)
        for depth in range(1, ESTIMATE_DEPTH + 1):
            ranked = run(self.meter, self.alphabeta.rank(position, depth, 0, order), end - self.meter.nodes)
            if ranked is None:
                break
            values.append(max(-1, min(ranked[0].value, 1)))
            order = best_first(ranked[0].move, order)
        mine = (1 + sum(values[-2:]) / len(values[-2:])) / 2
        return Verdict(None, None, (mine, 1 - mine) if position[TO_MOVE] == 0 else (1 - mine, mine))


def _solved(seat: int, best: Iterable[Act]) -> Verdict:
    return Verdict(seat, tuple(best), (1.0, 0.0) if seat == 1 else (0.0, 1.0))
