"""The write-ahead log of SQLite (`-wal`), read by ourselves to notice and to get around damage.

SQLite takes the first bad checksum for the end of its log: after a power cut that is normal, because the last
transaction may be written in part. Damage inside the log looks the same to SQLite, and everything after it is lost
without a word. We know more: a transaction is only begun when the one before is on the disk, so a sound frame of a
*later* transaction proves that what is before it was complete. And the index of the log (`-shm`), where it has
survived, says how many frames there were.

The file is a header (32 bytes) and frames: a frame header (24 bytes) and a page. Checksums are cumulative: each is
computed from the one stored before it. See https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

from __future__ import annotations

import struct
import sys
from contextlib import suppress
from typing import NamedTuple

PAGE_BYTES = 4096
_HEADER, _FRAME = struct.Struct(">8I"), struct.Struct(">6I")
_MAGIC = 0x377F0682
"""The lowest bit says whether the checksums read the data as big-endian words."""
_INDEX = struct.Struct("=3I2BH8I")
_INDEX_VERSION, _BACKFILLED_AT = 3007000, 96


class Index(NamedTuple):
    """What the `-shm` file says about the log."""

    frames: int
    """How many frames are committed."""
    backfilled: int
    """How many of them have been copied into the database."""
    salts: bytes


class Frame(NamedTuple):
    """One page in the log."""

    page: int
    is_commit: bool
    """Whether a transaction ends with it."""
    data: bytes
    is_sound: bool
    """Whether its salts and its checksum are right, given the checksum stored before it."""


class Wal(NamedTuple):
    """The content of a `-wal` file."""

    frames: list[Frame]
    """All frames of the current log, damaged ones included."""
    committed: int
    """How many of them SQLite reads."""
    is_sound: bool
    """Whether the header is sound; without it SQLite reads nothing."""

    @property
    def has_gap(self) -> bool:
        """Whether SQLite would miss a transaction that was certainly complete.

        That is so if a sound frame comes after the end of a transaction that SQLite does not read: torn writes
        reach no further than one transaction. Nothing is written before the header is on the disk.
        """
        has_ended = not self.is_sound
        for frame in self.frames[self.committed :]:
            if has_ended and frame.is_sound:
                return True
            has_ended = has_ended or frame.is_commit
        return False


def has_lost_frames(path: str, before: Index | None, after: Index | None) -> bool:
    """Return whether SQLite misses committed frames of the log of a database.

    `before` and `after` are what the index said before and after SQLite has opened the database.
    """
    head = _read(f"{path}-wal", _HEADER.size)
    if not _is_header(head):
        if before is not None and before.frames > before.backfilled:
            return True
        return bool(head) and read_wal(f"{path}-wal").has_gap
    if after is None or after.salts != head[16:24]:
        wal = read_wal(f"{path}-wal")
        seen, has_gap = wal.committed, wal.has_gap
    else:
        seen = after.frames
        has_gap = _has_more(f"{path}-wal", seen) and read_wal(f"{path}-wal").has_gap
    return has_gap or (before is not None and before.salts == head[16:24] and seen < before.frames)


def _has_more(path: str, seen: int) -> bool:
    """Return whether a log has a frame of its own after those that SQLite has seen."""
    data = _read(path)
    step = _FRAME.size + int.from_bytes(data[8:12])
    places = range(_HEADER.size + seen * step, len(data) - step + 1, step)
    return any(data[at + 8 : at + 16] == data[16:24] for at in places)


def read_index(path: str) -> Index | None:
    """Return what a `-shm` file says, or None if there is none or it is not sound."""
    data = _read(path, _BACKFILLED_AT + 4)
    if len(data) < _BACKFILLED_AT + 4 or data[:48] != data[48:96]:
        return None
    version, _, _, is_set, _, _, frames, *_ = _INDEX.unpack_from(data)
    order = "<" if sys.byteorder == "little" else ">"
    if (
        version != _INDEX_VERSION
        or not is_set
        or _checksum((0, 0), data[:40], order) != _INDEX.unpack(data[:48])[-2:]
    ):
        return None
    (backfilled,) = struct.unpack_from("=I", data, _BACKFILLED_AT)
    return Index(frames, backfilled, data[32:40])


def read_wal(path: str) -> Wal:
    """Read a `-wal` file, damaged or not; a missing file is an empty log."""
    data = _read(path)
    if len(data) < _HEADER.size + _FRAME.size:
        return Wal([], 0, is_sound=not data or _is_header(data))
    magic, _, size, *_ = _HEADER.unpack_from(data)
    is_sound = _is_header(data)
    order = ">" if magic & 1 and is_sound else "<"
    step = _FRAME.size + (size if is_sound else PAGE_BYTES)
    salts = data[16:24] if is_sound else _common_salts(data, step)
    frames, before, last = [], data[24:32], 0
    for at in range(_HEADER.size, len(data) - step + 1, step):
        page, commit = _FRAME.unpack_from(data, at)[:2]
        body, checksum = data[at + _FRAME.size : at + step], data[at + 16 : at + 24]
        is_current = data[at + 8 : at + 16] == salts
        found = _checksum(struct.unpack(">2I", before), data[at : at + 8] + body, order)
        is_right = is_current and found == struct.unpack(">2I", checksum)
        frames.append(Frame(page, bool(commit) and is_current, body, is_right))
        last = len(frames) if is_current else last
        before = checksum
    del frames[last:]  # what an earlier log has left
    return Wal(frames, _committed(frames) if is_sound else 0, is_sound)


def _committed(frames: list[Frame]) -> int:
    committed = 0
    for count, frame in enumerate(frames, start=1):
        if not frame.is_sound:
            break
        committed = count if frame.is_commit else committed
    return committed


def _is_header(data: bytes) -> bool:
    if len(data) < _HEADER.size:
        return False
    magic, *_, first, second = _HEADER.unpack_from(data)
    order = ">" if magic & 1 else "<"
    return magic | 1 == _MAGIC | 1 and _checksum((0, 0), data[:24], order) == (first, second)


def _common_salts(data: bytes, step: int) -> bytes:
    """Return the salts of the first frames, for a log whose header is damaged."""
    first = [data[at + 8 : at + 16] for at in range(_HEADER.size, len(data) - step + 1, step)][:3]
    return max(first, key=first.count, default=b"")


def _checksum(before: tuple[int, ...], data: bytes, order: str) -> tuple[int, int]:
    """Return the checksum of some data, continued from the one before."""
    first, second = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second


def _read(path: str, most: int = -1) -> bytes:
    with suppress(FileNotFoundError), open(path, "rb") as file:
        return file.read(most)
    return b""
