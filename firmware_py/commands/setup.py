"""`sudo sideline setup`: makes a Raspberry Pi a box. It shows what it would change, and asks."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.commands.options import read_options
from firmware_py.errors import UserError
from firmware_py.runtime import hardware
from firmware_py.system.setup import machine

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations


class Plan(NamedTuple):
    """What has to be different."""

    files: tuple[machine.Change, ...]
    starts: bool | None
    """Whether the box shall start by itself; None: as it does now."""

    def __bool__(self) -> bool:
        """Tell whether there is anything to do."""
        return bool(self.files) or self.starts is not None


def main(arguments: list[str], translations: Translations) -> int:
    """Show, ask, change, and test; 1 if this is no Pi or a part does not work."""
    options, _ = read_options("setup", arguments, ["yes", "undo"], translations, records=range(1))
    if not hardware.is_there():
        _tell(translations("setup.no-pi"))
        return 1
    if os.geteuid():
        raise UserError(translations("setup.no-root"))
    wants_on = "--undo" not in options
    plan = _plan(translations, wants_on=wants_on)
    if plan and not _is_wanted(plan, translations, asks="--yes" not in options):
        _tell(translations("setup.left"))
        return 1
    _carry_out(plan, translations)
    if wants_on:
        return _finish(translations)
    _tell(translations("setup.undone" if plan else "setup.nothing-undone"))
    return 0


def _plan(translations: Translations, *, wants_on: bool) -> Plan:
    boot = machine.boot_file()
    if boot is None:
        raise UserError(translations("setup.no-config", paths=machine.BOOT_FILES))
    changes = (machine.boot_change(boot, wants_on=wants_on), machine.module_change(wants_on=wants_on))
    starts = machine.is_autostart_enabled()
    return Plan(tuple(filter(None, changes)), None if starts in {None, wants_on} else wants_on)


def _is_wanted(plan: Plan, translations: Translations, *, asks: bool) -> bool:
    """Show the plan, and ask whoever sits there; without a terminal nobody can be asked."""
    _tell(translations("setup.would"))
    for change in plan.files:
        _tell(f"{change.path}:")
        for line in change.lines():
            _tell(f"  {line}")
    if plan.starts is not None:
        _tell(translations("setup.starts" if plan.starts else "setup.starts-no-more"))
    if not asks:
        return True
    if not sys.stdin.isatty():
        raise UserError(translations("setup.nobody"))
    sys.stdout.write(translations("setup.ask") + " ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().casefold() in translations("setup.yes").split()


def _carry_out(plan: Plan, translations: Translations) -> None:
    for change in plan.files:
        backup = change.make()
        if backup:
            _tell(translations("setup.backup", path=change.path, backup=backup))
    if plan.starts is not None:
        machine.set_autostart(is_enabled=plan.starts)


def _finish(translations: Translations) -> int:
    """Say whether a reboot is due, and test every part as the box itself would; meanwhile the box is stopped."""
    machine.load_module()
    is_live = machine.is_bus_live()
    _tell(translations("setup.good" if is_live else "setup.reboot"))
    if machine.user() is None:
        _tell(translations("setup.no-service"))
        return 0
    was_running = machine.stop()
    _tell(translations("setup.doctor"))
    try:
        status = machine.run_as_service_user("doctor")
    finally:
        if (was_running or is_live) and not machine.start():
            _tell(translations("setup.does-not-start"))
    return status if is_live else 0


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()  # what other programs say comes after it
