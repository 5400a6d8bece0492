"""Offline: how fast its engine is, and how many presses turns and final scores take."""

import random
from collections.abc import Iterator, Sequence
from functools import partial

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.offline.owner_data import NETS, PLACEHOLDER
from engine.offline.state import Phase
from engine.offline.tiles import CATEGORIES, NAMES
from engine.offline.worth import free_sites, openings
from firmware_py.i18n.translations import Translations
from tests.bench.chess_yardstick import chess_games
from tests.bench.engines import (
    PER_ACT,
    PER_JUDGED,
    PER_LEGAL,
    Case,
    cases_of,
    judging,
    median_presses,
    presses_goal,
    replaying,
)
from tests.bench.rows import Figure, Goal, Row, best, measured
from tests.bench.typing_presses import typed
from tests.engine.games import SETUPS, random_game
from tests.engine.offline.slow_offline import leader
from tests.firmware_py.screens import new_box
from tests.firmware_py.ui.presses import fewest_presses

GAMES_PLAYED = 3
BOARD_SETUPS = [setup for setup in SETUPS["offline"] if setup.tags.get("Depth") != "score"]
SCORE = Setup("offline", ("Anna", "Ben"), tags={"Depth": "score"})
BOARDS_SCORED = 40


def speed() -> Iterator[Row]:
    """Time the engine beside python-chess."""
    yield from measured(_speed, Goal(PER_LEGAL, 0.45), Goal(PER_ACT, 1), Goal(PER_JUDGED, 0.2))


def presses() -> Iterator[Row]:
    """Count the presses of turns on the board, and of the final score."""
    yield from measured(
        lambda: [median_presses(turn for setup in BOARD_SETUPS for turn in _presses_per_turn(setup))],
        presses_goal("presses per turn on the board, median", 9),
    )
    yield from measured(
        _presses_per_set_up, presses_goal("presses for the set-up: 21 tiles, three letters each", 60)
    )
    yield from measured(
        lambda: [Figure(max(map(_presses_per_score, range(BOARDS_SCORED))))],
        presses_goal("presses for the leads of a finished board, most", 60),
    )


def _speed() -> Sequence[Figure]:
    cases = cases_of(SETUPS["offline"], GAMES_PLAYED)
    (ply, move), (act, listed), (judged,) = best(
        chess_games, partial(_replay, cases), partial(judging, "offline", cases)
    )
    return Figure(listed, move), Figure(act, ply), Figure(judged, ply)


def _replay(cases: Sequence[Case]) -> tuple[float, float]:
    """Replay as if for the first time: no position is remembered from an earlier round."""
    openings.cache_clear()
    free_sites.cache_clear()
    return replaying("offline", cases)


def _presses_per_turn(setup: Setup) -> Iterator[int]:
    """Count the presses of every turn of random games, with the tiles that are drawn after it."""
    for seed in range(GAMES_PLAYED):
        presses = 0
        for rules, state, act in random_game(setup, seed):
            if act.verb in {"deal", "reveal"} or (act.verb == "show" and not presses):
                continue  # before the first turn
            presses += fewest_presses(rules, state, act)
            if rules.play(state, act).phase in {Phase.TURN, Phase.END}:
                yield presses
                presses = 0


def _presses_per_set_up() -> Sequence[Figure]:
    """Count the presses until the first turn; the tiles go on the sites that the box proposes.

    With four answers a press, 21 of 64 tiles in the order of their sites take at least 60.3 presses on average,
    however the questions are put: that is the logarithm of 64 * 63 * ... * 44 to the base of 4.
    """
    box = new_box(Translations("en"), game="offline", seats=3)
    tiles = random.Random(1).sample(NAMES, len(NAMES))
    presses = 0
    while box.match.state.phase in {Phase.DEAL, Phase.SHOW}:
        presses += typed(box, tuple(tiles.pop()))
    return (Figure(presses),)


def _presses_per_score(seed: int) -> int:
    """Count the presses to tell all nets of a finished board by their leads."""
    rules = GAMES["offline"].rules()
    state, presses = rules.start(SCORE), 0
    tiles = random.Random(seed).sample(NAMES, len(NAMES))
    for net, web in zip(NETS, PLACEHOLDER.nets, strict=True):
        lying = [tiles.pop() for _ in range(web.size)]
        for column, category in enumerate(CATEGORIES):
            found = leader(lying, column)
            act = read_act(f"lead {net} {category} {f'{found[0]} {found[1]}' if found else '-'}")
            presses += fewest_presses(rules, state, act)
            state = rules.play(state, act)
    return presses
