"""The virtual box: the real drivers on parts that are none, so that it degrades and heals as a real one does."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from drivers.dice import State
from drivers.dice_port import DiceReader
from drivers.displays import Display, Kind
from drivers.simulated.panels import SimulatedPanel
from drivers.simulated.reader import SimulatedReader
from firmware_py.display.oled_panel import OledPanel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from drivers.buzzer import Sound

ROLES = (("table", 0x3D), ("prompt", 0x3C))


class Glass(NamedTuple):
    """What one sees of a display."""

    role: str
    dots: bytes
    """Row by row, eight dots a byte, the leftmost in the highest bit."""
    contrast: int
    is_lit: bool
    is_plugged: bool


class Shown(NamedTuple):
    """What the virtual box looks like."""

    glasses: tuple[Glass, ...]
    is_reader_plugged: bool
    tray: tuple[str, tuple[int, ...]]
    """What lies in the dice tray."""
    sound: tuple[str, int]
    """What was heard last, and how many sounds there have been."""


class Bell:
    """A buzzer that only remembers what it was to play."""

    def __init__(self) -> None:
        """Begin in silence."""
        self.is_quiet = False
        self.heard = ("", 0)
        self.why, self.deadline = "", None

    def play(self, sound: Sound, now: int) -> None:
        """Remember a sound."""
        del now
        if not self.is_quiet:
            self.heard = (sound.value, self.heard[1] + 1)

    def advance(self, now: int) -> None:
        """Do nothing: whoever hears it knows how it goes."""

    def close(self) -> None:
        """Be silent."""


class SimulatedBox:
    """Two displays, a bell and a dice reader."""

    def __init__(self, put: Callable[[object], None], now: int, *, displays: int = 2) -> None:
        """Plug everything in; `put` takes what the dice reader sees."""
        self._panels = {role: SimulatedPanel(Kind.SSD1306, address) for role, address in ROLES[-displays:]}
        self._bell, self._tray = Bell(), SimulatedReader()
        self._reader = DiceReader(self._tray.path, put)
        self._seen: dict[str, tuple[tuple[int, bool], bytes]] = {}
        """Pictures that were read before, each with what the panel had been sent by then."""
        self._displays = {role: Display(panel.device, now=now) for role, panel in self._panels.items()}
        self.panel = OledPanel(self._displays, self._bell)

    def shown(self) -> Shown:
        """Tell what it looks like."""
        glasses = tuple(
            Glass(role, self._dots(role), panel.contrast, panel.is_lit, panel.is_plugged)
            for role, panel in self._panels.items()
        )
        tray = (self._tray.sees.state.value, self._tray.sees.faces)
        return Shown(glasses, self._tray.is_plugged, tray, self._bell.heard)

    def _dots(self, role: str) -> bytes:
        panel = self._panels[role]
        version = (panel.sent, panel.is_plugged)
        known = self._seen.get(role)
        if known is None or known[0] != version:
            self._seen[role] = known = (version, panel.image().tobytes())
        return known[1]

    def plug(self, part: str, *, is_in: bool) -> None:
        """Put a plug in, or pull it; a real display is missed with its next picture, this one at once."""
        if part == "reader":
            self._tray.plug() if is_in else self._tray.unplug()
        elif part in self._panels:
            panel = self._panels[part]
            panel.plug_in() if is_in else panel.unplug()
            self._displays[part].check(round(time.monotonic() * 1000))

    def roll(self, state: State, faces: Sequence[int]) -> None:
        """Let something be seen in the dice tray."""
        self._tray.show(State.ROLLING)
        if state is not State.ROLLING:
            self._tray.show(state, *faces)

    def close(self) -> None:
        """Take it away."""
        self._reader.close()
        self._tray.close()
        self.panel.close()
