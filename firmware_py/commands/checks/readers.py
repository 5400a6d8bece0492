"""The part of `sideline doctor` for what has a serial port: the dice reader and the eye."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from drivers.dice import Findings
from drivers.dice_port import DiceReader
from drivers.eye import Check, Trouble
from drivers.eye_port import DiceAndEye, Eye
from drivers.serial_port import AUTO, DEFAULT_TIMING, Connected, Disconnected, SerialDevice, find_ports
from engine.verdicts import say
from firmware_py.commands.checks.finding import Finding, together
from firmware_py.config.wiring import Wiring
from firmware_py.runtime.hardware import BOTH


def check_dice(wiring: Wiring) -> Finding:
    """Return what is wrong with the dice reader."""
    why, found = _visit(wiring.dice, DiceReader, Findings)
    if why:
        return Finding("dice", say(f"part.{why}"), say("doctor.do-dice"))
    troubles = () if found is None else found.troubles
    wrong = together(say(f"part.reader-{trouble.value}") for trouble in troubles)
    return Finding("dice", wrong, say("doctor.do-tray"))


def check_eye(wiring: Wiring) -> Finding:
    """Return what is wrong with the eye, and what it sees."""
    port, device = (wiring.dice, DiceAndEye) if wiring.eye == BOTH else (wiring.eye, Eye)
    why, found = _visit(port, device, Check)
    if why:
        why = "eye-absent" if why == "reader-absent" else why
        return Finding("eye", say(f"part.{why}"), say("doctor.do-eye"))
    if found is None:
        return Finding("eye", None, say("doctor.do-eye"))
    shared = {Trouble.BLIND, Trouble.SLOW}
    wrong = together(
        say(f"part.{'reader' if trouble in shared else 'eye'}-{trouble.value}") for trouble in found.troubles
    )
    name = say("doctor.eye", corners=found.corners, tags=found.tags, rate=found.rate, light=found.light)
    return Finding("eye", wrong, say("doctor.do-frame"), name=name)


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
