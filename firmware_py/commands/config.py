"""`sideline config`: show how this box is set, or check a file."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import firmware_py
from firmware_py.commands.options import read_options
from firmware_py.config import configuration
from firmware_py.config.wiring import wiring_lines
from firmware_py.errors import UserError
from firmware_py.storage.paths import config_file, data_folder, panel_file

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations


def main(arguments: list[str], words: Translations) -> int:
    """Check a file, or show what holds now and where it comes from."""
    options, rest = read_options("config", arguments, ["check", "show", "example"], words, records=range(2))
    if rest and "--check" not in options:
        raise UserError(words("cli.bad-option", given=rest[0], command="config"))
    if "--check" in options:
        return _check(rest[0] if rest else config_file(), words)
    if "--example" in options:
        with open(os.path.join(os.path.dirname(firmware_py.__file__), "sideline.toml"), encoding="utf-8") as file:
            sys.stdout.write(file.read())
        return 0
    return _show(words)


def _check(path: str, words: Translations) -> int:
    if not os.path.exists(path) and path == config_file():
        sys.stdout.write(words("config.none", path=path) + "\n")
        return 0
    configuration.read_file(path, words)
    sys.stdout.write(words("house.good", source=path) + "\n")
    return 0


def _show(words: Translations) -> int:
    """Show every value with its source; it can be copied into a file as it is."""
    values = configuration.load(words)
    sources = dict.fromkeys(configuration.Config._fields, words("config.default"))
    for path in (config_file(), panel_file()):
        if os.path.exists(path):
            sources.update(dict.fromkeys(configuration.read_file(path, words), path))
    lines = [f"# {words('config.data', path=data_folder())}"]
    for name in configuration.SETTINGS:
        value = getattr(values, name)
        (line,) = configuration.write({name: value}).splitlines()
        is_unset = name == "language" and not value
        lines.append(f"{'# ' if is_unset else ''}{line}  # {sources[name]}")
    lines += [f"# {sources['wiring']}", *wiring_lines(values.wiring)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0
