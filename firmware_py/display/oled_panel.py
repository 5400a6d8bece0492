"""The panel of real hardware: keys, displays, a buzzer. Lost parts are reported, and the game goes on.

It uses the clock of the event loop; `deadline` returns when it has to be called again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from PIL import Image

from drivers.buzzer import Sound
from drivers.displays import Display, DisplaySettings
from drivers.presses import Edge, Key, Kind, Press, Recogniser
from drivers.terminal import Signal, Stroke
from engine.verdicts import say
from firmware_py.config.configuration import Config
from firmware_py.display.last_picture import FAINT_CONTRAST, leave_picture
from firmware_py.display.panel import Part, Screens

NIGHT_CONTRAST = 1
"""The contrast of the displays in night mode."""


class SoundDevice(Protocol):
    """A buzzer, or a simulated one."""

    is_quiet: bool

    @property
    def why(self) -> str:
        """Return what is wrong with it; empty if it works."""

    @property
    def deadline(self) -> int | None:
        """Return when `advance` has to be called, in milliseconds; None if no sound is playing."""

    def play(self, sound: Sound, now: int) -> None:
        """Start a sound."""

    def advance(self, now: int) -> None:
        """Play the next tone if it is due."""

    def close(self) -> None:
        """Stop the sound and release the pin."""


class KeyDevice(Protocol):
    """The keys, as far as they need the time."""

    @property
    def held(self) -> Sequence[Key]:
        """Return the keys that are down since the start."""

    @property
    def deadline(self) -> int | None:
        """Return when `advance` has to be called, in milliseconds; None if no level has to be read."""

    def advance(self, now: int) -> None:
        """Read the levels that are due."""


class OledPanel:
    """The keys, displays and buzzer of the box."""

    def __init__(
        self,
        displays: dict[str, Display],
        buzzer: SoundDevice | None = None,
        missing: Sequence[Part] = (),
        clock: Callable[[], float] = time.monotonic,
        keys: KeyDevice | None = None,
    ) -> None:
        """Use displays by role, `prompt` and perhaps `table`; `missing` parts were not found at the start."""
        self._displays, self._buzzer, self._missing, self._clock = displays, buzzer, tuple(missing), clock
        self._keys = keys
        self._recogniser = Recogniser()
        self._asleep: dict[Key, bool] = {}
        """The keys that woke a display and are still down, each with whether its long press has begun."""
        self._reported: tuple[Part, ...] = ()
        self._settings: tuple[int, bool, bool] | None = None
        """The contrast, night mode and sound that are set now."""

    @property
    def _now(self) -> int:
        return round(self._clock() * 1000)

    # --- keys

    def presses(self, event: Stroke | Edge) -> list[Press]:
        """Return the presses that an edge completes; a press that wakes a display does nothing else."""
        if not isinstance(event, Edge):
            return []  # there is no keyboard
        if event.down:
            if self.wake():
                self._asleep[event.key] = False
            elif self._asleep.get(event.key):
                del self._asleep[event.key]
        return self._awake(self._recogniser.feed(event))

    def _awake(self, presses: list[Press]) -> list[Press]:
        """Return the presses without those of keys that only woke a display."""
        found = []
        for press in presses:
            if press.key not in self._asleep:
                found.append(press)
            elif press.kind is Kind.SHORT:
                del self._asleep[press.key]
            else:
                self._asleep[press.key] = True
        return found

    def wake(self) -> bool:
        """Wake sleeping displays; return whether one was asleep."""
        woke = [display.wake(self._now) for display in self._displays.values()]
        return any(woke)

    # --- pictures and sounds

    def show(self, stack: Screens, over: Image.Image | None = None) -> None:
        """Show the pictures of the screen stack; `over` replaces the prompt. A single display shows the prompt."""
        self._adjust(stack.config)
        whole = {role: display for role, display in self._displays.items() if not display.is_lost}
        stack.displays = min(stack.config.displays, max(len(whole), 1))
        prompt = stack.prompt() if over is None else over
        has_both = stack.displays > 1 and "table" in self._displays
        table = stack.table() if has_both else prompt
        for role, display in self._displays.items():
            display.show(table if role == "table" else prompt, self._now)

    def _adjust(self, config: Config) -> None:
        """Apply contrast, night mode and sound if they have changed."""
        settings = (config.contrast, config.night, config.sound)
        if settings == self._settings:
            return
        self._settings = settings
        display_settings = DisplaySettings(contrast=NIGHT_CONTRAST if config.night else config.contrast)
        for display in self._displays.values():
            display.adjust(display_settings, self._now)
        if self._buzzer is not None:
            self._buzzer.is_quiet = config.night or not config.sound

    def sound(self, sound: Sound) -> None:
        """Play a sound."""
        if self._buzzer is not None:
            self._buzzer.play(sound, self._now)

    def handle_signal(self, signal: Signal) -> None:
        """Do nothing: signals concern terminals only."""

    # --- time

    def deadline(self) -> float | None:
        """Return when `advance` has to be called next, in seconds of the clock of the loop."""
        times = [display.deadline for display in self._displays.values()]
        times += [self._recogniser.deadline, None if self._buzzer is None else self._buzzer.deadline]
        times += [None if self._keys is None else self._keys.deadline]
        return min((at / 1000 for at in times if at is not None), default=None)

    def advance(self) -> list[Press]:
        """Do what is due; return the presses that are complete now."""
        now = self._now
        for display in self._displays.values():
            display.advance(now)
        if self._buzzer is not None:
            self._buzzer.advance(now)
        if self._keys is not None:
            self._keys.advance(now)  # what it finds comes through the queue
        return self._awake(self._recogniser.advance(now))

    # --- parts

    def parts(self) -> list[Part]:
        """Return the state of every part."""
        found = [Part(role, display.why) for role, display in self._displays.items()]
        if self._buzzer is not None:
            found.append(Part("buzzer", self._buzzer.why))
        if self._keys is not None and not any(part.name == "keys" for part in self._missing):
            held = tuple(key.value for key in self._keys.held)
            found.append(Part("keys", say("doctor.held", keys=held) if held else ""))
        return [*found, *self._missing]

    def news(self) -> list[Part]:
        """Return the parts that were lost or work again since the last call."""
        now = tuple(self.parts())
        before, self._reported = {part.name: part.why for part in self._reported}, now
        return [part for part in now if bool(before.get(part.name)) != bool(part.why)]

    def close(self, last: Image.Image | None = None) -> None:
        """Close all parts; the displays keep their picture, or one of them shows `last`."""
        if last is not None:
            contrast = NIGHT_CONTRAST if self._settings is not None and self._settings[1] else FAINT_CONTRAST
            leave_picture(self._displays, last, self._now, contrast)
        for display in self._displays.values():
            display.close(keeps_picture=True)
        if self._buzzer is not None:
            self._buzzer.close()
