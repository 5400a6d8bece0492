"""Teaching the eye: a lesson of a game, step by step; what the eye sees leads on."""

from __future__ import annotations

from functools import partial

from engine.steps import choice
from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.games.lookup import eye_of
from firmware_py.games.sight import Lesson, Sight
from firmware_py.ui.screens.choices import Choice
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.dialog_screen import DialogScreen
from firmware_py.ui.screens.effects import Notice
from firmware_py.ui.screens.question import ChoiceScreen, Screen
from firmware_py.ui.stack.screen_stack import ScreenStack


def teach(stack: ScreenStack, game: str) -> None:
    """Begin a lesson about a game, or show why that is not possible."""
    module = eye_of(game)
    if module is None:
        return
    try:
        LessonFlow(stack, module.lesson())
    except UserError as error:
        stack.tell(say("box.eye"), error.why)


class LessonFlow:
    """Shows one step of a lesson after the other."""

    def __init__(self, stack: ScreenStack, lesson: Lesson) -> None:
        """Show the first step; from now on the stack tells what the eye sees."""
        self._stack, self._lesson = stack, lesson
        self._screen: Screen | None = None
        stack.services.eye.lesson = self.look
        self._show()

    def look(self, sight: Sight) -> None:
        """Take what lies still in the frame."""
        if self._stack.top is self._screen and self._lesson.look(sight):
            self._show()

    def _show(self) -> None:
        stack, lesson = self._stack, self._lesson
        if self._screen is not None and stack.top is self._screen:
            stack.pop()
        if lesson.is_over:
            self._end()
            return
        if choices := lesson.choices():
            asks = [
                Choice(choice(lesson.asks(), name, label), partial(self._choose, name)) for name, label in choices
            ]
            self._screen = ChoiceScreen(stack.translations, lesson.title, asks, self._stop)
        else:
            dialog = Dialog(Notice(lesson.title, (lesson.asks(),), yes_label="legend.stop"))
            self._screen = DialogScreen(stack.translations, dialog, self._stop)
        stack.push(self._screen)

    def _choose(self, name: str) -> None:
        self._lesson.choose(name)
        self._show()

    def _end(self) -> None:
        self._stack.services.eye.lesson = None
        try:
            wrong = self._lesson.save()
        except UserError as error:
            self._stack.tell(say("box.not-saved"), error.why)
            return
        if wrong is not None:
            self._stack.tell(say("box.not-saved"), [wrong])
        else:
            self._stack.tell(self._lesson.title, [self._lesson.asks()])

    def _stop(self) -> None:
        self._stack.services.eye.lesson = None
        self._stack.pop()
