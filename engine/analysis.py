"""What an analysis says of the acts of a game: who was winning before and after each, and which were mistakes.

It looks at states only, never at how they came about, so undo, corrections and overruled acts are no special case.

>>> from engine import GAMES
>>> from engine.game import Setup
>>> rules, advisor = GAMES["inside"].rules(), GAMES["inside"].advisor()
>>> state = rules.start(Setup("inside", ("Anna", "Ben")))
>>> [verdict.winner for verdict in verdicts(advisor, [state], left=18, nodes=1000)]
[None]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.acts import Act
from engine.advisor import Advisor, Verdict
from engine.match import inner_of

LEFT, NODES = 18, 2_000_000
"""The default bounds: from how many cells left on a game is solved, and the work for one position."""


class JudgedAct(NamedTuple):
    """An act and what is known of the states around it."""

    act: Act
    """As it was said, `overrule` and `amend` included."""
    left: int
    """How much of the game was left before it."""
    before: Verdict
    after: Verdict

    @property
    def is_mistake(self) -> bool:
        """Whether a player had a proven win and gave it away."""
        seat = inner_of(self.act).seat
        return seat is not None and self.before.winner == seat and self.after.winner not in {None, seat}


def verdicts(advisor: Advisor[object], states: Sequence[object], *, left: int, nodes: int) -> Iterator[Verdict]:
    """Judge states one by one, the last first: what is found of the end of a game helps with its middle."""
    known: dict[object, Verdict] = {}
    for state in reversed(states):
        if state not in known:
            known[state] = advisor.verdict(state, left, nodes)
        yield known[state]


def judged_acts(
    advisor: Advisor[object], acts: Sequence[Act], states: Sequence[object], found: Sequence[Verdict]
) -> list[JudgedAct]:
    """Put acts, the states around them (one more) and their verdicts, in the order of `verdicts`, together."""
    in_order = found[::-1]
    return [
        JudgedAct(act, advisor.left(states[at]), in_order[at], in_order[at + 1]) for at, act in enumerate(acts)
    ]
