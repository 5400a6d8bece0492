"""Keys on GPIO pins: raw edges with their times, by way of gpiozero.

A key joins its pin with ground; the Pi pulls the pin up. Every edge is put where the caller says, bounce and all:
`drivers.presses.Recogniser` makes presses of them. There is no thread here, and nothing wakes while no key moves.

Edges come from whatever thread the pin factory has. An exception there can silence every key for good (it ends
lgpio's only thread), so a callback puts an edge and does nothing else, and whatever goes wrong stays inside.

>>> from gpiozero.pins.mock import MockFactory
>>> mock, edges = MockFactory(), []
>>> keys = Keys({Key.OK: 5, Key.BACK: 99}, edges.append, mock)
>>> keys.missing
{<Key.BACK: 'back'>: 'GPIO99: 99 is not a valid pin name'}
>>> mock.pin(5).drive_low()
>>> [(edge.key, edge.down) for edge in edges]
[(<Key.OK: 'ok'>, True)]
>>> keys.close()
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from drivers.presses import BOUNCE, Edge, Key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FARTHEST = 60
"""Seconds. A time stamp farther from now comes from another clock (some versions of lgpio count from 1970)."""


class _Clock:
    """Translates the ticks of a pin factory, which only it can compare, into milliseconds of a steady clock."""

    def __init__(self, factory: Any, clock: Callable[[], float]) -> None:
        self._factory = factory
        self._began, self._began_ticks = clock(), factory.ticks()

    def at(self, ticks: Any) -> int:
        now = self._factory.ticks()
        if abs(self._factory.ticks_diff(now, ticks)) > FARTHEST:
            ticks = now
        seconds: float = self._began + self._factory.ticks_diff(ticks, self._began_ticks)
        return round(seconds * 1_000_000) // 1000  # by way of microseconds: 0.007 s are 7 ms, not 6


class _Contact:
    """One key: where its edges go, and whether they count yet."""

    def __init__(self, key: Key, put: Callable[[Edge], None], clock: _Clock) -> None:
        self._key, self._put, self._clock = key, put, clock
        self._released: int | None = None
        self.is_ignored = True
        """Until it is known to have been up. One that was held at the start has to be released first."""
        self.dropped = 0

    def begin(self, *, is_down: bool) -> None:
        """Learn how the contact is when we begin to listen."""
        if not is_down and self._released is None:  # else it was let go this very moment, and may still bounce
            self.is_ignored = False

    def changed(self, ticks: Any, state: float) -> None:
        """Take an edge from the pin. It never raises."""
        try:
            edge = Edge(self._key, down=not state, at=self._clock.at(ticks))
            if self.is_ignored:
                self._watch(edge)
            if not self.is_ignored:
                self._put(edge)
        except Exception:  # noqa: BLE001 - whatever it is, the other keys have to live
            self.dropped += 1

    def _watch(self, edge: Edge) -> None:
        """Wait for a press after a release; what comes sooner after it than `BOUNCE` is the release itself."""
        if not edge.down:
            self._released = edge.at
        elif self._released is not None and edge.at >= self._released + BOUNCE:
            self.is_ignored = False


class Keys:
    """All keys of the box."""

    def __init__(
        self,
        pins: Mapping[Key, int],
        put: Callable[[Edge], None],
        pin_factory: Any = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Listen to the pins (numbers as in GPIO17) and put their edges, from any thread, until closed.

        Without a pin factory gpiozero chooses one. The clock is the loop's; it counts seconds.
        """
        self.missing: dict[Key, str] = {}
        """Keys whose pin could not be had, and why; the others work."""
        self._contacts: dict[Key, _Contact] = {}
        self._devices: list[Any] = []
        try:
            factory = pin_factory or _default_factory()
            translated = _Clock(factory, clock)
        except Exception as error:  # noqa: BLE001 - each factory has errors of its own
            self.missing = {key: f"GPIO{pin}: {error}" for key, pin in pins.items()}
            return
        for key, pin in pins.items():
            contact = _Contact(key, put, translated)
            try:
                self._devices.append(_listen(pin, contact, factory))
                self._contacts[key] = contact
            except Exception as error:  # noqa: BLE001 - each factory has errors of its own
                self.missing[key] = f"GPIO{pin}: {error}"

    @property
    def held(self) -> list[Key]:
        """Keys that were down at the start and were not pressed anew since: held, stuck, or wired wrong."""
        return [key for key, contact in self._contacts.items() if contact.is_ignored]

    @property
    def dropped(self) -> int:
        """How many edges nobody would take."""
        return sum(contact.dropped for contact in self._contacts.values())

    def close(self) -> None:
        """Give the pins back. The pin factory stays open: it belongs to whoever made it."""
        for device in self._devices:
            with suppress(Exception):  # a chip that is gone has nothing left to give back
                device.close()
        self._devices.clear()


def _listen(pin: int, contact: _Contact, factory: Any) -> Any:
    """Open a pin; gpiozero's Button would come with a thread for each key that wakes ten times a second."""
    from gpiozero import DigitalInputDevice

    device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
    try:
        device.pin.when_changed = contact.changed  # here, not on the device: the pin knows when it happened
        contact.begin(is_down=device.is_active)
    except Exception:
        device.close()
        raise
    return device


def _default_factory() -> Any:
    from gpiozero import Device

    Device.ensure_pin_factory()
    return Device.pin_factory
