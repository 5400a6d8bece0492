"""Insider (Piatnik): two to four companies seat their people in the restaurant. The rules are in RULES.md."""

from engine.game import nothing_to_explain as explain
from engine.insider.deeds import play
from engine.insider.lawful import legal, wellformed
from engine.insider.paths import answers, steps
from engine.insider.referee import RULINGS, ask, judge, reveals, seats, standing, tell
from engine.insider.state import VERSION, State, start

__all__ = [
    "RULINGS",
    "VERSION",
    "State",
    "answers",
    "ask",
    "explain",
    "judge",
    "legal",
    "play",
    "reveals",
    "seats",
    "standing",
    "start",
    "steps",
    "tell",
    "wellformed",
]
