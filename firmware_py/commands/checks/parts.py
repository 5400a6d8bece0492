"""Tests of the parts of the box: what is wrong with each of them, and what to do about it."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator

from drivers.buzzer import Buzzer, Sound
from drivers.camera import AUTO, NONE
from drivers.keys import Keys
from drivers.presses import Key
from engine.verdicts import Sentence, say
from firmware_py.commands.checks.camera import check_camera
from firmware_py.commands.checks.finding import Finding, together
from firmware_py.commands.checks.key_test import try_keys
from firmware_py.commands.checks.readers import check_dice
from firmware_py.config.configuration import Config
from firmware_py.config.mqtt import Mqtt
from firmware_py.config.wiring import Wiring
from firmware_py.display.cover import cover
from firmware_py.errors import UserError
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations
from firmware_py.mqtt.client import why_unreachable
from firmware_py.runtime import hardware
from firmware_py.storage.journal import Journal, JournalFault
from firmware_py.storage.lock import InUse, take_lock
from firmware_py.storage.paths import data_folder, journal_file

THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
UNDERVOLTAGE = 0x10001
"""The bits for undervoltage now, and since the start."""
CLICK_SECONDS = 0.1
"""How long the buzzer sounds."""
HARDWARE = ("pins", "keys", "buzzer", "bus", "table", "prompt", "dice")
"""The parts that are simulated where there is no hardware."""


def check_parts(settings: Config, translations: Translations, *, has_hardware: bool) -> Iterator[Finding]:
    """Yield what is found about each part. While the box is running, its hardware cannot be tested."""
    wiring = settings.wiring
    do_storage = say("doctor.do-storage", path=data_folder())
    try:
        lock = take_lock()
    except JournalFault as fault:
        is_running = isinstance(fault, InUse)  # which is no fault
        why, name = (
            (None, say("doctor.runs" if has_hardware else "doctor.runs-here")) if is_running else (fault.why, None)
        )
        yield Finding("storage", why, do_storage, name=name)
        return
    with lock:
        named = say("doctor.storage", version=sqlite3.sqlite_version)
        yield Finding("storage", _storage(), do_storage, name=named)
        if wiring.mqtt.is_on:
            yield _broker(wiring.mqtt)
        if has_hardware or wiring.camera != AUTO:
            yield from _camera(wiring.camera)
        if not has_hardware:
            return
        if os.path.exists(THROTTLED):
            yield Finding("power", _power(), say("doctor.do-power"))
        yield from _pins(wiring)
        yield from _displays(settings, translations)
        if wiring.dice != "none":
            yield check_dice(wiring)


def check_keys(wiring: Wiring, translations: Translations, *, has_hardware: bool) -> Iterator[Finding]:
    """Yield what is found when somebody presses each key; while the box is running, its keys cannot be tested."""
    from drivers.gpiod_factory import best_factory

    if not has_hardware:
        return
    try:
        lock = take_lock()
    except JournalFault as fault:
        yield Finding("keys", say("doctor.runs") if isinstance(fault, InUse) else fault.why, say("doctor.do-keys"))
        return
    with lock:
        factory, why = best_factory()
        if factory is None:
            yield Finding("pins", say("doctor.no-pins"), say("doctor.do-pins"), why)
            return
        sys.stdout.write(translations("doctor.press-each", keys=tuple(dict.fromkeys(wiring.pins.values()))) + "\n")
        yield from try_keys(wiring, factory)
        factory.close()


def _storage() -> Sentence | None:
    try:
        Journal(journal_file()).close()
    except JournalFault as fault:
        return fault.why
    return None


def _power() -> Sentence | None:
    """Return a sentence if the power supply of a Pi is too weak; other machines cannot report it."""
    try:
        with open(THROTTLED, encoding="ascii") as file:
            return say("doctor.undervoltage") if int(file.read(), 16) & UNDERVOLTAGE else None
    except (OSError, ValueError):
        return None


def _pins(wiring: Wiring) -> Iterator[Finding]:
    from drivers.gpiod_factory import best_factory

    factory, why = best_factory()
    if factory is None:
        yield Finding("pins", say("doctor.no-pins"), say("doctor.do-pins"), why)
        return
    yield Finding("pins", None, say("doctor.do-pins"))
    keys = Keys({pin: Key(name) for pin, name in wiring.pins.items()}, lambda _edge: None, factory)
    broken = tuple(f"GPIO{pin}" for pin in keys.missing)
    wrong = say("doctor.no-pin", pins=broken) if broken else None
    if wrong is None and keys.held:
        wrong = say("doctor.held", keys=tuple(key.value for key in keys.held))
    yield Finding("keys", wrong, say("doctor.do-keys"), "; ".join(keys.missing.values()))
    keys.close()
    if wiring.buzzer is not None:
        buzzer = Buzzer(wiring.buzzer, factory)
        buzzer.play(Sound.ACCEPTED, 0)
        time.sleep(CLICK_SECONDS)
        buzzer.close()
        wrong = say("doctor.no-pin", pins=(f"GPIO{wiring.buzzer}",)) if buzzer.why else None
        yield Finding("buzzer", wrong, say("doctor.do-buzzer"), buzzer.why)
    factory.close()


def _displays(settings: Config, translations: Translations) -> Iterator[Finding]:
    wiring = settings.wiring
    used = (wiring.prompt, wiring.table) if settings.displays > 1 else (wiring.prompt,)
    for path in sorted({glass.path for glass in used}):
        is_open = os.access(path, os.R_OK | os.W_OK)
        yield Finding("bus", None if is_open else say("doctor.no-device", path=path), say("doctor.do-bus"))
    for role, display in hardware.open_displays(wiring, hardware.device_of, settings.displays).items():
        display.show(cover(translations.for_panel()), 0)
        glass = wiring.table if role == "table" else wiring.prompt
        silent = say("doctor.no-answer", address=f"0x{glass.address:02x}", bus=glass.bus)
        silent = say("doctor.no-device", path=glass.path) if glass.interface == "spi" else silent
        yield Finding(role, silent if display.why else None, say("doctor.do-display"), display.why)
        display.close(keeps_picture=True)


def _camera(program: str) -> Iterator[Finding]:
    if program != NONE and (found := check_camera(program)) is not None:
        yield found


def _broker(settings: Mqtt) -> Finding:
    """Return why the broker of a club cannot be reached, if it cannot."""
    try:
        detail = why_unreachable(settings)
        why = plain(detail) if detail else None
    except UserError as error:
        why = together(error.why)
    return Finding("mqtt", why, say("doctor.do-mqtt"))
