"""What screens ask of the part that thinks: questions, answers and the protocol; `runtime.thinker` fulfils it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.acts import Act
    from engine.advisor import Verdict
    from engine.verdicts import Sentence
    from firmware_py.ui.screen_stack import ScreenStack


class Question(NamedTuple):
    """Asks which act a player of some level would choose."""

    game: str
    state: object
    level: str
    seed: int
    seconds: float | None
    """The answer comes after so many seconds at the latest; None: there is no answer, only preparation."""


class Thought(NamedTuple):
    """The answer to a question."""

    state: object
    act: Act
    is_proven: bool
    reason: Sentence


class Examination(NamedTuple):
    """Asks who was winning in some states of a game."""

    game: str
    states: tuple[object, ...]
    left: int
    """How much of the game may be left where it is solved."""
    nodes: int
    """The work for one state."""


class Progress(NamedTuple):
    """How far an examination is; the verdicts of the states, the last state first."""

    verdicts: tuple[Verdict, ...]
    total: int


class Thinker(Protocol):
    """Thinks beside the event loop; answers come later, through the event queue."""

    def think(self, question: Question, take: Callable[[ScreenStack, Thought | None], None]) -> None:
        """Think about a question; the one before is dropped."""

    def examine(self, asked: Examination, take: Callable[[ScreenStack, Progress | None], None]) -> None:
        """Examine a game, beside everything else; the examination before is dropped."""

    def stop(self) -> None:
        """Stop thinking and end its processes."""


class NoThinker:
    """Nothing that could think: every answer is that there is none."""

    def think(self, question: Question, take: Callable[[ScreenStack, Thought | None], None]) -> None:
        """Do nothing."""

    def examine(self, asked: Examination, take: Callable[[ScreenStack, Progress | None], None]) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""
