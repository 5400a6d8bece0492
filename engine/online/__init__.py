"""Online (Internet card game): two to six players download over lines that break. The rules are in RULES.md."""

from engine.game import nothing_to_explain as explain
from engine.online.amends import answers
from engine.online.lawful import legal, wellformed
from engine.online.paths import steps
from engine.online.playing import play
from engine.online.referee import RULINGS, ask, judge, reveals, seats, standing, tell
from engine.online.state import VERSION, State, start

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
