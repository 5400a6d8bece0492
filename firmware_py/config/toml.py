r"""TOML with line numbers: `tomllib` reads the values but does not report their lines, which our messages name.

A place is the way to a value: `("cards", 1, "corner")`. Its line is found by a search for one key after the other,
so a fault names the line of the key, or of the innermost table or array around it.

>>> line_of(("board", "cellar"), "[board]\nhall = 3\ncellar = 7\n")
3
>>> line_of(("cards", 1, "corner"), "[[cards]]\ncorner = 7\n[[cards]]\nname = 1\ncorner = 8\n")
5
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from engine.verdicts import Sentence, say

if TYPE_CHECKING:
    from collections.abc import Iterable

Place = tuple[str | int, ...]
Fault = tuple[int, Sentence]
"""A line number, and what is wrong there."""

MOST_DOTS = 8
"""Of one key: `tomllib` needs the square of their number, in time and memory."""
MOST_FAULTS = 100
"""Faults that are reported at once."""

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = re.compile(rf"(?:^|[{{,\[])[ \t]*+({_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_DOTS + 1}}})", re.MULTILINE)
_INLINE_TABLES = re.compile(r"""[\w-]*["']?\s*=\s*\[\s*\{""")
_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)


def read_toml(text: str) -> tuple[dict[str, Any], Fault | None]:
    """Return the values of a text, or a fault if it is not TOML."""
    import tomllib

    if dotted := _DOTTED.search(text):
        return {}, (_line_at(dotted.start(1), text), say("house.deep-key", most=MOST_DOTS))
    try:
        values = tomllib.loads(text.replace("\r\n", "\n").removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and too long integers are ValueErrors
        message = str(error)
        line = _AT_LINE.search(message)
        number = int(line[1]) if line else text.count("\n") + 1
        return {}, (number, say("house.bad-toml", why=_AT_LINE.sub("", message)))
    return values, None


def with_lines(faults: Iterable[tuple[Place, Sentence]], text: str) -> list[Fault]:
    """Return the first faults with the lines of their places, in the order of the file."""
    found = ((line_of(place, text), why) for place, why in list(faults)[:MOST_FAULTS])
    return sorted(found, key=lambda fault: fault[0])


def line_of(place: Place, text: str) -> int:
    """Return the line of a place, or of the innermost table or array around it."""
    at = 0
    for number, part in enumerate(place):
        found = _nth_item(place[number - 1], part, text, at) if isinstance(part, int) else _key(part, text, at)
        if found is None:
            break
        at = found
    return _line_at(at, text)


def _line_at(position: int, text: str) -> int:
    return text.count("\n", 0, position) + 1


def _line_start(position: int, text: str) -> int:
    return text.rfind("\n", 0, position) + 1


def _key(key: str, text: str, start: int) -> int | None:
    """Return where a key is: in the table around a position, or else in the next header that names it."""
    quoted = rf"""["']?({re.escape(key)})["']?[ \t]*"""
    end = _HEADER.search(text, start)
    pair = re.compile(rf"(?:^|[{{,.])[ \t]*{quoted}[.=]", re.MULTILINE)
    header = re.compile(rf"^[ \t]*\[[^\n]*?{quoted}[].]", re.MULTILINE)
    in_table = pair.search(text, start, len(text) if end is None else end.start())
    found = in_table or header.search(text, _line_start(start, text))
    return None if found is None else found.start(1)


def _nth_item(name: str | int, number: int, text: str, start: int) -> int | None:
    """Return where an item of an array of tables is, at its header or at its brace; of other arrays nothing."""
    begin = _line_start(start, text)
    if text[begin:start].lstrip().startswith("[["):
        item = re.compile(rf"""^[ \t]*\[\[.*?{re.escape(str(name))}["' \t]*\]\]""", re.MULTILINE)
    elif _INLINE_TABLES.match(text, start):
        item = re.compile("{")
    else:
        return None
    found = next(islice(item.finditer(text, begin), number, None), None)
    return None if found is None else found.end() - 1
