"""What screens ask of the part that thinks: questions, answers and the protocol; `runtime.thinker` fulfils it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from engine.acts import Act
from engine.advisor import Verdict
from engine.verdicts import Sentence


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


class Analysis(NamedTuple):
    """Asks who was winning in some states of a game."""

    game: str
    states: tuple[object, ...]
    left: int
    """How much of the game may be left where it is solved."""
    nodes: int
    """The work for one state."""


class Progress(NamedTuple):
    """How far an analysis is; the verdicts of the states, the last state first."""

    verdicts: tuple[Verdict, ...]
    total: int


class Answered(NamedTuple):
    """What was found, with what was asked; an event for the program."""

    asked: Question | Analysis
    found: Thought | Progress | None
    """None if there is no answer."""


class Thinker(Protocol):
    """Thinks beside the event loop; what it finds comes later, as `Answered` on the event queue."""

    def think(self, question: Question) -> None:
        """Think about a question; the one before is dropped."""

    def analyse(self, asked: Analysis) -> None:
        """Analyse a game, beside everything else; the analysis before is dropped."""

    def stop(self) -> None:
        """Stop thinking and end its processes."""
