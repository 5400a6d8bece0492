"""The language of a run: that of the option `--language`, else the configured one, else that of the machine."""

from __future__ import annotations

import os
from contextlib import suppress

from firmware_py.config.toml import read_toml
from firmware_py.errors import UserError
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.storage.paths import config_file, panel_file

MOST_BYTES = 100_000


def current_language(named: str = "") -> str:
    """Return the language that was named, else the configured one, else that of the machine, else English."""
    if named:
        return named
    for path in (panel_file(), config_file()):
        if (configured := _configured_language(path)) in LANGUAGES:
            return configured
    machine = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return machine[:2] if machine[:2] in LANGUAGES else "en"


def _configured_language(path: str) -> str:
    """Return the language in a settings file; empty if there is none. Other faults in the file do not matter."""
    with suppress(OSError, ValueError, UserError), open(path, encoding="utf-8") as file:
        return str(read_toml(path, file.read(MOST_BYTES)).get("language", ""))
    return ""
