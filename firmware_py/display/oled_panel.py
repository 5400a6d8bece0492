"""The panel of metal and glass: keys, displays, a buzzer. Whatever is lost is named, and the game goes on.

Time is that of the loop; the panel tells when it wants to be called again.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from drivers.buzzer import Sound
from drivers.displays import DisplaySettings
from drivers.presses import Edge, Kind, Recogniser
from firmware_py.display.goodbye import FAINT, leave
from firmware_py.display.panel import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from drivers.displays import Display
    from drivers.presses import Key, Press
    from drivers.terminal import Signal, Stroke
    from firmware_py.config.configuration import Config
    from firmware_py.display.panel import Screens

NIGHT = 1
"""The contrast at night."""


class Sounding(Protocol):
    """A buzzer, or something like it."""

    is_quiet: bool

    @property
    def why(self) -> str:
        """Tell what is wrong with it."""

    @property
    def deadline(self) -> int | None:
        """Tell when `advance` has something to do."""

    def play(self, sound: Sound, now: int) -> None:
        """Begin a sound."""

    def advance(self, now: int) -> None:
        """Go on with it."""

    def close(self) -> None:
        """Be silent for good."""


class OledPanel:
    """Everything that a person touches and sees."""

    def __init__(
        self,
        displays: dict[str, Display],
        buzzer: Sounding | None = None,
        missing: Sequence[Part] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Use displays by their role, `prompt` and perhaps `table`; `missing` was not found at the start."""
        self._displays, self._buzzer, self._missing, self._clock = displays, buzzer, tuple(missing), clock
        self._recogniser = Recogniser()
        self._asleep: dict[Key, bool] = {}
        """Keys that woke a display and are still down, and whether they are held for long by now."""
        self._told: tuple[Part, ...] = ()
        self._held: tuple[int, bool, bool] | None = None
        """Contrast, night and sound as they hold."""

    @property
    def _now(self) -> int:
        return round(self._clock() * 1000)

    # --- keys

    def presses(self, event: Stroke | Edge) -> list[Press]:
        """Tell what an edge of a key completes; the press that wakes a display does nothing else."""
        if not isinstance(event, Edge):
            return []  # nobody types here
        if event.down:
            if self.wake():
                self._asleep[event.key] = False
            elif self._asleep.get(event.key):
                del self._asleep[event.key]
        return self._awake(self._recogniser.feed(event))

    def _awake(self, presses: list[Press]) -> list[Press]:
        """Leave out what a key says that only woke a display."""
        heard = []
        for press in presses:
            if press.key not in self._asleep:
                heard.append(press)
            elif press.kind is Kind.SHORT:
                del self._asleep[press.key]
            else:
                self._asleep[press.key] = True
        return heard

    def wake(self) -> bool:
        """Let what sleeps be seen; tell whether something slept."""
        woke = [display.wake(self._now) for display in self._displays.values()]
        return any(woke)

    # --- pictures and sounds

    def show(self, stack: Screens, over: Image.Image | None = None) -> None:
        """Show the pictures of the desk, or another prompt over them; one display shows one after the other."""
        self._adjust(stack.config)
        whole = {role: display for role, display in self._displays.items() if not display.is_lost}
        stack.displays = min(stack.config.displays, max(len(whole), 1))
        prompt = stack.prompt() if over is None else over
        has_both = stack.displays > 1 and "table" in self._displays
        table = stack.table() if has_both else prompt
        for role, display in self._displays.items():
            display.show(table if role == "table" else prompt, self._now)

    def _adjust(self, config: Config) -> None:
        """Hold contrast and night as they are set."""
        held = (config.contrast, config.night, config.sound)
        if held == self._held:
            return
        self._held = held
        settings = DisplaySettings(contrast=NIGHT if config.night else config.contrast)
        for display in self._displays.values():
            display.adjust(settings, self._now)
        if self._buzzer is not None:
            self._buzzer.is_quiet = config.night or not config.sound

    def sound(self, name: str) -> None:
        """Let something be heard."""
        if self._buzzer is not None:
            self._buzzer.play(Sound(name), self._now)

    def heed(self, signal: Signal) -> None:
        """Nothing else is asked of a box."""

    # --- time

    def deadline(self) -> float | None:
        """Tell when something is due, in the seconds of the loop's clock."""
        times = [display.deadline for display in self._displays.values()]
        times += [self._recogniser.deadline, None if self._buzzer is None else self._buzzer.deadline]
        return min((at / 1000 for at in times if at is not None), default=None)

    def advance(self) -> list[Press]:
        """Do what is due; give the presses that are complete by now."""
        now = self._now
        for display in self._displays.values():
            display.advance(now)
        if self._buzzer is not None:
            self._buzzer.advance(now)
        return self._awake(self._recogniser.advance(now))

    # --- what is missing

    def parts(self) -> list[Part]:
        """Tell of every part how it is."""
        found = [Part(role, display.why) for role, display in self._displays.items()]
        if self._buzzer is not None:
            found.append(Part("buzzer", self._buzzer.why))
        return [*found, *self._missing]

    def news(self) -> list[Part]:
        """Give the parts that were lost or came back since the last time."""
        now = tuple(self.parts())
        before, self._told = {part.name: part.why for part in self._told}, now
        return [part for part in now if bool(before.get(part.name)) != bool(part.why)]

    def close(self, last: Image.Image | None = None) -> None:
        """Leave what is shown, or a last picture, and be silent."""
        if last is not None:
            contrast = NIGHT if self._held is not None and self._held[1] else FAINT
            leave(self._displays, last, self._now, contrast)
        for display in self._displays.values():
            display.close(keeps_picture=True)
        if self._buzzer is not None:
            self._buzzer.close()
