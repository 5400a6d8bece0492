"""Online: how fast its engine is, and how many presses a card takes."""

import random
from collections.abc import Iterator, Sequence
from functools import partial

from engine import GAMES
from tests.bench.chess_yardstick import chess_games
from tests.bench.engines import (
    PER_ACT,
    PER_JUDGED,
    PER_LEGAL,
    cases_of,
    judging,
    median_presses,
    presses_goal,
    replaying,
)
from tests.bench.rows import Figure, Goal, Row, best, measured
from tests.engine.games import SETUPS
from tests.firmware_py.ui.presses import fewest_presses

GAMES_PLAYED = 2
CASES_PRESSED = 600
OWN = ("lay", "download")
PLAYED = (*OWN, "block", "hacker", "patrol", "search")
"""Acts that play a card."""


def speed() -> Iterator[Row]:
    """Time the engine beside python-chess."""
    yield from measured(_speed, Goal(PER_ACT, 0.6), Goal(PER_LEGAL, 1), Goal(PER_JUDGED, 0.2))


def presses() -> Iterator[Row]:
    """Count the presses of every card played, and of those that are laid or downloaded."""
    yield from measured(
        _presses_per_card,
        presses_goal("presses per card played, six keys, median", 4),
        presses_goal("presses to lay or download, six keys, median", 3),
    )


def _speed() -> Sequence[Figure]:
    cases = cases_of(SETUPS["online"], GAMES_PLAYED)
    (ply, move), (act, listed), (judged,) = best(
        chess_games, partial(replaying, "online", cases), partial(judging, "online", cases)
    )
    return Figure(act, ply), Figure(listed, move), Figure(judged, ply)


def _presses_per_card() -> Sequence[Figure]:
    rules = GAMES["online"].rules()
    cases = random.Random(1).sample(cases_of(SETUPS["online"], GAMES_PLAYED), CASES_PRESSED)
    counted = [(act.verb, fewest_presses(rules, state, act)) for state, act in cases if act.verb in PLAYED]
    return median_presses(n for _, n in counted), median_presses(n for verb, n in counted if verb in OWN)
