"""Actions of the match menu that are not acts of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import Act, quote
from engine.verdicts import say
from firmware_py.ui.menu import MenuState, menu_of_match
from firmware_py.ui.phrases import history

if TYPE_CHECKING:
    from firmware_py.ui.match_screen import MatchScreen


class MatchMenu:
    """Implements `MenuActions` for a match screen."""

    def __init__(self, screen: MatchScreen) -> None:
        """Run the actions on `screen`."""
        self._screen = screen

    def open(self) -> None:
        """Open the menu."""
        screen = self._screen
        state = MenuState(
            screen.pictures.rounds(screen.match.state),
            has_legend=bool(screen.pictures.legend(screen.match.state)),
            is_over=screen.turn.navigator is None,
            has_refused=screen.play.refused is not None,
            has_hints=screen.advice.has_hints,
            no_hint=screen.advice.refuse_hint(),
        )
        screen.turn.open_menu(menu_of_match(screen.match, self, state))

    def look_at(self, number: int) -> None:
        """Show the scenes of an earlier round again."""
        screen = self._screen
        screen.begin_turn()
        screen.play_scenes(screen.pictures.scenes(screen.match.state, number))

    def show_history(self) -> None:
        """Show a list of all acts so far."""
        screen = self._screen
        screen.begin_turn()
        title = say("box.history", count=len(screen.match.log))
        screen.tell(title, history(screen.match)).scroll_to_end(screen.translations)

    def show_legend(self) -> None:
        """Show what the numbers and signs of the table picture mean."""
        screen = self._screen
        screen.begin_turn()
        screen.tell(say("box.legend"), screen.pictures.legend(screen.match.state))

    def play_on(self) -> None:
        """Continue a game that is already decided."""
        self._screen.turn.plays_on = True
        self._screen.begin_turn()

    def rename(self, seat: int) -> None:
        """Ask for a new name for a seat."""
        screen = self._screen
        screen.begin_turn()
        title = say("menu.new-name", seat=seat)
        screen.session.ask_name(
            title, lambda name: screen.play.submit(Act(None, "name", (str(seat), quote(name))))
        )

    def insist(self) -> None:
        """Ask the players whether to overrule the last refusal."""
        self._screen.play.insist()

    def ask_hint(self) -> None:
        """Ask the box for a hint."""
        self._screen.begin_turn()
        self._screen.advice.ask_hint()

    def leave(self, how: str) -> None:
        """Leave the match: `park`, `end` or `settings`."""
        self._screen.begin_turn()
        self._screen.session.leave(how)
