"""Insider (Piatnik): two to four companies seat their people in the restaurant. The rules are in RULES.md.

A game is played at one of two depths: at `stair` depth the box follows the restaurant, at `board` depth the
whole city. Each depth is a package that fulfils the contract `engine.game.Rules` by itself; both work on the
same `State`. The functions here choose the depth, and are all that callers use. `board` builds on `stair`, which
does not know it.

Shared by both: `restaurant` (the open card, who sits where), `publicity` (the stair and its arithmetic),
`cards`, `turns`, `city` (places and paths), `town` (pawns, hands, the turn), `owner_data` (what owners read off
their copy).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.acts import Act
from engine.game import Ask, Rules, Standing
from engine.game import nothing_to_explain as explain
from engine.insider import board, stair
from engine.insider.state import RULINGS, VERSION, State, seats, start
from engine.insider.turns import reveals
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


def _depth(state: State) -> Rules[State]:
    """Return the rules of the depth at which a game is played; what every act needs chooses without this call."""
    return stair if state.town is None else board


def ask(state: State) -> Ask:
    """Return what the box waits for."""
    return _depth(state).ask(state)


def legal(state: State) -> Sequence[Act]:
    """Return every act that would be accepted."""
    return stair.legal(state) if state.town is None else board.legal(state)


def wellformed(state: State) -> Sequence[Act]:
    """Return every act that could be said, legal or not."""
    return _depth(state).wellformed(state)


def answers(state: State, act: Act) -> Sequence[Answer]:
    """Return the answers to the first open value of an act."""
    return _depth(state).answers(state, act)


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps with which the keys say an act."""
    return stair.steps(state, act) if state.town is None else board.steps(state, act)


def judge(state: State, act: Act) -> Refusal | None:
    """Return why an act is refused; None if it is accepted."""
    return stair.judge(state, act) if state.town is None else board.judge(state, act)


def play(state: State, act: Act) -> State:
    """Return the state after any act that the state can hold."""
    return stair.play(state, act) if state.town is None else board.play(state, act)


def tell(state: State, act: Act) -> Sentence:
    """Return in a few words what an act does."""
    return _depth(state).tell(state, act)


def standing(state: State) -> Standing:
    """Return how the game stands."""
    return _depth(state).standing(state)
