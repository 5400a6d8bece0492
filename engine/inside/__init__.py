"""Inside (Gigamic): two players build a pyramid of light and dark cubes. The rules are in RULES.md.

This package fulfils the contract of `engine.game.Rules`; callers use only what `__all__` names. `state` has the
position and how a game starts, `play` what acts do, `legal` which acts are accepted, `judge` why others are
refused and what the box asks, `prompts` the steps for the keys, `corrections` the `fix` acts, `scoring` the
standing.

`pyramid` has the 35 cells: what carries what, and which face shows them. `search` is the opponent; it stands on
this package, which does not know it.
"""

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
