"""Backup: the journal, the data of the owner's copies and the settings in one zip file; `restore` puts them back.

The file has a list of what is in it, with checksums. A backup can be made while the box runs.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import struct
import tempfile
import zlib
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from engine import GAMES
from engine.verdicts import say
from firmware_py import __version__
from firmware_py.config import configuration
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.storage.journal import Journal, JournalFault
from firmware_py.storage.journal_file import copy_database, faults, open_read_only
from firmware_py.storage.paths import (
    config_file,
    data_folder,
    journal_file,
    panel_file,
)
from firmware_py.storage.people import people_file

if TYPE_CHECKING:
    from engine.verdicts import Sentence

LIST = "sideline-backup.json"
FORMAT, FORMATS = 2, (1, 2)
"""What is written, and what can be read: format 1 has no names and times."""
JOURNAL, PEOPLE, SETTINGS, CONFIGURATION = "journal.db", "journal.db.people", "settings.toml", "sideline.toml"
MOST_BYTES = 500_000_000
"""The most that the files of a backup may have together."""
MOST_ENTRIES, ENTRY_MARK = 100, b"PK\x01\x02"
"""The most entries of a zip file that are read, and how each begins in the list at its end."""


class Backup(NamedTuple):
    """What a backup has in it."""

    date: str
    version: str
    """The version of Sideline that made it."""
    files: dict[str, bytes]
    matches: int
    sha256: str
    """Of the whole zip file."""

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
    """Return where each file of a backup belongs on this machine."""
    of_copies = {f"{game}.toml": os.path.join(data_folder(), f"{game}.toml") for game in GAMES}
    databases = {JOURNAL: journal_file(), PEOPLE: people_file(journal_file())}
    return {**databases, SETTINGS: panel_file(), **of_copies, CONFIGURATION: config_file()}


def pack(date: str) -> bytes:
    """Return a backup of everything that there is and can be used, made on this date. Raises a `UserError`.

    A file of settings or of a copy with faults is left out: the box does not use it, and would not restore it.
    """
    files: dict[str, bytes] = {}
    for name, path in places().items():
        if not os.path.exists(path):
            continue
        try:
            data = _database(path) if name in {JOURNAL, PEOPLE} else read(path)
        except JournalFault as fault:
            if name == PEOPLE:  # a match is whole without it
                continue
            raise UserError(fault.why) from None
        except OSError as error:
            raise UserError(say("cli.cannot-read", source=path, reason=error.strerror or str(error))) from None
        with suppress(UserError):
            _check_text(name, data, path)
            files[name] = data
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    about = {"format": FORMAT, "date": date, "sideline": __version__, "sha256": sums}
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(LIST, json.dumps(about, indent=1))
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def _database(path: str) -> bytes:
    """Return a copy of a database as it is at one moment; the box may go on writing."""
    with tempfile.TemporaryDirectory(prefix="sideline-") as folder, faults(path):
        copy = os.path.join(folder, JOURNAL)
        with closing(open_read_only(path)) as database:
            copy_database(database, copy)
        return read(copy)


def read(path: str) -> bytes:
    """Return the content of a file."""
    with open(path, "rb") as file:
        return file.read()


def unpack(data: bytes, source: str, most: int = MOST_BYTES) -> Backup:
    """Return what is in a backup of at most so many bytes, after checking all of it. Raises a `UserError`."""
    try:
        if data.count(ENTRY_MARK) > MOST_ENTRIES:
            raise BadZipFile
        with ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > most:
                raise UserError(say("backup.too-big", source=source))
            about = json.loads(_entry(archive, LIST))
            files = {name: _entry(archive, name) for name in places() if name in archive.namelist()}
            sums, version, date = dict(about["sha256"]), str(about["sideline"]), str(about["date"])
            is_known = about["format"] in FORMATS
    except BROKEN:
        raise UserError(say("backup.not-one", source=source)) from None
    if not is_known:
        raise UserError(say("backup.newer", source=source, version=version))
    for name in sorted({*sums, *files}):
        if name not in files or hashlib.sha256(files[name]).hexdigest() != sums.get(name):
            raise UserError(say("backup.damaged", source=source, name=name))
        _check_text(name, files[name], f"{source}: {name}")
    matches = _matches(files.get(JOURNAL), source)
    return Backup(date, version, files, matches, hashlib.sha256(data).hexdigest())


BROKEN = (BadZipFile, KeyError, TypeError, ValueError, EOFError, OSError, RuntimeError, zlib.error, struct.error)
"""What a file that is no backup can raise: among others it is cut off, encrypted, or has very deep lists in it."""


def _entry(archive: ZipFile, name: str) -> bytes:
    """Return a file of a zip file; not more bytes are unpacked than it says it has."""
    entry = archive.getinfo(name)
    if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        raise BadZipFile
    with archive.open(entry) as file:
        return file.read(entry.file_size)


def _check_text(name: str, data: bytes, source: str) -> None:
    """Check a file of settings, or of a copy of a game, as whoever reads it later. Raises a `UserError`."""
    if not name.endswith(".toml"):
        return
    game = name.removesuffix(".toml")
    with tempfile.TemporaryDirectory(prefix="sideline-") as folder:
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(data)
        try:
            if name in {SETTINGS, CONFIGURATION}:
                configuration.read_file(path)
            elif game in owner_data.games():
                owner_data.read_file(game, path)
        except UserError as error:
            raise UserError(*(_with_source(why, source) for why in error.why)) from None


def _with_source(why: Sentence, source: str) -> Sentence:
    return say(why.key, **{**dict(why.args), "source": source})


def _matches(journal: bytes | None, source: str) -> int:
    """Return how many matches a journal has, after checking it."""
    if journal is None:
        return 0
    with tempfile.TemporaryDirectory(prefix="sideline-") as folder:
        path = os.path.join(folder, JOURNAL)
        with open(path, "wb") as file:
            file.write(journal)
        try:
            with closing(Journal(path)) as opened:
                return len(opened.entries())
        except JournalFault as fault:
            raise UserError(say("backup.bad-journal", source=source, why=fault.why)) from None


def file_name(date: str) -> str:
    """Return the name of a backup that was made on this date; a USB stick takes no name with question marks.

    >>> file_name("2026-11-17"), file_name("????-??-??")
    ('sideline-backup-2026-11-17.zip', 'sideline-backup-undated.zip')
    """
    return f"sideline-backup-{'undated' if '?' in date else date}.zip"
