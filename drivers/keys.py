"""Keys on GPIO pins: raw edges with their times, read through gpiozero.

A key connects its pin to ground; the Pi pulls the pin up. Every edge is passed to the caller, including bounce:
`drivers.presses.Recogniser` turns edges into presses. There is no thread here, and no wake-up while no key moves.

An edge can get lost on the way. While a key counts as held its level is read once a second, so that a lost release
does not hold it for ever. Pins that report no edges at all can be polled instead: all levels, 40 times a second.
The caller calls `advance` at the `deadline`.

A key that bounces without end (a loose wire) is reported and ignored until it has been quiet for a second.

Edges come from a thread of the pin factory. An exception there could disable every key (it ends lgpio's only
thread), so a callback only passes the edge on and never raises.

>>> from gpiozero.pins.mock import MockFactory
>>> mock, edges = MockFactory(), []
>>> keys = Keys({5: Key.OK, 99: Key.BACK}, edges.append, mock)
>>> keys.missing
{99: 'GPIO99: 99 is not a valid pin name'}
>>> mock.pin(5).drive_low()
>>> [(edge.key, edge.down) for edge in edges]
[(<Key.OK: 'ok'>, True)]
>>> keys.close()
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from drivers.budget import Allowance, TooMuch
from drivers.presses import BOUNCE_MILLISECONDS, Edge, Key

MAX_CLOCK_DIFFERENCE_SECONDS = 60
"""A time stamp farther from now comes from another clock (some versions of lgpio count from 1970)."""

MOST_EDGES, EDGES_PER_SECOND = 200, 60
"""Edges of one key at once, and in the long run: six presses a second with ten edges each."""
QUIET_MILLISECONDS = 1000
"""How long a key that bounced without end must be quiet before it counts again."""

HELD_MILLISECONDS = 1000
"""How often the level of a key that counts as held is read."""
POLL_MILLISECONDS = 25
"""How often the levels of all keys are read if they are polled."""


class _Clock:
    """Converts the ticks of a pin factory into milliseconds of a monotonic clock."""

    def __init__(self, factory: Any, clock: Callable[[], float]) -> None:
        self._factory = factory
        self._began, self._began_ticks = clock(), factory.ticks()

    def at(self, ticks: Any) -> int:
        now = self._factory.ticks()
        if abs(self._factory.ticks_diff(now, ticks)) > MAX_CLOCK_DIFFERENCE_SECONDS:
            ticks = now
        seconds: float = self._began + self._factory.ticks_diff(ticks, self._began_ticks)
        return round(seconds * 1_000_000) // 1000  # rounded to microseconds first: 0.007 s are 7 ms, not 6


class _Contact:
    """One key: its callback, and whether its edges count yet."""

    def __init__(
        self, key: Key, put: Callable[[Edge | TooMuch], object], clock: _Clock, *, is_polled: bool
    ) -> None:
        self.key, self._put, self._clock, self._is_polled = key, put, clock, is_polled
        self._lock = threading.Lock()
        """Edges come from the thread of the pin factory, looks from the event loop."""
        self._device: Any = None
        self._is_down = False
        """The level after the last edge."""
        self._released: int | None = None
        self._allowance = Allowance(MOST_EDGES, EDGES_PER_SECOND)
        self.due: int | None = None
        """When the level is to be read, in milliseconds; None if it need not be."""
        self.is_ignored = True
        """True until the key is known to be up: a key that is held at the start has to be released first."""
        self.is_flooding = False
        """It bounces without end, and is ignored for that."""
        self.dropped = 0

    def begin(self, device: Any) -> None:
        """Listen to an open pin."""
        self._device = device
        device.pin.when_changed = self.changed  # on the pin, not on the device: only the pin reports the time
        is_down = device.is_active
        with self._lock:
            if self._released is None:  # otherwise it was just released, and may still bounce
                self._is_down, self.is_ignored = is_down, is_down
            if self._is_polled:
                self.due = 0

    def changed(self, ticks: Any, state: float) -> None:
        """Handle an edge of the pin; never raise."""
        with self._lock, self._counted_if_it_fails():
            self._take(Edge(self.key, down=not state, at=self._clock.at(ticks)))

    def look(self, now: int) -> None:
        """Read the level of the pin, and make up for an edge that got lost. A pin that fails is released."""
        is_down = False
        with self._lock:  # from reading to passing on: no edge may come between
            with suppress(Exception):  # the chip may be gone
                is_down = self._device.is_active
            if is_down != self._is_down:
                with self._counted_if_it_fails():
                    self._take(Edge(self.key, down=is_down, at=now))
            if self._is_polled:
                self.due = now + POLL_MILLISECONDS
            elif self.due is not None:
                self.due = now + HELD_MILLISECONDS

    @contextmanager
    def _counted_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except Exception:  # noqa: BLE001 - the other keys must keep working
            self.dropped += 1

    def _take(self, edge: Edge) -> None:
        self._is_down = edge.down
        if self.is_ignored:
            self._watch(edge)
        if self.is_ignored:
            self.dropped += self.is_flooding
        elif self._allowance.take(edge.at / 1000):
            self._put_edge(edge)
        else:
            self._mute(edge.at)

    def _put_edge(self, edge: Edge) -> None:
        """Pass an edge on; look at the level later if the key counts as held now."""
        if not self._is_polled:
            self.due = edge.at + HELD_MILLISECONDS if edge.down else None
        self._put(edge)

    def _watch(self, edge: Edge) -> None:
        """Wait for a press after a release; an edge that follows too soon is bounce of the release."""
        quiet = QUIET_MILLISECONDS if self.is_flooding else BOUNCE_MILLISECONDS
        if not edge.down:
            self._released = edge.at
        elif self._released is not None and edge.at >= self._released + quiet:
            self.is_ignored = False
            if self.is_flooding:
                self.is_flooding = False
                self._put(TooMuch("keys", self.key.value, is_over=True))

    def _mute(self, at: int) -> None:
        """Report a key that bounces without end, and ignore it; for everybody else it is released."""
        self.is_ignored = self.is_flooding = True
        self._released = None
        self._put_edge(Edge(self.key, down=False, at=at))
        self._put(TooMuch("keys", self.key.value))


class Keys:
    """All keys of the box."""

    def __init__(
        self,
        pins: Mapping[int, Key],
        put: Callable[[Edge | TooMuch], object],
        pin_factory: Any = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        is_polled: bool = False,
    ) -> None:
        """Listen to pins (numbers as in GPIO17), each with its key, until closed; pass their edges to `put`.

        `put` is called from any thread. Without a pin factory gpiozero chooses one. The clock is that of the event
        loop, in seconds. `is_polled` is for pins that report no edges.
        """
        self.missing: dict[int, str] = {}
        """Pins that could not be opened, with the error; the others work."""
        self._contacts: list[_Contact] = []
        self._devices: list[Any] = []
        try:
            factory = pin_factory or _default_factory()
            translated = _Clock(factory, clock)
        except Exception as error:  # noqa: BLE001 - each factory has its own errors
            self.missing = {pin: f"GPIO{pin}: {error}" for pin in pins}
            return
        for pin, key in pins.items():
            contact = _Contact(key, put, translated, is_polled=is_polled)
            try:
                self._devices.append(_open_pin(pin, contact, factory))
                self._contacts.append(contact)
            except Exception as error:  # noqa: BLE001 - each factory has its own errors
                self.missing[pin] = f"GPIO{pin}: {error}"

    @property
    def held(self) -> list[Key]:
        """Keys that were down at the start and were not pressed again: held, stuck, or wired wrong."""
        return [contact.key for contact in self._contacts if contact.is_ignored and not contact.is_flooding]

    @property
    def dropped(self) -> int:
        """The number of edges whose callback failed, or of a key that bounces without end."""
        return sum(contact.dropped for contact in self._contacts)

    @property
    def deadline(self) -> int | None:
        """When `advance` has to be called next, in milliseconds; None while no key is held and none is polled."""
        return min((due for contact in self._contacts if (due := contact.due) is not None), default=None)

    def advance(self, now: int) -> None:
        """Read the levels that are due."""
        for contact in self._contacts:
            if (due := contact.due) is not None and due <= now:
                contact.look(now)

    def close(self) -> None:
        """Release the pins. The pin factory stays open: it belongs to the caller."""
        for device in self._devices:
            with suppress(Exception):  # the chip may be gone
                device.close()
        self._devices.clear()


def _open_pin(pin: int, contact: _Contact, factory: Any) -> Any:
    """Open a pin; gpiozero's Button would start a thread per key that wakes ten times a second."""
    from gpiozero import DigitalInputDevice

    device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
    try:
        contact.begin(device)
    except Exception:
        device.close()
        raise
    return device


def _default_factory() -> Any:
    from gpiozero import Device

    Device.ensure_pin_factory()
    return Device.pin_factory
