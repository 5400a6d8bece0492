"""What the benchmarks of all engines share: cases of random games, and the time that they take.

Times are CPU: when other programs share the machine, those would be timed as well.
"""

import statistics
from collections.abc import Callable, Iterable, Sequence
from time import process_time
from typing import Any, NamedTuple

from engine import GAMES
from engine.acts import Act
from engine.game import Setup
from tests.bench.rows import Figure, Goal, Unit
from tests.engine.games import random_game

PER_ACT = "legal + play, per act (python-chess per ply)"
PER_LEGAL = "legal + play, per legal act listed (per move)"
PER_JUDGED = "judge, a play (python-chess per ply)"


class Case(NamedTuple):
    """A position of a random game, and the act that followed."""

    state: Any
    act: Act


def cases_of(setups: Iterable[Setup], games: int) -> list[Case]:
    """Play random games with some setups; return every position with its act."""
    return [
        Case(state, act) for setup in setups for seed in range(games) for _, state, act in random_game(setup, seed)
    ]


def replaying(game: str, cases: Sequence[Case]) -> tuple[float, float]:
    """List what is legal and play, position by position; return the seconds per act and per legal act."""
    rules = GAMES[game].rules()
    legal, play = rules.legal, rules.play
    listed = 0
    began = process_time()
    for state, act in cases:
        listed += len(legal(state))
        play(state, act)
    took = process_time() - began
    return took / len(cases), took / listed


def judging(game: str, cases: Sequence[Case]) -> tuple[float]:
    """Judge acts; return the seconds of CPU for one."""
    judge: Callable[[Any, Act], object] = GAMES[game].rules().judge
    began = process_time()
    for state, act in cases:
        judge(state, act)
    return ((process_time() - began) / len(cases),)


def presses_goal(name: str, limit: float) -> Goal:
    """Make the goal of a row that counts presses."""
    return Goal(name, limit, Unit.PRESSES)


def median_presses(counted: Iterable[int]) -> Figure:
    """Make the figure of counted presses: their median, with a note on the rest."""
    ordered = sorted(counted)
    return Figure(statistics.median(ordered), note=f"p90 {ordered[len(ordered) * 9 // 10]}, most {ordered[-1]}")
