"""What the tests of Online share: lines that are up, and ways to say things."""

from functools import partial

from engine.verdicts import say
from tests.engine import games

begin, played = partial(games.begin, "online"), partial(games.played, game="online")
UP = ("fix 1.line on-line", "fix 2.line on-line")
READY = (*UP, "fix 1.memory extra-memory", "fix 2.memory extra-memory")


def refused(match, sentence, rule):
    refusal = games.refused(match, sentence)
    assert refusal.rule == rule, refusal
    assert set(refusal.allowed) <= set(match.legal())
    assert refusal.allowed or not match.legal()
    return refusal


def card(name):
    return say(f"online.card-{name}")
