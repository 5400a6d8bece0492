"""What the table display of a game is given, and the scenes that it tells; see `Display` in the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations


class TableView(NamedTuple):
    """What a table picture shows."""

    state: Any
    players: tuple[str, ...]
    translations: Translations
    cursor: str | None = None
    """The name of the spot that somebody is about to choose."""
    hollow: bool = False
    """Nothing lawful can be done there."""
    marked: frozenset[str] = frozenset()
    """What a refusal speaks of: spots, and whatever else can be chosen."""
    chosen: tuple[str, ...] = ()
    """What was answered so far on the way to an act; in a list also what the cursor points at."""
    hints: bool = True
    """Show who leads, where that has to be worked out."""


class Scene(NamedTuple):
    """Something to be told and shown before the game goes on."""

    title: str
    text: tuple[str, ...]
    """Paragraphs."""
    state: Any
    """What the table picture shows meanwhile."""
    rule: str | None = None
    """The rule that it rests on; its text is told too, the first time in a match."""
