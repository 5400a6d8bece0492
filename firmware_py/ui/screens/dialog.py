"""Dialogs: a notice over the current screen, how far it is scrolled, and whether its spots are lit."""

from __future__ import annotations

from PIL import Image

from engine.steps import Direction
from engine.verdicts import Sentence
from firmware_py.display.prompt import ARROWS, BACK_KEY, HOLD_OK, OK_KEY, Hint, Pages, pages, wrapped
from firmware_py.i18n.capitals import capitalised
from firmware_py.i18n.translations import Translations
from firmware_py.ui.screens.effects import Notice
from firmware_py.ui.screens.view_model import Message

BLINKS = 8


class Dialog:
    """A notice as a screen shows it."""

    def __init__(self, notice: Notice, marked: frozenset[str] = frozenset(), *, is_own: bool = True) -> None:
        """Show a notice from its first line on, while the marked spots of the table blink.

        `is_own` if only the screen where it was asked for shows it.
        """
        self.notice, self.marked, self.is_own = notice, marked, is_own
        self.blinks = BLINKS if marked else 0
        self._top = 0
        """The first line that is shown."""
        self._lines: tuple[object, tuple[str, ...]] = (None, ())
        """The lines of the text as they were drawn last, and the language and names that they are for."""

    def begin_with(self, paragraph: Sentence) -> None:
        """Put a paragraph before the others."""
        self.notice = self.notice._replace(paragraphs=(paragraph, *self.notice.paragraphs))

    def pages(self, translations: Translations) -> Pages:
        """Return the text as lines of a display; they are kept until the language or a name changes."""
        read_by = (translations.language, translations.players, self.notice.paragraphs)
        if self._lines[0] != read_by:
            texts = [translations.text(paragraph) for paragraph in self.notice.paragraphs]
            if self.is_refusal or self.is_question:
                texts = capitalised(texts)
            self._lines = (read_by, tuple(wrapped(texts)))
        return Pages(translations.text(self.notice.title), self._lines[1], self._top)

    def scroll(self, lines: int, translations: Translations) -> None:
        """Scroll by a number of lines, up if it is negative."""
        self._top = self.pages(translations).scrolled(lines).top

    def scroll_to_end(self, translations: Translations) -> None:
        """Scroll to the last lines."""
        self.scroll(len(self.pages(translations).lines), translations)

    @property
    def has_picture(self) -> bool:
        """Whether the table display shows something that belongs to the dialog."""
        return bool(self.notice.scenes or self.marked)

    @property
    def is_refusal(self) -> bool:
        """Whether it says why an act is refused."""
        return self.notice.refusal is not None

    @property
    def is_question(self) -> bool:
        """Whether it has to be answered with yes or no."""
        return self.notice.yes is not None

    @property
    def _yes(self) -> str:
        return "legend.next" if len(self.notice.scenes) > 1 else self.notice.yes_label

    @property
    def _no(self) -> str | None:
        if self.is_question:
            return self.notice.no_label
        return "legend.skip" if len(self.notice.scenes) > 1 else None

    def message(self) -> Message:
        """Return the dialog as values, without its picture."""
        notice = self.notice
        return Message(
            notice.title,
            notice.paragraphs,
            self._yes,
            self._no,
            notice.refusal,
            self.marked,
            notice.scenes[0].round_number if notice.scenes else None,
            can_insist=notice.can_insist,
            act=notice.act,
            allowed=notice.allowed,
            choices=notice.choices,
        )

    def picture(self, translations: Translations, displays: int = 2) -> Image.Image:
        """Draw the dialog and the key legend."""
        keys = [Hint(OK_KEY, translations(self._yes))]
        if self.notice.held:
            keys.append(Hint(HOLD_OK, translations("legend.insist")))
        elif self._no is not None:
            keys.append(Hint(BACK_KEY, translations(self._no)))
        elif self.has_picture and displays == 1:
            keys.append(Hint(ARROWS[Direction.RIGHT], translations("legend.table")))
        return pages(self.pages(translations), keys, translations)
