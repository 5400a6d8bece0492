"""Who draws a game: its own module, or for a game that has none the plain one that can draw any."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def pictures_of(game: str, kind: str) -> Any:
    """Find who draws a game, in one of the packages `tables`, `drawings` and `page.tables`.

    >>> pictures_of("inside", "tables").__name__
    'firmware_py.tables.inside'
    """
    package = f"{__package__}.{kind}"
    try:
        return import_module(f"{package}.{game}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{game}":
            raise
    from engine import GAMES

    return import_module(f"{package}.plain").Plain(game, GAMES[game].rules())
