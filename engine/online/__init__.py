"""Online (Internet card game): two to six players download over lines that break. The rules are in RULES.md."""

from engine.game import nothing_to_explain as explain
from engine.online.judge import RULINGS, ask, judge, reveals, seats, tell
from engine.online.legal import legal, wellformed
from engine.online.play import play
from engine.online.prompts import answers, steps
from engine.online.scoring import standing
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
