"""The simulated box: the real drivers on simulated parts, so that it fails and recovers as a real one does."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from drivers.buzzer import Sound
from drivers.dice import State
from drivers.dice_port import DiceReader
from drivers.displays import Display, Kind
from drivers.simulated.panels import SimulatedPanel
from drivers.simulated.reader import SimulatedReader
from firmware_py.display.oled_panel import OledPanel
from firmware_py.page.virtual.dice_tray import TURNED, TrayView, turned
from firmware_py.page.virtual.virtual_table import TableView, VirtualTable

ROLES = (("table", 0x3D), ("prompt", 0x3C))


class DisplayView(NamedTuple):
    """What a display shows."""

    role: str
    dots: bytes
    """Row by row, eight dots a byte, the leftmost in the highest bit."""
    contrast: int
    is_lit: bool
    is_plugged: bool


class BoxView(NamedTuple):
    """What the simulated box shows."""

    displays: tuple[DisplayView, ...]
    tray: TrayView
    sound: tuple[str, int]
    """The last sound, and how many there have been."""
    table: TableView = TableView()


def _random_dice() -> tuple[int, int]:
    one, other = (random.SystemRandom().randint(1, 6) for _ in range(2))
    return one, other


class SimulatedBuzzer:
    """A buzzer that stores the last sound; the page plays it."""

    def __init__(self) -> None:
        """Start without a sound."""
        self.is_quiet = False
        self.last_sound = ("", 0)
        self.why, self.deadline = "", None

    def play(self, sound: Sound, now: int) -> None:
        """Store a sound."""
        del now
        if not self.is_quiet:
            self.last_sound = (sound.value, self.last_sound[1] + 1)

    def advance(self, now: int) -> None:
        """Do nothing: the page plays the whole sound."""

    def close(self) -> None:
        """Do nothing."""


class SimulatedBox:
    """Two displays, a buzzer, a dice reader, and a table under a camera."""

    def __init__(
        self,
        put: Callable[[object], object],
        now: int,
        *,
        displays: int = 2,
    ) -> None:
        """Start with everything but the camera plugged in; `put` receives the events of the dice reader."""
        self._panels = {role: SimulatedPanel(Kind.SSD1306, address) for role, address in ROLES[-displays:]}
        self._buzzer, self._tray = SimulatedBuzzer(), SimulatedReader()
        self._reader = DiceReader(self._tray.path, put)
        self._look, self._next_dice = TURNED, _random_dice()
        self._dice: tuple[int, ...] = (3, 5)
        self.table = VirtualTable()
        self._images: dict[str, tuple[tuple[int, bool], bytes]] = {}
        """Cached images by role, each with the version of the panel that it shows."""
        self._displays = {role: Display(panel.device, now=now) for role, panel in self._panels.items()}
        self.panel = OledPanel(self._displays, self._buzzer)

    def view(self) -> BoxView:
        """Return what the box shows."""
        displays = tuple(
            DisplayView(role, self._dots(role), panel.contrast, panel.is_lit, panel.is_plugged)
            for role, panel in self._panels.items()
        )
        tray = TrayView(self._tray.is_plugged, self._look, self._dice, self._next_dice)
        return BoxView(displays, tray, self._buzzer.last_sound, self.table.view())

    def _dots(self, role: str) -> bytes:
        panel = self._panels[role]
        version = (panel.sent, panel.is_plugged)
        known = self._images.get(role)
        if known is None or known[0] != version:
            self._images[role] = known = (version, panel.image().tobytes())
        return known[1]

    def plug(self, part: str, *, is_in: bool) -> None:
        """Plug a part in or out; a missing display is detected at once, on a real box with its next picture."""
        if part == "reader":
            self._tray.plug() if is_in else self._tray.unplug()
        elif part == "camera":
            self.table.plug(is_in=is_in)
        elif part in self._panels:
            panel = self._panels[part]
            panel.plug_in() if is_in else panel.unplug()
            self._displays[part].check(round(time.monotonic() * 1000))

    def roll(self, state: State, faces: Sequence[int]) -> None:
        """Show dice in the tray, after a moment of rolling."""
        self._look, self._next_dice = state.value, _random_dice()
        if state is State.SETTLED and len(faces) == len(self._dice):
            self._dice = tuple(faces)
        self._tray.show(State.ROLLING)
        if state is not State.ROLLING:
            self._tray.show(state, *faces)

    def turn(self, die: int) -> None:
        """Turn a die in the tray by hand to its next face; the reader sees it when the dice are put down."""
        self._look, self._dice = TURNED, turned(self._dice, die)

    def close(self) -> None:
        """Close all parts."""
        self._reader.close()
        self._tray.close()
        self.panel.close()
