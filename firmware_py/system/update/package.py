"""Checks of a Debian package before an update: whether it is Sideline, and fits this machine."""

from __future__ import annotations

import re
import subprocess

from engine.verdicts import say
from firmware_py.errors import UserError

NAME = "sideline"
PROGRAM = "opt/sideline/bin/sideline"
"""The path of the program inside the package."""
WAY_BACK = ("opt/sideline/bin/rollback", "usr/lib/systemd/system/sideline-rollback.service")
"""The files that roll an update back; a version without them could not be rolled back."""
MAX_MESSAGE_CHARACTERS = 400
"""Maximum length of a command's error message."""
FIELDS = ("Package", "Version", "Architecture", "Depends")
PYTHON = ("/usr/bin/python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])")


def version_in(path: str) -> str:
    """Return the version of a package. Raises a `UserError` if it cannot be installed here."""
    try:
        name, version, machine, depends = (run_command("dpkg-deb", "--field", path, field) for field in FIELDS)
        here, python = run_command("dpkg", "--print-architecture"), run_command(*PYTHON)
    except CommandFailed as failed:
        raise UserError(say("update.no-package", path=path, reason=str(failed))) from None
    if name != NAME:
        raise UserError(say("update.other-package", path=path, given=name or "?"))
    if machine != here:
        raise UserError(say("update.other-machine", path=path, given=machine, here=here))
    wanted = re.search(r"python3 \(>= (\d+\.\d+)\)", depends)
    if wanted is not None and wanted[1] != python:
        raise UserError(say("update.other-python", path=path, given=wanted[1], here=python))
    return version


def installed_version() -> str | None:
    """Return the installed version, or None."""
    try:
        status, _, version = run_command(
            "dpkg-query", "--show", "--showformat=${Status}\t${Version}", NAME
        ).partition("\t")
    except CommandFailed:
        return None
    return version if status.endswith(" installed") else None


def is_older(given: str, known: str) -> bool:
    """Return whether a version comes before another one, as Debian orders versions."""
    try:
        run_command("dpkg", "--compare-versions", given, "lt", known)
    except CommandFailed:
        return False
    return True


def unpack(path: str, folder: str) -> None:
    """Unpack the files of a package into a folder, without running its scripts. Raises `CommandFailed`."""
    run_command("dpkg-deb", "--extract", path, folder)


class CommandFailed(Exception):
    """A command that failed, with its error message."""


def run_command(*command: str) -> str:
    """Run a command and return its output. Raises `CommandFailed`."""
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise CommandFailed(f"{command[0]}: {error.strerror}") from None
    if done.returncode:
        message = " ".join(done.stderr.split()) or f"{command[0]}: {done.returncode}"
        raise CommandFailed(
            message if len(message) <= MAX_MESSAGE_CHARACTERS else f"{message[:MAX_MESSAGE_CHARACTERS]}…"
        )
    return done.stdout.strip()
