"""Offline (franjos): two to four players place advertising on eight networks. The rules are in RULES.md.

This package fulfils the contract of `engine.game.Rules`; callers use only what `__all__` names. `state` has the
position and how a game starts, `play` what acts do, `legal` which acts are accepted, `judge` why others are
refused and what the box asks, `prompts` the steps for the keys, `corrections` the `fix` acts, `scoring` the
standing.

Of its own it has `tiles`, `worth` (what an ad is worth on a site), `owner_data` (the map and the market cards),
`reading` (the words of acts), `moment` (what each phase waits for), `limits` (what cannot exist), `crosses` and
`spelling` (how nets, sites and tiles are said with keys).
"""

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
