"""The table pictures, one module a game, each with `draw(view) -> Image`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from firmware_py.words import Words


class View(NamedTuple):
    """What a table picture shows."""

    state: Any
    players: tuple[str, ...]
    words: Words
    cursor: str | None = None
    """The name of the spot that somebody is about to choose."""
    hollow: bool = False
    """Nothing lawful can be done there."""
    marked: frozenset[str] = frozenset()
    """The spots that a refusal speaks of."""
