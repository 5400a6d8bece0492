"""Offline (franjos): two to four players place advertising on eight networks. The rules are in RULES.md."""

from engine.offline.answers import answers
from engine.offline.lawful import legal, wellformed
from engine.offline.paths import steps
from engine.offline.playing import play
from engine.offline.referee import RULINGS, ask, explain, judge, reveals, seats, tell
from engine.offline.standing import standing
from engine.offline.state import VERSION, State, start

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
