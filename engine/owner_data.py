"""Owner data, as far as it is the same in every game: how values are checked, and how a record carries them.

What an owner has read off their own copy of a game comes as Python values, from a TOML file or from a record. A
game checks them; every fault is noted with its place, so that a person finds it.

>>> faults = []
>>> number(12, range(-40, 0), ("board", "cellar"), faults)
-1
>>> [(place, why.key) for place, why in faults]
[(('board', 'cellar'), 'house.bad-number')]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.acts import is_clean
from engine.verdicts import BadSetup, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.verdicts import Sentence

    Place = tuple[str | int, ...]
    Fault = tuple[Place, Sentence]

Data = TypeVar("Data")
NAME_LENGTH = 12
MOST_SHOWN = 40
"""Characters of a foreign word that are repeated."""


# --- values


def table(value: object, known: Iterable[str], place: Place, faults: list[Fault]) -> dict[str, object]:
    """Read a table of known keys; anything else is noted."""
    known = tuple(known)
    if not isinstance(value, dict):
        faults.append((place, say("house.not-table", name=str(place[-1]) if place else "data")))
        return {}
    for key in value:
        if key not in known:
            why = say("house.unknown-key", name=shown(key), known=known)
            faults.append(((*place, key), why))
    return value


def number(value: object, allowed: range, place: Place, faults: list[Fault]) -> int:
    """Read a whole number."""
    if type(value) is not int or value not in allowed:
        name = next(str(word) for word in reversed(place) if isinstance(word, str))
        faults.append((place, say("house.bad-number", name=name, least=allowed[0], most=allowed[-1])))
        return allowed[-1]
    return value


def yes_or_no(value: object, place: Place, faults: list[Fault]) -> bool:
    """Read `true` or `false`."""
    if not isinstance(value, bool):
        faults.append((place, say("house.not-boolean", name=str(place[-1]))))
    return value is True


def shown(word: object) -> str:
    """Make a foreign word fit to be repeated."""
    text = str(word)[:MOST_SHOWN]
    return text if is_clean(text) else ascii(text)


# --- records


def canonical(values: object) -> str:
    """Write values in the one form that their name is made of."""
    from json import dumps

    return dumps(values, sort_keys=True, separators=(",", ":"))


def tags_for(tag: str, data: str) -> dict[str, str]:
    """Make the tags with which a record carries its data.

    >>> tags_for("Board", '{"cellar":-8,"verified":true}')
    {'Board': 'ea8c31656d57', 'BoardData': '{"cellar":-8,"verified":true}'}
    """
    return {tag: _name(data), f"{tag}Data": data}


def carried(
    tags: Mapping[str, str],
    tag: str,
    placeholder: Data,
    read: Callable[[object, list[Fault]], Data],
    write: Callable[[Data], str],
) -> Data | None:
    """Find the data that a record carries; None if it was played with the placeholder. Raises `BadSetup`."""
    name, data = tags.get(tag), tags.get(f"{tag}Data")
    if data is None:
        if name is not None and name != _name(write(placeholder)):
            raise BadSetup(say("house.no-data", name=name[:MOST_SHOWN], tag=tag), tag)
        return None
    from json import loads

    try:
        values = loads(data)
    except (ValueError, RecursionError):
        values = None
    faults: list[Fault] = []
    found = read(values, faults)
    if faults or write(found) != data:
        raise BadSetup(say("house.bad-data", tag=tag), f"{tag}Data")
    if name != _name(data):
        raise BadSetup(say("house.other-data", name=_name(data), tag=tag), f"{tag}Data")
    return found


def _name(data: str) -> str:
    from hashlib import sha256

    return sha256(data.encode()).hexdigest()[:NAME_LENGTH]
