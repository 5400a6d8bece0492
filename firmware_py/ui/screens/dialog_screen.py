"""A dialog as a screen of its own."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from drivers.presses import Key, Kind, Press
from firmware_py.display.cover import cover
from firmware_py.i18n.translations import Translations
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.view_model import ViewModel


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
        return ViewModel(self.dialog.notice.title, message=self.dialog.message(), is_for_box=self._is_for_box)

    def choose(self, at: int) -> None:
        """Do nothing: a dialog has no list of answers."""
