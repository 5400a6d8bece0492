"""Find the modules of a game by its name, or the fallback for a game that has none."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from firmware_py.games.contract import Display, OwnerData, Svg, Text


def display_of(game: str) -> Display:
    """Return what draws a game on the table display.

    >>> display_of("inside").__name__
    'firmware_py.games.inside.display'
    """
    return cast("Display", _module_or_fallback(game, "display"))


def text_of(game: str) -> Text:
    """Return what draws a game as text."""
    return cast("Text", _module_or_fallback(game, "text"))


def svg_of(game: str) -> Svg:
    """Return what draws a game on the page."""
    return cast("Svg", _module_or_fallback(game, "svg"))


def owner_data_of(game: str) -> OwnerData:
    """Return the module for the owner data of a game that has some."""
    return cast("OwnerData", import_module(f"{__package__}.{game}.owner_data"))


def _module_or_fallback(game: str, kind: str) -> Any:
    name = f"{__package__}.{game}.{kind}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in {name, name.rpartition(".")[0]}:
            raise
    from engine import GAMES

    return import_module(f"{__package__}.fallback.{kind}").Fallback(game, GAMES[game].rules())
