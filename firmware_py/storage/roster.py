"""The roster: the players that the club knows, as the box has heard of them last.

It is a file beside the journal, so that the box offers the names without a network too. A file that is damaged is
as good as none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress

from engine.acts import is_clean
from firmware_py.i18n.default_names import LONGEST_NAME_ON_PANEL, is_default_name
from firmware_py.outside import parse
from firmware_py.storage.paths import data_folder, make_folder, replace_file

MOST_PLAYERS = 500
MOST_CHARACTERS = 100_000


def roster_file() -> str:
    """Return the path of the roster."""
    return os.path.join(data_folder(), "roster.json")


def is_player_name(name: object) -> bool:
    """Return whether a value can be the name of a player in the roster.

    >>> is_player_name("Anna"), is_player_name(" Anna"), is_player_name("Player 1"), is_player_name(7)
    (True, False, False, False)
    """
    return (
        isinstance(name, str)
        and name == name.strip()
        and 0 < len(name) <= LONGEST_NAME_ON_PANEL
        and name.isprintable()
        and is_clean(name)
        and not is_default_name(name)
    )


def good_names(values: object) -> list[str]:
    """Return the names of a list that are good, each of them once, at most `MOST_PLAYERS`."""
    found: Iterable[object] = values if isinstance(values, list) else ()
    return list(dict.fromkeys(str(name) for name in found if is_player_name(name)))[:MOST_PLAYERS]


def load_roster() -> list[str]:
    """Return the players that the club knows; none if there is no club."""
    with suppress(OSError, ValueError), open(roster_file(), encoding="utf-8") as file:
        return good_names(parse(file.read(MOST_CHARACTERS)))
    return []


def save_roster(names: Iterable[str]) -> None:
    """Store the players that the club knows. Raises `OSError`."""
    make_folder(data_folder())
    replace_file(roster_file(), json.dumps(list(names), ensure_ascii=False))
