"""An advisor for Nim: the smallest that there can be. Two players, and the sum without carry says who wins."""

from __future__ import annotations

import random
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from engine import GAMES
from engine.advisor import Verdict
from engine.verdicts import say

if TYPE_CHECKING:
    from engine.nim import State

    from engine.acts import Act
    from engine.verdicts import Sentence


def legal(state: State) -> list[Act]:
    """List what can be done; the game is loaded late, since it lies in `engine` only during a test."""
    return list(GAMES["nim"].rules().legal(state))


def play(state: State, act: Act) -> State:
    """Return the state after an act."""
    after: State = GAMES["nim"].rules().play(state, act)
    return after


def is_lost(state: State) -> bool:
    """Return whether the player to move loses against best play."""
    return reduce(xor, state.heaps) == 0


class Thinking:
    """One act; it is found at once."""

    def __init__(self, state: State, level: str, seed: int) -> None:
        """Take an act that leaves a lost state, or at the lower level any."""
        acts = legal(state)
        good = [act for act in acts if is_lost(play(state, act))]
        self.is_proven = level == "perfect"
        self.best: Act = random.Random(seed).choice((good if self.is_proven else []) or acts)

    def work(self, _nodes: int) -> bool:
        """Return True: there is nothing left to do."""
        return True

    def reason(self) -> Sentence:
        """Return why the act is good."""
        return say("NI-3")


class Advisor:
    """Plays Nim for two perfectly."""

    def __init__(self, **_limits: int) -> None:
        """Need nothing."""

    def think(self, state: State, level: str, seed: int = 0) -> Thinking:
        """Look for an act."""
        return Thinking(state, level, seed)

    def verdict(self, state: State, left: int, nodes: int) -> Verdict:
        """Find who wins."""
        if state.winner:
            return Verdict(state.winner, (), (float(state.winner == 1), float(state.winner == 2)))
        if self.left(state) > left or not nodes:
            return Verdict(None, None, (0.5, 0.5))
        best = tuple(act for act in legal(state) if is_lost(play(state, act)))
        winner = state.turn if best else 3 - state.turn
        return Verdict(winner, best, (float(winner == 1), float(winner == 2)))

    def left(self, state: State) -> int:
        """Return how many matches are left."""
        return sum(state.heaps)
