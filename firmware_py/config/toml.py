r"""TOML with places: `tomllib` reads the values, but does not say on which lines they were.

By then the text is known to be good TOML, so that a few kinds of signs are all that has to be told apart.

>>> lines_of("[board]\ncellar = 7\n[[cards]]\nvalues = [\n 1,\n 2]\n")[("board", "cellar")]
2
>>> lines_of("cards = [\n {corner = 7},\n {corner = 8}]")[("cards", 1, "corner")]
3
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine.verdicts import Sentence, say

if TYPE_CHECKING:
    from collections.abc import Iterable

Place = tuple[str | int, ...]
Fault = tuple[int, Sentence]
"""A line, and what is wrong there."""

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")

_STRINGS = r'"""(?:\\.|[^\\])*?"{3,5}', r"'''.*?'{3,5}", r'"(?:\\.|[^"\\])*"', r"'[^']*'"
_SIGN = re.compile("|".join((*_STRINGS, r"\#[^\n]*", r"\n", r"[][{}=,.]", r"""[^][{}=,.\s"'\#]+""")), re.DOTALL)


def read_toml(text: str) -> tuple[dict[str, Any], dict[Place, int], Fault | None]:
    """Read the values of a text, and the lines of their places; or what is wrong with it."""
    import tomllib

    try:
        values = tomllib.loads(text.replace("\r\n", "\n").removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError is a ValueError, and so is an endless number
        message = str(error)
        line = _AT_LINE.search(message)
        at = int(line[1]) if line else text.count("\n") + 1
        return {}, {}, (at, say("house.bad-toml", why=_AT_LINE.sub("", message)))
    return values, lines_of(text), None


def placed(faults: Iterable[tuple[Place, Sentence]], lines: dict[Place, int]) -> list[Fault]:
    """Give faults with the lines of their places, in the order of the file."""
    return sorted(((line_of(place, lines), why) for place, why in faults), key=lambda fault: fault[0])


def line_of(place: Place, lines: dict[Place, int]) -> int:
    """Find the line of a place, or of what contains it."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


def lines_of(text: str) -> dict[Place, int]:
    """Find the line of every table, key and item of a TOML text."""
    reader = _Reader(text)
    reader.read()
    return reader.found


class _Reader:
    def __init__(self, text: str) -> None:
        self.signs: list[tuple[str, int]] = []
        line = 1
        for match in _SIGN.finditer(text):
            if not match[0].startswith("#"):
                self.signs.append((match[0], line))
            line += match[0].count("\n")
        self.at = 0
        self.found: dict[Place, int] = {}
        self.counted: dict[Place, int] = {}

    def read(self) -> None:
        """Read statement by statement: headers of tables, and keys with values."""
        table: Place = ()
        while self.at < len(self.signs):
            if self.sign == "\n":
                self.at += 1
            elif self.sign == "[":
                table = self._header()
            else:
                self._pair(table)

    @property
    def sign(self) -> str:
        return self.signs[self.at][0] if self.at < len(self.signs) else "\n"

    def _header(self) -> Place:
        line = self.signs[self.at][1]
        is_list = self.signs[self.at + 1][0] == "["
        self.at += 2 if is_list else 1
        place = self._key(())
        self.at += 2 if is_list else 1
        self.found.setdefault(place, line)
        if is_list:
            self.counted[place] = self.counted.get(place, -1) + 1
            place = (*place, self.counted[place])
            self.found.setdefault(place, line)
        return place

    def _key(self, table: Place) -> Place:
        """Read a key, dotted or quoted."""
        place = table
        while True:
            place = (*place, self.sign.strip("\"'"))
            self.at += 1
            if self.sign != ".":
                return place
            self.at += 1

    def _pair(self, table: Place) -> None:
        line = self.signs[self.at][1]
        place = self._key(table)
        for length in range(len(table) + 1, len(place) + 1):
            self.found.setdefault(place[:length], line)
        self.at += 1  # the sign =
        self._value(place)

    def _value(self, place: Place) -> None:
        if self.sign == "[":
            self._items(place)
        elif self.sign == "{":
            self.at += 1
            while self.sign != "}":
                if self.sign in {",", "\n"}:
                    self.at += 1
                else:
                    self._pair(place)
            self.at += 1
        else:
            while self.sign not in {",", "]", "}", "\n"}:
                self.at += 1

    def _items(self, place: Place) -> None:
        self.at += 1
        number = 0
        while self.sign != "]":
            if self.sign in {",", "\n"}:
                self.at += 1
            else:
                self.found.setdefault((*place, number), self.signs[self.at][1])
                self._value((*place, number))
                number += 1
        self.at += 1
