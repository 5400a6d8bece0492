"""Inside (Gigamic): two players build a pyramid of light and dark cubes. The rules are in RULES.md."""

from engine.game import nothing_to_explain as explain
from engine.inside.cubes import VERSION, State, play, start
from engine.inside.lawful import answers, legal, steps, wellformed
from engine.inside.referee import RULINGS, ask, judge, reveals, seats, standing, tell

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
