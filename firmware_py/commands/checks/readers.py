"""The part of `sideline doctor` for what has a serial port: the dice reader."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from drivers.dice import Findings
from drivers.dice_port import DiceReader
from drivers.serial_port import AUTO, DEFAULT_TIMING, Connected, Disconnected, SerialDevice, find_ports
from engine.verdicts import say
from firmware_py.commands.checks.finding import Finding, together
from firmware_py.config.wiring import Wiring


def check_dice(wiring: Wiring) -> Finding:
    """Return what is wrong with the dice reader."""
    why, found = _visit(wiring.dice, DiceReader, Findings)
    if why:
        return Finding("dice", say(f"part.{why}"), say("doctor.do-dice"))
    troubles = () if found is None else found.troubles
    wrong = together(say(f"part.reader-{trouble.value}") for trouble in troubles)
    return Finding("dice", wrong, say("doctor.do-tray"))


def _visit(
    port: str, open_device: Callable[[str, Callable[[Any], object]], SerialDevice[Any]], findings: type[Any]
) -> tuple[str, Any]:
    """Return why a device cannot be reached, or else the findings of its self-test, if it has one."""
    ports = max(len(find_ports()), 1) if port == AUTO else 1
    timeout = DEFAULT_TIMING.answer_seconds * (DEFAULT_TIMING.questions + 1) * ports
    events: SimpleQueue[Any] = SimpleQueue()
    device = open_device(port, events.put)
    try:
        event = events.get(timeout=timeout)
        if isinstance(event, Disconnected):
            return event.reason.value, None
        if isinstance(event, Connected):
            device.test()
            while not isinstance(event := events.get(timeout=2 * DEFAULT_TIMING.answer_seconds), findings):
                pass
            return "", event
    except Empty:
        return ("", None) if _is_connected(device) else ("reader-silent", None)
    finally:
        device.close()
    return "", None


def _is_connected(device: SerialDevice[Any]) -> bool:
    return isinstance(device.reported, Connected)
