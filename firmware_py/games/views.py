"""The input of a game's table display, and the scenes that it shows; see `Display` in the contract."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.verdicts import Sentence
from firmware_py.i18n.translations import Translations


class TableView(NamedTuple):
    """The input of a table picture."""

    state: Any
    players: tuple[str, ...]
    translations: Translations
    cursor: str | None = None
    """The name of the spot under the cursor."""
    hollow: bool = False
    """Whether there is no legal act with this spot."""
    marked: frozenset[str] = frozenset()
    """What a refusal refers to: spots and other values."""
    chosen: tuple[str, ...] = ()
    """The answers so far; in a list also the value under the cursor."""
    hints: bool = True
    """Whether to show who leads, where players would have to work that out."""
    marks: tuple[int, ...] = ()
    """The mark of each seat: the number of the key that has its colour (`engine/colours.py`)."""

    def mark(self, seat: int) -> int:
        """Return the mark of a seat; its number if the view has no marks."""
        return self.marks[seat - 1] if self.marks else seat


class Scene(NamedTuple):
    """A text and a picture that are shown before the game continues."""

    title: Sentence
    text: tuple[Sentence, ...]
    """Paragraphs."""
    state: Any
    """The state that the table picture shows."""
    rule: str | None = None
    """The id of its rule; the rule's text is shown too, the first time in a match."""
    round_number: int | None = None
    """The round that it belongs to, if `Display.rounds` counts it: the page shows the tables of that round."""
