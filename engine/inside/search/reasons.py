"""Why a move is good, in a sentence: only what is known for sure."""

from __future__ import annotations

from engine.inside.pyramid import FACES, names
from engine.inside.search.position import (
    COUNTS,
    DARK_SHIFT,
    LIGHT_TAKEN,
    OWED,
    TO_MOVE,
    Position,
    after,
    can_make_bonus,
)
from engine.inside.state import PLAYER
from engine.verdicts import Sentence, say


def reason(position: Position, move: int, winner: int | None) -> Sentence:
    """Return why a move is good; `winner` is the player who is proven to win, if that is known."""
    player = position[TO_MOVE]
    other = PLAYER[1 - player]
    child = after(position, move)
    if winner is not None:
        return say("inside.why-wins") if winner == player else say("inside.why-hardest", other=other)
    if faces := _taken(child, player) - _taken(position, player):
        return say("inside.why-face", face=min(faces))
    if bonus := child[OWED] & ~position[OWED]:
        return say("inside.why-bonus", cells=names(bonus))
    if _threatens(position, 1 - player) and not _threatens(child, 1 - player):
        return say("inside.why-avoids", other=other)
    return say("inside.why-best")


def _taken(position: Position, player: int) -> set[str]:
    """Return the faces that a colour has taken for good."""
    counts = position[COUNTS] >> DARK_SHIFT if player else position[COUNTS]
    return {face for at, face in enumerate(FACES) if counts & LIGHT_TAKEN & 0xF << 4 * at}


def _threatens(position: Position, player: int) -> bool:
    """Return whether a player could make a bonus if it were their turn."""
    filled, opened, _, under, counts, stocks, _ = position
    return can_make_bonus((filled, opened, 0, under, counts, stocks, player))
