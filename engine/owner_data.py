"""Owner data, as far as it is the same in every game: how values are checked, and how a record carries them.

What an owner has read off their own copy of a game comes as Python values, from a TOML file or from a record. A
game checks them; every fault is noted with its place, so that a person finds it.

>>> faults = []
>>> number(12, range(-40, 0), ("board", "cellar"), faults)
-1
>>> [(place, why.key) for place, why in faults]
[(('board', 'cellar'), 'my-copy.bad-number')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from json import dumps, loads
from typing import TypeVar

from engine.acts import MOST_SHOWN, shown
from engine.verdicts import BadSetup, Sentence, say

KeyPath = tuple[str | int, ...]
Fault = tuple[KeyPath, Sentence]

Data = TypeVar("Data")
NAME_LENGTH = 12


# --- values


def table(value: object, known: Iterable[str], place: KeyPath, faults: list[Fault]) -> dict[str, object]:
    """Read a table of known keys; anything else is noted."""
    known = tuple(known)
    if not isinstance(value, dict):
        faults.append((place, say("my-copy.not-table")))
        return {}
    for key in value:
        if key not in known:
            why = say("my-copy.unknown-key", name=shown(key), known=known)
            faults.append(((*place, key), why))
    return value


def number(value: object, allowed: range, place: KeyPath, faults: list[Fault]) -> int:
    """Read a whole number."""
    if type(value) is not int or value not in allowed:
        faults.append((place, say("my-copy.bad-number", least=allowed[0], most=allowed[-1])))
        return allowed[-1]
    return value


def yes_or_no(value: object, place: KeyPath, faults: list[Fault]) -> bool:
    """Read `true` or `false`."""
    if not isinstance(value, bool):
        faults.append((place, say("my-copy.not-boolean")))
    return value is True


# --- records


def canonical(values: object) -> str:
    """Write values in the one form that their name is made of."""
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
            raise BadSetup(say("my-copy.no-data", name=name[:MOST_SHOWN], tag=tag), tag)
        return None
    try:
        values = loads(data)
    except (ValueError, RecursionError):
        values = None
    faults: list[Fault] = []
    found = read(values, faults)
    if faults or write(found) != data:
        raise BadSetup(say("my-copy.bad-data", tag=tag), f"{tag}Data")
    if name != _name(data):
        raise BadSetup(say("my-copy.other-data", name=_name(data), tag=tag), f"{tag}Data")
    return found


def _name(data: str) -> str:
    from hashlib import sha256  # late: it loads 4 MB of OpenSSL, and only owner data needs it

    return sha256(data.encode()).hexdigest()[:NAME_LENGTH]
