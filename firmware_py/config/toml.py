r"""TOML with line numbers: `tomllib` reads the values but does not report their lines, which our messages name.

The lines are found in a second pass. `tomllib` has already accepted the text, so the second pass can assume valid
TOML and needs only a few kinds of tokens.

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
"""A line number, and what is wrong there."""

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")

_STRINGS = r'"""(?:\\.|[^\\])*?"{3,5}', r"'''.*?'{3,5}", r'"(?:\\.|[^"\\])*"', r"'[^']*'"
_TOKEN = re.compile("|".join((*_STRINGS, r"\#[^\n]*", r"\n", r"[][{}=,.]", r"""[^][{}=,.\s"'\#]+""")), re.DOTALL)


def read_toml(text: str) -> tuple[dict[str, Any], dict[Place, int], Fault | None]:
    """Return the values of a text and the lines of their places, or a fault if it is not TOML."""
    import tomllib

    try:
        values = tomllib.loads(text.replace("\r\n", "\n").removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and too long integers are ValueErrors
        message = str(error)
        line = _AT_LINE.search(message)
        number = int(line[1]) if line else text.count("\n") + 1
        return {}, {}, (number, say("house.bad-toml", why=_AT_LINE.sub("", message)))
    return values, lines_of(text), None


def with_lines(faults: Iterable[tuple[Place, Sentence]], lines: dict[Place, int]) -> list[Fault]:
    """Return faults with the lines of their places, in the order of the file."""
    return sorted(((line_of(place, lines), why) for place, why in faults), key=lambda fault: fault[0])


def line_of(place: Place, lines: dict[Place, int]) -> int:
    """Return the line of a place, or of the innermost table or array around it."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


def lines_of(text: str) -> dict[Place, int]:
    """Return the line of every table, key and array item of a TOML text."""
    finder = _LineFinder(text)
    finder.read()
    return finder.found


class _LineFinder:
    """A recursive descent over the tokens of a valid TOML text, which notes the line of every place."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, int]] = []
        line = 1
        for match in _TOKEN.finditer(text):
            if not match[0].startswith("#"):
                self.tokens.append((match[0], line))
            line += match[0].count("\n")
        self.position = 0
        self.found: dict[Place, int] = {}
        self.last_index: dict[Place, int] = {}

    def read(self) -> None:
        """Read all statements: table headers, and keys with values."""
        table: Place = ()
        while self.position < len(self.tokens):
            if self.current == "\n":
                self.position += 1
            elif self.current == "[":
                table = self._header()
            else:
                self._pair(table)

    @property
    def current(self) -> str:
        return self.tokens[self.position][0] if self.position < len(self.tokens) else "\n"

    def _header(self) -> Place:
        line = self.tokens[self.position][1]
        is_list = self.tokens[self.position + 1][0] == "["
        self.position += 2 if is_list else 1
        place = self._key(())
        self.position += 2 if is_list else 1
        self.found.setdefault(place, line)
        if is_list:
            self.last_index[place] = self.last_index.get(place, -1) + 1
            place = (*place, self.last_index[place])
            self.found.setdefault(place, line)
        return place

    def _key(self, table: Place) -> Place:
        """Read a key, which may be dotted or quoted; return its place."""
        place = table
        while True:
            place = (*place, self.current.strip("\"'"))
            self.position += 1
            if self.current != ".":
                return place
            self.position += 1

    def _pair(self, table: Place) -> None:
        line = self.tokens[self.position][1]
        place = self._key(table)
        for length in range(len(table) + 1, len(place) + 1):
            self.found.setdefault(place[:length], line)
        self.position += 1  # the token =
        self._value(place)

    def _value(self, place: Place) -> None:
        if self.current == "[":
            self._items(place)
        elif self.current == "{":
            self.position += 1
            while self.current != "}":
                if self.current in {",", "\n"}:
                    self.position += 1
                else:
                    self._pair(place)
            self.position += 1
        else:
            while self.current not in {",", "]", "}", "\n"}:
                self.position += 1

    def _items(self, place: Place) -> None:
        self.position += 1
        number = 0
        while self.current != "]":
            if self.current in {",", "\n"}:
                self.position += 1
            else:
                self.found.setdefault((*place, number), self.tokens[self.position][1])
                self._value((*place, number))
                number += 1
        self.position += 1
