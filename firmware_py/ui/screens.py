"""The general screens: a question, a list of choices, a dialog, and typing a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from drivers.presses import Key, Kind, Press
from engine.verdicts import say
from firmware_py.display.canvas import LIT, OFF, RIGHT, Canvas, Font
from firmware_py.display.cover import cover
from firmware_py.display.prompt import (
    BACK_KEY,
    CHECK,
    CROSS,
    HOLD_OK,
    LEGEND,
    OK_KEY,
    TEXT_ROWS,
    Hint,
    Question,
    label_of,
    legend,
    question,
    title,
)
from firmware_py.display.shapes import Shape
from firmware_py.i18n.sentences import plain
from firmware_py.ui.choices import Choice
from firmware_py.ui.cursor import DIRECTIONS
from firmware_py.ui.dialog import Dialog
from firmware_py.ui.navigator import Navigator
from firmware_py.ui.options import Leaf, Path
from firmware_py.ui.view_model import ViewModel, question_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from engine.verdicts import Sentence
    from firmware_py.i18n.translations import Translations


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
            why = say("desk.not-now") if refusal is None else refusal.why
            self.dialog = Dialog(label_of(option, self._players), [why])
        else:
            lines = [label_of(each, self._players) for each in self.navigator.options if not each.hollow]
            self.dialog = Dialog(say("box.lawful-now", count=len(lines)), lines)

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
        back, text = "legend.back" if self._leave is not None else None, self._translations.text
        return question(
            Question(
                text(self._name), text(self._asks), self.navigator, self._players, None, back, has_question=True
            ),
            self._translations,
        )

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


class DialogScreen:
    """A dialog as a screen; ok is yes, and back is no if the dialog is a question."""

    def __init__(
        self,
        translations: Translations,
        dialog: Dialog,
        yes: Callable[[], None],
        *,
        no: Callable[[], None] | None = None,
        picture: Callable[[], Image.Image] | None = None,
        is_for_box: bool = False,
    ) -> None:
        """Show a dialog; `picture` draws the table display; with `is_for_box` phones cannot answer."""
        self.dialog, self._yes, self._no = dialog, yes, no
        self._translations, self._picture, self._is_for_box = translations, picture, is_for_box
        if no is not None:
            dialog.asks(yes)

    def press(self, press: Press) -> None:
        """Scroll the text, or answer."""
        if press.key in {Key.UP, Key.DOWN}:
            self.dialog.scroll(1 if press.key is Key.DOWN else -1, self._translations)
        elif press == Press(Key.OK, Kind.SHORT):
            self._yes()
        elif press == Press(Key.BACK, Kind.SHORT):
            (self._no or self._yes)()

    def prompt(self) -> Image.Image:
        """Draw the visible lines."""
        return self.dialog.picture(self._translations)

    def table(self) -> Image.Image:
        """Draw the picture that belongs to the dialog, or the cover."""
        return cover(self._translations) if self._picture is None else self._picture()

    def view_model(self) -> ViewModel:
        """Return the dialog as values."""
        return ViewModel(self.dialog.title, message=self.dialog.message(), is_for_box=self._is_for_box)

    def choose(self, at: int) -> None:
        """Do nothing: a dialog has no list of answers."""


DONE = "\n"
LETTERS = ("ABCDEFGHIJKLMNOPQR", "STUVWXYZ0123456789", "ÀÁÂÄÃÅÆÇÉÈÊËÌÍÎÏÑÝ", f"ÒÓÔÖÕØŒÙÚÛÜŠŽß-' {DONE}")
"""The letters that the keys can type; the last one ends the name."""
PITCH = 7
"""Dots from one letter to the next."""


class TypingScreen:
    """A name, typed letter by letter: arrows move the cursor, ok adds a letter, back removes the last one."""

    def __init__(
        self,
        translations: Translations,
        name: Sentence,
        longest: int,
        done: Callable[[str], None],
        leave: Callable[[], None],
    ) -> None:
        """Begin with an empty name of at most `longest` letters; `done` gets it, `leave` runs on back."""
        self._translations, self._name, self._longest, self._done, self._leave = (
            translations,
            name,
            longest,
            done,
            leave,
        )
        self.text = ""
        self._x = self._y = 0

    def press(self, press: Press) -> None:
        """Move the cursor, add or remove a letter, or finish the name with a long ok."""
        if press == Press(Key.OK, Kind.LONG):
            self._finish()
        elif press == Press(Key.OK, Kind.SHORT):
            self._take(LETTERS[self._y][self._x])
        elif press.key is Key.BACK and press.kind is Kind.SHORT:
            if not self.text:
                self._leave()
            self.text = self.text[:-1]
        elif press.key in DIRECTIONS:
            dx, dy = {Key.LEFT: (-1, 0), Key.RIGHT: (1, 0), Key.UP: (0, -1), Key.DOWN: (0, 1)}[press.key]
            self._x, self._y = (self._x + dx) % len(LETTERS[0]), (self._y + dy) % len(LETTERS)

    def _take(self, letter: str) -> None:
        if letter == DONE:
            self._finish()
        elif len(self.text) < self._longest:
            self.text += self._next_letter(letter)

    def _next_letter(self, letter: str) -> str:
        """Return a letter as it would be added: a capital where a name or a part of it begins."""
        begins = not self.text or self.text[-1] in " -'"
        return letter if begins else letter.lower()

    def type(self, text: str) -> None:
        """Set the whole name, as typed on the page, without control characters, and finish."""
        self.text = "".join(letter for letter in text if letter.isprintable())[: self._longest]
        self._finish()

    def view_model(self) -> ViewModel:
        """Return the name so far as values."""
        return ViewModel(self._name, shape="name", text=plain(self.text), longest=self._longest)

    def choose(self, at: int) -> None:
        """A name is typed, not chosen."""

    def _finish(self) -> None:
        if self.text.strip():
            self._done(self.text.strip())

    def prompt(self) -> Image.Image:
        """Draw the name so far, and the letters."""
        canvas = Canvas()
        title(canvas, f"{self.text}_" if self.text else self._translations.text(self._name))
        for y, (row, letters) in enumerate(zip(TEXT_ROWS, LETTERS, strict=True)):
            for x, letter in enumerate(letters):
                is_here = (x, y) == (self._x, self._y)
                if is_here:
                    canvas.draw.rectangle((x * PITCH, row, x * PITCH + PITCH - 1, row + 9), fill=LIT)
                ink = OFF if is_here else LIT
                if letter == DONE:
                    canvas.icon(x * PITCH, row + 1, CHECK, ink)
                elif letter == " ":
                    canvas.draw.line((x * PITCH + 1, row + 8, x * PITCH + 5, row + 8), fill=ink)
                else:
                    canvas.text(x * PITCH + 1, row, letter, ink=ink)
        legend(canvas, self.legend())
        return canvas.image

    def legend(self) -> list[Hint]:
        """Return the legend: ok with the letter that it adds, how to move and, once there is a name, to finish."""
        here, text = LETTERS[self._y][self._x], self._translations
        back = Hint(BACK_KEY, text("legend.delete" if self.text else "legend.back"))
        if here == DONE:
            return [back, Hint(OK_KEY, text("legend.done"))]
        last = Hint(HOLD_OK, text("legend.done")) if self.text else Hint(CROSS, text("legend.move"))
        return [back, Hint(OK_KEY, "_" if here == " " else self._next_letter(here)), last]

    def table(self) -> Image.Image:
        """Draw the name in large letters."""
        canvas = Canvas()
        title(canvas, self._translations.text(self._name))
        x = (RIGHT - len(self.text) * Font.BOLD.width) // 2
        canvas.text(x, (TEXT_ROWS[0] + LEGEND) // 2 - 4, self.text, Font.BOLD)
        return canvas.image
