"""Where the box is shown: on its hardware, in a browser, or in this terminal."""

from __future__ import annotations

import signal
import sys
import time
from contextlib import contextmanager, suppress
from enum import Enum
from typing import TYPE_CHECKING

from drivers.terminal import LEAVE, Signal
from firmware_py.complaint import Complaint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware_py.config import Config
    from firmware_py.loop import Loop
    from firmware_py.page.switch import PageSwitch
    from firmware_py.program import Panel
    from firmware_py.wiring import Wiring
    from firmware_py.words import Words


class Stage(Enum):
    """What a person sees the box in."""

    HARDWARE = "hardware"
    BROWSER = "browser"
    TERMINAL = "terminal"


def stage_for(wiring: Wiring, words: Words, *, wants_terminal: bool) -> Stage:
    """Choose: hardware where there is some, else the page, or the terminal if that is wanted.

    Raises a `Complaint` if there is no terminal.
    """
    if wants_terminal:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise Complaint(words("terminal.none"))
        return Stage.TERMINAL
    return Stage.HARDWARE if is_real(wiring) else Stage.BROWSER


def is_real(wiring: Wiring) -> bool:
    """Tell whether the box is made of metal here."""
    from firmware_py.hardware import is_there

    return wiring.mode == "real" or (wiring.mode == "auto" and is_there())


@contextmanager
def on_stage(stage: Stage, settings: Config, loop: Loop, words: Words) -> Iterator[tuple[Panel, PageSwitch]]:
    """Open what shows the box, and the switch of its page, which is still off."""
    match stage:
        case Stage.HARDWARE:
            opened = _hardware(settings, loop, words)
        case Stage.BROWSER:
            opened = _browser(settings, loop)
        case Stage.TERMINAL:
            opened = _terminal(settings, loop)
    with opened as (panel, page):
        try:
            yield panel, page
        finally:
            page.turn_off()


@contextmanager
def _hardware(settings: Config, loop: Loop, words: Words) -> Iterator[tuple[Panel, PageSwitch]]:
    from firmware_py.goodbye import Goodbye, picture
    from firmware_py.hardware import open_hardware
    from firmware_py.page.switch import PageSwitch
    from firmware_py.spoken import spoken
    from firmware_py.words import Words

    _heed_signals(loop)
    hardware = open_hardware(settings.wiring, loop.put, displays=settings.displays)
    try:
        tell(words("terminal.real"))
        yield hardware.panel, PageSwitch(loop.put, settings.wiring.network)
    finally:
        hardware.close(picture(Goodbye.STOPPED, Words(spoken())))


@contextmanager
def _browser(settings: Config, loop: Loop) -> Iterator[tuple[Panel, PageSwitch]]:
    from firmware_py.page.switch import PageSwitch
    from firmware_py.page.virtual_box import VirtualBox

    _heed_signals(loop)
    virtual = VirtualBox(loop.put, round(time.monotonic() * 1000), displays=settings.displays)
    try:
        yield virtual.panel, PageSwitch(loop.put, settings.wiring.network, virtual)
    finally:
        virtual.close()


@contextmanager
def _terminal(settings: Config, loop: Loop) -> Iterator[tuple[Panel, PageSwitch]]:
    from drivers.terminal import Terminal
    from firmware_py.page.switch import PageSwitch
    from firmware_py.terminal_box import TerminalPanel

    with Terminal() as terminal:
        terminal.listen(loop.put)
        yield TerminalPanel(terminal), PageSwitch(loop.put, settings.wiring.network)


def _heed_signals(loop: Loop) -> None:
    """End in good order, whoever asks for it."""
    for number in (*LEAVE, signal.SIGINT):
        signal.signal(number, lambda *_: loop.put(Signal.LEAVE))


def tell(text: str) -> None:
    """Say something to whoever has started the box, if somebody reads it."""
    with suppress(OSError, ValueError):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
