"""Insider at `stair` depth: the restaurant and the publicity stair; any seat may act at any time.

This package fulfils the contract `engine.game.Rules` with the file names of every game; the state is that of
`engine.insider.state`. Callers: `engine.insider`, and `engine.insider.board`, which builds on it.
"""

from engine.game import nothing_to_explain as explain
from engine.insider.stair.judge import ask, judge, tell
from engine.insider.stair.legal import legal, wellformed
from engine.insider.stair.play import play
from engine.insider.stair.prompts import answers, steps
from engine.insider.stair.scoring import standing
from engine.insider.state import RULINGS, VERSION, State, seats, start
from engine.insider.turns import reveals

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
