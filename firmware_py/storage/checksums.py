"""Checksums of the rows of the journal, so that no damaged row is taken for a good one.

Every row has one. That of an act also covers the act before it, and that of the first act covers the setup: a log
is sound as far as its checksums follow from each other. They find damage, not forgery.

>>> chain = setup_checksum(1, '[Game "inside"]')
>>> acts = [(0, "1 place L310", act_checksum(chain, 0, "1 place L310"))]
>>> count_sound(chain, acts)
1
>>> count_sound(chain, [(0, "1 place L311", acts[0][2])])
0
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterable

LENGTH = 4
"""Bytes of a checksum."""


def row_checksum(*values: int | str | None) -> bytes:
    """Return the checksum of the values of a row."""
    return crc32(repr(values).encode()).to_bytes(LENGTH)


def setup_checksum(number: int, head: str) -> bytes:
    """Return the checksum of the setup of a match, which its first act covers."""
    return row_checksum(number, head)


def act_checksum(before: bytes, place: int, act: str) -> bytes:
    """Return the checksum of an act; `before` is that of the act before it, or of the setup."""
    return crc32(f"{place} {act}".encode(), int.from_bytes(before)).to_bytes(LENGTH)


def count_sound(before: bytes, acts: Iterable[tuple[int, str, bytes]], first: int = 0) -> int:
    """Return how many acts (place, text, checksum) from a place on follow from each other, without a gap.

    `before` is the checksum of the act before them, or of the setup.
    """
    count = first
    for place, act, checksum in acts:
        if place != count or act_checksum(before, place, act) != checksum:
            break
        before, count = checksum, count + 1
    return count - first
