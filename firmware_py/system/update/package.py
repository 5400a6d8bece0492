"""A Debian package as far as an update has to know it: whether it is ours, and for this machine."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

from firmware_py.errors import UserError

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations

NAME = "sideline"
PROGRAM = "opt/sideline/bin/sideline"
"""What starts the program, wherever the package is unpacked."""
WAY_BACK = ("opt/sideline/bin/rollback", "usr/lib/systemd/system/sideline-rollback.service")
"""What takes an update back; a version without it could not be left again."""
LONGEST = 400
"""Characters of what a command has to say."""
FIELDS = ("Package", "Version", "Architecture", "Depends")
PYTHON = ("/usr/bin/python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])")


def version_in(path: str, translations: Translations) -> str:
    """Tell the version of a package, if it can be installed here; raises a `UserError` that says why not."""
    try:
        name, version, machine, depends = (said("dpkg-deb", "--field", path, field) for field in FIELDS)
        here, python = said("dpkg", "--print-architecture"), said(*PYTHON)
    except Failed as failed:
        raise UserError(translations("update.no-package", path=path, reason=str(failed))) from None
    if name != NAME:
        raise UserError(translations("update.other-package", path=path, given=name or "?"))
    if machine != here:
        raise UserError(translations("update.other-machine", path=path, given=machine, here=here))
    wanted = re.search(r"python3 \(>= (\d+\.\d+)\)", depends)
    if wanted is not None and wanted[1] != python:
        raise UserError(translations("update.other-python", path=path, given=wanted[1], here=python))
    return version


def installed_version() -> str | None:
    """Tell which version is installed, if one is."""
    try:
        status, _, version = said("dpkg-query", "--show", "--showformat=${Status}\t${Version}", NAME).partition(
            "\t"
        )
    except Failed:
        return None
    return version if status.endswith(" installed") else None


def unpack(path: str, folder: str) -> None:
    """Lay a package's files into a folder; none of its scripts is run. Raises `Failed`."""
    said("dpkg-deb", "--extract", path, folder)


class Failed(Exception):
    """A command that was not done, with what it had to say."""


def said(*command: str) -> str:
    """Run a command and give what it says. Raises `Failed`."""
    try:
        done = subprocess.run(  # noqa: S603 - the words are ours, the file is the owner's
            command, check=False, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise Failed(f"{command[0]}: {error.strerror}") from None
    if done.returncode:
        told = " ".join(done.stderr.split()) or f"{command[0]}: {done.returncode}"
        raise Failed(told if len(told) <= LONGEST else f"{told[:LONGEST]}…")
    return done.stdout.strip()
