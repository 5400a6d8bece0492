"""Input of a match screen: key presses, taps and chosen answers.

The key table is fixed: arrows move and ok chooses, or arrows answer a cross; back goes one step up; long back is
undo; long ok is "why not?" on an answer under the cursor that is not allowed, else what is allowed now. Back at
the first question leads to the menu; with one display it first shows the table, which is also shown while the
cursor moves on a board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.presses import Key, Kind, Press
from engine.colours import seat_of_key
from engine.steps import Kind as StepKind
from engine.verdicts import say
from firmware_py.display.shapes import Shape
from firmware_py.ui import match_view
from firmware_py.ui.cursor import DIRECTIONS
from firmware_py.ui.first_question import navigator_aside, navigator_for
from firmware_py.ui.phrases import allowed_now
from firmware_py.ui.verdicts import is_advised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.steps import Step
    from firmware_py.ui.dialog import Dialog
    from firmware_py.ui.match_screen import MatchScreen
    from firmware_py.ui.navigator import Navigator

SEATS = {key: int(key.value) for key in Key if key.value.isdigit()}


def _has_no_number(step: Step) -> bool:
    """Return whether a step is a spot that the seat keys, which are numbers, cannot mean."""
    return step.kind is StepKind.SPOT and not step.value.isdecimal()


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
        if press.kind is Kind.REPEAT and navigator.shape is Shape.CROSS:
            return  # the key is still held from the question before
        self._screen.table_shown = navigator.shape is Shape.BOARD
        leaf = navigator.press(DIRECTIONS[press.key], held=held)
        if leaf is not None and navigator.option.hollow:
            self._screen.explain(leaf)
        elif leaf is not None:
            self._screen.take(leaf, is_final=navigator.option.step.is_final)

    def _press_seat(self, navigator: Navigator, key: int) -> None:
        """Answer a question for a seat or a number with a seat key; elsewhere begin an act of that seat."""
        seat = seat_of_key(self._screen.match.setup, key)
        kind = navigator.option.step.kind
        asks_who = navigator.at_root and self._screen.turn.is_home and len(self._screen.turn.speakers) > 1
        number = seat if kind is StepKind.SEAT else key
        if number is not None and not (asks_who and kind is StepKind.SPOT) and navigator.point(number):
            self._choose(navigator)
            return
        if navigator.shape is Shape.GRID:
            return  # the first of several digits
        if not navigator.at_root and navigator.option.step.kind is not StepKind.CHOICE:
            return  # not an answer here; keep what was entered so far
        if seat is not None:
            self._speak_for(seat, navigator.option.step if asks_who else None)

    def _speak_for(self, seat: int, chosen: Step | None) -> None:
        """Begin an act of a seat; it begins with the chosen spot, unless that has a number, as the keys have."""
        screen, before = self._screen, self._screen.turn.navigator
        only = screen.turn.speak_for(seat)
        navigator = screen.turn.navigator
        if only is not None:
            screen.play.submit(only)
        elif navigator is not None and navigator is not before:
            screen.table_shown = False
            if chosen is not None and _has_no_number(chosen) and navigator.move_to(chosen):
                self._choose(navigator)

    def _press_ok(self, navigator: Navigator, kind: Kind) -> None:
        """Choose the answer under the cursor; a long press explains it or lists what is allowed."""
        has_cursor = navigator.shape is not Shape.CROSS
        if kind is Kind.SHORT and has_cursor:
            self._choose(navigator)
        elif kind is Kind.LONG and has_cursor and navigator.option.hollow:
            self._explain(navigator)
        elif kind is Kind.LONG:
            self._list_allowed(navigator)

    def _choose(self, navigator: Navigator) -> None:
        """Choose the answer under the cursor, or explain why it is not allowed."""
        screen = self._screen
        if navigator.option.hollow and not is_advised(screen.match, navigator.option):
            self._explain(navigator)
            return
        screen.table_shown = False
        leaf = navigator.choose()
        if leaf is not None:
            screen.take(leaf, is_final=navigator.option.step.is_final)

    def _explain(self, navigator: Navigator) -> None:
        self._screen.explain(navigator.option.paths[0].leaf, may_insist=len(navigator.option.paths) == 1)

    def _list_allowed(self, navigator: Navigator) -> None:
        """Show a list of the allowed acts that can be reached from here, after the tip that is offered."""
        screen = self._screen
        lines = allowed_now(screen.match, navigator)
        if screen.turn.is_home and (rule := screen.tutor.offered) is not None:  # only there it is offered
            screen.tell(say("box.lesson", rule=rule), [say(rule), say("box.lawful-now", count=len(lines)), *lines])
            screen.tutor.teach(rule)
        else:
            screen.tell(say("box.lawful-now", count=len(lines)), lines or [say("desk.not-now")])

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
        elif press.key in SEATS and (dialog.agreed is None or dialog.is_refusal):
            seat = seat_of_key(screen.match.setup, SEATS[press.key])
            if seat is not None and seat <= len(screen.match.names) and len(dialog.scenes) <= 1:
                screen.begin_turn()
                self.press(press)
        elif press.kind is Kind.SHORT and press.key in {Key.OK, Key.BACK}:
            screen.dialog = None
            if press.key is Key.BACK and dialog.agreed is not None:
                self._deny(dialog)
            elif press.key is Key.OK and dialog.agreed is not None:
                dialog.agreed()
            elif press.key is Key.OK and dialog.scenes[1:]:
                screen.play_scenes(dialog.scenes[1:], is_own=dialog.is_own)

    def _deny(self, dialog: Dialog) -> None:
        """Answer a question with no; a shared one is closed on every screen."""
        if not dialog.is_own:
            self._screen.screens.withdraw(dialog)
        if dialog.denied is not None:
            dialog.denied()

    # --- touch: the page selects what the keys would reach

    def choose(self, at: int) -> None:
        """Choose an answer by its index."""
        navigator = self._screen.turn.navigator
        if self._screen.dialog is None and navigator is not None and at in range(len(navigator.options)):
            navigator.cursor = at
            self._choose(navigator)

    def tap(self, taps: Sequence[str]) -> None:
        """Narrow the answers to what was tapped on the table; start the turn again if the tap does not fit."""
        screen, dialog = self._screen, self._screen.dialog
        if dialog is not None and (dialog.agreed is not None or dialog.scenes):
            return  # the dialog has to be answered first
        navigator = screen.turn.navigator
        if navigator is not None and not navigator.paths_with(taps):
            if dialog is None and navigator.is_answered(taps):
                return
            rules, state = screen.match.rules, screen.match.state
            again, aside = navigator_for(rules, state, screen.match.ask().seats), navigator_aside(rules, state)
            if again is not None and again.paths_with(taps):
                screen.begin_turn()
            elif aside is not None and aside.paths_with(taps):
                screen.turn.open_menu(aside)
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
