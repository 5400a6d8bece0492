"""What tests of every game share."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

from engine import GAMES
from engine.acts import Act, is_open, read_act
from engine.game import Setup
from engine.insider.owner_data import board_tags
from engine.match import Match
from engine.verdicts import Refusal
from tests.depth import slow_unless
from tests.engine.insider.own_boards import OWN

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz")
BOARDS = [
    *(Setup("insider", NAMES[:seats], tags={"Depth": "board"}) for seats in (2, 3, 4)),
    Setup("insider", NAMES[:3], tags={"Depth": "board", **board_tags(OWN)}),
]
STAIRS = [Setup("insider", NAMES[:seats]) for seats in (2, 3, 4)]
SETUPS = {
    "insider": [*STAIRS, *BOARDS],
    "inside": [Setup("inside", NAMES[:2])],
    "offline": [
        *(Setup("offline", NAMES[:seats]) for seats in (2, 3, 4)),
        *(Setup("offline", NAMES[:seats], tags={"Mode": "expert"}) for seats in (2, 3, 4)),
        Setup("offline", NAMES[:3], tags={"Depth": "score"}),
        Setup("offline", NAMES[:4], tags={"Depth": "score", "Mode": "expert", "Market": "per-player"}),
    ],
    "online": [
        *(Setup("online", NAMES[:seats]) for seats in (2, 3, 4, 5, 6)),
        Setup("online", NAMES[:4], tags={"Parties": "single"}),
        Setup("online", NAMES[:6], tags={"Parties": "trios", "Limit": "60"}),
        Setup("online", NAMES[:3], tags={"Line": "next-turn"}),
    ],
}
"""Setups to try each game with (plain ones if it is not named here); the contract's tests run over all of them."""
for name, game in GAMES.items():
    SETUPS.setdefault(name, [Setup(name, NAMES[:seats]) for seats in game.seats])
_IN_FAST_RUN = {"insider": (1, 4), "offline": (1, 3, 7), "online": (2, 6, 7)}
TYPICAL = [several[at] for name, several in SETUPS.items() for at in _IN_FAST_RUN.get(name, (0,))]
"""A setup for every game, depth and mode: those of the fast run."""
EVERY_SETUP = slow_unless([setup for several in SETUPS.values() for setup in several], TYPICAL)
"""All of `SETUPS` as parameters of a test."""


def setups_of(game: str) -> list[Any]:
    """Return the setups of a game as parameters of a test."""
    return slow_unless(SETUPS[game], TYPICAL)


def begin(game: str = "inside", seats: int = 2, first: int = 1, **tags: str) -> Match[Any]:
    return Match(GAMES[game].rules(), Setup(game, NAMES[:seats], first, tags))


def say_all(match: Match[Any], *sentences: str) -> Match[Any]:
    """Play acts that all have to be accepted."""
    for sentence in sentences:
        refusal = match.play(read_act(sentence))
        assert refusal is None, (sentence, refusal)
    return match


def played(*sentences: str, game: str = "inside", seats: int = 2, **tags: str) -> Match[Any]:
    return say_all(begin(game, seats, **tags), *sentences)


def texts(acts: Iterable[Act]) -> list[str]:
    return [str(act) for act in acts]


def refused(match: Match[Any], sentence: str) -> Refusal:
    """Play an act that has to be refused, and check that it changes nothing."""
    before = match.state, list(match.log)
    refusal = match.play(read_act(sentence))
    assert refusal is not None, sentence
    assert (match.state, match.log) == before
    return refusal


def filled(rules: Any, state: Any, act: Act, chance: random.Random) -> Act:
    """Return an act with its open values filled at random."""
    while is_open(act):
        act = chance.choice([answer for answer in rules.answers(state, act) if not answer.hollow]).act
    return act


def random_game(setup: Setup, seed: int) -> Iterator[tuple[Any, Any, Act]]:
    """Play a game with allowed acts at random; give the rules, each state and the act that follows.

    Where several things can be done it is the action that is drawn first: there are many more rolls than tables.
    """
    rules = GAMES[setup.game].rules()
    chance = random.Random(seed)
    state = rules.start(setup)
    while acts := rules.legal(state):
        verbs = sorted({act.verb for act in acts})
        if len(verbs) > 1:
            verb = chance.choice(verbs)
            acts = [act for act in acts if act.verb == verb]
        act = filled(rules, state, chance.choice(acts), chance)
        yield rules, state, act
        state = rules.play(state, act)
