"""Owner data on this machine: what an owner has read off their own copy of a game, one TOML file a game.

`games/GAME/owner_data.py` knows the data of one game, see `OwnerData` in the contract. The files lie in
`$SIDELINE_DATA`, else where the user's data lies.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import engine
from firmware_py.config.toml import Fault, read_toml, with_lines
from firmware_py.errors import UserError
from firmware_py.games.lookup import has_owner_data, owner_data_of
from firmware_py.games.memory import Memory
from firmware_py.storage.paths import data_folder, make_folder, replace_file
from firmware_py.storage.replay import read_text

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations

MOST_KILOBYTES = 100


def games() -> tuple[str, ...]:
    """Return the games that have owner data.

    >>> games()
    ('insider', 'offline')
    """
    return tuple(filter(has_owner_data, engine.GAMES))


def path_of(game: str) -> str:
    """Return where the file of a game lies."""
    return os.path.join(data_folder(), f"{game}.toml")


def load(game: str, translations: Translations) -> Any:
    """Read the house of a game: the owner's, or the stand-in if there is none."""
    path = path_of(game)
    return read_file(game, path, translations) if os.path.exists(path) else owner_data_of(game).STAND_IN


def owner_tags(game: str, translations: Translations) -> dict[str, str]:
    """Make the tags that carry the owner's house data of a game. Raises a `UserError`."""
    return owner_data_of(game).tags(load(game, translations)) if has_owner_data(game) else {}


def memory_of(game: str, translations: Translations) -> Memory:
    """Return what a box remembers of its owner's game. Raises a `UserError`."""
    return owner_data_of(game).memory(load(game, translations)) if has_owner_data(game) else Memory()


def read_file(game: str, source: str, translations: Translations) -> Any:
    """Read house data from a file; raises a `UserError` with every fault and its line."""
    return check_file(game, source, translations)[0]


def check_file(game: str, source: str, translations: Translations) -> tuple[Any, list[str]]:
    """Read house data from a file, with a warning for each doubt; raises a `UserError` as `read_file` does."""
    text = read_text(source, translations, what="house", most=MOST_KILOBYTES * 1000)
    house, faults = read_owner_data(game, text)
    if faults:
        told = (
            translations("cli.in-line", source=source, line=line, why=translations.text(why))
            for line, why in faults
        )
        raise UserError("\n".join(told))
    doubts = with_lines(owner_data_of(game).doubts(house), read_toml(text)[1])
    return house, [
        translations("house.doubt", source=source, line=line, why=translations.text(why)) for line, why in doubts
    ]


def read_owner_data(game: str, text: str) -> tuple[Any, list[Fault]]:
    r"""Understand a text as house data; gives the faults with their lines.

    >>> read_owner_data("insider", "[board]\ncellar = 7\n")[1]
    [(2, Sentence(key='house.bad-number', args=(('name', 'cellar'), ('least', -40), ('most', -1))))]
    """
    values, lines, wrong = read_toml(text)
    if wrong is not None:
        return None, [wrong]
    house, faults = owner_data_of(game).read(values)
    return house, with_lines(faults, lines)


def look(game: str) -> Any | None:
    """Read the house of a game if it is there and good, without complaint."""
    try:
        with open(path_of(game), encoding="utf-8") as file:
            house, faults = read_owner_data(game, file.read())
    except (OSError, ValueError):
        return None
    return None if faults else house


def save(game: str, house: Any) -> None:
    """Write the house of a game so that a pulled plug leaves the old file or the new one. Raises `OSError`."""
    make_folder(data_folder())
    replace_file(path_of(game), owner_data_of(game).write(house))


def keep_old(game: str) -> str | None:
    """Keep a copy of the file beside it; gives its path, if there was a file. Raises `OSError`."""
    path = path_of(game)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        replace_file(f"{path}.old", file.read())
    return f"{path}.old"


def ends(allowed: range) -> list[int]:
    """Return the least and the most that is allowed, for an editor.

    >>> ends(range(-40, 0))
    [-40, -1]
    """
    return [allowed[0], allowed[-1]]
