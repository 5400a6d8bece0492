"""`sudo sideline setup`: configure a Raspberry Pi as a box. It prints the changes and asks first."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from engine.verdicts import say
from firmware_py import service_user
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import is_agreed, json_line
from firmware_py.config import configuration
from firmware_py.config.wiring import Wiring, read_wiring
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.runtime import hardware
from firmware_py.system.setup import machine


class Plan(NamedTuple):
    """The changes to make."""

    files: tuple[machine.Change, ...]
    starts: bool | None = None
    """Whether the box should start at boot; None for no change."""
    needs_overlay: bool = False
    """Whether the package for a read-only root has to be installed."""

    def __bool__(self) -> bool:
        """Return whether there is anything to change."""
        return bool(self.files) or self.starts is not None or self.needs_overlay


def main(given: Arguments, translations: Translations) -> int:
    """Print the changes, ask, make them, and test; return 1 if this is not a Pi or a part does not work."""
    if "json" in given:
        return _print_json(given, translations)
    if not hardware.is_raspberry_pi():
        _print(translations("setup.no-pi"))
        return 1
    if os.geteuid():
        raise UserError(say("setup.no-root"))
    plan = _plan(given)
    if plan and not _is_wanted(plan, translations, asks="yes" not in given):
        _print(translations("setup.left"))
        return 1
    _carry_out(plan, translations)
    if "read-only" in given:
        _print(translations(f"setup.read-only-{given.value('read-only')}"))
        return 0
    if "undo" not in given:
        return _finish(translations)
    _print(translations("setup.undone" if plan else "setup.nothing-undone"))
    return 0


def _print_json(given: Arguments, translations: Translations) -> int:
    """Print what would be changed as JSON and change nothing; return 1 if this is not a Pi."""
    if "yes" in given:
        raise UserError(say("cli.not-with", option="--json", other="--yes"))
    if not hardware.is_raspberry_pi():
        sys.stdout.write(json_line({"pi": False, "why": translations("setup.no-pi")}))
        return 1
    plan = _plan(given)
    files = [{"path": change.path, "lines": [*change.lines()]} for change in plan.files]
    sys.stdout.write(
        json_line(
            {"pi": True, "files": files, "starts": plan.starts, "installs": ["overlayroot"] * plan.needs_overlay}
        )
    )
    return 0


def _plan(given: Arguments) -> Plan:
    boot = machine.boot_file()
    if boot is None:
        raise UserError(say("setup.no-config", paths=machine.BOOT_FILES))
    if "read-only" in given:
        return _plan_of_root(boot, given)
    machine.check_root_remembers()
    wants_on, board = "undo" not in given, given.value("board")
    if board and not wants_on:
        raise UserError(say("cli.not-with", option="--board", other="--undo"))
    with_spi = _is_on_spi(board)
    changes = (
        machine.board_change(board) if board else None,
        machine.boot_change(boot, wants_on=wants_on, with_spi=with_spi),
        machine.lasting_change(wants_on=wants_on, with_spi=with_spi),
        machine.module_change(wants_on=wants_on),
    )
    starts = machine.is_autostart_enabled()
    return Plan(tuple(filter(None, changes)), None if starts in {None, wants_on} else wants_on)


def _is_on_spi(board: str) -> bool:
    """Return whether a display is on SPI: that of the board, or as it is configured now."""
    if board:
        return read_wiring({"board": board}, []).prompt.interface == "spi"
    path = service_user.CONFIGURATION
    wiring = configuration.read_file(path).get("wiring", Wiring()) if os.path.exists(path) else Wiring()
    return bool(wiring.prompt.interface == "spi")


def _plan_of_root(boot: str, given: Arguments) -> Plan:
    """Return the changes that make the root read-only from the next start on, or no longer."""
    if "undo" in given:
        raise UserError(say("cli.not-with", option="--read-only", other="--undo"))
    wants_on = given.value("read-only") == "on"
    if wants_on and machine.user() is None:  # without the unit of the package no game would be kept
        raise UserError(say("setup.no-package"))
    change = machine.overlay_change(boot, wants_on=wants_on)
    needs_overlay = wants_on and not machine.has_overlay_package()
    return Plan(() if change is None else (change,), needs_overlay=needs_overlay)


def _is_wanted(plan: Plan, translations: Translations, *, asks: bool) -> bool:
    """Print the plan and ask for consent; raise a `UserError` if there is no terminal to ask in."""
    _print(translations("setup.would"))
    if plan.needs_overlay:
        _print(translations("setup.installs-overlay"))
    for change in plan.files:
        _print(f"{change.path}:")
        for line in change.lines():
            _print(f"  {line}")
    if plan.starts is not None:
        _print(translations("setup.starts" if plan.starts else "setup.starts-no-more"))
    if not asks:
        return True
    agreed = is_agreed(translations("setup.ask"), translations)
    if agreed is None:
        raise UserError(say("setup.nobody"))
    return agreed


def _carry_out(plan: Plan, translations: Translations) -> None:
    if plan.needs_overlay and not machine.install_overlay_package():
        raise UserError(say("setup.no-overlay"))
    for change in plan.files:
        backup = change.make()
        if backup:
            _print(translations("setup.backup", path=change.path, backup=backup))
    if plan.starts is not None:
        machine.set_autostart(is_enabled=plan.starts)


def _finish(translations: Translations) -> int:
    """Print whether a reboot is needed, and test every part as the service user while the box is stopped."""
    machine.load_module()
    is_live = machine.is_bus_live()
    _print(translations("setup.good" if is_live else "setup.reboot"))
    if machine.user() is None:
        _print(translations("setup.no-service"))
        return 0
    was_running = machine.stop()
    _print(translations("setup.doctor"))
    try:
        status = machine.run_as_service_user("doctor")
    finally:
        if (was_running or is_live) and not machine.start():
            _print(translations("setup.does-not-start"))
    return status if is_live else 0


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()  # before the output of other programs
