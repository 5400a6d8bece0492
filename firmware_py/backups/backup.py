"""Backup: the notebooks of all matches, the data of the owner's copies and the settings in one zip file.

The file has a list of what is in it, with checksums. A backup can be made while the box runs. `restore` puts it
back; the database is then made again from the notebooks.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import struct
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from engine import GAMES
from engine.acts import shown
from engine.verdicts import Sentence, say
from firmware_py import __version__
from firmware_py.config import configuration
from firmware_py.errors import UserError
from firmware_py.games import owner_data, taught
from firmware_py.outside import BadValue, count, fields, mapping, parse
from firmware_py.outside import name as text_name
from firmware_py.storage.entries import JournalFault
from firmware_py.storage.match_lines import summarize
from firmware_py.storage.merging import merge
from firmware_py.storage.notebook import DELETED, NOTEBOOK, Notebooks, page, sound_lines, texts_in
from firmware_py.storage.paths import (
    config_file,
    data_folder,
    journal_file,
    notebooks_folder,
    panel_file,
    people_file,
)
from firmware_py.storage.people import read_people
from firmware_py.storage.reader import JournalReader

LIST, FORMAT = "sideline-backup.json", 1
PEOPLE, SETTINGS, CONFIGURATION = "people.json", "settings.toml", "sideline.toml"
PHOTOS = "-photos.toml"
"""After the name of a game: what was taught for pictures of it."""
NOTEBOOKS = "notebooks/"
_NOTEBOOK = re.compile(rf"{NOTEBOOKS}(\d{{6,9}})({NOTEBOOK}|{DELETED})".replace(".", "\\."))
MOST_BYTES = 200_000_000
"""The most that the files of a backup may have together."""
MOST_RATIO = 20
"""How many times as large as the zip file they may be together, and a megabyte more; checksums pack badly."""
MOST_FILES, FILE_MARK = 30_000, b"PK\x01\x02"
"""The most files of a zip file that are read, and how each begins in the list at its end."""
MOST_LIST_BYTES, MOST_FILE_BYTES = 4_000_000, 10_000_000
"""The most that the list of a backup may have, and any other of its files: a match with 180,000 acts."""
NO_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of each file in a backup: zip knows none before, where a clock that is not set may be."""


class Backup(NamedTuple):
    """What a backup has in it."""

    date: str
    version: str
    """The version of Sideline that made it."""
    files: dict[str, bytes]
    """All but the notebooks."""
    notebooks: dict[str, bytes]
    """By the names of their files, those of deleted matches included."""
    sha256: str
    """Of the whole zip file."""

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return sum(name.endswith(NOTEBOOK) for name in self.notebooks)

    @property
    def games(self) -> tuple[str, ...]:
        """The games with data of the owner's copy."""
        return tuple(game for game in GAMES if f"{game}.toml" in self.files)

    def values(self) -> dict[str, object]:
        """Return what is in it as plain values."""
        return {
            "date": self.date,
            "version": self.version,
            "matches": self.matches,
            "copies": self.games,
            "files": [*self.files],
        }


def places() -> dict[str, str]:
    """Return where each file of a backup but the notebooks belongs on this machine."""
    of_copies = {f"{game}.toml": os.path.join(data_folder(), f"{game}.toml") for game in GAMES}
    of_photos = {f"{game}{PHOTOS}": taught.path_of(game) for game in GAMES}
    return {
        PEOPLE: people_file(journal_file()),
        SETTINGS: panel_file(),
        **of_copies,
        **of_photos,
        CONFIGURATION: config_file(),
    }


def pack(date: str) -> bytes:
    """Return a backup of everything that there is and can be used, made on this date. Raises a `UserError`.

    A file of names, settings or of a copy with faults is left out: the box would not restore it.
    """
    files: dict[str, bytes] = {}
    try:
        for name, path in places().items():
            if os.path.exists(path):
                data = read(path)
                with suppress(UserError):
                    _check_text(name, data, path)
                    files[name] = data
        files.update(_sound_notebooks())
    except JournalFault as fault:
        raise UserError(fault.why) from None
    except OSError as error:
        source = error.filename or data_folder()
        raise UserError(say("cli.cannot-read", source=source, reason=error.strerror or str(error))) from None
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    about = {"format": FORMAT, "date": date, "sideline": __version__, "sha256": sums}
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, data in {LIST: json.dumps(about, indent=1).encode(), **files}.items():
            archive.writestr(ZipInfo(name, NO_TIME), data, ZIP_DEFLATED)
    return packed.getvalue()


def _sound_notebooks() -> Iterator[tuple[str, bytes]]:
    """Yield the notebooks as they are now; what is damaged, or half written, is taken from the database."""
    if not os.path.exists(journal_file()):
        return
    notebooks = Notebooks(notebooks_folder(journal_file()))
    with closing(JournalReader(journal_file())) as journal:
        deleted = {number for number, kinds in notebooks.files().items() if DELETED in kinds}
        for number in sorted({*journal.statuses(), *deleted}):
            if number in deleted:
                yield f"{NOTEBOOKS}{number:06}{DELETED}", b""
                continue
            data = notebooks.read(number) or b""
            merged = merge(number, texts_in(data))
            if page(merged.texts) != data:
                merged = merge(number, merged.texts, journal.texts(number))
            if summarize(merged.lines) is not None:
                yield f"{NOTEBOOKS}{number:06}{NOTEBOOK}", page(merged.texts)


def read(path: str) -> bytes:
    """Return the content of a file."""
    with open(path, "rb") as file:
        return file.read()


def unpack(data: bytes, source: str, most: int = MOST_BYTES) -> Backup:
    """Return what is in a backup of at most so many bytes, after checking all of it. Raises a `UserError`."""
    try:
        if data.count(FILE_MARK) > MOST_FILES:
            raise BadZipFile
        with ZipFile(io.BytesIO(data)) as archive:
            sizes = [file.file_size for file in archive.infolist()]
            if sum(sizes) > min(most, MOST_RATIO * len(data) + 1_000_000) or max(sizes) > MOST_FILE_BYTES:
                raise UserError(say("backup.too-big", source=source))
            about = _read_list(_unpacked(archive, LIST))
            names = [name for name in archive.namelist() if _is_known(name)]
            if len(set(names)) < len(names):
                raise BadZipFile
            files = {name: _unpacked(archive, name) for name in names}
    except BROKEN:
        raise UserError(say("backup.not-one", source=source)) from None
    if about.format != FORMAT:
        raise UserError(say("backup.newer", source=source, version=about.sideline))
    for name in sorted({*about.sha256, *files}):
        if name not in files or hashlib.sha256(files[name]).hexdigest() != about.sha256.get(name):
            raise UserError(say("backup.damaged", source=source, name=shown(name)))
        if _NOTEBOOK.fullmatch(name):
            _check_notebook(name, files[name], source)
        else:
            _check_text(name, files[name], f"{source}: {name}")
    notebooks = {name.removeprefix(NOTEBOOKS): files.pop(name) for name in names if name.startswith(NOTEBOOKS)}
    return Backup(about.date, about.sideline, files, notebooks, hashlib.sha256(data).hexdigest())


class _List(NamedTuple):
    """The list of what is in a backup."""

    format: int
    date: str
    sideline: str
    sha256: Mapping[str, object]


def _read_list(data: bytes) -> _List:
    """Read the list of a backup: two tables, and nothing deeper. Raises `BadValue`."""
    if data.count(b"{") > len(("all", "sha256")) or b"[" in data:
        raise BadValue
    values = parse(data, MOST_LIST_BYTES)
    return _List(**fields(values, format=count, date=text_name(40), sideline=text_name(40), sha256=mapping))


def _is_known(name: str) -> bool:
    return name in places() or _NOTEBOOK.fullmatch(name) is not None


BROKEN = (BadZipFile, KeyError, TypeError, ValueError, EOFError, OSError, RuntimeError, zlib.error, struct.error)
"""What a file that is no backup can raise: among others it is cut off, encrypted, or has very deep lists in it."""


def _unpacked(archive: ZipFile, name: str) -> bytes:
    """Return a file of a zip file; not more bytes are unpacked than it says it has."""
    found = archive.getinfo(name)
    if found.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        raise BadZipFile
    with archive.open(found) as file:
        return file.read(found.file_size)


def _check_notebook(name: str, data: bytes, source: str) -> None:
    """Check every line of a notebook, one after the other. Raises a `UserError`."""
    if name.endswith(NOTEBOOK):
        number = int(name[len(NOTEBOOKS) : -len(NOTEBOOK)])
        if summarize(sound_lines(number, io.BytesIO(data))) is None:
            raise UserError(say("backup.damaged", source=source, name=name))


def _check_text(name: str, data: bytes, source: str) -> None:
    """Check a file of names, settings, or of a copy of a game, as whoever reads it later. Raises a `UserError`."""
    if name == PEOPLE:
        try:
            read_people(data.decode())
        except ValueError:
            raise UserError(say("backup.damaged", source=source, name=name)) from None
        return
    game = name.removesuffix(".toml")
    with tempfile.TemporaryDirectory(prefix="sideline-") as folder:
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(data)
        try:
            if name in {SETTINGS, CONFIGURATION}:
                configuration.read_file(path)
            elif name.endswith(PHOTOS):
                taught.read_file(path)
            elif game in owner_data.games():
                owner_data.read_file(game, path)
        except UserError as error:
            raise UserError(*(_with_source(why, source) for why in error.why)) from None


def _with_source(why: Sentence, source: str) -> Sentence:
    return say(why.key, **{**dict(why.args), "source": source})


def file_name(date: str) -> str:
    """Return the name of a backup that was made on this date; a USB stick takes no name with question marks.

    >>> file_name("2026-11-17"), file_name("????-??-??")
    ('sideline-backup-2026-11-17.zip', 'sideline-backup-undated.zip')
    """
    return f"sideline-backup-{'undated' if '?' in date else date}.zip"
