"""The buzzer: an active buzzer on a GPIO pin, which can only be on or off.

Sounds differ in the number and length of their beeps. Nothing here sleeps and there is no thread: the caller's
event loop reads `deadline` and calls `advance` at that time. A buzzer that fails is marked as lost and raises
nothing.

>>> from gpiozero.pins.mock import MockFactory
>>> buzzer = Buzzer(18, MockFactory())
>>> buzzer.play(Sound.ACCEPTED, now=1000)
>>> buzzer.is_on, buzzer.deadline
(True, 1030)
>>> buzzer.advance(1030)
>>> buzzer.is_on, buzzer.deadline
(False, None)
>>> buzzer.close()
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from itertools import accumulate
from typing import Any


class Sound(Enum):
    """The sounds of the buzzer."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    YOUR_TURN = "your-turn"
    EVALUATION = "evaluation"
    OVER = "over"
    INSTALLING = "installing"
    READY = "ready"
    NOT_INSTALLED = "not-installed"


PATTERNS: dict[Sound, tuple[int, ...]] = {
    Sound.ACCEPTED: (30,),
    Sound.REFUSED: (350,),
    Sound.YOUR_TURN: (60, 80, 60),
    Sound.EVALUATION: (120, 120, 120, 120, 120),
    Sound.OVER: (120, 80, 120, 80, 600),
    Sound.INSTALLING: (60, 140, 60),
    Sound.READY: (60, 140, 60, 140, 60),
    Sound.NOT_INSTALLED: (250, 100, 250, 100, 250),
}
"""Milliseconds on, off, on …; each pattern begins and ends with a beep."""


def changes(sound: Sound, now: int) -> list[tuple[int, bool]]:
    """Return the times at which a sound that begins now switches off and on, without its first switch on."""
    times = accumulate(PATTERNS[sound], initial=now)
    return [(at, number % 2 == 0) for number, at in enumerate(times)][1:]


class Buzzer:
    """The buzzer and its scheduled changes."""

    def __init__(
        self, pin: int, pin_factory: Any = None, *, is_quiet: bool = False, is_active_high: bool = True
    ) -> None:
        """Open a pin (its number as in GPIO18), switched off; a quiet buzzer plays nothing.

        Without a pin factory gpiozero chooses one. Modules that beep at low level are not active high.
        """
        self.why = ""
        """The error of a lost buzzer, or an empty string."""
        self.is_on = False
        self._is_quiet = is_quiet
        self._changes: list[tuple[int, bool]] = []
        self._device: Any = None
        try:
            from gpiozero import OutputDevice

            self._device = OutputDevice(pin, active_high=is_active_high, pin_factory=pin_factory)
        except Exception as error:  # noqa: BLE001 - each factory has its own errors
            self._lose(f"GPIO{pin}: {error}")

    @property
    def is_lost(self) -> bool:
        """Whether the buzzer has failed."""
        return bool(self.why)

    @property
    def is_quiet(self) -> bool:
        """Whether the buzzer is muted."""
        return self._is_quiet

    @is_quiet.setter
    def is_quiet(self, is_quiet: bool) -> None:
        self._is_quiet = is_quiet
        if is_quiet:
            self._stop()

    @property
    def deadline(self) -> int | None:
        """The time at which `advance` must be called, or None."""
        return self._changes[0][0] if self._changes else None

    def play(self, sound: Sound, now: int) -> None:
        """Start a sound at a time in milliseconds; it replaces a sound that is being played."""
        if self._is_quiet or self._device is None:
            return
        self._changes = changes(sound, now)
        self._switch(is_on=True)

    def advance(self, now: int) -> None:
        """Apply all changes that are due; a late call skips changes, so that a sound never gets longer."""
        is_on = self.is_on
        while self._changes and self._changes[0][0] <= now:
            _, is_on = self._changes.pop(0)
        if is_on != self.is_on:
            self._switch(is_on=is_on)

    def close(self) -> None:
        """Switch off and release the pin. The pin factory stays open: it belongs to the caller."""
        self._stop()
        self._release()

    def _stop(self) -> None:
        self._changes = []
        if self.is_on:
            self._switch(is_on=False)

    def _switch(self, *, is_on: bool) -> None:
        try:
            (self._device.on if is_on else self._device.off)()
            self.is_on = is_on
        except Exception as error:  # noqa: BLE001 - each factory has its own errors
            self._lose(str(error) or type(error).__name__)

    def _lose(self, why: str) -> None:
        self.why, self.is_on, self._changes = why, False, []
        self._release()

    def _release(self) -> None:
        if self._device is not None:
            with suppress(Exception):  # closing makes the pin an input, which is silent even if `off` has failed
                self._device.close()
        self._device = None
