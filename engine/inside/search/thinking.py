"""The search for one act: first a quick look, then a proof where one can be hoped for, else deeper and deeper.

There is an answer from the beginning, and it only gets better; so whoever waits for it can stop at any time.
"""

from __future__ import annotations

import random
from collections.abc import Generator

from engine.acts import Act
from engine.inside.search.alphabeta import WON, AlphaBeta, best_first
from engine.inside.search.levels import ALWAYS_SOLVED, Level
from engine.inside.search.position import TO_MOVE, Position, act_of, after, cells_left, key, moves
from engine.inside.search.reasons import reason
from engine.inside.search.solver import Solver
from engine.inside.search.work import run, within
from engine.verdicts import Sentence

Part = Generator[None, None, None]

QUICK_DEPTH = 2
"""Turns of the quick look; it also puts the moves in a good order for the proof."""
FOR_EVER = 1 << 60
"""More nodes than anybody can wait for."""


class Thinking:
    """Looks for an act in one position."""

    def __init__(
        self,
        solver: Solver,
        alphabeta: AlphaBeta,
        position: Position,
        level: Level,
        *,
        nodes: int,
        seed: int,
    ) -> None:
        """Begin with the move that looks best at first sight; `nodes` bounds a proof, and the look ahead."""
        self._solver, self._alphabeta, self._nodes = solver, alphabeta, nodes
        self._position, self._level = position, level
        self._order = moves(position)
        self._chance = random.Random(f"{seed} {key(position)}")
        self._plan = self._run()
        self.winner: int | None = None
        """The player, 0 or 1, who is proven to win."""
        self.is_proven = False

    @property
    def best(self) -> Act:
        """The best act that was found so far."""
        return act_of(self._position, self._order[0])

    def work(self, nodes: int) -> bool:
        """Look at so many more positions; return whether it has finished."""
        return run(self._solver.meter, self._plan, nodes) is not None

    def reason(self) -> Sentence:
        """Return why the best act is good."""
        return reason(self._position, self._order[0], self.winner)

    def _run(self) -> Generator[None, None, bool]:
        left = cells_left(self._position)
        if len(self._order) == 1:
            self.is_proven = True
        if left <= self._level.solves_from:
            yield from self._deepen(min(QUICK_DEPTH, self._level.depth), 0.0)
            nodes = FOR_EVER if left <= ALWAYS_SOLVED else self._nodes
            yield from within(self._solver.meter, self._prove(), nodes)
        if self.winner is None:
            deepen = self._deepen(self._level.depth, self._level.margin)
            yield from within(self._solver.meter, deepen, self._nodes)
        return True

    def _prove(self) -> Part:
        """Find a move that is proven to be best; if all lose, one that loses as late as can be seen."""
        player = self._position[TO_MOVE]
        for move in self._order:
            winner = yield from self._solver.winner(after(self._position, move))
            if winner == player:
                self._order = best_first(move, self._order)
                break
        else:
            winner = 1 - player
        self.winner, self.is_proven = winner, True

    def _deepen(self, depth: int, margin: float) -> Part:
        """Look ahead turn by turn; take a move that is about as good as the best one."""
        for turns in range(1, depth + 1):
            ranked = yield from self._alphabeta.rank(self._position, turns, margin, self._order)
            chosen = self._chance.choice(ranked)
            self._order = best_first(chosen.move, self._order)
            if len(self._order) == 1 or abs(ranked[0].value) >= WON:
                break
