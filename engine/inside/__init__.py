"""Inside (Gigamic): two players build a pyramid of light and dark cubes. The rules are in RULES.md."""

from engine.game import nothing_to_explain as explain
from engine.inside.judge import RULINGS, ask, judge, reveals, seats, tell
from engine.inside.legal import legal, wellformed
from engine.inside.play import play
from engine.inside.prompts import answers, steps
from engine.inside.scoring import standing
from engine.inside.state import VERSION, State, start

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
