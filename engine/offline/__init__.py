"""Offline (franjos): two to four players place advertising on eight networks. The rules are in RULES.md."""

from engine.offline.judge import RULINGS, ask, explain, judge, reveals, seats, tell
from engine.offline.legal import legal, wellformed
from engine.offline.play import play
from engine.offline.prompts import answers, steps
from engine.offline.scoring import standing
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
