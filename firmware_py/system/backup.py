"""Backup: the journal, the data of the owner's copies and the settings in one zip file, and back again.

The file has a list of what is in it, with checksums. A backup can be made while the box runs; restoring needs
the lock, keeps everything that it replaces in a folder of its own, and changes nothing if the file is not whole.
After a power cut, the next start goes on with it: the backup is removed last.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import struct
import tempfile
import zlib
from contextlib import closing, suppress
from itertools import count
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from engine import GAMES
from engine.verdicts import say
from firmware_py import __version__
from firmware_py.config import configuration
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.storage.journal import Journal, JournalFault
from firmware_py.storage.journal_file import SUFFIXES, copy_database, faults, open_read_only
from firmware_py.storage.paths import (
    accepted_backup_file,
    config_file,
    data_folder,
    journal_file,
    make_folder,
    panel_file,
    replace_bytes,
    restoring_backup_file,
    sync_folder,
)
from firmware_py.storage.people import people_file
from firmware_py.storage.second_copy import copy_path

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
UPLOADED = "uploaded-backup.zip"
"""A backup that a phone has sent. Once somebody has accepted it at the box, the next start restores it."""


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
            data = _database(path) if name in {JOURNAL, PEOPLE} else _read(path)
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
        return _read(copy)


def _read(path: str) -> bytes:
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


def kept_folder(offset: int = 0) -> str:
    """Return where restoring would keep what it replaces: the first free name, or with offset -1 the last one."""
    free = next(at for at in count(1) if not os.path.exists(os.path.join(data_folder(), f"before-restore-{at}")))
    return os.path.join(data_folder(), f"before-restore-{max(free + offset, 1)}")


def plan(backup: Backup, matches_now: str) -> list[Sentence]:
    """Return what a backup has, and what it would replace."""
    games = tuple(say(f"{game}.name") for game in backup.games)
    return [
        say("restore.backup", date=backup.date, version=backup.version),
        say("restore.matches", count=backup.matches, now=matches_now),
        *([say("restore.copies", games=games)] if games else []),
        say("restore.files", names=tuple(backup.files)),
        say("restore.kept", folder=data_folder(), path=kept_folder()),
    ]


def restore(data: bytes) -> str:
    """Restore a backup and return the folder with what was there before. Raises `OSError` or a `UserError`.

    Needs the lock. After a power cut the old files are there, or the backup with which the next start goes on.
    """
    replace_bytes(accepted_backup_file(), data)
    return _restore_waiting()


def _restore_waiting() -> str:
    """Restore what waits. If the disk does not take it, it counts as uploaded and can be tried again."""
    waiting = (accepted_backup_file(), restoring_backup_file())
    try:
        kept = _restore(*waiting)
    except (OSError, UserError) as error:
        with suppress(OSError):
            path = next(filter(os.path.exists, waiting))
            if isinstance(error, OSError):
                os.replace(path, os.path.join(data_folder(), UPLOADED))
            else:
                os.remove(path)
        raise
    return kept


def _restore(accepted: str, begun: str) -> str:
    """Copy everything old and write everything new beside it; only then exchange them, or go on with that."""
    if os.path.exists(accepted):
        backup, kept = _unpack_file(accepted), kept_folder()
        try:
            _prepare(backup, kept)
        except OSError:
            _discard(backup, kept)
            raise
        os.replace(accepted, begun)
        sync_folder(data_folder())
    else:
        backup, kept = _unpack_file(begun), kept_folder(-1)
    _exchange(backup, kept)
    os.remove(begun)
    sync_folder(data_folder())
    return kept


def _unpack_file(path: str) -> Backup:
    return unpack(_read(path), os.path.basename(path))


def _exchanged(backup: Backup) -> list[str]:
    """Return the names of the files in the data folder that a backup brings, the journal last."""
    has_journal = JOURNAL in backup.files  # names and times mean nothing without it
    names = [name for name in backup.files if name != CONFIGURATION and (name != PEOPLE or has_journal)]
    return sorted(names, key=lambda name: name == JOURNAL)


def _obsolete(name: str, backup: Backup) -> list[str]:
    """Return the paths of what belongs to a file and must not lie beside a new one."""
    path, people = places()[name], places()[PEOPLE]
    if name not in {JOURNAL, PEOPLE}:
        return []
    paths = [path + end for end in SUFFIXES if end]
    if name == JOURNAL:
        paths += [copy_path(path) + end for end in SUFFIXES]
        paths += [people + end for end in SUFFIXES if PEOPLE not in backup.files]
    return paths


def _prepare(backup: Backup, kept: str) -> None:
    """Copy what will be replaced into a new folder, and write the new files beside the old ones."""
    make_folder(kept)
    for name in _exchanged(backup):
        path = places()[name]
        for old in filter(os.path.exists, (path, *_obsolete(name, backup))):
            copy = os.path.join(kept, os.path.basename(old))
            shutil.copy2(old, copy)
            with open(copy, "rb") as file:
                os.fsync(file.fileno())
        replace_bytes(f"{path}.restored", backup.files[name])
    sync_folder(kept)


def _discard(backup: Backup, kept: str) -> None:
    """Remove what was prepared: on a full disk it would take the room that the journal needs."""
    shutil.rmtree(kept, ignore_errors=True)
    for name in _exchanged(backup):
        with suppress(OSError):
            os.remove(f"{places()[name]}.restored")


def _exchange(backup: Backup, kept: str) -> None:
    """Put the new files in place; can be repeated after a power cut."""
    if CONFIGURATION in backup.files:
        _restore_configuration(places()[CONFIGURATION], backup.files[CONFIGURATION], kept)
    for name in _exchanged(backup):
        path = places()[name]
        if os.path.exists(f"{path}.restored"):  # otherwise it is in place
            for old in filter(os.path.exists, _obsolete(name, backup)):
                os.remove(old)
            sync_folder(data_folder())
            os.replace(f"{path}.restored", path)
            sync_folder(data_folder())


def _restore_configuration(path: str, data: bytes, kept: str) -> None:
    """Replace the configuration file; one that this user may not write stays, with the new one in the folder."""
    try:
        if os.path.exists(path):
            if _read(path) == data:
                return
            shutil.copy2(path, os.path.join(kept, CONFIGURATION))
        make_folder(os.path.dirname(os.path.abspath(path)))
        replace_bytes(path, data)
    except OSError:
        replace_bytes(os.path.join(kept, f"{CONFIGURATION}.restored"), data)


# --- from a phone: it sends a backup, somebody accepts it at the box, and the next start restores it


def upload(data: bytes, most: int) -> Backup:
    """Check a backup that a phone has sent, and keep it until somebody accepts it. Raises a `UserError`."""
    backup = unpack(data, "zip", most)
    try:
        replace_bytes(os.path.join(data_folder(), UPLOADED), data)
    except OSError as error:
        raise _cannot_write(error) from None
    return backup


def uploaded() -> Backup | None:
    """Return the backup that a phone has sent; None if there is none, or it cannot be read any more."""
    try:
        return unpack(_read(os.path.join(data_folder(), UPLOADED)), UPLOADED)
    except (OSError, UserError):
        return None


def accept(shown: Backup) -> None:
    """Let the next start restore the backup that was shown at the box, and no other. Raises a `UserError`."""
    path = os.path.join(data_folder(), UPLOADED)
    try:
        data = _read(path)
        if hashlib.sha256(data).hexdigest() != shown.sha256:
            raise UserError(say("backup.gone"))
        replace_bytes(accepted_backup_file(), data)
        os.remove(path)
    except FileNotFoundError:
        raise UserError(say("backup.gone")) from None
    except OSError as error:
        raise _cannot_write(error) from None


def restore_accepted() -> list[Sentence]:
    """Restore the backup that was accepted, if there is one; return what to tell. Needs the lock.

    It is tried once: a backup that cannot be restored must not keep the box from starting.
    """
    if not any(map(os.path.exists, (accepted_backup_file(), restoring_backup_file()))):
        return []
    try:
        return [say("restore.done", path=_restore_waiting())]
    except UserError as error:
        return [*error.why]
    except OSError as error:
        return [*_cannot_write(error).why]


def _cannot_write(error: OSError) -> UserError:
    return UserError(say("house.cannot-write", path=data_folder(), reason=error.strerror or str(error)))


def file_name(date: str) -> str:
    """Return the name of a backup that was made on this date; a USB stick takes no name with question marks.

    >>> file_name("2026-11-17"), file_name("????-??-??")
    ('sideline-backup-2026-11-17.zip', 'sideline-backup-undated.zip')
    """
    return f"sideline-backup-{'undated' if '?' in date else date}.zip"
