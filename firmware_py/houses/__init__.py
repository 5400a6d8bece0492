"""House data on this machine: what an owner has read off their own box, one TOML file a game.

A module in this package knows the data of one game: `STAND_IN`, `read(values)` with every fault, `write(house)` as
TOML, and `show(house, words)`. The files lie in `$SIDELINE_DATA`, else where the user's data lies.
"""

from __future__ import annotations

import os
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from firmware_py.complaint import Complaint
from firmware_py.replay import read_text

if TYPE_CHECKING:
    from engine.verdicts import Sentence
    from firmware_py.words import Words

    Place = tuple[str | int, ...]

GAMES = ("insider",)
"""Games that have house data."""

_HEADER = re.compile(r"\s*\[\s*(\[)?\s*([\w-]+)\s*\]")
_KEY = re.compile(r"\s*\"?([\w-]+)\"?\s*=")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


def path_of(game: str) -> str:
    """Tell where the file of a game lies."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(os.environ.get("SIDELINE_DATA") or os.path.join(data, "sideline"), f"{game}.toml")


def load(game: str, words: Words) -> Any:
    """Read the house of a game: the owner's, or the stand-in if there is none."""
    path = path_of(game)
    return read_file(game, path, words) if os.path.exists(path) else import_module(f"{__name__}.{game}").STAND_IN


def read_file(game: str, source: str, words: Words) -> Any:
    """Read house data from a file; raises a `Complaint` with every fault and its line."""
    text = read_text(source, words)
    house, faults = read_house(game, text)
    if faults:
        told = (words("cli.in-line", source=source, line=line, why=words.text(why)) for line, why in faults)
        raise Complaint("\n".join(told))
    return house


def read_house(game: str, text: str) -> tuple[Any, list[tuple[int, Sentence]]]:
    r"""Understand a text as house data; gives the faults with their lines.

    >>> read_house("insider", "[board]\ncellar = 7\n")[1]
    [(2, Sentence(key='house.bad-number', args=(('name', 'cellar'), ('least', -40), ('most', -1))))]
    """
    import tomllib

    from engine.verdicts import say

    try:
        values = tomllib.loads(text.replace("\r\n", "\n").removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = str(error)
        line = _AT_LINE.search(message)
        at = int(line[1]) if line else text.count("\n") + 1
        return None, [(at, say("house.bad-toml", why=_AT_LINE.sub("", message)))]
    house, faults = import_module(f"{__name__}.{game}").read(values)
    lines = _lines(text)
    return house, sorted(((_line_of(place, lines), why) for place, why in faults), key=lambda fault: fault[0])


def _lines(text: str) -> dict[Place, int]:
    """Find the line of every table and key of a simple TOML file: tables, lists of tables, and their keys."""
    found: dict[Place, int] = {}
    table: Place = ()
    counted: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            name = header[2]
            counted[name] = counted.get(name, -1) + 1
            table = (name, counted[name]) if header[1] else (name,)
            found.setdefault(table, number)
            found.setdefault((name,), number)
        elif key := _KEY.match(line):
            found.setdefault((*table, key[1]), number)
    return found


def _line_of(place: Place, lines: dict[Place, int]) -> int:
    """Find the line of a place, or of what contains it."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


def save(game: str, house: Any) -> str | None:
    """Write the house of a game so that a pulled plug leaves the old file or the new one; the old one is kept too.

    Gives the path of the old one, if there was one. Raises `OSError`.
    """
    from shutil import copyfile

    path = path_of(game)
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    text = import_module(f"{__name__}.{game}").write(house)
    new, old = f"{path}.new", f"{path}.old"
    with open(new, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    had = os.path.exists(path)
    if had:
        copyfile(path, old)
    os.replace(new, path)
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
    return old if had else None
