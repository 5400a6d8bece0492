"""The notebooks: a text file for each match, in the format of records, readable in any editor.

Each line ends in a comment: its number, a checksum and what else belongs to it. The checksum also covers the line
before it, so a notebook is sound as far as its lines follow from each other. A line is a tag, an act, or a note
(only a comment): when the match began, its status and players, the minutes played, a stored state.

    [Game "inside"]          ; 1 0f5a3c11
    [Players "Anna, Ben"]    ; 2 77aa12e0

    ; 3 5b0e9921 match 12 series 12 began "2026-11-20" "20:15"
    1 place L310             ; 4 1c9d02aa keys 1 4.213 s
    ; 5 e4417b3f status parked "Anna" "Ben"

Acts that are stored together are all there, or none: a `+` after the checksum says that the next line belongs
there too.
The database holds the same lines; `reconcile` makes one of them whole again from the other.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile
from typing import NamedTuple
from zlib import crc32

from firmware_py.storage.paths import make_folder, replace_bytes, sync_folder

MOST_BYTES = 64_000_000
"""A larger file is not a notebook of ours."""
ROOM = 4096
"""Empty lines that are added at the end of an open notebook: a line written over them reaches the disk sooner."""
COLUMN = 24
"""Where the comment of a short line begins."""
NOTEBOOK, DELETED, LOST = ".txt", ".deleted", ".lost"
"""How the names of files end: a notebook; a match that was deleted; one that neither copy could save."""
_COMMENT = r"; (\d{1,7}) ([0-9a-f]{8})(\+?)"
_NOTE = re.compile(rf"{_COMMENT} (.+)")
_SAID = re.compile(rf'(.+?) *{_COMMENT}(?: ([^;"]+))?')
_FILE = re.compile(rf"(\d{{6,15}})({NOTEBOOK}|{DELETED}|{LOST})".replace(".", "\\."))


class Line(NamedTuple):
    """A line of a notebook."""

    text: str
    """As it stands in the file."""
    number: int
    """Counted from 1."""
    said: str
    """The tag or the act; empty for a note."""
    note: str
    checksum: str
    is_joined: bool
    """Whether the next line was stored together with it."""

    def follows(self, before: str) -> bool:
        """Return whether the line is sound, given the checksum of the line before it."""
        return self.checksum == _checksum(before, self.number, self.said, self.note, is_joined=self.is_joined)


class Draft(NamedTuple):
    """What a new line is to say."""

    said: str
    note: str = ""


def first_checksum(match: int) -> str:
    """Return the checksum that the first line of a match continues."""
    return f"match {match}"


def write_line(before: str, number: int, draft: Draft, *, is_joined: bool = False) -> Line:
    """Return a line after one with the checksum `before`."""
    said, note = draft
    checksum = _checksum(before, number, said, note, is_joined=is_joined)
    comment = f"; {number} {checksum}{'+' * is_joined}{note and f' {note}'}"
    text = f"{said:<{COLUMN}} {comment}" if said else comment
    return Line(text, number, said, note, checksum, is_joined)


def write_lines(before: str, number: int, drafts: Iterable[Draft]) -> list[Line]:
    """Return lines from a number on; `before` is the checksum of the line before them."""
    lines = []
    for at, draft in enumerate(drafts, start=number):
        lines.append(write_line(before, at, draft))
        before = lines[-1].checksum
    return lines


def read_line(text: str) -> Line | None:
    """Return a line of a notebook, or None if it is not one."""
    if found := _NOTE.fullmatch(text):
        number, checksum, joined, note = found.groups()
        return Line(text, int(number), "", note, checksum, bool(joined))
    if found := _SAID.fullmatch(text):
        said, number, checksum, joined, note = found.groups()
        return Line(text, int(number), said, note or "", checksum, bool(joined))
    return None


def _checksum(before: str, number: int, said: str, note: str, *, is_joined: bool) -> str:
    joined = "+" if is_joined else ""
    return f"{crc32(f'{before} {number}{joined} {said};{note}'.encode()):08x}"


def page(texts: Sequence[str]) -> bytes:
    """Return the content of a notebook; an empty line stands after the tags."""
    tags = sum(1 for _ in takewhile(lambda text: text.startswith("["), texts))
    return "\n".join([*texts[:tags], "", *texts[tags:], ""]).encode()


def texts_in(data: bytes) -> list[str]:
    """Return the lines of a notebook as text, sound or not."""
    return [text for text in data.decode(errors="replace").split("\n") if text]


def sound_lines(match: int, file: Iterable[bytes]) -> Iterator[Line]:
    """Yield the lines of a notebook. Raises `ValueError` at the first that does not follow from the one before."""
    before, line = first_checksum(match), None
    texts = (text for raw in file if (text := raw.decode().removesuffix("\n")))
    for number, text in enumerate(texts, start=1):
        line = read_line(text)
        if line is None or line.number != number or not line.follows(before):
            raise ValueError(f"line {number} is damaged")
        before = line.checksum
        yield line
    if line is None or line.is_joined:
        raise ValueError("its end is missing")


class _OpenFile(NamedTuple):
    """A notebook that is open for writing."""

    match: int
    descriptor: int
    end: int
    """Where its last line ends."""
    room: int
    """Where the file ends; empty lines are between."""


class OtherLines(Exception):
    """A notebook that does not end with the line that it should end with."""


class Notebooks:
    """The folder of notebooks; what is appended or created is on the disk when a method returns."""

    def __init__(self, folder: str) -> None:
        """Use a folder; it is made when there is something to write."""
        self.folder = folder
        self._open: _OpenFile | None = None
        """The notebook that was written last."""
        self._undo: list[Callable[[], None]] = []
        """What takes back the changes that are not confirmed yet, the latest last."""

    def path(self, match: int, kind: str = NOTEBOOK) -> str:
        """Return the path of a file of a match."""
        return os.path.join(self.folder, f"{match:06}{kind}")

    def files(self) -> dict[int, set[str]]:
        """Return the numbers of all matches, each with the kinds of its files. Raises `OSError`."""
        found: dict[int, set[str]] = {}
        with suppress(FileNotFoundError):
            for name in os.listdir(self.folder):
                if file := _FILE.fullmatch(name):
                    found.setdefault(int(file[1]), set()).add(file[2])
        return found

    def read(self, match: int) -> bytes | None:
        """Return the content of a notebook; None if there is none, or it cannot be one."""
        with suppress(OSError), open(self.path(match), "rb", opener=_open_plain_file) as file:
            data = file.read(MOST_BYTES + 1)
            # where a power cut has kept room from being written there are zeros
            return data.replace(b"\0", b"\n").rstrip(b"\n") + b"\n" if len(data) <= MOST_BYTES else None
        return None

    def close(self) -> None:
        """Close the notebook that is open."""
        if self._open is not None:
            with suppress(OSError):
                os.ftruncate(self._open.descriptor, self._open.end)
            os.close(self._open.descriptor)
            self._open = None

    def _close_if(self, match: int) -> None:
        if self._open is not None and self._open.match == match:
            self.close()

    # --- writing

    @contextmanager
    def unless_it_fails(self) -> Iterator[None]:
        """Take back what is written inside if an exception is raised."""
        self._undo.clear()
        try:
            yield
        except BaseException:
            if self._open is not None:  # closed as it is: what is really in the file is looked at again
                os.close(self._open.descriptor)
                self._open = None
            while self._undo:
                with suppress(OSError):
                    self._undo.pop()()
            raise

    def append(self, match: int, last: str, lines: Sequence[Line]) -> None:
        """Append lines after the last one and flush them to the disk. Raises `OSError` or `OtherLines`."""
        file = self._opened(match, last)
        data = "".join(f"{line.text}\n" for line in lines).encode()
        begin, end = file.end, file.end + len(data)
        self._undo.append(lambda: _cut(self.path(match), begin))
        if end > file.room:
            data += b"\n" * ROOM
        at = begin
        while at < begin + len(data):
            at += os.pwrite(file.descriptor, data[at - begin :], at)
        os.fdatasync(file.descriptor)
        self._open = file._replace(end=end, room=max(at, file.room))

    def _opened(self, match: int, last: str) -> _OpenFile:
        """Open a notebook that ends with a line, if it is not open; what comes after the line is cut off."""
        if self._open is not None:
            if self._open.match == match:
                return self._open
            self.close()
        try:
            file = os.open(self.path(match), os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            raise OtherLines from None
        try:
            end = _end_of(os.pread(file, MOST_BYTES, 0), last)
            os.ftruncate(file, end)
        except BaseException:
            os.close(file)
            raise
        self._open = _OpenFile(match, file, end, end)
        return self._open

    def write(self, match: int, texts: Sequence[str], *, is_synced: bool = True) -> None:
        """Create or replace a notebook; after a power cut the old one is there, or the new one. Raises `OSError`.

        Without `is_synced` the caller flushes the disk.
        """
        make_folder(self.folder)
        path = self.path(match)
        self._close_if(match)
        if not os.path.lexists(path):
            self._undo.append(lambda: os.remove(path))
        replace_bytes(path, page(texts), is_synced=is_synced)

    def mark(self, match: int, kind: str) -> None:
        """Store that a match was deleted, or is lost; its notebook is removed by `forget`. Raises `OSError`."""
        make_folder(self.folder)
        path = self.path(match, kind)
        self._undo.append(lambda: os.remove(path))
        replace_bytes(path, b"")

    def forget(self, match: int) -> None:
        """Remove the notebook of a match that was deleted. Raises `OSError`."""
        self._close_if(match)
        with suppress(FileNotFoundError):
            os.remove(self.path(match))
        sync_folder(self.folder)


def _end_of(data: bytes, last: str) -> int:
    """Return where the last line that counts ends. Raises `OtherLines` if it is not there."""
    line = f"\n{last}\n".encode()
    at = data.rfind(line)
    if at < 0:
        raise OtherLines
    return at + len(line)


def _cut(path: str, size: int) -> None:
    with open(path, "r+b") as file:
        os.ftruncate(file.fileno(), size)
        os.fsync(file.fileno())


def _open_plain_file(path: str, flags: int) -> int:
    """Open a file that is no link; a pipe in its place keeps nobody waiting."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)
