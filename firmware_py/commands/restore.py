"""`sideline restore FILE`: bring back what `sideline backup` has saved; what was there before is kept."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from typing import IO

from engine.verdicts import say
from firmware_py import service_user
from firmware_py.backups.backup import MOST_BYTES, unpack
from firmware_py.backups.restore import kept_folder, plan, restore
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import is_agreed, json_line
from firmware_py.commands.shared.progress import Progress
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.storage.entries import JournalFault
from firmware_py.storage.lock import InUse, take_lock
from firmware_py.storage.paths import data_folder, journal_file
from firmware_py.storage.reader import JournalReader
from firmware_py.storage.reconcile import open_journal

DAMAGED = 2


def main(given: Arguments, translations: Translations) -> int:
    """Print what a backup would replace, ask, and restore it; return 1 for a no."""
    if not given.arguments:
        raise UserError(say("restore.which-file"))
    (path,) = given.arguments
    data = _read(path)
    if "json" in given:
        return _as_json(path, data, translations, restores="yes" in given)
    backup = unpack(data, path)
    with _lock():
        sys.stdout.write("\n".join(map(translations.text, plan(backup, _matches_now() or "?"))) + "\n")
        if "yes" not in given:
            agreed = is_agreed(translations("restore.asks"), translations)
            if agreed is None:
                raise UserError(say("restore.nobody", path=path))
            if not agreed:
                sys.stdout.write(translations("setup.left") + "\n")
                return 1
        sys.stdout.write(translations("restore.done", path=_restore(data)) + "\n")
    return 0


def _as_json(path: str, data: bytes, translations: Translations, *, restores: bool) -> int:
    """Print what a backup would replace as JSON, and restore it only if that was asked for."""
    try:
        values = unpack(data, path).values()
    except UserError as error:
        sys.stdout.write(json_line({"file": path, "ok": False, "faults": [*map(translations.text, error.why)]}))
        return DAMAGED
    with _lock():
        matches_now = _matches_now()
        now = {"matches_now": None if matches_now is None else int(matches_now), "folder": data_folder()}
        kept = _restore(data) if restores else kept_folder()
        values |= {**now, "kept": kept, "restored": restores}
    sys.stdout.write(json_line({"file": path, "ok": True, **values}))
    return 0


def _lock() -> IO[str]:
    """Return the lock of the data. Raises a `UserError` if the box is running."""
    try:
        return take_lock()
    except JournalFault as fault:
        raise UserError(say("restore.in-use") if isinstance(fault, InUse) else fault.why) from None


def _restore(data: bytes) -> str:
    """Restore a backup and return the folder with what was there before. Raises a `UserError`."""
    try:
        kept = restore(data)
        work = open_journal(journal_file())
        with closing(work.journal), Progress(max(work.total, 1)) as progress:
            work.finish(lambda done, _total: progress.show(done))
    except JournalFault as fault:
        raise UserError(fault.why) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(say("my-copy.cannot-write", path=data_folder(), reason=reason)) from None
    return kept


def _read(path: str) -> bytes:
    """Return a file; root has read it before it became the user of the box."""
    if path in service_user.preloaded_files:
        return service_user.preloaded_files[path]
    try:
        with open(path, "rb") as file:
            return file.read(MOST_BYTES)
    except OSError as error:
        raise UserError(say("cli.cannot-read", source=path, reason=error.strerror or str(error))) from None


def _matches_now() -> str | None:
    """Return how many matches there are now; None if they cannot be read."""
    if not os.path.exists(journal_file()):
        return "0"
    try:
        with closing(JournalReader(journal_file())) as journal:
            return str(len(journal.statuses()))
    except JournalFault:
        return None
