"""`sudo sideline update FILE`: test and install a new version; restore the old one if it does not start."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import closing, suppress

from engine.verdicts import Sentence, say
from firmware_py.commands.shared.open_journal import journal_to_write
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import json_line
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.plain_terminal import print_line
from firmware_py.storage.entries import JournalFault
from firmware_py.storage.lock import is_locked
from firmware_py.storage.match_store import keep_states
from firmware_py.storage.paths import journal_file
from firmware_py.storage.reader import JournalReader
from firmware_py.system.setup import machine
from firmware_py.system.update import install, signature
from firmware_py.system.update.package import CommandFailed, installed_version, is_older, version_in
from firmware_py.system.update.trial import check_none_is_open, set_newer_aside, try_package

UNFIT = 2


def main(given: Arguments, translations: Translations) -> int:
    """Check a package, test it, install it; return 1 if the old version is kept or restored."""
    if "ask" in given or "back" in given:
        return _with_journal(translations, goes_back="back" in given)
    if not given.arguments:
        raise UserError(say("update.which-file"))
    if "json" not in given:
        return _check_and_update(given, translations)
    if "try" not in given:
        raise UserError(say("cli.only-with", option="--json", other="--try"))
    try:
        return _check_and_update(given, translations)
    except UserError as error:
        values = {"ok": False, "faults": [*map(translations.text, error.why)]}
        sys.stdout.write(json_line(values))
        return UNFIT


def _check_and_update(given: Arguments, translations: Translations) -> int:
    (package,) = given.arguments
    version = version_in(package)
    if os.geteuid():
        if "try" not in given:
            raise UserError(say("update.no-root"))
        _signer(package, given)
        return _try(package, version, translations, as_json="json" in given)
    if "try" not in given:
        machine.check_root_remembers()
    known = installed_version()
    if known is not None and "older" not in given and is_older(version, known):
        raise UserError(say("update.older", known=known, given=version))
    try:
        with install.exclusive_lock():
            return _update(package, version, given, translations)
    except install.Busy:
        raise UserError(say("update.busy")) from None


def _update(package: str, version: str, given: Arguments, translations: Translations) -> int:
    only_tries, as_json = "try" in given, "json" in given
    tell = _print_error if as_json else print_line
    if install.is_unfinished():
        if as_json:
            raise UserError(say("update.is-unfinished"))
        print_line(translations("update.cut-off"))
        with install.ignore_signals():
            _bring_back(translations, starts=machine.is_autostart_enabled() is True)
        print_line(translations("update.again"))
        return 1
    known = installed_version()
    if known is None or machine.user() is None:
        raise UserError(say("update.not-there", path=os.path.abspath(package)))
    tell(translations("update.versions", known=known, given=version))
    try:
        staged = _staged(package)
        tell(translations.text(_signer(staged, given)))
        options = [f"--{name}" for name in ("json", "unsigned") if name in given]
        if machine.run_as_service_user("update", "--try", *options, staged):
            tell(translations("update.unchanged"))
            return 1
        if only_tries:
            return 0
        install.pack_installed_version()
    except (CommandFailed, OSError) as error:
        raise UserError(say("update.cannot-keep", reason=str(error))) from None
    if machine.run_as_service_user("update", "--ask"):
        install.finish()
        print_line(translations("update.unchanged"))
        return 1
    with install.ignore_signals():
        return _install(translations)


def _signer(package: str, given: Arguments) -> Sentence:
    """Return who has signed a package, or that nobody has looked. Raises a `UserError`."""
    return say("update.unsigned") if "unsigned" in given else signature.verify(package)


def _staged(package: str) -> str:
    """Copy the package to where only root can change it; raise a `UserError` without enough disk space."""
    if install.has_room():
        with suppress(OSError):
            staged = install.stage(package)
            signature.copy_beside(package, install.FOLDER)
            return staged
    raise UserError(say("update.no-room", path=install.FOLDER, room=install.ROOM // 1_000_000))


def _install(translations: Translations) -> int:
    must_come_up = machine.is_running() or machine.is_autostart_enabled() is True
    try:
        install.install()
        is_good = not must_come_up or install.starts_and_stays_up()
        why = translations("update.does-not-come-up")
    except CommandFailed as failed:
        is_good, why = False, translations("update.dpkg-fails", reason=str(failed))
    if is_good:
        install.finish()
        print_line(translations("update.done" if must_come_up else "update.done-not-started"))
        return 0
    print_line(why)
    _bring_back(translations, starts=must_come_up)
    return 1


def _bring_back(translations: Translations, *, starts: bool) -> None:
    try:
        notice = install.roll_back()
    except CommandFailed as failed:
        path = os.path.join(install.FOLDER, install.OLD)
        raise UserError(say("update.not-back", path=path, reason=str(failed))) from None
    if starts:
        machine.start()
    print_line("\n".join(filter(None, (notice, translations("update.back")))))


def _try(package: str, version: str, translations: Translations, *, as_json: bool) -> int:
    """Test a package as the current user, on a copy of their journal."""
    tell = _print_error if as_json else print_line
    with tempfile.TemporaryDirectory(prefix="sideline-", dir="/var/tmp") as folder:
        seconds, matches = try_package(package, folder, translations, tell)
    if as_json:
        values = {"version": version, "ok": True, "seconds": seconds, "matches": matches}
        sys.stdout.write(json_line(values))
    return 0


def _print_error(text: str) -> None:
    """Write a line to the standard error, where the standard output is for JSON."""
    sys.stderr.write(f"{text}\n")


def _with_journal(translations: Translations, *, goes_back: bool) -> int:
    """Prepare the journal for an update, or go back to an older version; runs as the service user for root.

    Preparing stores the states of all matches, if none is being played; a box that runs does that when it ends.
    Going back moves a database aside that a newer version has changed: it is made again from the notebooks.
    """
    if not os.path.exists(journal_file()):
        return 0
    try:
        if goes_back:
            if (aside := set_newer_aside(journal_file())) is not None:
                print_line(translations("update.journal-back", path=aside))
        elif is_locked():
            with closing(JournalReader(journal_file())) as reader:
                check_none_is_open(reader)
        else:
            with journal_to_write(translations) as (journal, _):
                keep_states(journal)
    except JournalFault as fault:
        raise UserError(fault.why) from None
    return 0
