"""Events that no person enters: a roll of the dice, what the eye sees, a minute of a time limit, a lost part.

A roll and the end of the time limit wait until nobody is in the middle of an entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import GAMES
from engine.acts import Act
from engine.verdicts import say
from firmware_py.ui.dice import propose_roll

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.verdicts import Sentence
    from firmware_py.display.panel import Part
    from firmware_py.games.sight import Sight
    from firmware_py.ui.match_screen import MatchScreen
    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.ui.screens import Screen


def part_line(part: Part) -> Sentence:
    """Return a line about the state of a part."""
    name = say(f"part.{part.name}")
    return say("part.lost", name=name, why=part.why) if part.why else say("part.good", name=name)


class StackEvents:
    """Passes events on to the screens of a stack."""

    def __init__(self, stack: ScreenStack) -> None:
        """Start without events."""
        self._stack = stack
        self._tray: tuple[str, tuple[int, ...]] | None = None
        """The last reading of the dice reader, if it has not been shown yet."""
        self._is_time_up = False
        self._parts_dialog: Screen | None = None

    @property
    def _free_match(self) -> MatchScreen | None:
        screen = self._stack.top_match
        return screen if screen is not None and screen.is_free else None

    def show_waiting(self) -> None:
        """Show what had to wait: the end of the time limit, a roll, what the eye saw, the opponent's move."""
        self._ask_time()
        self._propose_roll()
        screen = self._stack.top_match
        if screen is not None:
            self._stack.eye.pass_on(screen)
            screen.advice.remind()

    @property
    def is_timed(self) -> bool:
        """Whether a match with a time limit is on the stack."""
        screen = self._stack.match_screen
        return screen is not None and screen.session.is_timed

    def count_minute(self) -> None:
        """Count a minute of a match with a time limit."""
        screen = self._stack.match_screen
        if screen is not None and screen.session.is_timed and screen.session.minute():
            self._is_time_up = True
        self._ask_time()

    def _ask_time(self) -> None:
        """Ask whether the game ends, if the time is up."""
        screen = self._free_match
        if self._is_time_up and screen is not None:
            self._is_time_up = False
            limit = GAMES[screen.match.setup.game].time_limit
            if limit is not None:  # another match may have been opened meanwhile
                screen.propose(say("box.time-asks"), Act(None, limit[1]))
                screen.screens.share()

    def take_roll(self, state: str, faces: tuple[int, ...]) -> None:
        """Store a reading of the dice reader and propose it once the match screen is free."""
        self._tray = (state, faces)
        self._propose_roll()

    def _propose_roll(self) -> None:
        screen = self._free_match
        if self._tray is not None and screen is not None:
            tray, self._tray = self._tray, None
            propose_roll(screen, *tray)

    def take_view(self, state: str, sight: Sight | None) -> None:
        """Take what the eye tells: what lies still in its frame, or only its state."""
        self._stack.attempt(lambda: self._stack.eye.take(state, sight))

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Show which parts are lost or work again; this replaces an earlier dialog about parts."""
        self.drop_parts()
        lost = [part for part in (*self._stack.parts(), *parts) if part.why]
        self._stack.tell(say("desk.parts"), [part_line(part) for part in dict.fromkeys(lost or parts)])
        self._parts_dialog = self._stack.top

    def drop_parts(self) -> None:
        """Close a dialog about parts, if it is on top."""
        if self._stack.top is self._parts_dialog:
            self._stack.pop()
