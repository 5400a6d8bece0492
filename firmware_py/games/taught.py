"""What an owner has taught for pictures of a game: one TOML file per game, as `sideline look --teach` reads it.

The file has a table `board`: what the game's `sight` module reads (`Sight.read_taught`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from firmware_py.config.text_files import read_text
from firmware_py.config.toml import read_toml
from firmware_py.errors import UserError
from firmware_py.storage.paths import data_folder, make_folder, replace_file

MOST_BYTES = 100_000


def path_of(game: str) -> str:
    """Return the path of a game's file."""
    return os.path.join(data_folder(), f"{game}-photos.toml")


def load(game: str) -> Mapping[str, object] | None:
    """Return what was taught for pictures of a game; None if that is nothing, or cannot be read."""
    path = path_of(game)
    if not os.path.exists(path):
        return None
    try:
        return read_file(path)
    except UserError:
        return None  # it is taught again with the next photo


def read_file(path: str) -> Mapping[str, object] | None:
    """Return what a file teaches; None if that is nothing. Raises a `UserError` if it is no TOML."""
    board = read_toml(path, read_text(path, what="my-copy", most=MOST_BYTES, may_be_empty=True)).get("board")
    return board if isinstance(board, dict) else None


def save(game: str, values: Mapping[str, object]) -> None:
    """Keep what was taught for pictures of a game: numbers, texts and lists of them. Raises `OSError`."""
    make_folder(data_folder())
    lines = [f"{name} = {json.dumps(value)}" for name, value in values.items()]
    replace_file(path_of(game), "\n".join(["[board]", *lines]) + "\n")
