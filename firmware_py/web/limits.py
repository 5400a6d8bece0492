"""How much of the server anybody may have: requests, open connections, listeners; each phone and all together.

The server asks before it reads a single byte, so refusing costs next to nothing:

    limits.pause()                      before each accept: seconds to sleep first; a flood waits in the kernel
    limits.admit(peer)                  after each accept; False: close the socket
    limits.listen(peer, is_paired=...)  before server-sent events begin; False: answer 503
    limits.unlisten(peer), limits.leave(peer)   when they end

A connection carries one request, so counting connections counts requests. A flood from one address runs into that
address's allowance, leaves the common one alone and is looked at only so many times a second. A flood from many
addresses empties the common one: then the server accepts no faster than it fills, phones that are listening go on
listening, and the keys never notice. What is remembered of peers is bounded, whatever addresses somebody has.

>>> limits = Limits(clock=lambda: 0.0)
>>> sum(limits.admit("10.0.0.7") for _ in range(1000)) == PHONES.connections_each
True
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_HEAD = 8 * 1024
"""Bytes of a request's first line and headers together."""
MOST_BODY = 64 * 1024
"""Bytes of a request's body."""
MOST_SECONDS = 10.0
"""How long a request may take to arrive whole."""
MOST_PEERS = 512
"""Addresses that are remembered; of the others, the one longest unheard of is forgotten first."""


class Sizes(NamedTuple):
    """How much there is. Fifty phones fit, each with a few pages open."""

    connections: int = 160
    connections_each: int = 16
    listeners: int = 64
    """For anybody: 50 phones and some televisions."""
    listeners_paired: int = 16
    """More of them for who is paired, so that strangers cannot take every place."""
    listeners_each: int = 8
    burst: int = 300
    """Requests at once: fifty phones that come back after a restart."""
    per_second: float = 100.0
    burst_each: int = 120
    """A phone that loads the page takes about thirty; reloading it thrice in a row is fine."""
    per_second_each: float = 15.0
    looks_per_second: int = 500
    """How often somebody at the door is looked at, to be let in or not."""


PHONES = Sizes()
"""For a network, where each phone has an address of its own."""
ONE_MACHINE = PHONES._replace(
    connections_each=PHONES.connections,
    listeners_each=PHONES.listeners + PHONES.listeners_paired,
    burst_each=PHONES.burst,
    per_second_each=PHONES.per_second,
)
"""For the virtual box on localhost, where every browser has the same address."""


HAIR = 1e-6
"""Seconds that nobody waits for: rounding must not withhold what was promised."""


class Allowance:
    """So many at once, then so many a second: one number says when all that was taken will have grown back.

    >>> allowance = Allowance(burst=2, per_second=0.5)
    >>> [allowance.take(0.0), allowance.take(0.0), allowance.take(0.0), allowance.take(2.0)]
    [True, True, False, True]
    >>> allowance.wait(2.5)
    1.5
    """

    __slots__ = ("_each", "_room", "_whole_at")

    def __init__(self, burst: int, per_second: float) -> None:
        """Begin with everything that can be had at once."""
        self._each = 1 / per_second
        self._room = (burst - 1) * self._each
        self._whole_at = float("-inf")

    def wait(self, now: float) -> float:
        """Tell in how many seconds there is one; 0 if there is one now."""
        wait = self._whole_at - self._room - now
        return wait if wait > HAIR else 0.0

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        if self.wait(now) > 0:
            return False
        self._whole_at = max(self._whole_at, now) + self._each
        return True


class _Peer:
    """What is known about one address."""

    __slots__ = ("allowance", "connections", "listeners")

    def __init__(self, sizes: Sizes) -> None:
        self.allowance = Allowance(sizes.burst_each, sizes.per_second_each)
        self.connections = 0
        self.listeners = 0


class Limits:
    """Who may come in now; for one thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, sizes: Sizes = PHONES) -> None:
        """Begin with nobody there."""
        self._clock = clock
        self._sizes = sizes
        self._all = Allowance(sizes.burst, sizes.per_second)
        self._looks = Allowance(sizes.looks_per_second, sizes.looks_per_second)
        self._peers: dict[str, _Peer] = {}
        """The one heard of last comes last."""
        self.connections = 0
        self.listeners = 0

    def pause(self) -> float:
        """Tell how many seconds to wait before the next accept."""
        now = self._clock()
        return max(self._looks.wait(now), self._all.wait(now))

    def admit(self, peer: str) -> bool:
        """Let a new connection in, or not; who is let in has to `leave`."""
        sizes, known, now = self._sizes, self._peer(peer), self._clock()
        self._looks.take(now)
        if (
            self.connections >= sizes.connections
            or known.connections >= sizes.connections_each
            or not known.allowance.take(now)
            or not self._all.take(now)
        ):
            return False
        self.connections += 1
        known.connections += 1
        return True

    def leave(self, peer: str) -> None:
        """A connection that was let in is closed."""
        self.connections -= 1
        self._peers[peer].connections -= 1

    def listen(self, peer: str, *, is_paired: bool) -> bool:
        """Let an open connection listen to what happens, or not; who may has to `unlisten` before it leaves."""
        sizes, known = self._sizes, self._peers[peer]
        most = sizes.listeners + (sizes.listeners_paired if is_paired else 0)
        if self.listeners >= most or known.listeners >= sizes.listeners_each:
            return False
        self.listeners += 1
        known.listeners += 1
        return True

    def unlisten(self, peer: str) -> None:
        """Somebody has stopped listening."""
        self.listeners -= 1
        self._peers[peer].listeners -= 1

    @property
    def remembered(self) -> int:
        """How many addresses are remembered."""
        return len(self._peers)

    def _peer(self, peer: str) -> _Peer:
        known = self._peers.pop(peer, None)
        if known is None:
            known = _Peer(self._sizes)
            if len(self._peers) >= MOST_PEERS:
                self._forget_one()
        self._peers[peer] = known
        return known

    def _forget_one(self) -> None:
        """Forget whom nobody has heard of for longest; who is connected stays, and those are few."""
        away = (peer for peer, known in self._peers.items() if not known.connections)
        self._peers.pop(next(away, ""), None)
