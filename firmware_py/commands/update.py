"""`sudo sideline update FILE`: a new version, tried first; if it does not come up the old one is back."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING

from firmware_py.complaint import Complaint
from firmware_py.options import read_options
from firmware_py.setup import machine
from firmware_py.update import install
from firmware_py.update.package import Failed, installed_version, version_in

if TYPE_CHECKING:
    from firmware_py.words import Words


def main(arguments: list[str], words: Words) -> int:
    """Look at a package, try it, install it; 1 if the old version is still there, or again."""
    options, rest = read_options("update", arguments, ["try", "back"], words, records=range(2))
    if "--back" in options:
        return _go_back(words)
    if not rest:
        raise Complaint(words("update.which-file"))
    given = version_in(rest[0], words)
    if os.geteuid():
        if "--try" not in options:
            raise Complaint(words("update.no-root"))
        return _try(rest[0], words)
    known = installed_version()
    if known is None or machine.user() is None:
        raise Complaint(words("update.not-there", path=rest[0]))
    _tell(words("update.versions", known=known, given=given))
    try:
        with install.alone():
            return _update(rest[0], words, only_tries="--try" in options)
    except install.Busy:
        raise Complaint(words("update.busy")) from None
    except Failed as failed:
        raise Complaint(words("update.cannot-keep", reason=str(failed))) from None


def _update(package: str, words: Words, *, only_tries: bool) -> int:
    if install.was_cut_off():
        _tell(words("update.cut-off"))
        _bring_back(words, starts=machine.starts_by_itself() is True)
        _tell(words("update.again"))
        return 1
    if not install.has_room():
        raise Complaint(words("update.no-room", path=install.FOLDER, room=install.ROOM // 1_000_000))
    staged = install.stage(package)
    if machine.as_box("update", "--try", staged) or only_tries:
        install.finish()
        _tell(words("update.unchanged"))
        return 0 if only_tries else 1
    install.keep_old()
    is_running = machine.has_systemd() and (machine.stop() or machine.starts_by_itself() is True)
    with install.undisturbed():
        outcome = install.install(must_come_up=is_running)
        if outcome.is_good:
            install.finish()
            _tell(words("update.done" if is_running else "update.done-not-started"))
            return 0
        _tell(words("update.dpkg-fails", reason=outcome.why) if outcome.why else words("update.does-not-come-up"))
        _bring_back(words, starts=is_running)
    return 1


def _bring_back(words: Words, *, starts: bool) -> None:
    back = install.roll_back()
    if not back.is_good:
        raise Complaint(words("update.not-back", path=os.path.join(install.FOLDER, install.OLD), reason=back.why))
    if starts:
        machine.start()
    _tell(words("update.back"))


def _try(package: str, words: Words) -> int:
    """Try a package as whoever this is, on a copy of their games."""
    from firmware_py.update.trial import try_aside

    with tempfile.TemporaryDirectory(prefix="sideline-", dir="/var/tmp") as folder:
        try_aside(package, folder, words, _tell)
    return 0


def _go_back(words: Words) -> int:
    """Put a journal that a newer version has changed aside; the rollback calls it, as the box."""
    from firmware_py.journal import JournalFault
    from firmware_py.places import journal_file
    from firmware_py.rescue import go_back

    if os.path.exists(journal_file()):
        try:
            aside = go_back(journal_file())
        except JournalFault as fault:
            raise Complaint(words.text(fault.why)) from None
        if aside is not None:
            _tell(words("update.journal-back", path=aside))
    return 0


def _tell(text: str) -> None:
    with suppress(OSError):  # nobody may be there any more to read it
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()  # what other programs say comes after it
