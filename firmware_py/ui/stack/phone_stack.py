"""The screen stack of a phone: what one person has half entered, a menu or a list is their own.

It shares the match, the journal and the settings with the stack of the box. A phone on which nobody is in the
middle of something has no stack: it shows what `idle_view` or the home screen shows.
"""

from __future__ import annotations

from typing import Any

from engine.acts import Act, is_open
from engine.verdicts import say
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.match.view import MatchView
from firmware_py.ui.navigation.options import Option
from firmware_py.ui.screens.effects import Notice, PlayAtOnce, Show
from firmware_py.ui.stack.screen_stack import ScreenStack


def idle_view(box: MatchScreen) -> MatchView:
    """Return what idle phones show of a match: the next question, and the shared dialog."""
    return box.view._replace(
        navigator=box.turn.first,
        dialog=box.live.dialog,
        speakers=box.match.ask().seats,
        is_home=True,
        shows_table=False,
        displays=2,
        news=box.live.news,
    )


def is_idle(screen: MatchScreen) -> bool:
    """Return whether the match screen of a phone shows nothing but `idle_view`."""
    turn, is_first = screen.turn, screen.turn.navigator is None or screen.turn.navigator.at_root
    is_plain = turn.is_home and is_first and not turn.plays_on
    return is_plain and screen.dialog is None and screen.news is screen.live.news


class PhoneStack(ScreenStack):
    """The screens of one phone."""

    def __init__(self, box: ScreenStack, *, is_seen: bool = False) -> None:
        """Begin beside the box: at the match on the table, or at home; `is_seen`: without the shared dialog."""
        super().__init__(
            box.store,
            box.config,
            box.crash_log,
            box.translations,
            flows=box.flows,
            services=box.services,
            today=box.today,
        )
        self._box = box
        self.displays = 2
        table = box.match_screen
        if table is None:
            self.flows.home(self)
        else:
            screen = MatchScreen(table.live, table.language, config=table.config, box=table)
            screen.dialog = None if is_seen else table.live.dialog
            self.screens = [screen]

    @property
    def box(self) -> ScreenStack:
        """The stack of the box itself, which the match is on."""
        return self._box

    def go_home(self) -> None:
        """Show the home screen; a match that was on the table leaves it everywhere."""
        if self._box.match_screen is not None:
            self._box.go_home()
        super().go_home()

    def _show_waiting(self) -> None:
        """Do only what its own match screen asks for: rolls, time and pictures are for the box."""
        self._answer_requests()

    def set(self, **changes: Any) -> None:
        """Change settings of the box and store them."""
        self._box.set(**changes)
        self.follow_settings()

    def follow_settings(self) -> None:
        """Take over the settings of the box, if they have changed."""
        box = self._box
        if self.config is not box.config:
            self.config, self.translations = box.config, box.translations
            for screen in self.screens:
                if isinstance(screen, MatchScreen):
                    screen.set(self.config, self.translations)

    @property
    def is_idle(self) -> bool:
        """Whether nobody is in the middle of something: the first question of the match, or the home screen."""
        if len(self.screens) > 1:
            return False
        screen = self.top
        return is_idle(screen) if isinstance(screen, MatchScreen) else self._box.match_screen is None

    def close(self) -> None:
        """Take the screen of the match away."""
        for screen in self.screens:
            if isinstance(screen, MatchScreen):
                screen.live.remove(screen)

    def play_late(self, option: Option | None) -> None:
        """Judge an answer to a question that somebody else has outdated: in the state that it meets.

        Only a whole act is played; else the person is told who was faster.
        """
        if not isinstance(screen := self.top, MatchScreen) or screen.live.news is None:
            return
        late = say("box.late-text", act=screen.live.news.text)
        leaf = option.paths[0].leaf if option is not None and len(option.paths) == 1 else None
        if isinstance(leaf, Act) and not is_open(leaf):
            screen.carry_out((PlayAtOnce(leaf),))
            if screen.dialog is not None and screen.dialog.is_refusal:
                screen.dialog.begin_with(late)
        else:
            screen.carry_out((Show(Notice(say("box.late"), (late,))),))
