"""`sideline config`: show or change the settings of this box, or check a file."""

from __future__ import annotations

import os
import sys

import firmware_py
from engine.acts import MOST_DIGITS
from engine.verdicts import say
from firmware_py.commands.shared.options import Arguments, with_suggestion
from firmware_py.commands.shared.output import json_line
from firmware_py.config import configuration
from firmware_py.config.toml import in_file
from firmware_py.config.wiring import wiring_lines
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.storage.lock import is_locked
from firmware_py.storage.paths import config_file, data_folder, panel_file

FAULTY = 2
WORDS = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}


def main(given: Arguments, translations: Translations) -> int:
    """Check a file, print the example file, set values, or print the current settings with their sources."""
    rest, as_json = given.arguments, "json" in given
    if rest and "check" not in given:
        raise UserError(say("cli.too-many", given=rest[0], command="sideline config"))
    if "check" in given:
        return _check(rest[0] if rest else config_file(), translations, as_json=as_json)
    if "example" in given:
        with open(os.path.join(os.path.dirname(firmware_py.__file__), "sideline.toml"), encoding="utf-8") as file:
            sys.stdout.write(file.read())
        return 0
    if "set" in given or "unset" in given:
        return _change(given, translations)
    return _show(given, translations)


def _check(path: str, translations: Translations, *, as_json: bool) -> int:
    if not os.path.exists(path) and path == config_file():
        line = json_line({"file": path, "ok": True, "exists": False})
        sys.stdout.write(line if as_json else translations("config.none", path=path) + "\n")
        return 0
    try:
        configuration.read_file(path)
    except UserError as error:
        if not as_json:
            raise
        sys.stdout.write(json_line({"file": path, "ok": False, "faults": [*map(translations.text, error.why)]}))
        return FAULTY
    good = translations("my-copy.good", source=path) + "\n"
    sys.stdout.write(json_line({"file": path, "ok": True}) if as_json else good)
    return 0


def _change(given: Arguments, translations: Translations) -> int:
    """Change settings as the panel of the box does; nothing is changed if one of them is wrong."""
    values: dict[str, object] = {}
    for pair in given.values("set"):
        name, is_pair, value = pair.partition("=")
        name = name.strip().lower().replace("-", "_")
        if not is_pair:
            raise UserError(say("cli.not-a-pair", option="--set", given=pair))
        values[name] = _value(name, value.strip())
    gone = [name.strip().lower().replace("-", "_") for name in given.values("unset")]
    for name in (*values, *gone):
        if name not in configuration.SETTINGS:
            known = configuration.SETTINGS
            why = say("config.not-a-setting", given=name, known=known)
            raise UserError(with_suggestion(why, name, known))
    try:
        configuration.save_settings(*gone, **values)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(say("my-copy.cannot-write", path=panel_file(), reason=reason)) from None
    if is_locked():
        sys.stderr.write(f"sideline: {translations('config.next-start')}\n")
    return _show(given, translations)


def _value(name: str, text: str) -> object:
    """Return the value of a setting as the configuration reads it. Raises a `UserError`."""
    value = int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else WORDS.get(text.casefold(), text)
    _, faults = configuration.read_config({name: value})
    if name in configuration.SETTINGS and faults:
        raise UserError(*in_file("--set", faults))
    return value


def _show(given: Arguments, translations: Translations) -> int:
    """Print every value with its source; as text the output is a valid file."""
    values = configuration.load()
    sources = dict.fromkeys(configuration.Config._fields, translations("config.default"))
    if os.path.exists(config_file()):
        sources.update(dict.fromkeys(configuration.read_file(config_file()), config_file()))
    if os.path.exists(panel_file()):
        sources.update(dict.fromkeys(configuration.read_panel_file(), panel_file()))
    if language := given.value("language"):
        values, sources["language"] = values._replace(language=language), translations("config.for-this-run")
    if "json" in given:
        for name in configuration.SETTINGS:
            setting = {"name": name, "value": getattr(values, name), "source": sources[name]}
            sys.stdout.write(json_line(setting))
        return 0
    lines = [f"# {translations('config.data', path=data_folder())}"]
    for name in configuration.SETTINGS:
        value = getattr(values, name)
        (line,) = configuration.write({name: value}).splitlines()
        is_unset = name == "language" and not value
        lines.append(f"{'# ' if is_unset else ''}{line}  # {sources[name]}")
    lines += [f"# {sources['wiring']}", *wiring_lines(values.wiring)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0
