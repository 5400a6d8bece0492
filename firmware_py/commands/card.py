"""`sideline card FOLDER`: let a freshly written card install Sideline at its first start."""

from __future__ import annotations

import glob
import os
import sys

from engine.verdicts import say
from firmware_py.commands.shared.options import Arguments
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.system.card import prepare

PACKAGES = "sideline_*~trixie_arm64.deb"
FOLDERS = (".", "build/release", "build")
"""Where the package is looked for."""


def main(given: Arguments, translations: Translations) -> int:
    """Put the package on a card and say what was done."""
    if not given.arguments:
        raise UserError(say("card.which-folder"))
    (folder,) = given.arguments
    package = given.values("package")[-1] if "package" in given else _find()
    if not os.path.isfile(package):
        raise UserError(say("cli.cannot-read", source=package, reason=os.strerror(2)))
    done = prepare(folder, package, translations.language)
    lines = [translations("card.done", package=done.package, folder=folder)]
    lines.append(translations("card.files", names=done.files))
    if done.backups:
        lines.append(translations("card.backups", names=done.backups))
    lines += [translations("card.next"), translations("card.signs")]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _find() -> str:
    """Return the newest package for a card that lies where one is built or downloaded."""
    found = [path for folder in FOLDERS for path in glob.glob(os.path.join(folder, PACKAGES))]
    if not found:
        raise UserError(say("card.no-package", name=PACKAGES))
    return max(found, key=os.path.getmtime)
