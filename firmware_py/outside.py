"""Read values that come from outside: requests, messages of a broker, JSON files.

`parse` turns bytes into plain values that every part of the program can take: numbers that a database can store,
texts that can be written. A reader takes one such value and returns it with its type and in its range. All of them
raise `BadValue`; nothing else gets through.

>>> number(1, 6)(3), text(5)("Anna"), optional(boolean)(None)
(3, 'Anna', None)
>>> number(1, 6)(True)
Traceback (most recent call last):
firmware_py.outside.BadValue
>>> fields(parse(b'{"seat": 2, "name": "Anna"}'), seat=number(1, 6), name=text(15))
{'seat': 2, 'name': 'Anna'}
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Mapping
from typing import Any, Never, TypeVar

from engine.acts import is_clean

Value = TypeVar("Value")
Reader = Callable[[object], Value]

LARGEST_NUMBER = 2**53
"""JavaScript has no larger whole numbers either."""
MOST_DIGITS = 17


class BadValue(ValueError):
    """A value that nobody of ours would send."""


def parse(data: bytes | str, most: int | None = None) -> Any:
    """Return the plain values of JSON of at most so many bytes."""
    if most is not None and len(data) > most:
        raise BadValue
    try:
        values = json.loads(data, parse_int=_whole, parse_constant=_refuse)
        json.dumps(values, ensure_ascii=False).encode()  # half a character cannot be written
    except (ValueError, RecursionError):
        raise BadValue from None
    return values


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS or abs(int(digits)) > LARGEST_NUMBER:
        raise BadValue
    return int(digits)


def _refuse(_constant: str) -> Never:
    """Refuse NaN and the infinities, which are not JSON."""
    raise BadValue


def number(least: int, most: int) -> Reader[int]:
    """Return a reader of whole numbers in a range."""

    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise BadValue
        return value

    return read


count = number(0, LARGEST_NUMBER)
"""Reads a number of things, or the number of a thing."""


def boolean(value: object) -> bool:
    """Read yes or no."""
    if not isinstance(value, bool):
        raise BadValue
    return value


def text(most: int) -> Reader[str]:
    """Return a reader of texts of at most so many characters, of whatever kind."""

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise BadValue
        return value

    return read


def name(most: int) -> Reader[str]:
    """Return a reader of names: one line of at most so many characters; blanks around it are left out."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not 0 < len(value.strip()) <= most or not is_clean(value):
            raise BadValue
        return value.strip()

    return read


def matching(pattern: re.Pattern[str]) -> Reader[str]:
    """Return a reader of texts that a pattern matches whole."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise BadValue
        return value

    return read


def one_of(known: Container[str]) -> Reader[str]:
    """Return a reader of some words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in known:
            raise BadValue
        return value

    return read


def optional(read: Reader[Value]) -> Reader[Value | None]:
    """Return a reader that lets nothing be nothing."""
    return lambda value: None if value is None else read(value)


def listed(read: Reader[Value], most: int) -> Reader[tuple[Value, ...]]:
    """Return a reader of lists of at most so many values."""

    def read_all(value: object) -> tuple[Value, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise BadValue
        return tuple(map(read, value))

    return read_all


def mapping(value: object) -> Mapping[str, object]:
    """Read values with names."""
    if not isinstance(value, dict):
        raise BadValue
    return value


def fields(given: object, **readers: Reader[Any]) -> dict[str, Any]:
    """Return the values with these names, each read by its reader; other names are left out."""
    values = mapping(given)
    return {name: read(values.get(name)) for name, read in readers.items()}
