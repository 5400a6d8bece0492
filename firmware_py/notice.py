"""A notice: a text over everything else, be it a verdict, a list, a question to the table or a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.panel.prompt import ARROWS, BACK_KEY, OK_KEY, Hint, Pages, pages
from firmware_py.panel.walk import Direction

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from firmware_py.tables import Scene
    from firmware_py.words import Words

BLINKS = 8


class Notice:
    """The text, what ok does, and what blinks on the table meanwhile."""

    def __init__(self, title: str, lines: list[str], *, scenes: tuple[Scene, ...] = ()) -> None:
        """Show lines; they may be the first of several scenes."""
        self.pages = Pages(title, tuple(lines))
        self.scenes = scenes
        """What is told, one after the other; the first one now."""
        self.agreed: Callable[[], None] | None = None
        """What to do if the table says yes to it."""
        self.yes = "legend.ok"
        self.marked: frozenset[str] = frozenset()
        """The spots that the text speaks of."""
        self.blinks = 0

    def mark(self, spots: frozenset[str]) -> None:
        """Let spots blink."""
        self.marked, self.blinks = spots, BLINKS if spots else 0

    def asks(self, agreed: Callable[[], None], yes: str = "legend.ok") -> None:
        """Make it a question that the table says yes or no to."""
        self.agreed, self.yes = agreed, yes

    def scroll(self, lines: int) -> None:
        """Read on, or back."""
        self.pages = self.pages.scrolled(lines)

    @property
    def has_picture(self) -> bool:
        """Whether the table shows something that belongs to it."""
        return bool(self.scenes or self.marked)

    def picture(self, words: Words, displays: int = 2) -> Image.Image:
        """Draw it, with what the keys do."""
        has_more = len(self.scenes) > 1
        keys = [Hint(OK_KEY, words("legend.next" if has_more else self.yes))]
        if self.agreed is not None:
            keys.append(Hint(BACK_KEY, words("legend.no")))
        elif has_more:
            keys.append(Hint(BACK_KEY, words("legend.skip")))
        elif self.has_picture and displays == 1:
            keys.append(Hint(ARROWS[Direction.RIGHT], words("legend.table")))
        return pages(self.pages, keys, words)
