"""Inside: how fast its engine is, and how many presses a turn takes."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from time import process_time

from engine import GAMES
from engine.game import Setup
from tests.bench.chess_yardstick import chess_games
from tests.bench.engines import PER_ACT, PER_LEGAL, Case, judging, median_presses, presses_goal
from tests.bench.rows import Figure, Goal, Row, best, measured
from tests.engine.games import random_game
from tests.firmware_py.ui.presses import fewest_presses

SETUP = Setup("inside", ("Anna", "Ben"))
GAMES_PLAYED, GAMES_JUDGED, GAMES_PRESSED = 60, 20, 100
JUDGED_PER_STATE = 8


def speed() -> Iterator[Row]:
    """Time the engine beside python-chess."""
    yield from measured(
        _speed,
        Goal(PER_ACT, 1 / 8),
        Goal(PER_LEGAL, 1),
        Goal("judge, an accepted act (python-chess per ply)", 1 / 8),
        Goal("judge, any well-formed act (per ply)", 1 / 8),
    )


def presses() -> Iterator[Row]:
    """Count the presses of whole turns, bonus cubes included."""
    yield from measured(
        lambda: [median_presses(_presses_per_turn())],
        presses_goal(f"presses per turn, {GAMES_PRESSED} random games, median", 6),
    )


def _speed() -> Sequence[Figure]:
    accepted, anything = _judged()
    (ply, move), (act, listed), (accepting,), (any_act,) = best(
        chess_games, _play_games, partial(judging, "inside", accepted), partial(judging, "inside", anything)
    )
    return Figure(act, ply), Figure(listed, move), Figure(accepting, ply), Figure(any_act, ply)


def _play_games() -> tuple[float, float]:
    """Play random games as chess is played; return the seconds of CPU per act and per legal act listed."""
    rules = GAMES["inside"].rules()
    legal, play = rules.legal, rules.play
    chance = random.Random(1)
    acts = listed = 0
    began = process_time()
    for _ in range(GAMES_PLAYED):
        state = rules.start(SETUP)
        while found := legal(state):
            state = play(state, found[int(chance.random() * len(found))])
            acts += 1
            listed += len(found)
    took = process_time() - began
    return took / acts, took / listed


def _judged() -> tuple[list[Case], list[Case]]:
    """Draw acts along random games: accepted ones, and any well-formed ones."""
    rules, chance = GAMES["inside"].rules(), random.Random(1)
    states = [state for seed in range(GAMES_JUDGED) for _, state, _ in random_game(SETUP, seed)]
    states = [state for state in states for _ in range(JUDGED_PER_STATE)]
    return (
        [Case(state, chance.choice(rules.legal(state))) for state in states],
        [Case(state, chance.choice(rules.wellformed(state))) for state in states],
    )


def _presses_per_turn() -> Iterator[int]:
    for seed in range(1, GAMES_PRESSED + 1):
        presses = 0
        for rules, state, act in random_game(SETUP, seed):
            presses += fewest_presses(rules, state, act)
            after = rules.play(state, act)
            if after.turn != state.turn or not after.owed:
                yield presses
                presses = 0
