r"""Records: a game as a text file, the way chess players keep games.

Tags come first, one a line, then one act a line; a tag after an act begins the next game in the same text.

>>> from engine.acts import read_act
>>> text = '[Game "inside"]\n[Players "Anna, Ben"]\n\n1 place L310 ; the corner\n'
>>> (record,) = read_records(text)
>>> record.setup.players, record.lines
(('Anna', 'Ben'), [(4, '1 place L310 ; the corner')])
>>> print(write_record(record.setup, [read_act(line) for _, line in record.lines]), end="")
[Game "inside"]
[Players "Anna, Ben"]
<BLANKLINE>
1 place L310
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import NamedTuple

from engine.acts import Act, is_clean, quote, unescape
from engine.game import Setup
from engine.verdicts import BadRecord, say

_TAG = re.compile(r'\[([A-Za-z]\w*+)\s++"((?:[^"\\]++|\\.)*+)"\]\s*+(?:;.*)?')
_NAME = re.compile(r"(?:[^,\\]++|\\.)*+")
"""Possessive (`++`): otherwise the pattern keeps a way back for every character, in 160 times the memory."""

LONGEST_TAG = 10_000
"""Characters of the line of a tag."""
MOST_TAGS = 1000
MOST_LINES = 100_000
"""Acts of one game: a move a second for a whole day."""
BLOCK = 10_000
"""Characters that are split into lines at once, or a few more."""
MOST_NAMES = 100
"""Names that are read; every game refuses so many."""


class Record(NamedTuple):
    """One game of a text: how it begins and what was said, each line with its number."""

    setup: Setup
    lines: list[tuple[int, str]]
    places: Mapping[str, int]
    """The line of each tag."""


def read_records(text: str) -> Iterator[Record]:
    """Read the games of a text one by one. Raises `BadRecord` with the line at fault."""
    tags: dict[str, str] = {}
    places: dict[str, int] = {}
    record: Record | None = None
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(_lines(text.removeprefix("\ufeff")), start=1):
        if not line or line[0] == ";":
            continue
        if line[0] != "[":
            if record is None:
                lines = []
                record = Record(_setup(tags, places, number), lines, places)
            if len(lines) == MOST_LINES:
                raise BadRecord(number, say("record.many-lines", most=MOST_LINES))
            lines.append((number, line))
        else:
            if record is not None:
                yield record
                record, tags, places = None, {}, {}
            name, value = _read_tag(number, line)
            if name in tags:
                raise BadRecord(number, say("record.tag-twice", tag=name))
            if len(tags) == MOST_TAGS:
                raise BadRecord(number, say("record.many-tags", most=MOST_TAGS))
            tags[name], places[name] = value, number
    if record is None:  # the last tags, or none, without acts: a game not begun
        record = Record(_setup(tags, places, 1), [], places)
    yield record


def _lines(text: str) -> Iterator[str]:
    """Return the lines one by one, without the spaces around them."""
    return map(str.strip, chain.from_iterable(_blocks(text)))


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines a block at a time: a list of all needs many times the memory, single ones more time."""
    start = 0
    while (end := text.find("\n", start + BLOCK)) >= 0:
        yield text[start:end].split("\n")
        start = end + 1
    yield text[start:].split("\n")


def _read_tag(number: int, line: str) -> tuple[str, str]:
    if len(line) > LONGEST_TAG:
        raise BadRecord(number, say("record.long-tag", most=LONGEST_TAG))
    tag = _TAG.fullmatch(line)
    if tag is None or not is_clean(tag[2]):
        raise BadRecord(number, say("record.broken-tag"))
    return tag[1], tag[2]


def _setup(raw: dict[str, str], places: dict[str, int], line: int) -> Setup:
    """Make a setup of raw tags; `line` is where to point if there are none at all."""
    for tag in ("Game", "Players"):
        if tag not in raw:
            raise BadRecord(min(places.values(), default=line), say("record.lacks-tag", tag=tag))
    tags = {name: unescape(value) for name, value in raw.items()}
    first = tags.get("First", "1")
    if first not in "123456" or len(first) != 1:
        raise BadRecord(places["First"], say("record.bad-first", given=first))
    players = tuple(islice(_read_names(raw["Players"]), MOST_NAMES))
    others = {name: value for name, value in tags.items() if name not in ("Game", "Players", "First")}
    return Setup(tags["Game"], players, int(first), others)


def _read_names(value: str) -> Iterator[str]:
    r"""Split names at commas; `\,` is a comma inside a name."""
    at = 0
    while at <= len(value):
        name = _NAME.match(value, at)
        assert name is not None  # it matches the empty text
        yield unescape(name[0].replace("\\,", ",")).strip()
        at = name.end() + 1


def write_record(setup: Setup, acts: Iterable[Act]) -> str:
    """Write a game as a text that `read_records` reads back."""
    players = ", ".join(quote(name)[1:-1].replace(",", "\\,") for name in setup.players)
    lines = [f"[Game {quote(setup.game)}]", f'[Players "{players}"]']
    if setup.first != 1:
        lines.append(f'[First "{setup.first}"]')
    lines += [f"[{name} {quote(value)}]" for name, value in setup.tags.items()]
    return "\n".join([*lines, "", *map(str, acts)]) + "\n"
