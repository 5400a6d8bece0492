"""Insider (Piatnik): two to four companies seat their people in the restaurant. The rules are in RULES.md.

At `stair` depth the box follows the restaurant, at `board` depth the whole city: `state.town` tells which it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import nothing_to_explain as explain
from engine.insider import deeds, lawful, paths, referee
from engine.insider.board import deeds as board_deeds
from engine.insider.board import lawful as board_lawful
from engine.insider.board import paths as board_paths
from engine.insider.board import referee as board_referee
from engine.insider.referee import RULINGS, seats, standing
from engine.insider.state import VERSION, State, start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.acts import Act
    from engine.game import Ask
    from engine.steps import Answer, Step
    from engine.verdicts import Refusal, Sentence

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


def ask(state: State) -> Ask:
    """Tell what the box waits for."""
    return referee.ask(state) if state.town is None else board_referee.ask(state)


def legal(state: State) -> Sequence[Act]:
    """List every act that would be accepted."""
    return lawful.legal(state) if state.town is None else board_lawful.legal(state)


def wellformed(state: State) -> Sequence[Act]:
    """List all that could be said."""
    return lawful.wellformed(state) if state.town is None else board_lawful.wellformed(state)


def answers(state: State, act: Act) -> Sequence[Answer]:
    """List the answers to the first open value of an act."""
    return paths.answers(state, act) if state.town is None else board_paths.answers(state, act)


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Tell the path of an act."""
    return paths.steps(state, act) if state.town is None else board_paths.steps(state, act)


def judge(state: State, act: Act) -> Refusal | None:
    """Rule on any act."""
    return referee.judge(state, act) if state.town is None else board_referee.judge(state, act)


def play(state: State, act: Act) -> State:
    """Apply any act that the state can represent."""
    return deeds.play(state, act) if state.town is None else board_deeds.play(state, act)


def tell(state: State, act: Act) -> Sentence:
    """Say in a few words what an act does."""
    return referee.tell(state, act) if state.town is None else board_referee.tell(state, act)


def reveals(act: Act) -> bool:
    """Tell whether an act shows something new: a card, a roll, or action cards that are drawn."""
    return referee.reveals(act) or board_referee.reveals(act)
