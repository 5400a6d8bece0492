"""`sideline doctor --keys`: every key is shown when it is pressed, until all were pressed."""

from __future__ import annotations

import sys
import time
from queue import Empty, SimpleQueue

from drivers.keyboard import Keyboard
from drivers.keys import Keys
from drivers.presses import Edge, Key
from engine.verdicts import say
from firmware_py.commands.checks.finding import Finding
from firmware_py.config.wiring import Wiring

PATIENCE_SECONDS = 60.0
"""After so long without a press the test ends."""


def try_keys(wiring: Wiring, factory: object) -> list[Finding]:
    """Print each key when it is pressed for the first time; return what is wrong in the end."""
    events: SimpleQueue[object] = SimpleQueue()
    keys = Keys(
        {pin: Key(name) for pin, name in wiring.pins.items()}, events.put, factory, is_polled=wiring.poll_keys
    )
    keyboard = None if wiring.keyboard == "none" else Keyboard(events.put, wiring.keyboard)
    waiting = dict.fromkeys(wiring.pins.values())
    try:
        while waiting:
            event = _next(events, keys)
            if isinstance(event, Edge) and event.down:
                sys.stdout.write(f"  {event.key.value}\n")
                sys.stdout.flush()
                waiting.pop(event.key.value, None)
    except (Empty, KeyboardInterrupt):
        pass
    finally:
        keys.close()
        if keyboard is not None:
            keyboard.close()
    wrong = say("doctor.not-pressed", keys=tuple(waiting)) if waiting else None
    return [Finding("keys", wrong, say("doctor.do-keys"), "; ".join(keys.missing.values()))]


def _next(events: SimpleQueue[object], keys: Keys) -> object:
    """Wait for an event, and read levels that are due meanwhile. Raises `Empty` after a long silence."""
    end = time.monotonic() + PATIENCE_SECONDS
    while (now := time.monotonic()) < end:
        due = end if keys.deadline is None else min(end, keys.deadline / 1000)
        try:
            return events.get(timeout=max(0.0, due - now))
        except Empty:
            keys.advance(round(time.monotonic() * 1000))
    raise Empty
