"""How a game at `stair` depth stands."""

from __future__ import annotations

from engine.game import Standing
from engine.insider.scoring import standing_with
from engine.insider.state import State


def standing(state: State) -> Standing:
    """Return the steps, who has won and how, the open card, and every evaluation with its arithmetic."""
    return standing_with(state, {})
