"""Type a name, letter by letter."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from drivers.presses import Key, Kind, Press
from engine.verdicts import Sentence
from firmware_py.display.canvas import LIT, OFF, RIGHT, Canvas, Font
from firmware_py.display.prompt import (
    BACK_KEY,
    CHECK,
    CROSS,
    HOLD_OK,
    OK_KEY,
    ROWS,
    Hint,
    legend,
    title,
)
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations
from firmware_py.ui.navigation.cursor import DIRECTIONS
from firmware_py.ui.screens.view_model import ViewModel

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
        for y, (row, letters) in enumerate(zip(ROWS, LETTERS, strict=True)):
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
        """Draw the name in large letters, and the letter under the cursor still larger: accents are small."""
        canvas = Canvas()
        title(canvas, self._translations.text(self._name))
        x = (RIGHT - len(self.text) * Font.BOLD.width) // 2
        canvas.text(x, ROWS[0] + 2, self.text, Font.BOLD)
        if (letter := LETTERS[self._y][self._x]) not in {DONE, " "}:
            canvas.large(RIGHT // 2 - Font.SMALL.width, ROWS[2], self._next_letter(letter), (2, 2))
        return canvas.image
