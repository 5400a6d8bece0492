"""Online (Internet card game): two to six players download over lines that break. The rules are in RULES.md.

This package fulfils the contract of `engine.game.Rules`; callers use only what `__all__` names. `state` has the
table, never a hand, and how a game starts; `play` has what acts do, `legal` which acts are accepted, `judge` why
others are refused and what the box asks, `prompts` the steps for the keys, `corrections` the `fix` acts,
`scoring` the standing.

Of its own it has `cards` (what can lie on what), `reading` (the words of acts), `moment` (whether it is the time
for an act) and `draft` (a state in the making).
"""

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
