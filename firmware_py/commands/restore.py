"""`sideline restore FILE`: bring back what `sideline backup` has saved; what was there before is kept."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from engine.verdicts import say
from firmware_py.commands.output import is_agreed
from firmware_py.errors import UserError
from firmware_py.storage.journal import Journal, JournalFault
from firmware_py.storage.lock import take_lock
from firmware_py.storage.paths import data_folder, journal_file
from firmware_py.system import service_user
from firmware_py.system.backup import MOST_BYTES, plan, restore, unpack

if TYPE_CHECKING:
    from firmware_py.commands.options import Given
    from firmware_py.i18n.translations import Translations


def main(given: Given, translations: Translations) -> int:
    """Print what a backup would replace, ask, and restore it; return 1 for a no."""
    if not given.arguments:
        raise UserError(say("restore.which-file"))
    (path,) = given.arguments
    data = _read(path)
    backup = unpack(data, path)
    try:
        lock = take_lock()
    except JournalFault as fault:
        raise UserError(fault.why if fault.why.key != "journal.in-use" else say("restore.in-use")) from None
    with lock:
        sys.stdout.write("\n".join(map(translations.text, plan(backup, _matches_now()))) + "\n")
        if "yes" not in given:
            agreed = is_agreed(translations("restore.asks"), translations)
            if agreed is None:
                raise UserError(say("restore.nobody"))
            if not agreed:
                sys.stdout.write(translations("setup.left") + "\n")
                return 1
        try:
            kept = restore(data)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UserError(say("house.cannot-write", path=data_folder(), reason=reason)) from None
        sys.stdout.write(translations("restore.done", path=kept) + "\n")
    return 0


def _read(path: str) -> bytes:
    """Return a file; root has read it before it became the user of the box."""
    if path in service_user.preloaded_files:
        return service_user.preloaded_files[path]
    try:
        with open(path, "rb") as file:
            return file.read(MOST_BYTES)
    except OSError as error:
        raise UserError(say("cli.cannot-read", source=path, reason=error.strerror or str(error))) from None


def _matches_now() -> str:
    """Return how many matches there are now."""
    if not os.path.exists(journal_file()):
        return "0"
    try:
        with closing(Journal(journal_file())) as journal:
            return str(len(journal.entries()))
    except JournalFault:
        return "?"
