"""Screens that ask: a question that is answered with the navigator, and a list of choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PIL import Image

from drivers.presses import Key, Kind, Press
from engine.verdicts import Sentence, say
from firmware_py.display.cover import cover
from firmware_py.display.prompt import (
    Question,
    label_of,
    question,
)
from firmware_py.display.shapes import Shape
from firmware_py.i18n.translations import Translations
from firmware_py.ui.navigation.cursor import DIRECTIONS
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Leaf, Path
from firmware_py.ui.screens.choices import Choice
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.effects import Notice
from firmware_py.ui.screens.view_model import ViewModel, question_of


class Screen(Protocol):
    """A screen of the screen stack: it handles presses and draws both displays."""

    def press(self, press: Press) -> None:
        """Handle a key press."""

    def prompt(self) -> Image.Image:
        """Draw the prompt display."""

    def table(self) -> Image.Image:
        """Draw the table display."""

    def view_model(self) -> ViewModel:
        """Return the screen as values."""

    def choose(self, at: int) -> None:
        """Choose an answer by its index, if there are answers."""


class NavigatorScreen:
    """A question that is answered with the navigator; `take` gets the leaf that was chosen."""

    def __init__(
        self,
        translations: Translations,
        name: Sentence,
        navigator: Navigator,
        take: Callable[[Leaf], object],
        leave: Callable[[], None] | None = None,
        *,
        picture: Callable[[Leaf], Image.Image] | None = None,
        players: tuple[str, ...] = (),
    ) -> None:
        """Ask a question; `leave` runs on back at the first question, `picture` draws the table display."""
        self._players = players
        self._translations, self._name, self._take, self._leave = translations, name, take, leave
        self.navigator = navigator
        self._picture = picture
        self.dialog: Dialog | None = None
        """What explains the answers, over the question."""

    def press(self, press: Press) -> None:
        """Move the cursor, choose an answer, explain the answers, or go back one question."""
        if self.dialog is not None:
            self._press_dialog(self.dialog, press)
        elif press.key in DIRECTIONS:
            if press.kind is not Kind.REPEAT or self._has_cursor:
                self._end(self.navigator.press(DIRECTIONS[press.key], held=press.kind is not Kind.SHORT))
        elif press == Press(Key.OK, Kind.LONG):
            self._explain()
        elif press.kind is Kind.SHORT:
            self._press_short(press.key)

    def _press_short(self, key: Key) -> None:
        """Handle any key but an arrow."""
        if key is Key.BACK:
            if not self.navigator.back() and self._leave is not None:
                self._leave()
        elif self._has_cursor if key is Key.OK else self.navigator.point(int(key.value)):
            self._choose()

    @property
    def _has_cursor(self) -> bool:
        return self.navigator.shape is not Shape.CROSS

    def _choose(self) -> None:
        if self.navigator.option.hollow:
            self._explain()
        else:
            self._end(self.navigator.choose())

    def _end(self, leaf: Leaf | None) -> None:
        """Run what was chosen, if that was the last question."""
        if leaf is not None and not self.navigator.option.hollow:
            self._take(leaf)

    def _explain(self) -> None:
        """Show why the answer under the cursor is not allowed, or list the answers that are."""
        option = self.navigator.option
        if option.hollow and self._has_cursor:
            leaf = option.paths[0].leaf
            refusal = leaf.refusal if isinstance(leaf, Choice) else None
            why = say("home.not-now") if refusal is None else refusal.why
            self.dialog = Dialog(Notice(label_of(option, self._players), (why,)))
        elif self._help is not None:
            self.dialog = Dialog(Notice(label_of(option, self._players), (self._help,)))
        else:
            lines = [label_of(each, self._players) for each in self.navigator.options if not each.hollow]
            self.dialog = Dialog(Notice(say("box.allowed-now", count=len(lines)), tuple(lines)))

    @property
    def _help(self) -> Sentence | None:
        """What the answer under the cursor is for, if that is said."""
        leaf = self.navigator.option.paths[0].leaf
        return leaf.help if isinstance(leaf, Choice) and self._has_cursor else None

    def _press_dialog(self, dialog: Dialog, press: Press) -> None:
        if press.key in {Key.UP, Key.DOWN}:
            dialog.scroll(1 if press.key is Key.DOWN else -1, self._translations)
        elif press.kind is Kind.SHORT and press.key in {Key.OK, Key.BACK}:
            self.dialog = None

    def choose(self, at: int) -> None:
        """Choose an answer by its index."""
        if at in range(len(self.navigator.options)) and self.dialog is None:
            self.navigator.cursor = at
            self._choose()

    def prompt(self) -> Image.Image:
        """Draw the question, or the dialog over it."""
        if self.dialog is not None:
            return self.dialog.picture(self._translations)
        text = self._translations.text
        asked = Question(
            text(self._name),
            text(self._asks),
            self.navigator,
            self._players,
            leave="legend.back" if self._leave is not None else None,
            held="legend.allowed" if self._help is None else "legend.help",
            has_question=True,
        )
        return question(asked, self._translations)

    @property
    def _asks(self) -> Sentence:
        return self.navigator.option.step.asks

    def view_model(self) -> ViewModel:
        """Return the question as values."""
        can_back = self._leave is not None or not self.navigator.at_root
        asked = question_of(self.navigator, self._name, self._asks, self._players)
        return asked._replace(can_back=can_back, message=None if self.dialog is None else self.dialog.message())

    def table(self) -> Image.Image:
        """Draw the picture of the answer under the cursor, or the cover."""
        if self._picture is None:
            return cover(self._translations)
        return self._picture(self.navigator.option.paths[0].leaf)


class ChoiceScreen(NavigatorScreen):
    """A list of choices; the action of the chosen one runs."""

    def __init__(
        self,
        translations: Translations,
        name: Sentence,
        choices: Sequence[Choice],
        leave: Callable[[], None] | None = None,
        *,
        picture: Callable[[str], Image.Image] | None = None,
        players: tuple[str, ...] = (),
    ) -> None:
        """Ask for a choice; `picture` draws the table display for the value of the choice under the cursor."""
        navigator = Navigator(
            [Path((choice.step,), choice) for choice in choices],
            {choice for choice in choices if choice.is_allowed},
        )
        super().__init__(
            translations,
            name,
            navigator,
            _do,
            leave,
            picture=None if picture is None else lambda leaf: picture(_value(leaf)),
            players=players,
        )


def _do(leaf: Leaf) -> None:
    assert isinstance(leaf, Choice)  # a list of choices has no other leaves
    leaf.action()


def _value(leaf: Leaf) -> str:
    assert isinstance(leaf, Choice)  # a list of choices has no other leaves
    return leaf.step.value
