"""How many presses each kind of act takes with the six keys, beside what it took before lists and crosses.

Until then ok took the fifth answer of a screen. Now ok takes only what is highlighted.
"""

import random
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from engine import GAMES
from engine.acts import Act
from engine.game import Setup
from engine.insider.cards import KNOWN, SIZES, Card, card_act
from tests.bench.engines import Case, cases_of, presses_goal
from tests.bench.rows import Figure, Row, measured
from tests.engine.games import BOARDS, NAMES, SETUPS, STAIRS
from tests.firmware_py.ui.presses import fewest_presses

BEFORE = {
    "inside": {"place": 4.5, "bonus": 2},
    "stair": {"stop": 4},
    "city": {"stop": 2},
    "online": {
        "draw": 1, "stop": 1, "lay": 2, "download": 2.2, "block": 3.1, "hacker": 2.1, "patrol": 1, "exchange": 3.4,
        "search": 5.2,
    },
    "offline": {"put": 5, "swap": 6, "show": 3},
}  # fmt: skip
"""The mean of presses, counted by hand in whole games; where sites are pointed at, the most that we want."""
SEAT_BEFORE = 2.7
SETUP_OF = {
    "inside": SETUPS["inside"],
    "stair": STAIRS,
    "city": BOARDS[:1],
    "online": [Setup("online", NAMES[:2]), Setup("online", NAMES[:3])],
    "offline": [Setup("offline", NAMES[:seats]) for seats in (2, 3)],
}
GAMES_PLAYED, CASES, CARDS_FILLED = 2, 40, 6


def presses() -> Iterator[Row]:
    """Count the presses of every kind of act that was counted before."""
    for name, before in BEFORE.items():
        goals = [presses_goal(f"presses to {verb}, {name}, mean", goal) for verb, goal in before.items()]
        yield from measured(partial(_per_verb, name, tuple(before)), *goals)
    yield from measured(_per_seat, presses_goal("presses to sit down, until a card is full, mean", SEAT_BEFORE))


def _per_verb(name: str, verbs: Sequence[str]) -> Sequence[Figure]:
    setups = SETUP_OF[name]
    by_verb: dict[str, list[Case]] = defaultdict(list)
    for case in cases_of(setups, GAMES_PLAYED):
        by_verb[case.act.verb].append(case)
    rules, chance = GAMES[setups[0].game].rules(), random.Random(1)
    chosen = {verb: chance.sample(by_verb[verb], min(CASES, len(by_verb[verb]))) for verb in verbs}
    return [_mean(fewest_presses(rules, state, act) for state, act in chosen[verb]) for verb in verbs]


def _per_seat() -> Sequence[Figure]:
    """Seat pawns at random until each card is full."""
    rules, chance, counted = GAMES["insider"].rules(), random.Random(1), []
    for setup in STAIRS:
        for size in SIZES[len(setup.players)]:
            tables = list(range(1, size + 1))
            for _ in range(CARDS_FILLED):
                state = rules.play(rules.start(setup), card_act(Card((1,) * size, KNOWN.corner)))
                for table in chance.sample(tables, size):
                    act = Act(chance.choice(state.seats), "seat", (str(table),))
                    counted.append(fewest_presses(rules, state, act))
                    state = rules.play(state, act)
    return [_mean(counted)]


def _mean(counted: Iterator[int] | list[int]) -> Figure:
    every = list(counted)
    return Figure(round(statistics.mean(every), 1), note=f"most {max(every)}, {len(every)} acts")
