"""A notice: a text over everything else, be it a verdict, a list, a question to the table or a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.display.prompt import ARROWS, BACK_KEY, OK_KEY, Hint, Pages, pages
from firmware_py.display.shapes import Direction
from firmware_py.i18n.capitals import capitalised
from firmware_py.ui.phrases import wrapped
from firmware_py.ui.view_model import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from engine.verdicts import Refusal
    from firmware_py.games.views import Scene
    from firmware_py.i18n.translations import Translations

BLINKS = 8


class Dialog:
    """The text, what ok does, and what blinks on the table meanwhile."""

    def __init__(
        self,
        title: str,
        paragraphs: Sequence[str],
        *,
        scenes: tuple[Scene, ...] = (),
        refusal: Refusal | None = None,
    ) -> None:
        """Show paragraphs; they may be the first of several scenes, or the verdict on something."""
        told = paragraphs if refusal is None else capitalised(paragraphs)
        self.pages = Pages(title, tuple(wrapped(told)))
        self._paragraphs, self._refusal = tuple(paragraphs), refusal
        self.scenes = scenes
        """What is told, one after the other; the first one now."""
        self.agreed: Callable[[], object] | None = None
        """What to do if the table says yes to it."""
        self.yes = "legend.ok"
        self.marked: frozenset[str] = frozenset()
        """The spots that the text speaks of."""
        self.blinks = 0

    def mark(self, spots: frozenset[str]) -> None:
        """Let spots blink."""
        self.marked, self.blinks = spots, BLINKS if spots else 0

    def asks(self, agreed: Callable[[], object], yes: str = "legend.ok") -> None:
        """Make it a question that the table says yes or no to."""
        self.agreed, self.yes = agreed, yes

    def scroll(self, lines: int) -> None:
        """Read on, or back."""
        self.pages = self.pages.scrolled(lines)

    def scroll_to_end(self) -> None:
        """Show the last lines."""
        self.scroll(len(self.pages.lines))

    @property
    def has_picture(self) -> bool:
        """Whether the table shows something that belongs to it."""
        return bool(self.scenes or self.marked)

    @property
    def _yes(self) -> str:
        return "legend.next" if len(self.scenes) > 1 else self.yes

    @property
    def _no(self) -> str | None:
        if self.agreed is not None:
            return "legend.no"
        return "legend.skip" if len(self.scenes) > 1 else None

    def message(self) -> Message:
        """Give it without its picture."""
        return Message(self.pages.title, self._paragraphs, self._yes, self._no, self._refusal, self.marked)

    def picture(self, translations: Translations, displays: int = 2) -> Image.Image:
        """Draw it, with what the keys do."""
        keys = [Hint(OK_KEY, translations(self._yes))]
        if self._no is not None:
            keys.append(Hint(BACK_KEY, translations(self._no)))
        elif self.has_picture and displays == 1:
            keys.append(Hint(ARROWS[Direction.RIGHT], translations("legend.table")))
        return pages(self.pages, keys, translations)
