"""Owner data, as far as it is the same in every game: how a record carries it.

What an owner has read off their own copy of a game comes as Python values, from a TOML file or from a record. A
game checks them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from json import dumps, loads
from typing import TypeVar

from engine.acts import MOST_SHOWN
from engine.values import Fault
from engine.verdicts import BadSetup, say

Data = TypeVar("Data")
NAME_LENGTH = 12


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
