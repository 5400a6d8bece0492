"""`sideline doctor`: test every part of the box, and print what to do about faults."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from firmware_py.commands.options import read_options
from firmware_py.config import configuration
from firmware_py.storage.paths import data_folder, journal_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from queue import SimpleQueue

    from drivers.dice_port import DiceReader
    from firmware_py.config.configuration import Config
    from firmware_py.config.wiring import Wiring
    from firmware_py.i18n.translations import Translations

THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
UNDERVOLTAGE = 0x10001
"""The bits for undervoltage now, and since the start."""
CLICK_SECONDS = 0.1
"""How long the buzzer sounds."""


def main(arguments: list[str], translations: Translations) -> int:
    """Test every part; return 1 if a part of the wiring does not work."""
    read_options("doctor", arguments, [], records=range(1))
    any_wrong = False
    for name, why, remedy in _findings(configuration.load(), translations):
        any_wrong = any_wrong or bool(why)
        line = (
            translations("doctor.bad", name=name, why=why, remedy=remedy)
            if why
            else translations("doctor.good", name=name)
        )
        sys.stdout.write(f"{'✗' if why else '✓'} {line}\n")
    return int(any_wrong)


def _findings(settings: Config, translations: Translations) -> Iterator[tuple[str, str, str]]:
    """Yield each part, what is wrong with it, and what to do.

    While the box is running, its hardware cannot be tested.
    """
    from firmware_py.storage.journal import JournalFault
    from firmware_py.storage.lock import take_lock

    wiring = settings.wiring
    try:
        lock = take_lock()
    except JournalFault as fault:
        is_running = fault.why.key == "journal.in-use"
        remedy = (
            translations("doctor.do-stop") if is_running else translations("doctor.do-storage", path=data_folder())
        )
        yield translations("part.storage"), translations.text(fault.why), remedy
        return
    yield (
        translations("part.storage"),
        _storage(translations),
        translations("doctor.do-storage", path=data_folder()),
    )
    if os.path.exists(THROTTLED):
        yield translations("part.power"), _power(translations), translations("doctor.do-power")
    yield from _pins(wiring, translations)
    yield from _displays(settings, translations)
    if wiring.dice != "none":
        why, remedy = _reader(wiring, translations)
        yield translations("part.dice"), why, translations(remedy)
    lock.close()


def _storage(translations: Translations) -> str:
    from firmware_py.storage.journal import Journal, JournalFault

    try:
        Journal(journal_file()).close()
    except JournalFault as fault:
        return translations.text(fault.why)
    return ""


def _power(translations: Translations) -> str:
    """Return a text if the power supply of a Pi is too weak; other machines cannot report it."""
    try:
        with open(THROTTLED, encoding="ascii") as file:
            return translations("doctor.undervoltage") if int(file.read(), 16) & UNDERVOLTAGE else ""
    except (OSError, ValueError):
        return ""


def _pins(wiring: Wiring, translations: Translations) -> Iterator[tuple[str, str, str]]:
    from drivers.buzzer import Buzzer, Sound
    from drivers.gpiod_factory import best_factory
    from drivers.keys import Keys
    from drivers.presses import Key

    factory, why = best_factory()
    yield translations("part.pins"), why if factory is None else "", translations("doctor.do-pins")
    if factory is None:
        return
    keys = Keys({Key(name): pin for name, pin in wiring.keys.items()}, lambda _edge: None, factory)
    held = translations("doctor.held", keys=tuple(key.value for key in keys.held)) if keys.held else ""
    yield translations("part.keys"), "; ".join(keys.missing.values()) or held, translations("doctor.do-keys")
    keys.close()
    if wiring.buzzer is not None:
        buzzer = Buzzer(wiring.buzzer, factory)
        buzzer.play(Sound.ACCEPTED, 0)
        time.sleep(CLICK_SECONDS)
        buzzer.close()
        yield translations("part.buzzer"), buzzer.why, translations("doctor.do-buzzer")
    factory.close()


def _displays(settings: Config, translations: Translations) -> Iterator[tuple[str, str, str]]:
    from firmware_py.display.cover import cover
    from firmware_py.runtime.hardware import device_of, open_displays

    wiring = settings.wiring
    for bus in sorted({wiring.prompt.bus, wiring.table.bus}):
        path = f"/dev/i2c-{bus}"
        why = "" if os.access(path, os.R_OK | os.W_OK) else translations("doctor.no-device", path=path)
        yield translations("part.bus"), why, translations("doctor.do-bus")
    for role, display in open_displays(wiring, device_of, settings.displays).items():
        display.show(cover(translations.for_panel()), 0)
        yield translations(f"part.{role}"), display.why, translations("doctor.do-display")
        display.close(keeps_picture=True)


def _reader(wiring: Wiring, translations: Translations) -> tuple[str, str]:
    """Return what is wrong with the dice reader, and the key of what to do."""
    from queue import Empty, SimpleQueue

    from drivers.dice_port import AUTO, DEFAULT_TIMING, Connected, DiceReader, Disconnected, find_ports

    ports = max(len(find_ports()), 1) if wiring.dice == AUTO else 1
    timeout = DEFAULT_TIMING.answer_seconds * (DEFAULT_TIMING.questions + 1) * ports
    events: SimpleQueue[object] = SimpleQueue()
    reader = DiceReader(wiring.dice, events.put)
    try:
        event = events.get(timeout=timeout)
        if isinstance(event, Connected):
            return _self_test(reader, events, translations), "doctor.do-tray"
        return translations(f"part.{event.reason.value}") if isinstance(
            event, Disconnected
        ) else "", "doctor.do-dice"
    except Empty:
        return translations("part.reader-silent"), "doctor.do-dice"
    finally:
        reader.close()


def _self_test(reader: DiceReader, events: SimpleQueue[object], translations: Translations) -> str:
    """Return what the self-test of the dice reader finds; nothing if the reader has no self-test."""
    from queue import Empty

    from drivers.dice import Findings
    from drivers.dice_port import DEFAULT_TIMING

    reader.test()
    try:
        while not isinstance(event := events.get(timeout=2 * DEFAULT_TIMING.answer_seconds), Findings):
            pass
    except Empty:
        return ""
    return "; ".join(translations(f"part.reader-{trouble.value}") for trouble in event.troubles)
