"""`sideline config`: show the settings of this box, or check a file."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import firmware_py
from engine.verdicts import say
from firmware_py.commands.options import read_options
from firmware_py.config import configuration
from firmware_py.config.wiring import wiring_lines
from firmware_py.errors import UserError
from firmware_py.storage.paths import config_file, data_folder, panel_file

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations


def main(arguments: list[str], translations: Translations) -> int:
    """Check a file, print the example file, or print the current settings with their sources."""
    options, rest = read_options("config", arguments, ["check", "show", "example"], records=range(2))
    if rest and "--check" not in options:
        raise UserError(say("cli.bad-option", given=rest[0], command="config"))
    if "--check" in options:
        return _check(rest[0] if rest else config_file(), translations)
    if "--example" in options:
        with open(os.path.join(os.path.dirname(firmware_py.__file__), "sideline.toml"), encoding="utf-8") as file:
            sys.stdout.write(file.read())
        return 0
    return _show(translations)


def _check(path: str, translations: Translations) -> int:
    if not os.path.exists(path) and path == config_file():
        sys.stdout.write(translations("config.none", path=path) + "\n")
        return 0
    configuration.read_file(path)
    sys.stdout.write(translations("house.good", source=path) + "\n")
    return 0


def _show(translations: Translations) -> int:
    """Print every value with its source; the output is a valid file."""
    values = configuration.load()
    sources = dict.fromkeys(configuration.Config._fields, translations("config.default"))
    for path in (config_file(), panel_file()):
        if os.path.exists(path):
            sources.update(dict.fromkeys(configuration.read_file(path), path))
    lines = [f"# {translations('config.data', path=data_folder())}"]
    for name in configuration.SETTINGS:
        value = getattr(values, name)
        (line,) = configuration.write({name: value}).splitlines()
        is_unset = name == "language" and not value
        lines.append(f"{'# ' if is_unset else ''}{line}  # {sources[name]}")
    lines += [f"# {sources['wiring']}", *wiring_lines(values.wiring)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0
