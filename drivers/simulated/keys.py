"""Simulated keys: the real driver `drivers.keys.Keys` on gpiozero's mock pins, with faults.

The pins are driven by a test, a page or a terminal.

>>> edges = []
>>> keys = SimulatedKeys({Key.OK: 5}, edges.append, clock=lambda: 0.0)
>>> keys.bounce = ((1, 2),)
>>> keys.press(Key.OK, at=100)
>>> [(edge.down, edge.at) for edge in edges]
[(True, 100), (False, 101), (True, 102)]
>>> keys.close()
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from drivers.budget import TooMuch
from drivers.keys import Keys
from drivers.presses import Edge, Key


class _Pin(MockPin):  # type: ignore[misc]  # its base has no types
    """A mock pin whose contact may be closed when it is opened, and whose edges have the time of our clock."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self._number in self.factory.closed:
            self.drive_low()

    def _call_when_changed(self) -> None:
        if not self.factory.loses_edges:
            PiPin._call_when_changed(self, self.factory.ticks(), self._state)  # noqa: SLF001 - as MockPin does


class _Factory(MockFactory):  # type: ignore[misc]  # its base has no types
    """Mock pins with our own clock; some contacts are closed at the start, some pins cannot be opened."""

    def __init__(self, clock: Callable[[], float], closed: set[int], missing: set[int]) -> None:
        super().__init__(pin_class=_Pin)
        self.clock, self.closed, self.missing = clock, closed, missing
        self.now: float | None = None
        self.loses_edges = False

    def pin(self, name: int, **options: Any) -> Any:
        if name in self.missing:
            raise OSError(f"GPIO{name} is in use by somebody else")
        return super().pin(name, **options)

    def ticks(self) -> float:
        return self.clock() if self.now is None else self.now


class SimulatedKeys(Keys):
    """Keys that are pressed by calling `press` and `release`."""

    def __init__(
        self,
        pins: Mapping[Key, int],
        put: Callable[[Edge | TooMuch], object],
        *,
        clock: Callable[[], float] = time.monotonic,
        held: Collection[Key] = (),
        missing: Collection[Key] = (),
        is_polled: bool = False,
    ) -> None:
        """Create the keys; some may be held at the start, some may have a pin that cannot be opened."""
        self.bounce: Sequence[tuple[int, int]] = ()
        """How contacts bounce: pairs of milliseconds after an edge at which it is undone and made again."""
        self._pins = dict(pins)
        self._stuck: set[Key] = set()
        self._factory = _Factory(clock, {pins[key] for key in held}, {pins[key] for key in missing})
        super().__init__(
            {pin: key for key, pin in pins.items()}, put, self._factory, clock=clock, is_polled=is_polled
        )

    def lose_edges(self, *, is_lost: bool = True) -> None:
        """Lose all edges from now on, or no more; the levels still change."""
        self._factory.loses_edges = is_lost

    def press(self, key: Key, at: int | None = None) -> None:
        """Press a key, now or at a time in milliseconds of the clock."""
        self._move(key, at, is_down=True)

    def release(self, key: Key, at: int | None = None) -> None:
        """Release a key, now or at a time in milliseconds of the clock."""
        self._move(key, at, is_down=False)

    def stick(self, key: Key) -> None:
        """Make a key stuck in its current position."""
        self._stuck.add(key)

    def free(self, key: Key) -> None:
        """Free a stuck key; it is released."""
        self._stuck.discard(key)
        self.release(key)

    def close(self) -> None:
        """Release the pins and close our pin factory."""
        super().close()
        self._factory.close()

    def _move(self, key: Key, at: int | None, *, is_down: bool) -> None:
        if key in self._stuck or self._pins[key] in self.missing:
            return
        if at is None:
            at = round(self._factory.clock() * 1_000_000) // 1000
        self._drive(key, at, is_down=is_down)
        for undone, again in self.bounce:
            self._drive(key, at + undone, is_down=not is_down)
            self._drive(key, at + again, is_down=is_down)

    def _drive(self, key: Key, at: int, *, is_down: bool) -> None:
        pin = self._factory.pin(self._pins[key])
        self._factory.now = at / 1000
        (pin.drive_low if is_down else pin.drive_high)()
        self._factory.now = None
