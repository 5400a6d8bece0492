"""Checks of values that a person has written into a file: every fault is noted with its place.

>>> faults = []
>>> number(12, range(-40, 0), ("board", "cellar"), faults)
-1
>>> [(place, why.key) for place, why in faults]
[(('board', 'cellar'), 'value.bad-number')]
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.acts import shown
from engine.verdicts import Sentence, say

KeyPath = tuple[str | int, ...]
"""The keys that lead to a value; the items of an array are counted from 0."""
Fault = tuple[KeyPath, Sentence]
"""A place, and what is wrong there."""


def table(value: object, known: Iterable[str], place: KeyPath, faults: list[Fault]) -> dict[str, object]:
    """Read a table of known keys; anything else is noted."""
    known = tuple(known)
    if not isinstance(value, dict):
        faults.append((place, say("value.not-table")))
        return {}
    for key in value:
        if key not in known:
            why = say("value.unknown-key", name=shown(key), known=known)
            faults.append(((*place, key), why))
    return value


def number(value: object, allowed: range, place: KeyPath, faults: list[Fault]) -> int:
    """Read a whole number."""
    if type(value) is not int or value not in allowed:
        faults.append((place, say("value.bad-number", least=allowed[0], most=allowed[-1])))
        return allowed[-1]
    return value


def yes_or_no(value: object, place: KeyPath, faults: list[Fault]) -> bool:
    """Read `true` or `false`."""
    if not isinstance(value, bool):
        faults.append((place, say("value.not-boolean")))
    return value is True
