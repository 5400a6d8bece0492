"""Snapshots: what the box shows at a moment, as immutable values.

The program's thread takes them, the server's thread reads them. Game states are immutable, so a snapshot holds the
state itself; what is derived from it is computed by the server when a phone needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.game import Setup
    from engine.match import Base
    from engine.verdicts import Refusal
    from firmware_py.ui.match_analysis import Analysed
    from firmware_py.ui.match_screen import MatchScreen
    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.ui.view_model import ViewModel
    from firmware_py.web.simulated_box import BoxView


class Refused(NamedTuple):
    """An act that was refused."""

    place: int
    """How many acts were in the log at that time."""
    act: Act
    refusal: Refusal


class LogView(Sequence["Act"]):
    """The first acts of a log that only grows; taking one costs the same however long the log is."""

    def __init__(self, log: Sequence[Act]) -> None:
        """Take all acts that the log has now."""
        self.source, self._length = log, len(log)

    def __len__(self) -> int:
        """Return how many acts there were."""
        return self._length

    @overload
    def __getitem__(self, at: int) -> Act: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Act]: ...
    def __getitem__(self, at: int | slice) -> Act | Sequence[Act]:
        """Return an act, or some of them."""
        if isinstance(at, slice):
            return self.source[slice(*at.indices(self._length))]
        return self.source[range(self._length)[at]]


class Played(NamedTuple):
    """The current match."""

    number: int
    """Its number in the journal."""
    setup: Setup
    state: object
    names: tuple[str, ...]
    """The name of the player of each seat."""
    log: Sequence[Act]
    refused: tuple[Refused, ...]
    base: Base[object] | None = None
    """The state that it continues from, if not from the start."""
    can_examine: bool = False
    """Whether the match can be analysed."""
    analysed: Analysed | None = None
    """How far its analysis is, if somebody has asked for it."""


class Snapshot(NamedTuple):
    """What the page can show."""

    ask: int
    """The number of the question; an answer carries it."""
    asked: ViewModel
    played: Played | None
    hints: bool = True
    shown: BoxView | None = None
    """What the simulated box shows, if there is one."""


class SnapshotTaker:
    """Takes snapshots, and numbers the questions."""

    def __init__(self) -> None:
        """Start before the first question."""
        self._ask = 0
        self._asked: tuple[ViewModel, int] | None = None
        """The question and the length of the log: an equal question after another act is a new one."""

    def is_asked(self, number: int) -> bool:
        """Return whether the question of this number is still the current one."""
        return number == self._ask

    def take(self, stack: ScreenStack, shown: BoxView | None = None) -> Snapshot:
        """Return a snapshot of the screen stack."""
        asked = stack.top.view_model()
        box = stack.match_screen
        question = (asked._replace(cursor=0, news=None), 0 if box is None else len(box.match.log))
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
        LogView(match.log),
        tuple(Refused(*refused) for refused in box.play.refusals),
        match.base,
        box.analysis.is_possible,
        box.analysis.analysed,
    )
