"""The table pictures, one module a game.

Each has
- `draw(view) -> Image`, and
- `rounds(state, words)`: what there is to be told of the rounds so far, scene by scene,
- `corrected(before, after, words)`: what a correction of a past round has changed.
"""

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


class Scene(NamedTuple):
    """Something to be told and shown before the game goes on."""

    title: str
    text: tuple[str, ...]
    """Paragraphs."""
    state: Any
    """What the table picture shows meanwhile."""
