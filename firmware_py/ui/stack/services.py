"""What the program offers to the screens: the page, the part that thinks, the power switch, the state of parts.

They come whole, as one immutable value, when a screen stack is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from engine.verdicts import Sentence
from firmware_py.display.panel import Part
from firmware_py.sight.looking import Looker
from firmware_py.ui.match.thinker import Thinker


class Status(NamedTuple):
    """The state of the page, as shown at the box."""

    is_on: bool = False
    addresses: tuple[str, ...] = ()
    code: str = ""
    """The six digits."""
    long_code: str = ""
    """For the QR code; it is also shown to type while the short code is locked."""
    is_under_attack: bool = False
    """Too many wrong short codes were tried."""
    why: Sentence | None = None
    """Why the page cannot be switched on, or what it waits for."""
    is_fixed: bool = False
    """The page cannot be switched off, because it simulates the box."""
    fingerprint: str = ""
    """The first digits of the certificate's fingerprint, if the page is served over HTTPS."""


class PairedPhone(NamedTuple):
    """A phone that is paired."""

    number: int
    """Phones are counted from 1, in the order of pairing."""
    device: str
    """What it says that it is: `Android` … Empty if it does not say."""
    address: str
    seat: int | None = None
    """The seat that it has claimed."""


class Page(Protocol):
    """Shows the screens on phones; a stack of screens is any: it knows this module."""

    @property
    def status(self) -> Status:
        """Return the state of the page."""

    def turn_on(self, stack: Any) -> Status:
        """Switch the page on, with new codes; return the status, with the reason if it fails."""

    def turn_off(self) -> None:
        """Switch the page off and end the sessions of all phones."""

    def paired_phones(self) -> tuple[PairedPhone, ...]:
        """Return the phones that are paired, in the order of pairing."""

    def forget(self, number: int) -> None:
        """End the session of a phone, and change the codes: it knows the old ones."""


Work = Callable[[], Sequence[Sentence]]
"""Returns what came of it."""
ShowWork = Callable[[Any, Sequence[Sentence]], None]
"""Shows that on a stack of screens."""


def do_at_once(stack: Any, work: Work, show: ShowWork) -> None:
    """Do work while everybody waits, and show what came of it."""
    show(stack, work())


class Services(NamedTuple):
    """What the program offers to the screens."""

    page: Page
    """Shows the screens on phones, if it is on."""
    thinker: Thinker | None
    """Thinks for the box as an opponent, and for hints, if it can."""
    power: Callable[[], str] | None
    """Switches the machine off and returns an error text, or ""; None if only the program can be ended."""
    parts: Callable[[], Sequence[Part]]
    """Returns the state of every part but the readers."""
    readers: Callable[[], Sequence[Part]]
    """Returns the state of the dice reader and of the camera; few boxes have them."""
    wake: Callable[[], bool]
    """Wakes sleeping displays; returns whether one was asleep."""
    looker: Looker | None = None
    """Looks at pictures of the table, if it can."""
    taught: Callable[[int, str, Any], Mapping[str, object] | None] = lambda _number, _game, _state: None
    """Returns where the things of a match lie under a simulated camera; None if there is none."""
    in_background: Callable[[Any, Work, ShowWork], None] = do_at_once
    """Does slow work beside the keys, then shows what came of it on a stack, or on its successor."""
