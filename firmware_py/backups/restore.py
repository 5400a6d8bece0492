"""Restore a backup, from the command line or from a phone.

Restoring needs the lock, keeps everything that it replaces in a folder of its own, and changes nothing if the
file is not whole. After a power cut, the next start goes on with it: the backup is removed last. The database is
kept with what was there before; whoever opens the journal next makes it again from the notebooks.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import suppress
from itertools import count

from drivers.camera import AUTO, NONE
from engine.verdicts import Sentence, say
from firmware_py.backups.backup import CONFIGURATION, PEOPLE, Backup, places, read, unpack
from firmware_py.config import configuration
from firmware_py.config.wiring import Wiring
from firmware_py.errors import UserError
from firmware_py.storage.database import SUFFIXES
from firmware_py.storage.paths import (
    accepted_backup_file,
    data_folder,
    journal_file,
    make_folder,
    notebooks_folder,
    replace_bytes,
    restoring_backup_file,
    sync_folder,
)

UPLOADED = "uploaded-backup.zip"
"""A backup that a phone has sent. Once somebody has accepted it at the box, the next start restores it."""


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
        *([say("restore.files", names=tuple(backup.files))] if backup.files else []),
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
    return unpack(read(path), os.path.basename(path))


def _exchanged(backup: Backup) -> list[str]:
    """Return the names of the single files in the data folder that a backup brings."""
    return [name for name in backup.files if name != CONFIGURATION]


def _staged_notebooks() -> str:
    return f"{notebooks_folder(journal_file())}.restored"


def _prepare(backup: Backup, kept: str) -> None:
    """Copy the files that will be replaced into a new folder, and write the new ones beside the old ones."""
    make_folder(kept)
    for name in _exchanged(backup):
        path = places()[name]
        if os.path.exists(path):
            shutil.copy2(path, os.path.join(kept, name))
        replace_bytes(f"{path}.restored", backup.files[name])
    shutil.rmtree(_staged_notebooks(), ignore_errors=True)
    make_folder(_staged_notebooks())
    for name, data in backup.notebooks.items():
        replace_bytes(os.path.join(_staged_notebooks(), name), data, is_synced=False)
    os.sync()


def _discard(backup: Backup, kept: str) -> None:
    """Remove what was prepared: on a full disk it would take the room that the journal needs."""
    shutil.rmtree(kept, ignore_errors=True)
    shutil.rmtree(_staged_notebooks(), ignore_errors=True)
    for name in _exchanged(backup):
        with suppress(OSError):
            os.remove(f"{places()[name]}.restored")


def _exchange(backup: Backup, kept: str) -> None:
    """Put the new files in place; can be repeated after a power cut."""
    if CONFIGURATION in backup.files:
        _restore_configuration(places()[CONFIGURATION], backup.files[CONFIGURATION], kept)
    if os.path.isdir(_staged_notebooks()):  # otherwise they are in place
        journal = journal_file()
        old = [notebooks_folder(journal), *(journal + end for end in reversed(SUFFIXES))]
        if PEOPLE not in backup.files:
            old.append(places()[PEOPLE])
        for path in filter(os.path.lexists, old):
            os.rename(path, os.path.join(kept, os.path.basename(path)))
        sync_folder(kept)
        os.rename(_staged_notebooks(), notebooks_folder(journal))
        sync_folder(data_folder())
    for name in _exchanged(backup):
        path = places()[name]
        if os.path.exists(f"{path}.restored"):  # otherwise it is in place
            os.replace(f"{path}.restored", path)
            sync_folder(data_folder())


def _restore_configuration(path: str, data: bytes, kept: str) -> None:
    """Replace the configuration file, or leave the new one in the folder.

    It is left there if this user may not write the file, and if it names a program that was not named here before.
    """
    restored = os.path.join(kept, f"{CONFIGURATION}.restored")
    replace_bytes(restored, data)
    with suppress(OSError):
        if os.path.exists(path) and read(path) != data:
            shutil.copy2(path, os.path.join(kept, CONFIGURATION))
        program = _camera(restored)
        if program is not None and program in {AUTO, NONE, _camera(path)}:
            make_folder(os.path.dirname(os.path.abspath(path)))
            replace_bytes(path, data)
            os.remove(restored)


def _camera(path: str) -> str | None:
    """Return the program of the camera that a configuration names; None if it cannot be read."""
    try:
        wiring: Wiring = configuration.read_file(path).get("wiring", Wiring())
    except UserError:
        return None
    return wiring.camera


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
        return unpack(read(os.path.join(data_folder(), UPLOADED)), UPLOADED)
    except (OSError, UserError):
        return None


def accept(shown: Backup) -> None:
    """Let the next start restore the backup that was shown at the box, and no other. Raises a `UserError`."""
    path = os.path.join(data_folder(), UPLOADED)
    try:
        data = read(path)
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
    return UserError(say("my-copy.cannot-write", path=data_folder(), reason=error.strerror or str(error)))
