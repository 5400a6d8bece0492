"""What the log of Inside tells besides its acts: a bonus, a face that is taken, the end."""

from __future__ import annotations

from engine.inside.pyramid import names
from engine.inside.scoring import MAJORITY, squares
from engine.inside.state import State, is_over, over
from engine.verdicts import Sentence, player, say
from firmware_py.games.contract import retold_as_it_was

retold = retold_as_it_was


def consequences(before: State, after: State, _seat: int | None) -> list[Sentence]:
    """Return what an act has brought about."""
    found = []
    if bonus := after.owed & ~before.owed:
        found.append(say("inside.then-bonus", who=player(after.turn), cells=names(bonus)))
    earlier = squares(before)
    found += [
        say("inside.then-face", who=player(at + 1), face=face)
        for face, counts in squares(after).items()
        for at, count in enumerate(counts)
        if count >= MAJORITY > earlier[face][at]
    ]
    if is_over(after) and not is_over(before):
        found.append(over(after)[1])
    return found
