"""`sideline backup FILE`: games, settings and the data of your copies in one file."""

from __future__ import annotations

import os
import sys
import time

from engine.verdicts import say
from firmware_py import service_user
from firmware_py.backups.backup import file_name, pack, unpack
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import is_agreed, json_line
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.storage.paths import replace_bytes


def main(given: Arguments, translations: Translations) -> int:
    """Write a backup; return 1 if an existing file is to stay."""
    if not given.arguments:
        raise UserError(say("backup.which-file"))
    (path,) = given.arguments
    if path == "-" and "json" in given:
        raise UserError(say("cli.not-with", option="--json", other="-"))
    today = time.strftime("%Y-%m-%d")
    if os.path.isdir(path):
        path = os.path.join(path, file_name(today))
    if path != "-" and os.path.exists(path) and "yes" not in given:
        agreed = is_agreed(translations("backup.exists", path=path), translations)
        if agreed is None:
            raise UserError(say("backup.exists-nobody", path=path))
        if not agreed:
            sys.stdout.write(translations("setup.left") + "\n")
            return 1
    data = _data(today)
    if path == "-":
        sys.stdout.buffer.write(data)
        return 0
    try:
        replace_bytes(path, data)
        _give_back(path)
    except OSError as error:
        raise UserError(say("my-copy.cannot-write", path=path, reason=error.strerror or str(error))) from None
    if "json" in given:
        sys.stdout.write(json_line({"file": path, "bytes": len(data), **unpack(data, path).values()}))
    else:
        sys.stdout.write(translations("backup.made", path=path, kilobytes=-(-len(data) // 1000)) + "\n")
    return 0


def _data(today: str) -> bytes:
    """Return the backup; root reads the data of the box as its user, and writes the file itself."""
    with service_user.acting_as_service_user():
        return pack(today)


def _give_back(path: str) -> None:
    """Give the file to whoever has called sudo."""
    if not os.geteuid() and os.environ.get("SUDO_UID", "").isdecimal():
        os.chown(path, int(os.environ["SUDO_UID"]), int(os.environ.get("SUDO_GID", "-1")))
