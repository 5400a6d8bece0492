"""Snapshots: what the box shows at a moment, as immutable values.

The program's thread takes them, the server's thread reads them. Game states are immutable, so a snapshot holds the
state itself; what is derived from it is computed by the server when a phone needs it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.acts import Act
from engine.game import Setup
from engine.verdicts import Refusal, Sentence
from firmware_py.page.devices import Asked, Devices
from firmware_py.page.virtual.simulated_box import BoxView
from firmware_py.storage.entries import ThinkingTime
from firmware_py.ui.match.analysis import Analysed
from firmware_py.ui.match.clock import ClockView
from firmware_py.ui.match.history import History, LogView
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.screens.view_model import ViewModel
from firmware_py.ui.stack.screen_stack import ScreenStack


class Refused(NamedTuple):
    """An act that was refused."""

    place: int
    """How many acts were in the log at that time."""
    act: Act
    refusal: Refusal


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
    history: History
    can_analyse: bool = False
    """Whether the match can be analysed."""
    analysed: Analysed | None = None
    """How far its analysis is, if somebody has asked for it."""
    series: tuple[Sentence, ...] = ()
    """The totals of the series, if the match belongs to one."""
    clock: ClockView | None = None
    thoughts: Sequence[ThinkingTime] = ()
    """How long the players thought before each act."""
    pictures: Mapping[int, tuple[str, ...]] = {}
    """The pictures around acts that were entered from them, by place in the log: `before`, `after`."""
    looks: str = ""
    """What the camera sees now, as the end of a key; empty without a camera."""
    minutes_left: int | None = None
    """Until the time is up, if the match has a time limit."""


class Snapshot(NamedTuple):
    """What the page can show."""

    ask: int
    """The number of the question; an answer carries it."""
    asked: ViewModel
    """What every phone shows on which nobody is in the middle of something."""
    played: Played | None
    hints: bool = True
    shows_names: bool = False
    """Whether who is not paired sees the names of the players, such as a television."""
    shown: BoxView | None = None
    """What the simulated box shows, if there is one."""
    prompt: ViewModel | None = None
    """What the prompt of the simulated box asks."""
    own: Mapping[str, Asked] = {}
    """What other phones show, by the id of their session."""

    @property
    def common(self) -> Snapshot:
        """The part that is the same for all phones."""
        return self._replace(own={})


class SnapshotTaker:
    """Takes snapshots of a screen stack and of the prompts of the phones beside it."""

    def __init__(self) -> None:
        """Start without phones."""
        self.devices = Devices()

    def take(self, stack: ScreenStack, shown: BoxView | None = None) -> Snapshot:
        """Return a snapshot of the screen stack and the phones."""
        idle, table = self.devices.idle(stack), stack.match_screen
        return Snapshot(
            idle.number,
            idle.view,
            None if table is None else _played(table),
            stack.config.hints,
            stack.config.tv_names,
            shown,
            None if shown is None else stack.top.view_model(),
            self.devices.own(),
        )


def _played(box: MatchScreen) -> Played:
    match = box.match
    return Played(
        box.live.session.number,
        match.setup,
        match.state,
        match.names,
        LogView(match.log),
        tuple(Refused(*refused) for refused in box.live.refusals),
        box.live.session.history.follow(),
        box.live.analysis.is_possible,
        box.live.analysis.analysed,
        tuple(box.live.session.totals()),
        box.live.session.clock_view(),
        LogView(box.live.session.clock.thoughts),
        box.live.sight.pictures.names,
        box.live.sight.status,
        box.live.session.minutes_left,
    )
