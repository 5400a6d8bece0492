"""Input of a match screen: key presses, taps and chosen answers.

The key table is fixed: arrows move; ok chooses; back goes one step up; long back is undo; long ok is "why not?" on
an answer that is not allowed, else what is allowed now. Back at the first question leads to the menu; with
one display it first shows the table, which is also shown while the cursor moves on a board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.presses import Key, Kind, Press
from engine.steps import Kind as StepKind
from engine.verdicts import say
from firmware_py.display.shapes import Shape
from firmware_py.ui import match_view
from firmware_py.ui.navigator import DIRECTIONS, navigator_for
from firmware_py.ui.phrases import allowed_now
from firmware_py.ui.verdicts import is_advised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware_py.ui.dialog import Dialog
    from firmware_py.ui.match_screen import MatchScreen
    from firmware_py.ui.navigator import Navigator

SEATS = {key: int(key.value) for key in Key if key.value.isdigit()}


class MatchInput:
    """Handles the input of a match screen."""

    def __init__(self, screen: MatchScreen) -> None:
        """Handle the input of `screen`."""
        self._screen = screen

    # --- keys

    def press(self, press: Press) -> None:
        """Handle a key press."""
        screen, navigator = self._screen, self._screen.turn.navigator
        if press == Press(Key.BACK, Kind.LONG):
            screen.play.undo()
        elif screen.shows_table and not self._moves_cursor(press) and press.key not in SEATS:
            self._leave_table(press)
        elif screen.dialog is not None:
            self._press_dialog(screen.dialog, press)
        elif navigator is None:
            self._press_at_end(press)
        elif press.key in DIRECTIONS:
            self._press_direction(navigator, press)
        elif press.key in SEATS and press.kind is Kind.SHORT:
            self._press_seat(navigator, SEATS[press.key])
        elif press.key is Key.OK:
            self._press_ok(navigator, press.kind)
        elif press == Press(Key.BACK, Kind.SHORT) and not navigator.back():
            self._back_at_first_question()

    def _moves_cursor(self, press: Press) -> bool:
        """Return whether a press moves or uses the cursor on the table; other presses go back to the prompt."""
        screen, navigator = self._screen, self._screen.turn.navigator
        has_cursor = screen.dialog is None and navigator is not None and navigator.shape is Shape.BOARD
        return has_cursor and press.key is not Key.BACK

    def _leave_table(self, press: Press) -> None:
        """Go back from the table to the prompt, or with back from the first question to the menu."""
        screen, turn = self._screen, self._screen.turn
        screen.table_shown = False
        is_first = screen.dialog is None and (turn.navigator is None or turn.navigator.at_root)
        if press == Press(Key.BACK, Kind.SHORT) and is_first and turn.is_home:
            screen.menu.open()

    def _press_direction(self, navigator: Navigator, press: Press) -> None:
        held = press.kind is not Kind.SHORT or not self._screen.config.hints
        if press.kind is Kind.REPEAT and navigator.shape is Shape.COMPASS:
            return  # the key is still held from the question before
        self._screen.table_shown = navigator.shape is Shape.BOARD
        leaf = navigator.press(DIRECTIONS[press.key], held=held)
        if leaf is not None and navigator.option.hollow:
            self._screen.explain(leaf)
        elif leaf is not None:
            self._screen.take(leaf)

    def _press_seat(self, navigator: Navigator, seat: int) -> None:
        """Answer a question for a seat or a number with a seat key; elsewhere begin an act of that seat."""
        if navigator.point(seat):
            self._press_ok(navigator, Kind.SHORT)
            return
        if not navigator.at_root and navigator.option.step.kind is not StepKind.CHOICE:
            return  # not an answer here; keep what was entered so far
        only = self._screen.turn.speak_for(seat)
        if only is not None:
            self._screen.play.submit(only)
        elif self._screen.turn.navigator is not navigator:
            self._screen.table_shown = False

    def _press_ok(self, navigator: Navigator, kind: Kind) -> None:
        screen = self._screen
        goes_on = kind is Kind.SHORT and is_advised(screen.match, navigator.option)
        if navigator.option.hollow and kind is not Kind.REPEAT and not goes_on:
            screen.explain(navigator.option.paths[0].leaf, may_insist=len(navigator.option.paths) == 1)
        elif kind is Kind.LONG and (rule := screen.tutor.offered) is not None:
            screen.tell(say("box.lesson", rule=rule), [say(rule)])
            screen.tutor.teach(rule)
        elif kind is Kind.LONG:
            self._list_allowed(navigator)
        elif kind is Kind.SHORT:
            screen.table_shown = False
            leaf = navigator.choose()
            if leaf is not None:
                screen.take(leaf)

    def _list_allowed(self, navigator: Navigator) -> None:
        """Show a list of the allowed acts that can be reached from here."""
        screen = self._screen
        if lines := allowed_now(screen.match, navigator):
            screen.tell(say("box.lawful-now", count=len(lines)), lines)

    def _back_at_first_question(self) -> None:
        if not self._screen.turn.is_home:
            self._screen.begin_turn()
        elif self._screen.displays == 1:
            self._screen.table_shown = True
        else:
            self._screen.menu.open()

    def _press_at_end(self, press: Press) -> None:
        screen = self._screen
        if press.key in {Key.UP, Key.DOWN}:
            screen.scrolled = match_view.result(screen.view).scrolled(1 if press.key is Key.DOWN else -1).top
        elif press == Press(Key.OK, Kind.SHORT):
            screen.session.leave("over")
        elif press == Press(Key.BACK, Kind.SHORT):
            self._back_at_first_question()

    def _press_dialog(self, dialog: Dialog, press: Press) -> None:
        screen = self._screen
        if press.key in {Key.UP, Key.DOWN}:
            dialog.scroll(1 if press.key is Key.DOWN else -1, screen.translations)
        elif press.key in {Key.LEFT, Key.RIGHT}:
            screen.table_shown = dialog.has_picture
        elif press.key in SEATS and dialog.agreed is None:
            if SEATS[press.key] <= len(screen.match.names) and len(dialog.scenes) <= 1:
                screen.begin_turn()
                self.press(press)
        elif press.kind is Kind.SHORT and press.key in {Key.OK, Key.BACK}:
            screen.dialog = None
            if press.key is Key.OK and dialog.agreed is not None:
                dialog.agreed()
            elif press.key is Key.OK and dialog.scenes[1:]:
                screen.play_scenes(dialog.scenes[1:])

    # --- touch: the page selects what the keys would reach

    def choose(self, at: int) -> None:
        """Choose an answer by its index."""
        navigator = self._screen.turn.navigator
        if self._screen.dialog is None and navigator is not None and at in range(len(navigator.options)):
            navigator.cursor = at
            self._press_ok(navigator, Kind.SHORT)

    def tap(self, taps: Sequence[str]) -> None:
        """Narrow the answers to what was tapped on the table; start the turn again if the tap does not fit."""
        screen, dialog = self._screen, self._screen.dialog
        if dialog is not None and (dialog.agreed is not None or dialog.scenes):
            return  # the dialog has to be answered first
        navigator = screen.turn.navigator
        if navigator is not None and not navigator.paths_with(taps):
            if dialog is None and navigator.is_answered(taps):
                return
            again = navigator_for(screen.match.rules, screen.match.state, screen.match.ask().seats)
            if again is not None and again.paths_with(taps):
                screen.begin_turn()
        screen.dialog = None
        self._narrow(screen.turn.navigator, taps)

    def _narrow(self, navigator: Navigator | None, taps: Sequence[str]) -> None:
        screen = self._screen
        paths = navigator.paths_with(taps) if navigator is not None else []
        if navigator is None or not paths:
            screen.hint(say("box.not-asked"))
        elif not navigator.has_allowed(paths):
            screen.explain(paths[0].leaf, may_insist=len(paths) == 1)
        elif (leaf := navigator.narrow(taps)) is not None:
            screen.take(leaf)
