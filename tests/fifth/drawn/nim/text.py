"""Nim in a terminal: a row of matches for each heap."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.nim import State

    from firmware_py.i18n.translations import Translations


def draw(state: State, _words: Translations) -> str:
    """Draw a position."""
    return "\n".join(f"{heap}  {'| ' * size}".rstrip() for heap, size in enumerate(state.heaps, start=1))


def sheet(_state: State, _words: Translations) -> str:
    """Return no score sheet: everything is in the standing."""
    return ""
