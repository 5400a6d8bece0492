"""Frontends: the box on its hardware, in a browser, or in this terminal."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import NamedTuple

from drivers.camera import AUTO, NONE, Camera, finder
from drivers.keyboard import Keyboard
from drivers.terminal import LEAVE, Signal, Stroke, Terminal
from engine.verdicts import say
from firmware_py.config.configuration import Config
from firmware_py.config.language import current_language
from firmware_py.config.wiring import Wiring
from firmware_py.display.last_picture import LastPicture, picture
from firmware_py.display.terminal_panel import TerminalPanel
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations, panel_translations_of
from firmware_py.page.switch import PageSwitch
from firmware_py.page.virtual.simulated_box import SimulatedBox
from firmware_py.runtime.event_loop import EventLoop
from firmware_py.runtime.hardware import is_raspberry_pi, open_hardware
from firmware_py.runtime.plain_terminal import PlainPanel, listen, print_line
from firmware_py.runtime.program import Panel
from firmware_py.runtime.sources import Sources, open_sources


class Frontend(Enum):
    """Where the box is shown."""

    HARDWARE = "hardware"
    BROWSER = "browser"
    TERMINAL = "terminal"
    PLAIN = "plain"


def choose_frontend(wiring: Wiring, *, wants_terminal: bool, wants_plain: bool = False) -> Frontend:
    """Return the frontend: the terminal if wanted, else the hardware if there is some, else the page.

    Raises a `UserError` if there is no terminal; lines of text need none.
    """
    if wants_plain:
        return Frontend.PLAIN
    if wants_terminal:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise UserError(say("terminal.none"))
        return Frontend.TERMINAL
    return Frontend.HARDWARE if has_hardware(wiring) else Frontend.BROWSER


def has_hardware(wiring: Wiring) -> bool:
    """Return whether to use real hardware: by the wiring, or because this is a Raspberry Pi."""
    return wiring.mode == "real" or (wiring.mode == "auto" and is_raspberry_pi())


class Opened(NamedTuple):
    """What a frontend has opened."""

    panel: Panel
    page: PageSwitch
    """Still switched off."""
    camera: Camera | None = None
    """Takes live pictures of the table, if there may be one."""
    put_picture: Callable[[object], object] = bool
    """Takes what was seen in them."""


@contextmanager
def open_frontend(
    frontend: Frontend, settings: Config, loop: EventLoop, translations: Translations
) -> Iterator[Opened]:
    """Open the panel of a frontend, the switch of its page, which is still off, and the camera, which is too."""
    sources = open_sources(loop)
    match frontend:
        case Frontend.HARDWARE:
            opened = _hardware(settings, loop, sources, translations)
        case Frontend.BROWSER:
            opened = _browser(settings, loop, sources)
        case Frontend.TERMINAL:
            opened = _terminal(settings, loop, sources)
        case Frontend.PLAIN:
            opened = _plain(settings, loop, sources)
    with opened as (panel, page):
        try:
            yield Opened(panel, page, _camera(frontend, settings.wiring), sources.camera.put)
        finally:
            page.close()


def _camera(frontend: Frontend, wiring: Wiring) -> Camera | None:
    """Return the camera: what is connected to a real box; a computer's own camera only if it is named."""
    is_wanted = wiring.camera != NONE and (frontend is Frontend.HARDWARE or wiring.camera != AUTO)
    return Camera(finder(wiring.camera)) if is_wanted else None


@contextmanager
def _hardware(
    settings: Config, loop: EventLoop, sources: Sources, translations: Translations
) -> Iterator[tuple[Panel, PageSwitch]]:
    _handle_signals(loop)
    hardware = open_hardware(settings.wiring, sources, displays=settings.displays)
    try:
        print_line(translations("terminal.real"))
        yield hardware.panel, PageSwitch(sources.page.put, settings.wiring.network)
    finally:
        hardware.close(picture(LastPicture.STOPPED, panel_translations_of(current_language())))


@contextmanager
def _browser(settings: Config, loop: EventLoop, sources: Sources) -> Iterator[tuple[Panel, PageSwitch]]:
    _handle_signals(loop)
    now = round(time.monotonic() * 1000)
    virtual = SimulatedBox(sources.dice.put, now, displays=settings.displays)
    port = settings.wiring.keyboard  # a computer's own keyboard is only taken if it is named
    keyboard = Keyboard(sources.keys.put, port) if port not in {"auto", "none"} else None
    try:
        yield virtual.panel, PageSwitch(sources.page.put, settings.wiring.network, virtual)
    finally:
        if keyboard is not None:
            keyboard.close()
        virtual.close()


@contextmanager
def _terminal(settings: Config, loop: EventLoop, sources: Sources) -> Iterator[tuple[Panel, PageSwitch]]:
    def put(event: Stroke | Signal) -> None:
        """Keep strokes and signals in order; a signal is never refused."""
        if not sources.keys.put(event) and isinstance(event, Signal):
            loop.put(event)

    with Terminal() as terminal:
        terminal.listen(put)
        yield TerminalPanel(terminal), PageSwitch(sources.page.put, settings.wiring.network)


@contextmanager
def _plain(settings: Config, loop: EventLoop, sources: Sources) -> Iterator[tuple[Panel, PageSwitch]]:
    _handle_signals(loop)
    panel = PlainPanel()
    listen(panel, loop.put)
    yield panel, PageSwitch(sources.page.put, settings.wiring.network)


def _handle_signals(loop: EventLoop) -> None:
    """End the event loop on every signal that asks the program to stop."""
    for number in (*LEAVE, signal.SIGINT):
        signal.signal(number, lambda *_: loop.put(Signal.LEAVE))
