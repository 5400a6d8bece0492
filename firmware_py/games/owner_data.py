"""Owner data on this machine: what owners enter from their own copy of a game, one TOML file per game.

`games/GAME/owner_data.py` handles the data of one game, see `OwnerData` in the contract. The files are in
`$SIDELINE_DATA`, or else in the user's data folder.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import engine
from engine.verdicts import Sentence, say
from firmware_py.config.text_files import read_text
from firmware_py.config.toml import in_file, read_checked
from firmware_py.errors import UserError
from firmware_py.games.lookup import has_owner_data, owner_data_of
from firmware_py.games.memory import Memory
from firmware_py.storage.paths import data_folder, make_folder, replace_file

MOST_KILOBYTES = 100


class Section(NamedTuple):
    """A part of the owner data in words: a line, and the lines that belong below it."""

    head: Sentence
    items: tuple[Sentence, ...] = ()


def checked_mark(*, is_checked: bool) -> Sentence:
    """Return the words for whether a part of the data was checked."""
    return say("my-copy.verified" if is_checked else "my-copy.unverified")


def games() -> tuple[str, ...]:
    """Return the games that have owner data.

    >>> games()
    ('insider', 'offline')
    """
    return tuple(filter(has_owner_data, engine.GAMES))


def path_of(game: str) -> str:
    """Return the path of a game's file."""
    return os.path.join(data_folder(), f"{game}.toml")


def load(game: str) -> Any:
    """Return the owner data of a game; the placeholder if there is no file. Raises a `UserError`."""
    path = path_of(game)
    return read_file(game, path) if os.path.exists(path) else owner_data_of(game).PLACEHOLDER


def owner_tags(game: str) -> dict[str, str]:
    """Return the record tags that carry the owner data of a game. Raises a `UserError`."""
    return owner_data_of(game).tags(load(game)) if has_owner_data(game) else {}


def memory_of(game: str) -> Memory:
    """Return the `Memory` of a game. Raises a `UserError`."""
    return owner_data_of(game).memory(load(game)) if has_owner_data(game) else Memory()


def read_file(game: str, source: str) -> Any:
    """Return the owner data in a file. Raises a `UserError` with every fault and its place."""
    text = read_text(source, what="my-copy", most=MOST_KILOBYTES * 1000)
    return read_checked(source, text, owner_data_of(game).read)


def doubts(game: str, data: Any, source: str) -> list[Sentence]:
    """Return a warning for each doubt about the owner data of a file."""
    return in_file(source, owner_data_of(game).doubts(data), "my-copy.doubt")


def look(game: str) -> Any | None:
    """Return the owner data of a game; None if there is no file or it has faults."""
    try:
        return read_file(game, path_of(game))
    except UserError:
        return None


def save(game: str, data: object) -> None:
    """Write the owner data of a game; after a power cut the old or the new file is there. Raises `OSError`."""
    make_folder(data_folder())
    replace_file(path_of(game), owner_data_of(game).write(data))


def keep_old(game: str) -> str | None:
    """Copy the file to `.old`; return the path of the copy, None without a file. Raises `OSError`."""
    path = path_of(game)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        replace_file(f"{path}.old", file.read())
    return f"{path}.old"


def ends(allowed: range) -> list[int]:
    """Return the lowest and the highest allowed number, for the editor.

    >>> ends(range(-40, 0))
    [-40, -1]
    """
    return [allowed[0], allowed[-1]]
