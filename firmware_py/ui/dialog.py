"""Dialogs: a text over the current screen. It is a verdict, a list, a yes-or-no question or a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.steps import Direction
from firmware_py.display.prompt import ARROWS, BACK_KEY, OK_KEY, Hint, Pages, pages
from firmware_py.i18n.capitals import capitalised
from firmware_py.ui.phrases import wrapped
from firmware_py.ui.view_model import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from engine.verdicts import Refusal, Sentence
    from firmware_py.games.views import Scene
    from firmware_py.i18n.translations import Translations

BLINKS = 8


class Dialog:
    """The text, the action of ok, and the spots that blink on the table display."""

    def __init__(
        self,
        title: Sentence,
        paragraphs: Sequence[Sentence],
        *,
        scenes: tuple[Scene, ...] = (),
        refusal: Refusal | None = None,
    ) -> None:
        """Create a dialog from paragraphs; `scenes` are shown one by one, `refusal` is set if it is a verdict."""
        self.title, self._paragraphs, self._refusal = title, tuple(paragraphs), refusal
        self._top = 0
        """The first line that is shown."""
        self._lines: tuple[object, tuple[str, ...]] = (None, ())
        """The lines of the text as they were drawn last, and the language and names that they are for."""
        self.scenes = scenes
        """The scenes left to show; the first one is shown now."""
        self.is_own = True
        """Only the screen where it was asked for shows it; False if every screen of the match does."""
        self.agreed: Callable[[], object] | None = None
        """The action if the players answer yes; None if it is not a question."""
        self.yes = "legend.ok"
        self.can_insist = False
        """The players can overrule the refusal."""
        self._asks_no = "legend.no"
        self.denied: Callable[[], object] | None = None
        """The action if the players answer no, if there is one."""
        self.marked: frozenset[str] = frozenset()
        """The spots that the text names."""
        self.blinks = 0

    def mark(self, spots: frozenset[str]) -> None:
        """Make spots blink on the table display."""
        self.marked, self.blinks = spots, BLINKS if spots else 0

    def begin_with(self, paragraph: Sentence) -> None:
        """Put a paragraph before the others."""
        self._paragraphs = (paragraph, *self._paragraphs)

    def asks(
        self,
        agreed: Callable[[], object],
        yes: str = "legend.ok",
        *,
        no: str = "legend.no",
        denied: Callable[[], object] | None = None,
    ) -> None:
        """Turn the dialog into a yes-or-no question; `agreed` runs on yes, `denied` on no.

        `yes` and `no` are the keys of the labels of ok and back.
        """
        self.agreed, self.yes, self._asks_no, self.denied = agreed, yes, no, denied

    def pages(self, translations: Translations) -> Pages:
        """Return the text as lines of a display; they are kept until the language or a name changes."""
        read_by = (translations.language, translations.players)
        if self._lines[0] != read_by:
            texts = [translations.text(paragraph) for paragraph in self._paragraphs]
            self._lines = (read_by, tuple(wrapped(texts if self._refusal is None else capitalised(texts))))
        return Pages(translations.text(self.title), self._lines[1], self._top)

    def scroll(self, lines: int, translations: Translations) -> None:
        """Scroll by a number of lines, up if it is negative."""
        self._top = self.pages(translations).scrolled(lines).top

    def scroll_to_end(self, translations: Translations) -> None:
        """Scroll to the last lines."""
        self.scroll(len(self.pages(translations).lines), translations)

    @property
    def has_picture(self) -> bool:
        """Whether the table display shows something that belongs to the dialog."""
        return bool(self.scenes or self.marked)

    @property
    def is_refusal(self) -> bool:
        """Whether it says why an act is refused."""
        return self._refusal is not None

    @property
    def _yes(self) -> str:
        return "legend.next" if len(self.scenes) > 1 else self.yes

    @property
    def _no(self) -> str | None:
        if self.agreed is not None:
            return self._asks_no
        return "legend.skip" if len(self.scenes) > 1 else None

    def message(self) -> Message:
        """Return the dialog as values, without its picture."""
        round_number = self.scenes[0].round_number if self.scenes else None
        return Message(
            self.title,
            self._paragraphs,
            self._yes,
            self._no,
            self._refusal,
            self.marked,
            round_number,
            can_insist=self.can_insist,
        )

    def picture(self, translations: Translations, displays: int = 2) -> Image.Image:
        """Draw the dialog and the key legend."""
        keys = [Hint(OK_KEY, translations(self._yes))]
        if self._no is not None:
            keys.append(Hint(BACK_KEY, translations(self._no)))
        elif self.has_picture and displays == 1:
            keys.append(Hint(ARROWS[Direction.RIGHT], translations("legend.table")))
        return pages(self.pages(translations), keys, translations)
