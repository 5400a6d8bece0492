"""Budgets: how much a part may send, and the event that reports a part that sends too much.

>>> allowance = Allowance(burst=2, per_second=0.5)
>>> [allowance.take(0.0), allowance.take(0.0), allowance.take(0.0), allowance.take(2.0)]
[True, True, False, True]
>>> allowance.wait(2.5)
1.5
"""

from __future__ import annotations

from typing import NamedTuple

ROUNDING_SECONDS = 1e-6
"""Waits shorter than this count as none, so that rounding errors refuse nothing."""


class TooMuch(NamedTuple):
    """A part sends more than it may: it is held back or ignored until it has calmed down."""

    part: str
    which: str = ""
    """Which one, if there are several: the name of a key."""
    is_over: bool = False
    """The part has calmed down and works again."""


class Allowance:
    """A token bucket: `burst` at once, then `per_second`. Its state is the time at which it will be full again."""

    __slots__ = ("_each", "_room", "_whole_at")

    def __init__(self, burst: int, per_second: float) -> None:
        """Start full."""
        self._each = 1 / per_second
        self._room = (burst - 1) * self._each
        self._whole_at = float("-inf")

    def wait(self, now: float) -> float:
        """Return the seconds until one is available; 0 if one is available now."""
        wait = self._whole_at - self._room - now
        return wait if wait > ROUNDING_SECONDS else 0.0

    def take(self, now: float) -> bool:
        """Take one if available; return whether it was."""
        if self.wait(now) > 0:
            return False
        self._whole_at = max(self._whole_at, now) + self._each
        return True

    def reserve(self, now: float) -> float:
        """Take one that may not be available yet; return the seconds until it is."""
        wait = self.wait(now)
        self._whole_at = max(self._whole_at, now) + self._each
        return wait
