"""Test the keys: each is marked when it is pressed; back, held, leaves."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from drivers.presses import Key, Kind, Press
from engine.steps import Direction
from engine.verdicts import say
from firmware_py.display.canvas import LIT, OFF, Canvas
from firmware_py.display.prompt import ARROWS, BACK_KEY, HOLD_BACK, OK_KEY, Hint, legend, title
from firmware_py.i18n.translations import Translations
from firmware_py.ui.screens.view_model import ViewModel

ICONS = {
    Key.LEFT: ARROWS[Direction.LEFT],
    Key.UP: ARROWS[Direction.UP],
    Key.DOWN: ARROWS[Direction.DOWN],
    Key.RIGHT: ARROWS[Direction.RIGHT],
    Key.BACK: BACK_KEY,
    Key.OK: OK_KEY,
}
SEATS = (Key.SEAT_1, Key.SEAT_2, Key.SEAT_3, Key.SEAT_4, Key.SEAT_5, Key.SEAT_6)
TOP, ROW, COLUMN, CELL = 15, 19, 21, (18, 16)
"""Dots: where the cells begin, from one row and column to the next, and how large a cell is."""


class KeyTestScreen:
    """The keys of the box, light where they were pressed."""

    def __init__(self, translations: Translations, leave: Callable[[], None]) -> None:
        """Begin with no key pressed; `leave` runs when back is held."""
        self._translations, self._leave = translations, leave
        self.pressed: set[Key] = set()

    def press(self, press: Press) -> None:
        """Mark a key; leave if it is back, held."""
        if press == Press(Key.BACK, Kind.LONG):
            self._leave()
        self.pressed.add(press.key)

    def choose(self, at: int) -> None:
        """Nothing is chosen here."""

    def view_model(self) -> ViewModel:
        """Return what to do as a text."""
        return ViewModel(say("home.key-test"), say("home.press-each-key"))

    def prompt(self) -> Image.Image:
        """Draw a cell for each key."""
        canvas = Canvas()
        title(canvas, self._translations("home.press-each-key"))
        for row, keys in enumerate((tuple(ICONS), SEATS)):
            for column, key in enumerate(keys):
                x, y = column * COLUMN + 1, TOP + row * ROW
                is_pressed = key in self.pressed
                canvas.draw.rectangle(
                    (x, y, x + CELL[0], y + CELL[1]), fill=LIT if is_pressed else OFF, outline=LIT
                )
                ink = OFF if is_pressed else LIT
                if key in ICONS:
                    icon = ICONS[key]
                    canvas.icon(x + (CELL[0] - len(icon[-1])) // 2 + 1, y + 5, icon, ink)
                else:
                    canvas.text(x + 7, y + 4, key.value, ink=ink)
        legend(canvas, [Hint(HOLD_BACK, self._translations("legend.back"))])
        return canvas.image

    def table(self) -> Image.Image:
        """Return the same picture: a box with two displays shows the keys on both."""
        return self.prompt()
