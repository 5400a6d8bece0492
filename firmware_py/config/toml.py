"""Read TOML that people write; a fault names the file and its place: the path of a key, or the line of bad syntax.

>>> key_text(("cards", 1, "corner"))
'cards[2].corner'
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.acts import shown
from engine.values import Fault, KeyPath
from engine.verdicts import Sentence, say
from firmware_py.errors import UserError

Data = TypeVar("Data")

MOST_DOTS = 8
"""Of one key: `tomllib` needs the square of their number, in time and memory."""
MOST_FAULTS = 100
"""Faults that are reported at once."""

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = re.compile(rf"(?:^|[{{,\[])[ \t]*+({_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_DOTS + 1}}})", re.MULTILINE)


def read_toml(source: str, text: str) -> dict[str, Any]:
    """Return the values of a text from some source. Raises a `UserError` that names the line if it is not TOML."""
    if dotted := _DOTTED.search(text):
        line = text.count("\n", 0, dotted.start(1)) + 1
        raise UserError(say("cli.in-line", source=source, line=line, why=say("my-copy.deep-key", most=MOST_DOTS)))
    try:
        return tomllib.loads(text.replace("\r\n", "\n").removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and too long integers are ValueErrors
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        why = say("my-copy.bad-toml", why=_AT_LINE.sub("", str(error)))
        raise UserError(say("cli.in-line", source=source, line=line, why=why)) from None


def read_checked(source: str, text: str, read: Callable[[dict[str, Any]], tuple[Data, list[Fault]]]) -> Data:
    """Return what `read` makes of the values of a text. Raises a `UserError` with the place of every fault."""
    data, faults = read(read_toml(source, text))
    if faults:
        raise UserError(*in_file(source, faults))
    return data


def in_file(source: str, faults: Iterable[Fault], key: str = "cli.in-key") -> list[Sentence]:
    """Return the first faults as sentences with their file and place."""
    shown = list(faults)[:MOST_FAULTS]
    return [say(key, source=source, place=key_text(place), why=why) for place, why in shown]


def key_text(place: KeyPath) -> str:
    """Return the path of a key as people read it; they count the items of an array from 1."""
    parts = (f"[{part + 1}]" if isinstance(part, int) else f".{shown(part)}" for part in place)
    return "".join(parts).removeprefix(".")
