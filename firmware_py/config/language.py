"""The language of the command line, found without importing more than necessary."""

from __future__ import annotations

import os

from firmware_py.i18n.locale import LANGUAGES
from firmware_py.storage.paths import config_file, panel_file


def _configured_language(path: str) -> str:
    """Return the language in a settings file; empty if there is none.

    Only this line is read: to load a TOML parser takes as long as a whole command.
    """
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                key, _, value = line.partition("=")
                if key.lstrip().startswith("["):
                    break  # the tables come last
                if key.strip() == "language":
                    return value.partition("#")[0].strip().strip("\"'")
    except (OSError, ValueError):
        pass
    return ""


def current_language() -> str:
    """Return the language of this run, else the configured one, else that of the machine, else English."""
    if (named := os.environ.get("SIDELINE_LANGUAGE")) in LANGUAGES:
        return str(named)
    for path in (panel_file(), config_file()):
        if (configured := _configured_language(path)) in LANGUAGES:
            return configured
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name][:2] if os.environ[name][:2] in LANGUAGES else "en"
    return "en"
