"""How commands print: colours on a terminal, JSON for programs, and a question before something is lost."""

from __future__ import annotations

import os
import sys
from json import dumps

from firmware_py.commands.shared.options import Arguments
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations

GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"


def has_colours(when: str) -> bool:
    """Return whether to print colours: as `--color` says, else on a terminal, unless `NO_COLOR` is set."""
    if when in {"always", "never"}:
        return when == "always"
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and sys.stdout.isatty()


def sign(given: Arguments, *, is_good: bool) -> str:
    """Return ✓ or ✗, in green or red where there are colours."""
    mark = "✓" if is_good else "✗"
    return f"{GREEN if is_good else RED}{mark}{PLAIN}" if has_colours(given.value("color")) else mark


def json_line(value: object) -> str:
    """Return a value as one line of JSON."""
    return dumps(value, ensure_ascii=False) + "\n"


def is_agreed(question: str, translations: Translations) -> bool | None:
    """Ask on the terminal and return the answer; None if there is no terminal to ask on."""
    if not sys.stdin.isatty():
        return None
    sys.stdout.write(f"{question} ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().casefold() in translations("setup.yes").split()


def report_error(error: UserError, translations: Translations) -> None:
    """Write the sentences of an error to the standard error."""
    sys.stderr.write("sideline: {}\n".format("\n".join(map(translations.text, error.why))))
