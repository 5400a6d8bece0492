"""Rows of a damaged SQLite file, found by their shape, wherever they are.

A damaged file cannot be read by SQLite, or only in part. But each row is a record of its own in one page: a header
with the types of its columns, then the values. We look for such headers in every page of the file and of its log,
whatever the rest of the page looks like, and check what we find by its checksum. A row that is found twice, in an
old and in a new page, is returned twice, the new one first.

The format: https://www.sqlite.org/fileformat2.html#record_format.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.storage.checksums import LENGTH
from firmware_py.storage.wal import PAGE_BYTES, read_wal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Values = tuple[int | str | bytes | None, ...]

_ODD = bytes(range(13, 128, 2)).replace(b"]", b"\\]").replace(b"[", b"\\[")
_INTEGER, _BLOB = rb"[\x00-\x06\x08\x09]", bytes([12 + 2 * LENGTH])
_TEXT = b"(?:[" + _ODD + rb"]|[\x81-\xff][\x80-\xff]?[\x00-\x7f])"
_SIZES = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
"""Bytes of the integer types."""
_MORE = 0x80
"""The bit of a byte of a number that says that another one follows."""
_KEY = rb"\x00"
"""A primary key is not in the record, but in front of it."""


class Shape(NamedTuple):
    """How the rows of a table look like."""

    table: str
    columns: tuple[bytes, ...]
    """The pattern of the type of each column."""

    @property
    def pattern(self) -> re.Pattern[bytes]:
        """The pattern of the header of a record; overlapping ones are found too."""
        return re.compile(rb"(?s)(?=([\x02-\x20]" + b"".join(self.columns) + b"))")


_MATCH, _ACT = (_KEY, _INTEGER, _TEXT, _TEXT, _TEXT, _INTEGER), (_INTEGER, _INTEGER, _TEXT)
_SEAT, _STATE = (_INTEGER, _INTEGER, _TEXT, _INTEGER, _INTEGER), (_KEY, _INTEGER, _TEXT, _TEXT)
SHAPES = (
    Shape("matches", (*_MATCH, _INTEGER, _BLOB)),
    Shape("acts", (*_ACT, _BLOB)),
    Shape("seats", (*_SEAT, _BLOB)),
    Shape("states", (*_STATE, _BLOB)),
    Shape("deleted", (_KEY, _BLOB)),
)
"""The tables of the journal."""
OLD_SHAPES = (Shape("matches", _MATCH), Shape("acts", _ACT), Shape("seats", _SEAT), Shape("states", _STATE))
"""The tables before there were checksums."""


def carve(path: str, shapes: Sequence[Shape]) -> Iterator[tuple[str, Values]]:
    """Yield table and values of every row in a file and its log, as far as it looks like one; the latest first."""
    pages = _read_pages(path)
    frames = read_wal(f"{path}-wal").frames
    latest = {**pages, **{frame.page: frame.data for frame in frames if frame.is_sound}}
    images = [*latest.values(), *(frame.data for frame in reversed(frames)), *pages.values()]
    patterns = [(shape, shape.pattern) for shape in shapes]
    done: set[bytes] = set()
    for image in images:
        if image not in done:
            done.add(image)
            for shape, pattern in patterns:
                for found in pattern.finditer(image):
                    values = _read_row(image, found.start(), shape, latest)
                    if values is not None:
                        yield shape.table, values


def _read_pages(path: str) -> dict[int, bytes]:
    if not os.path.isfile(path):
        return {}
    with open(path, "rb") as file:
        return dict(enumerate(iter(lambda: file.read(PAGE_BYTES), b""), start=1))


def _read_row(image: bytes, at: int, shape: Shape, pages: Mapping[int, bytes]) -> Values | None:
    """Return the values of the record at a place of a page; None if it is not one."""
    end, place = at + image[at], at + 1
    types: list[int] = []
    while place < end and len(types) < len(shape.columns):
        kind, place = _varint(image, place)
        types.append(kind)
    if place != end or len(types) != len(shape.columns):
        return None
    sizes = [_SIZES[kind] if kind in _SIZES else (kind - 12) // 2 for kind in types]
    is_keyed = shape.columns[0] == _KEY
    data = _payload(image, at, image[at] + sum(sizes), pages, is_table=is_keyed)
    values, start = [], image[at]
    for kind, size in zip(types, sizes, strict=True):
        values.append(_value(kind, data[start : start + size]))
        start += size
    if start > len(data):
        return None
    return (_key_before(image, at), *values[1:]) if is_keyed else tuple(values)


def _payload(image: bytes, at: int, size: int, pages: Mapping[int, bytes], *, is_table: bool) -> bytes:
    """Return the bytes of a record; what does not fit into its page is in a chain of other pages."""
    least = (PAGE_BYTES - 12) * 32 // 255 - 23
    most = PAGE_BYTES - 35 if is_table else (PAGE_BYTES - 12) * 64 // 255 - 23
    if size <= most:
        return image[at : at + size]
    local = least + (size - least) % (PAGE_BYTES - 4)
    local = local if local <= most else least
    data, following = image[at : at + local], image[at + local : at + local + 4]
    while len(data) < size and (page := pages.get(int.from_bytes(following), b"")):
        data, following = data + page[4 : 4 + size - len(data)], page[:4]
    return data


def _varint(image: bytes, at: int) -> tuple[int, int]:
    """Return a number of variable length and the place after it."""
    value = 0
    while at < len(image):
        value, at = value << 7 | image[at] & 0x7F, at + 1
        if image[at - 1] < _MORE:
            break
    return value, at


def _key_before(image: bytes, at: int) -> int:
    """Return the key that stands in front of a record."""
    start = at - 1
    while start > 0 and image[start - 1] >= _MORE:
        start -= 1
    return _varint(image, max(start, 0))[0]


def _value(kind: int, data: bytes) -> int | str | bytes | None:
    match kind:
        case 0:
            return None
        case 8 | 9:
            return kind - 8
        case _ if kind in _SIZES:
            return int.from_bytes(data, signed=True)
        case _ if kind % 2:
            return data.decode(errors="replace")
    return data
