"""Games that are shaken: corrections, overruled acts, players who leave and undo, among what is lawful."""

import random
from collections.abc import Iterator
from typing import Any

from engine.acts import Act, is_open, read_act
from engine.game import FIX
from engine.match import Match, about
from engine.verdicts import Refusal
from tests.engine.games import filled

DEEDS = 250


def shaken(
    match: Match[Any], chance: random.Random, *, leaving: float
) -> Iterator[tuple[Act | None, Refusal | None]]:
    """Do something to a match, again and again; give what was said, if anything, and the answer."""
    rules = match.rules
    for _ in range(DEEDS):
        kind, act, refusal = chance.random(), None, None
        if kind < 0.15:
            act = filled(rules, match.state, FIX, chance)
            refusal = match.play(act)
        elif kind < 0.3:
            act = chance.choice(rules.wellformed(match.state))
            if not is_open(act):
                match.play(about("overrule", act))
        elif kind < 0.3 + leaving:
            match.play(Act(chance.choice(match.state.seats), "quit"))
        elif kind < 0.4:
            match.play(read_act("undo"))
        elif lawful := match.legal():
            assert match.play(filled(rules, match.state, chance.choice(lawful), chance)) is None
        yield act, refusal


def replays(match: Match[Any]) -> bool:
    """Tell whether the log of a match, said once more from its sentences, leads to the same position."""
    again = Match(match.rules, match.setup)
    for act in match.log:
        assert again.play(read_act(str(act))) is None
    return again.state == match.state
