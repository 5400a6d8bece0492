"""The search of Inside: how many positions a proof takes, how fast it looks at them, how strong its levels are.

The games are spread over all cores. They come in pairs that begin with the same two random cubes, once with either
colour.
"""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from time import perf_counter, process_time

from drivers.presses import Key, Kind, Press
from engine import GAMES
from engine.game import Setup
from engine.inside.search.position import act_of, pack, winner
from engine.inside.search.solver import Solver
from engine.inside.search.work import Meter, run
from firmware_py.commands.match import OPENING_ACTS, play_game
from firmware_py.runtime.thinker import Thinker
from firmware_py.ui.match.thinker import Question
from firmware_py.ui.stack.screen_stack import ScreenStack
from tests.bench.chess_yardstick import chess_games
from tests.bench.matches import matches
from tests.bench.plain_mcts import choose
from tests.bench.rows import Figure, Goal, Row, Unit, best, measured
from tests.engine.games import random_game

SETUP = Setup("inside", ("Anna", "Ben"))
INSIDE = GAMES["inside"]
POSITIONS, CELLS_LEFT = 200, 20
NODES_PER_PLY = 4
"""100,000 nodes a second for each 40 µs per ply: four nodes in the time of a ply."""
TIMED_POSITIONS, TIMED_ROUNDS = 20, 5
PLAYED, MOST_LOST_BELOW, MOST_LOST_TO_MCTS = 100, 35, 10
PLAYOUTS = 2_000
NODES = 10_000
"""Positions that the strongest level looks at for a move that it cannot prove: a tenth of a second, not five."""
ENOUGH = 1 << 60
MOST_SLOWER = 1.5
KEY_ROUNDS, KEYS_PRESSED = 12, 50


def solver() -> Iterator[Row]:
    """Count the positions of proofs, and time them beside python-chess."""
    yield from measured(
        lambda: [_nodes()],
        Goal(f"positions of a proof, {CELLS_LEFT} cells left, mean", 60_000, Unit.COUNT),
    )
    yield from measured(_speed, Goal("a position of a proof (1/4 ply of python-chess)", 1))


def levels() -> Iterator[Row]:
    """Let each level play the one below, and the strongest one a plain Monte Carlo tree search."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for weak, strong in pairwise(INSIDE.levels):
            yield from measured(
                lambda weak=weak, strong=strong: [_lost(pool, partial(beats, strong, weak))],
                Goal(f"{strong} against {weak}, lost of {PLAYED}", MOST_LOST_BELOW, Unit.COUNT),
            )
        yield from measured(
            lambda: [_lost(pool, beats_mcts)],
            Goal(f"{INSIDE.levels[-1]} against plain MCTS, lost of {PLAYED}", MOST_LOST_TO_MCTS, Unit.COUNT),
        )


def keys() -> Iterator[Row]:
    """Measure the time from a key to both pictures while the box thinks, beside the time while it does not."""
    yield from measured(
        _keys,
        Goal("key to pictures while the box thinks, median", MOST_SLOWER),
        Goal("key to pictures while the box thinks, 95th pct", MOST_SLOWER),
    )


def _keys() -> Sequence[Figure]:
    """Press keys in turns, with and without thinking; the best round of each counts, the others were disturbed."""
    stack = next(stack for setup, stack in matches() if setup.game == "inside")
    thinker = Thinker(lambda _event: None)
    taken: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
    for _ in range(KEY_ROUNDS):
        for is_thinking, times in taken.items():
            if is_thinking:
                state = INSIDE.rules().start(SETUP)
                thinker.think(Question("inside", state, "perfect", 1, ENOUGH))
            times.append(_press_keys(stack))
            thinker.stop()
    busy, idle = (tuple(map(min, zip(*taken[is_thinking], strict=True))) for is_thinking in (True, False))
    return [Figure(*pair) for pair in zip(busy, idle, strict=True)]


def _press_keys(stack: ScreenStack) -> tuple[float, float]:
    """Move the cursor to and fro; return the median and the 95th percentile of the seconds for a key."""
    times = []
    for key in (Key.RIGHT, Key.LEFT, Key.DOWN, Key.UP) * KEYS_PRESSED:
        began = perf_counter()
        stack.press(Press(key, Kind.SHORT))
        stack.prompt()
        stack.table()
        times.append(perf_counter() - began)
    times.sort()
    return times[len(times) // 2], times[len(times) * 95 // 100]


def _positions(count: int):
    for seed in range(count):
        yield pack(list(random_game(SETUP, seed))[35 - CELLS_LEFT][1])


def _prove(position) -> int:
    meter = Meter()
    run(meter, Solver(meter).winner(position), ENOUGH)
    return meter.nodes


def _nodes() -> Figure:
    counted = sorted(map(_prove, _positions(POSITIONS)))
    return Figure(sum(counted) / POSITIONS, note=f"most {counted[-1]}")


def _speed() -> Sequence[Figure]:
    positions = list(_positions(TIMED_POSITIONS))

    def proofs() -> tuple[float]:
        began = process_time()
        nodes = sum(map(_prove, positions))
        return ((process_time() - began) / nodes,)

    (ply, _), (node,) = best(chess_games, proofs, rounds=TIMED_ROUNDS)
    return [Figure(node, ply / NODES_PER_PLY)]


def _lost(pool: ProcessPoolExecutor, wins: Callable[[int], bool]) -> Figure:
    """Play all games; return how many were lost."""
    return Figure(PLAYED - sum(pool.map(wins, range(PLAYED), chunksize=5)))


def beats(strong: str, weak: str, number: int) -> bool:
    """Play one game, as Light if its number is even; return whether the strong level has won."""
    seat = number % 2 + 1
    players = (strong, weak) if seat == 1 else (weak, strong)
    return seat in play_game(INSIDE, players, number, NODES)


def beats_mcts(number: int) -> bool:
    """Play one game against the tree search, as Light if its number is even; return whether that has lost."""
    rules, advisor = INSIDE.rules(), INSIDE.advisor(nodes=NODES)
    chance, opening = random.Random(number), random.Random(number // 2)
    state, seat = rules.start(SETUP), number % 2 + 1
    for _ in range(OPENING_ACTS):
        state = rules.play(state, opening.choice(rules.legal(state)))
    while (won := winner(pack(state))) is None:
        if state.turn == seat:
            thinking = advisor.think(state, INSIDE.levels[-1], number)
            thinking.work(ENOUGH)
            state = rules.play(state, thinking.best)
        else:
            position = pack(state)
            state = rules.play(state, act_of(position, choose(position, PLAYOUTS, chance)))
    return won == seat - 1
