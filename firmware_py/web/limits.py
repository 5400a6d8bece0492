"""Limits for requests, open connections and listeners: for each address and in total.

The server checks them before it reads the first byte, so a refusal is cheap:

    limits.pause()                      before each accept: seconds to sleep first; a flood waits in the kernel
    limits.admit(peer)                  after each accept; False: close the socket
    limits.listen(peer, is_paired=...)  before server-sent events begin; False: answer 503
    limits.unlisten(peer), limits.leave(peer)   when they end

A connection carries one request, so counting connections counts requests. A flood from one address uses up the
allowance of that address but not the common one, and is checked a limited number of times a second. A flood from
many addresses uses up the common allowance: then the server accepts no faster than it refills, phones that are
already listening stay connected, and the keys are not affected. The number of addresses in memory is limited.

>>> limits = Limits(clock=lambda: 0.0)
>>> sum(limits.admit("10.0.0.7") for _ in range(1000)) == PHONES.connections_each
True
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from drivers.budget import Allowance

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_HEAD = 8 * 1024
"""Bytes of a request's first line and headers together."""
MOST_BODY = 64 * 1024
"""Bytes of a request's body."""
REQUEST_TIMEOUT_SECONDS = 10.0
"""How long a request may take to arrive completely."""
MOST_PEERS = 512
"""Addresses in memory; the least recently seen one without a connection is dropped first."""


class Sizes(NamedTuple):
    """The limits. `_each` is per address. Enough for fifty phones, each with a few pages open."""

    connections: int = 160
    connections_each: int = 16
    listeners: int = 64
    """For everyone: 50 phones and some televisions."""
    listeners_paired: int = 16
    """Additional ones for paired phones, so that unpaired ones cannot use up all."""
    listeners_each: int = 8
    burst: int = 300
    """Requests at once: fifty phones that reconnect after a restart."""
    per_second: float = 100.0
    burst_each: int = 120
    """Loading the page takes about thirty requests, so three reloads in a row fit."""
    per_second_each: float = 15.0
    checks_per_second: int = 500
    """New connections that are checked, accepted or not."""


PHONES = Sizes()
"""For a network, where each phone has its own address."""
ONE_MACHINE = PHONES._replace(
    connections_each=PHONES.connections,
    listeners_each=PHONES.listeners + PHONES.listeners_paired,
    burst_each=PHONES.burst,
    per_second_each=PHONES.per_second,
)
"""For the simulated box on localhost, where every browser has the same address."""


class _Peer:
    """The counters of one address."""

    __slots__ = ("allowance", "connections", "listeners")

    def __init__(self, sizes: Sizes) -> None:
        self.allowance = Allowance(sizes.burst_each, sizes.per_second_each)
        self.connections = 0
        self.listeners = 0


class Limits:
    """Decides which connections and listeners are accepted. Not thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, sizes: Sizes = PHONES) -> None:
        """Start without connections."""
        self._clock = clock
        self._sizes = sizes
        self._all = Allowance(sizes.burst, sizes.per_second)
        self._checks = Allowance(sizes.checks_per_second, sizes.checks_per_second)
        self._peers: dict[str, _Peer] = {}
        """Least recently seen first."""
        self.connections = 0
        self.listeners = 0

    def pause(self) -> float:
        """Return how many seconds to wait before the next accept."""
        now = self._clock()
        return max(self._checks.wait(now), self._all.wait(now))

    def admit(self, peer: str) -> bool:
        """Return whether to accept a new connection; if so, call `leave` when it closes."""
        sizes, known, now = self._sizes, self._peer(peer), self._clock()
        self._checks.take(now)
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
        """Count an accepted connection as closed."""
        self.connections -= 1
        self._peers[peer].connections -= 1

    def listen(self, peer: str, *, is_paired: bool) -> bool:
        """Return whether an open connection may listen to events; if so, call `unlisten` before `leave`."""
        sizes, known = self._sizes, self._peers[peer]
        most = sizes.listeners + (sizes.listeners_paired if is_paired else 0)
        if self.listeners >= most or known.listeners >= sizes.listeners_each:
            return False
        self.listeners += 1
        known.listeners += 1
        return True

    def unlisten(self, peer: str) -> None:
        """Count a listener as gone."""
        self.listeners -= 1
        self._peers[peer].listeners -= 1

    @property
    def remembered(self) -> int:
        """Number of addresses in memory."""
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
        """Drop the least recently seen address without a connection; connected ones are few."""
        away = (peer for peer, known in self._peers.items() if not known.connections)
        self._peers.pop(next(away, ""), None)
