"""`sideline doctor`: test every part of the box, print what to do about faults, or write a report about them."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing

from firmware_py import __version__
from firmware_py.commands.checks.finding import Finding
from firmware_py.commands.checks.parts import HARDWARE, check_keys, check_parts
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import json_line, sign
from firmware_py.config import configuration
from firmware_py.config.configuration import Config
from firmware_py.config.events import Events
from firmware_py.config.wiring import Wiring, wiring_lines
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.frontends import has_hardware
from firmware_py.runtime.hardware import MODEL
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.entries import JournalFault
from firmware_py.storage.paths import data_folder, journal_file
from firmware_py.storage.reader import JournalReader

SYSTEM = "/etc/os-release"
LOG_LINES = 60
"""The last lines of the log that a report has."""
HIDDEN = "…"


def main(given: Arguments, translations: Translations) -> int:
    """Test every part; return 1 if a part does not work."""
    settings = configuration.load()
    is_real = has_hardware(settings.wiring)
    if "keys" in given:
        findings = check_keys(settings.wiring, translations, has_hardware=is_real)
    else:
        findings = check_parts(settings, translations, has_hardware=is_real)
    if "report" in given:
        return _report(given, settings, list(findings), translations, is_real=is_real)
    if "json" in given:
        return _print_json(findings, translations, is_real=is_real)
    if not is_real:
        parts = [translations(f"part.{part}") for part in HARDWARE]
        sys.stdout.write(translations("doctor.no-pi", parts=tuple(parts)) + "\n")
    any_wrong = False
    for finding in findings:
        any_wrong = any_wrong or finding.why is not None
        sys.stdout.write(_line(finding, given, translations) + "\n")
        sys.stdout.flush()
    return int(any_wrong)


def _line(finding: Finding, given: Arguments, translations: Translations) -> str:
    name = translations(f"part.{finding.part}") if finding.name is None else translations.text(finding.name)
    if finding.why is None:
        return f"{sign(given, is_good=True)} {translations('doctor.good', name=name)}"
    line = translations("doctor.bad", name=name, why=finding.why, remedy=finding.remedy)
    return f"{sign(given, is_good=False)} {line}"


def _print_json(findings: Iterable[Finding], translations: Translations, *, is_real: bool) -> int:
    """Print each part as a line of JSON, those that are simulated too."""
    any_wrong = False
    for finding in findings:
        any_wrong = any_wrong or finding.why is not None
        values: dict[str, object] = {"part": finding.part, "ok": finding.why is None}
        if finding.why is not None:
            values["why"], values["remedy"] = translations.text(finding.why), translations.text(finding.remedy)
            values["detail"] = finding.detail
        sys.stdout.write(json_line(values))
    for part in () if is_real else HARDWARE:
        sys.stdout.write(json_line({"part": part, "ok": None, "simulated": True}))
    return int(any_wrong)


def _report(
    given: Arguments, settings: Config, findings: list[Finding], translations: Translations, *, is_real: bool
) -> int:
    """Print everything that helps with a fault: versions, parts, settings, the log. It has no names of players."""
    lines = [f"sideline {__version__}, Python {platform.python_version()}, {_system()}"]
    lines += [f"{platform.machine()}, Linux {platform.release()}, {_model()}", "", "[parts]"]
    if not is_real:
        lines.append("simulated")
    lines += [" ".join(filter(None, (_line(one, given, translations), one.detail))) for one in findings]
    lines += ["", "[settings]", *configuration.write(_plain_values(settings)).splitlines()]
    lines += [*wiring_lines(_without_secrets(settings.wiring)), "", "[log]", *_log()]
    sys.stdout.write("\n".join(lines) + "\n")
    return int(any(finding.why is not None for finding in findings))


def _without_secrets(wiring: Wiring) -> Wiring:
    """Return a wiring in which only the beginnings of addresses and programs are left: the rest may be secret."""
    events = Events(*(address and f"{address.partition(':')[0]}://{HIDDEN}" for address in wiring.events))
    program, more, _ = wiring.camera.partition(" ")
    return wiring._replace(events=events, camera=f"{program} {HIDDEN}" if more else program)


def _plain_values(settings: Config) -> dict[str, object]:
    return {name: getattr(settings, name) for name in configuration.SETTINGS}


def _system() -> str:
    """Return the name of the operating system."""
    try:
        with open(SYSTEM, encoding="utf-8") as file:
            named = [line.partition("=")[2].strip().strip('"') for line in file if line.startswith("PRETTY_NAME=")]
    except OSError:
        named = []
    return named[0] if named else platform.system()


def _model() -> str:
    """Return which computer this is, if it says so."""
    try:
        with open(MODEL, encoding="utf-8", errors="replace") as file:
            return file.read().strip("\0\n ")
    except OSError:
        return "not a Raspberry Pi"


def _log() -> Iterator[str]:
    """Yield the last lines of the log, without the names of players and the folder of this user."""
    home, names = os.path.expanduser("~"), _names()
    try:
        with open(CrashLog(data_folder()).path, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()[-LOG_LINES:]
    except OSError:
        return
    for line in lines:
        text = line.replace(home, "~")
        yield re.sub(rf"\b({names})\b", HIDDEN, text) if names else text


def _names() -> str:
    """Return the names of all players as a pattern."""
    if not os.path.exists(journal_file()):
        return ""
    try:
        journal = JournalReader(journal_file())
    except JournalFault:
        return ""
    with closing(journal):
        names = {name for entry in journal.entries() for name in (*entry.players, *entry.setup.players)}
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))
