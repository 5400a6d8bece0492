"""The part of `sideline doctor` for what has a serial port: the dice reader."""

from __future__ import annotations

from queue import Empty, SimpleQueue

from drivers.dice import Findings
from drivers.dice_port import AUTO, DEFAULT_TIMING, Connected, DiceReader, Disconnected, Event, find_ports
from engine.verdicts import say
from firmware_py.commands.checks.finding import Finding, together
from firmware_py.config.wiring import Wiring


def check_dice(wiring: Wiring) -> Finding:
    """Return what is wrong with the dice reader."""
    why, found = _visit(wiring.dice)
    if why:
        return Finding("dice", say(f"part.{why}"), say("doctor.do-dice"))
    troubles = () if found is None else found.troubles
    wrong = together(say(f"part.reader-{trouble.value}") for trouble in troubles)
    return Finding("dice", wrong, say("doctor.do-tray"))


def _visit(port: str) -> tuple[str, Findings | None]:
    """Return why the reader cannot be reached, or else the findings of its self-test, if it has one."""
    ports = max(len(find_ports()), 1) if port == AUTO else 1
    timeout = DEFAULT_TIMING.answer_seconds * (DEFAULT_TIMING.questions + 1) * ports
    events: SimpleQueue[Event] = SimpleQueue()
    reader = DiceReader(port, events.put)
    try:
        event = events.get(timeout=timeout)
        if isinstance(event, Disconnected):
            return event.reason.value, None
        if isinstance(event, Connected):
            reader.test()
            while not isinstance(event := events.get(timeout=2 * DEFAULT_TIMING.answer_seconds), Findings):
                pass
            return "", event
    except Empty:
        return ("", None) if isinstance(reader.reported, Connected) else ("reader-silent", None)
    finally:
        reader.close()
    return "", None
