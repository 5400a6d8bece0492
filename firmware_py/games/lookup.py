"""Find the modules of a game by its name, or the fallback."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

import engine

if TYPE_CHECKING:
    from firmware_py.games.contract import (
        Charts,
        Display,
        Log,
        OwnerData,
        OwnerForm,
        Scores,
        Sight,
        Svg,
        Tabletop,
        Text,
    )


def display_of(game: str) -> Display:
    """Return the module that draws a game on the table display.

    >>> display_of("inside").__name__
    'firmware_py.games.inside.display'
    """
    return cast("Display", _module_or_fallback(game, "display"))


def text_of(game: str) -> Text:
    """Return the module that draws a game as text."""
    return cast("Text", _module_or_fallback(game, "text"))


def svg_of(game: str) -> Svg:
    """Return the module that draws a game on the page."""
    return cast("Svg", _module_or_fallback(game, "svg"))


def charts_of(game: str) -> Charts:
    """Return the module that makes the charts of a game."""
    return cast("Charts", _module_or_fallback(game, "charts"))


def scores_of(game: str) -> Scores:
    """Return the module that makes the score tables of a game."""
    return cast("Scores", _module_or_fallback(game, "scores"))


def log_of(game: str) -> Log:
    """Return the module that tells the consequences of a game's acts."""
    return cast("Log", _module_or_fallback(game, "log"))


def owner_data_of(game: str) -> OwnerData:
    """Return the module for the owner data of a game; the game must have some."""
    return cast("OwnerData", import_module(f"{__package__}.{game}.owner_data"))


def owner_form_of(game: str) -> OwnerForm:
    """Return the module to edit the owner data of a game on the page; the game must have some."""
    return cast("OwnerForm", import_module(f"{__package__}.{game}.owner_data"))


def has_owner_data(game: str) -> bool:
    """Return whether a game of this name exists and has owner data."""
    return game in engine.GAMES and _has_module(game, "owner_data")


def has_sight(game: str) -> bool:
    """Return whether pictures of a game can be read; the module that reads them is not imported."""
    return _has_module(game, "sight")


def sight_of(game: str) -> Sight | None:
    """Return the module that reads pictures of a game; None if the game has none. For the process that looks."""
    if not has_sight(game):
        return None
    return cast("Sight", import_module(f"{__package__}.{game}.sight"))


def tabletop_of(game: str) -> Tabletop | None:
    """Return the module that draws a table of a game; None if the game has none."""
    if not _has_module(game, "tabletop"):
        return None
    return cast("Tabletop", import_module(f"{__package__}.{game}.tabletop"))


def _has_module(game: str, kind: str) -> bool:
    try:
        return find_spec(f"{__package__}.{game}.{kind}") is not None
    except ModuleNotFoundError:  # the game has no folder here
        return False


def _module_or_fallback(game: str, kind: str) -> Any:
    name = f"{__package__}.{game}.{kind}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in {name, name.rpartition(".")[0]}:
            raise
    return import_module(f"{__package__}.fallback.{kind}").Fallback(game, engine.GAMES[game].rules())
