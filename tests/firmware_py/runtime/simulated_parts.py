"""The whole box on simulated wires: gpiozero's mock pins with bounce, luma's devices on a bus that is decoded."""

import os
from functools import partial
from typing import Any

from PIL import Image

from drivers.buzzer import Buzzer
from drivers.displays import SHIFTS, Device, Display, Kind
from drivers.presses import Key, Press
from drivers.presses import Kind as Pressed
from drivers.simulated.keys import SimulatedKeys
from drivers.simulated.panels import SimulatedPanel, SimulatedSpiPort
from drivers.wire import open_spi_device
from firmware_py.config.wiring import DisplayWiring, Wiring
from firmware_py.display.oled_panel import OledPanel
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.event_loop import EventLoop
from firmware_py.runtime.program import Program
from firmware_py.runtime.sources import open_sources
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from firmware_py.ui.flows.home import FLOWS
from firmware_py.ui.stack.screen_stack import ScreenStack
from tests.firmware_py.ui.stacks import PLAIN, NoPage

BOUNCE_MILLISECONDS = ((2, 3), (5, 9))
PATIENCE = 100_000
"""Events until something must be wrong."""


class WiredBox:
    """A box whose keys are pressed with bounce, and whose panels are looked at."""

    def __init__(self, journal=None, kinds=(Kind.SSD1306, Kind.SH1106), config=PLAIN, now=1000.0, wiring=None):
        self.now = now
        folder = os.environ["SIDELINE_DATA"]
        self.loop = EventLoop(clock=lambda: self.now)
        self.sources = open_sources(self.loop)
        if wiring is None:
            self.glass = {"table": SimulatedPanel(kinds[0]), "prompt": SimulatedPanel(kinds[1])}
            opening = {role: panel.device for role, panel in self.glass.items()}
            wiring = Wiring(keys=Wiring().keys | {str(seat): seat + 6 for seat in range(1, 7)})
        else:
            self.glass = {"prompt": SimulatedPanel(Kind(wiring.prompt.kind))}
            opening = {"prompt": partial(self._open_glass, wiring.prompt)}
        pins = {Key(name): pin for pin, name in wiring.pins.items()}
        self.keys = SimulatedKeys(pins, self.sources.keys.put, clock=lambda: self.now)
        self.keys.bounce = BOUNCE_MILLISECONDS
        displays = {role: Display(opened, now=round(now * 1000)) for role, opened in opening.items()}
        self.buzzer = Buzzer(18, self.keys._factory)
        self.panel = OledPanel(displays, self.buzzer, clock=lambda: self.now, keys=self.keys)
        self.journal = journal or Journal(":memory:")

        def make_stack(services):
            return ScreenStack(
                MatchStore(self.journal),
                config,
                CrashLog(folder),
                Translations("en"),
                flows=FLOWS,
                services=services,
                today=lambda: "2026-11-20",
            )

        self.program = Program(self.loop, self.panel, make_stack, page=NoPage())

    def _open_glass(self, glass: DisplayWiring) -> Device:
        """Open the only display of a ready board."""
        panel, pins = self.glass["prompt"], self.keys._factory
        if glass.interface == "i2c":
            return panel.device()
        port = SimulatedSpiPort(panel, lambda: bool(pins.pin(glass.dc).state))
        return open_spi_device(panel.kind, glass.bus, (glass.dc, glass.reset), pins, lambda: port)

    @property
    def stack(self) -> ScreenStack:
        return self.program.stack

    @property
    def top(self) -> Any:
        return self.stack.top

    def begin(self, begin) -> None:
        self.program._run_with_recovery(partial(self.program._begin, begin))
        self.settle()

    def settle(self, seconds=0.0) -> None:
        """Let time pass, and everything happen that is due until then."""
        until = self.now + seconds
        for _ in range(PATIENCE):
            due = min((at for at, _ in self.loop._timers.values()), default=None)
            if not self.loop.waiting:
                if due is None or due > until:
                    self.now = until
                    return
                self.now = max(self.now, due)
            event = self.loop.take()
            self.program._run_with_recovery(partial(self.program._take, event))
        raise AssertionError("the loop never comes to rest")

    def press(self, press: Press) -> None:
        """Press a key as a finger does."""
        self.settle(0.05)
        self.keys.press(press.key)
        self.settle(0.55 if press.kind is Pressed.LONG else 0.08)
        self.keys.release(press.key)
        self.settle(0.05)

    def shows(self, role: str, picture: Image.Image) -> bool:
        """Return whether the glass of a role shows a picture dot by dot, wherever it has wandered to."""
        x, y = self._place
        moved = picture.transform(picture.size, Image.Transform.AFFINE, (1, 0, -x, 0, 1, -y))
        return self.glass[role].image().convert("1").tobytes() == moved.tobytes()

    def is_right(self) -> bool:
        """Return whether both panels show what the screen stack draws."""
        pictures = {"table": self.stack.table, "prompt": self.stack.prompt}
        return all(self.shows(role, pictures[role]()) for role in self.glass)

    @property
    def _place(self) -> tuple[int, int]:
        return SHIFTS[self.panel._displays["prompt"]._shift % len(SHIFTS)]
