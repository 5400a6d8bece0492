"""The language of the command line, found without importing more than necessary."""

from __future__ import annotations

import os

from firmware_py.i18n.locale import LANGUAGES
from firmware_py.storage.paths import config_file, panel_file


def current_language() -> str:
    """Return the configured language, else the language of the machine, else English."""
    for path in (panel_file(), config_file()):
        if os.path.exists(path):
            from firmware_py.config.configuration import read_config

            try:
                with open(path, encoding="utf-8") as file:
                    values, _ = read_config(file.read())
            except (OSError, ValueError):
                continue
            if str(values.get("language")) in LANGUAGES:
                return str(values["language"])
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name][:2] if os.environ[name][:2] in LANGUAGES else "en"
    return "en"
