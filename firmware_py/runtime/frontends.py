"""Frontends: the box on its hardware, in a browser, or in this terminal."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from typing import Any, NamedTuple

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
from firmware_py.runtime.watcher import Camera as WatchedCamera


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
    camera: WatchedCamera | None = None
    """Takes live pictures of the table, if there may be one."""
    taught: Callable[[int, str, Any], Mapping[str, object] | None] = lambda _number, _game, _state: None
    """Returns where the things of a match lie under a simulated camera."""
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
    with opened as found:
        try:
            yield found._replace(put_picture=sources.camera.put)
        finally:
            found.page.close()


def _camera(wiring: Wiring, *, is_box: bool = False) -> Camera | None:
    """Return the camera: what is connected to a real box; a computer's own camera only if it is named."""
    is_wanted = wiring.camera != NONE and (is_box or wiring.camera != AUTO)
    return Camera(finder(wiring.camera)) if is_wanted else None


@contextmanager
def _hardware(settings: Config, loop: EventLoop, sources: Sources, translations: Translations) -> Iterator[Opened]:
    _handle_signals(loop)
    hardware = open_hardware(settings.wiring, sources, displays=settings.displays)
    try:
        print_line(translations("terminal.real"))
        page = PageSwitch(sources.page.put, settings.wiring.network)
        yield Opened(hardware.panel, page, _camera(settings.wiring, is_box=True))
    finally:
        hardware.close(picture(LastPicture.STOPPED, panel_translations_of(current_language())))


@contextmanager
def _browser(settings: Config, loop: EventLoop, sources: Sources) -> Iterator[Opened]:
    _handle_signals(loop)
    now = round(time.monotonic() * 1000)
    virtual = SimulatedBox(sources.dice.put, now, displays=settings.displays)
    port = settings.wiring.keyboard  # a computer's own keyboard is only taken if it is named
    keyboard = Keyboard(sources.keys.put, port) if port not in {"auto", "none"} else None
    try:
        page = PageSwitch(sources.page.put, settings.wiring.network, virtual)
        named = _camera(settings.wiring)
        yield Opened(virtual.panel, page, named or virtual.table, taught=virtual.table.taught)
    finally:
        if keyboard is not None:
            keyboard.close()
        virtual.close()


@contextmanager
def _terminal(settings: Config, loop: EventLoop, sources: Sources) -> Iterator[Opened]:
    def put(event: Stroke | Signal) -> None:
        """Keep strokes and signals in order; a signal is never refused."""
        if not sources.keys.put(event) and isinstance(event, Signal):
            loop.put(event)

    with Terminal() as terminal:
        terminal.listen(put)
        page = PageSwitch(sources.page.put, settings.wiring.network)
        yield Opened(TerminalPanel(terminal), page, _camera(settings.wiring))


@contextmanager
def _plain(settings: Config, loop: EventLoop, sources: Sources) -> Iterator[Opened]:
    _handle_signals(loop)
    panel = PlainPanel()
    listen(panel, loop.put)
    yield Opened(panel, PageSwitch(sources.page.put, settings.wiring.network), _camera(settings.wiring))


def _handle_signals(loop: EventLoop) -> None:
    """End the event loop on every signal that asks the program to stop."""
    for number in (*LEAVE, signal.SIGINT):
        signal.signal(number, lambda *_: loop.put(Signal.LEAVE))
