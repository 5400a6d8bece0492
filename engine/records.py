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
from typing import TYPE_CHECKING, NamedTuple

from engine.acts import Act, quote, unescape
from engine.game import Setup
from engine.verdicts import BadRecord, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TAG = re.compile(r'\[([A-Za-z]\w*)\s+"((?:[^"\\]|\\.)*)"\]\s*(?:;.*)?')
_NAME = re.compile(r"(?:[^,\\]|\\.)*")
LONGEST_LINE = 4096


class Record(NamedTuple):
    """One game of a text: how it begins and what was said, each line with its number."""

    setup: Setup
    line: int
    """Where its tags begin."""
    lines: list[tuple[int, str]]


def read_records(text: str) -> Iterator[Record]:
    """Read the games of a text one by one. Raises `BadRecord` with the line at fault."""
    tags: dict[str, str] = {}
    began = 0
    record: Record | None = None
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.strip()
        if not line or line[0] == ";":
            continue
        if len(line) > LONGEST_LINE:
            raise BadRecord(number, say("record.long-line", most=LONGEST_LINE))
        if line[0] == "[":
            if record is not None:
                yield record
                record, tags = None, {}
            began = began if tags else number
            name, value = _read_tag(number, line)
            if name in tags:
                raise BadRecord(number, say("record.tag-twice", tag=name))
            tags[name] = value
        else:
            if record is None:
                record = Record(_setup(began or number, tags), began or number, [])
            record.lines.append((number, line))
    if record is None:  # the last tags, or none, without acts: a game not begun
        record = Record(_setup(began or 1, tags), began or 1, [])
    yield record


def _read_tag(number: int, line: str) -> tuple[str, str]:
    tag = _TAG.fullmatch(line)
    if tag is None or not line.replace("\t", " ").isprintable():
        raise BadRecord(number, say("record.broken-tag"))
    return tag[1], tag[2]


def _setup(line: int, raw: dict[str, str]) -> Setup:
    for tag in ("Game", "Players"):
        if tag not in raw:
            raise BadRecord(line, say("record.lacks-tag", tag=tag))
    tags = {name: unescape(value) for name, value in raw.items()}
    first = tags.get("First", "1")
    if first not in "123456" or len(first) != 1:
        raise BadRecord(line, say("record.bad-first", given=first))
    players = tuple(_read_names(raw["Players"]))
    if not all(players):
        raise BadRecord(line, say("record.empty-name"))
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
