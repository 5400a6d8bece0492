"""What tests of every game share."""

import random
from collections.abc import Iterator
from typing import Any

from engine import GAMES
from engine.acts import Act, read_act
from engine.game import Setup
from engine.match import Match
from engine.verdicts import Refusal

SETUPS = {"inside": [Setup("inside", ("Anna", "Ben"))]}
"""Setups to try each game with; the contract's tests run over all of them."""


def begin(game: str = "inside") -> Match[Any]:
    return Match(GAMES[game].rules(), SETUPS[game][0])


def played(*sentences: str, game: str = "inside") -> Match[Any]:
    """Play sentences that all have to be accepted."""
    match = begin(game)
    for sentence in sentences:
        refusal = match.play(read_act(sentence))
        assert refusal is None, (sentence, refusal)
    return match


def refused(match: Match[Any], sentence: str) -> Refusal:
    """Say something that has to be refused, and must not change anything."""
    before = match.state, list(match.log)
    refusal = match.play(read_act(sentence))
    assert refusal is not None, sentence
    assert (match.state, match.log) == before
    return refusal


def random_game(setup: Setup, seed: int) -> Iterator[tuple[Any, Any, Act]]:
    """Play a game with lawful acts at random; give the rules, each state and the act that follows."""
    rules = GAMES[setup.game].rules()
    chance = random.Random(seed)
    state = rules.start(setup)
    while acts := rules.legal(state):
        act = chance.choice(acts)
        yield rules, state, act
        state = rules.play(state, act)
