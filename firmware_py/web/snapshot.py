"""Snapshots: what the box shows at a moment, as values that never change.

The program's thread takes them, the server's thread reads them. States of games are frozen, so a snapshot holds
the state itself; nothing is worked out here that a phone may never ask for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.game import Setup
    from engine.match import Base
    from engine.verdicts import Refusal
    from firmware_py.ui.match_screen import MatchScreen
    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.ui.view_model import ViewModel
    from firmware_py.web.simulated_box import Shown


class Refused(NamedTuple):
    """Something that the referee refused."""

    place: int
    """How many acts were in the log then."""
    act: Act
    refusal: Refusal


class Played(NamedTuple):
    """The match on the table."""

    number: int
    """In the journal."""
    setup: Setup
    state: Any
    names: tuple[str, ...]
    """Of whoever plays each seat."""
    log: tuple[Act, ...]
    refused: tuple[Refused, ...]
    base: Base[Any] | None = None
    """Where it goes on from, if not from the beginning."""


class Snapshot(NamedTuple):
    """Everything."""

    ask: int
    """The number of the question: who answers says which one was meant."""
    asked: ViewModel
    played: Played | None
    hints: bool = True
    shown: Shown | None = None
    """What the virtual box looks like, if there is one."""


class SnapshotTaker:
    """Takes one snapshot after the other, and numbers the questions."""

    def __init__(self) -> None:
        """Begin with the first question."""
        self._ask = 0
        self._asked: tuple[ViewModel, int] | None = None
        """The question, and how much was said before: the next one may be the same, and is another."""

    def is_asked(self, number: int) -> bool:
        """Tell whether a question is still the one at hand."""
        return number == self._ask

    def take(self, stack: ScreenStack, shown: Shown | None = None) -> Snapshot:
        """Take a snapshot of a desk."""
        asked = stack.top.view_model()
        box = stack.match_screen
        question = (asked._replace(cursor=0, news="", sign=""), 0 if box is None else len(box.match.log))
        if question != self._asked:
            self._ask, self._asked = self._ask + 1, question
        return Snapshot(self._ask, asked, None if box is None else _played(box), stack.config.hints, shown)


def _played(box: MatchScreen) -> Played:
    match = box.match
    return Played(
        box.session.number,
        match.setup,
        match.state,
        match.names,
        tuple(match.log),
        tuple(Refused(*refused) for refused in box.play.refusals),
        match.base,
    )
