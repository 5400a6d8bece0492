"""Limits for requests, open connections and listeners: for each address, for strangers and for paired phones.

The server checks them before it reads the first byte, so a refusal is cheap:

    limits.pause()               before each accept: seconds to sleep first; a flood waits in the kernel
    limits.admit(peer, ...)      after each accept: a place, or None: close the socket
    limits.admit_again(...)      before another request on the same connection; False: close it
    limits.serve(place, ...)     when the head of a request is read; False: answer 429
    limits.listen(place, ...)    before server-sent events begin; False: answer 503
    limits.leave(place)          when the connection is closed

Each request of a connection counts like a new connection. Addresses with a session have their
own places and allowances: strangers cannot use them up, from however many addresses. A flood from one address
uses up the allowance of that address only. Requests without a session from the address of a paired phone use up
what a stranger has, not what the phone has. If such a flood has used up the connections of that address, more of
them are read, a few at a time, and only those with a session are answered. A place is kept for a moment; after
that it is given to the next one if all are taken, unless it listens to events: so requests that are never
finished keep nobody out.

>>> limits = Limits(clock=lambda: 0.0)
>>> sum(limits.admit("10.0.0.7") is not None for _ in range(1000)) == PHONES.connections_each
True
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from drivers.budget import Allowance

MOST_HEAD = 8 * 1024
"""Bytes of a request's first line and headers together."""
MOST_BODY = 64 * 1024
"""Bytes of a request's body."""
MOST_UPLOAD = 20_000_000
"""Bytes of a file that is sent to the box."""
REQUEST_TIMEOUT_SECONDS = 10.0
"""How long a request may take to arrive completely."""
KEPT_SECONDS = 0.25
"""How long a connection keeps its place even if somebody else needs it."""
DOUBTFUL_SECONDS = 0.05
"""The same for a connection that is one too many from the address of a paired phone: its request comes at once."""
FEW_PLACES = 2
"""How many more places an address must have than another one, to lose one to it."""
MOST_DOUBTFUL = 64
"""How many of those there are at a time."""
MOST_PEERS = 512
"""Addresses in memory; the least recently seen one without a connection is dropped first."""


class Sizes(NamedTuple):
    """The limits. `_each` is per address. Enough for fifty phones, each with a few pages open.

    Those for all addresses together hold twice: for strangers, and for paired phones.
    """

    connections: int = 160
    connections_each: int = 16
    listeners: int = 64
    """50 phones and some televisions."""
    listeners_each: int = 8
    burst: int = 300
    """Requests at once: fifty phones that reconnect after a restart. More of them have to wait."""
    per_second: float = 100.0
    burst_each: int = 120
    """Loading the page takes about thirty requests, so three reloads in a row fit."""
    per_second_each: float = 15.0
    burst_paired_each: int = 240
    per_second_paired_each: float = 60.0
    """For the address of a paired phone: its own requests, and those of a stranger with the same address."""
    checks_per_second: int = 500
    """New connections that are checked, accepted or not."""


PHONES = Sizes()
"""For a network, where each phone has its own address."""
ONE_MACHINE = PHONES._replace(
    connections_each=PHONES.connections,
    listeners_each=PHONES.listeners,
    burst_each=PHONES.burst,
    per_second_each=PHONES.per_second,
    burst_paired_each=PHONES.burst,
    per_second_paired_each=PHONES.per_second,
)
"""For the simulated box on localhost, where every browser has the same address."""


class Slot:
    """The place of one connection."""

    __slots__ = ("began", "delay", "drop", "is_listening", "peer", "pool")

    def __init__(self, peer: str, pool: _Pool, began: float, delay: float) -> None:
        """Begin as a place for a request, which is read after `delay` seconds."""
        self.peer, self.pool, self.began, self.delay = peer, pool, began, delay
        self.is_listening = False
        self.drop: Callable[[], object] = lambda: None
        """Closes the connection, because somebody else gets its place."""


class _Pool:
    """The places and the allowance of strangers, or of paired phones."""

    def __init__(self, sizes: Sizes) -> None:
        self.allowance = Allowance(sizes.burst, sizes.per_second)
        self.places: dict[Slot, None] = {}
        """Oldest first."""
        self.listeners = 0


class _Peer:
    """The counters of one address."""

    __slots__ = ("allowance", "connections", "listeners", "paired_allowance", "session_allowance")

    def __init__(self, sizes: Sizes) -> None:
        self.allowance = Allowance(sizes.burst_each, sizes.per_second_each)
        self.paired_allowance = Allowance(sizes.burst_paired_each, sizes.per_second_paired_each)
        self.session_allowance = Allowance(sizes.burst_paired_each, sizes.per_second_paired_each)
        """For requests with a session, when others with the same address have used up `paired_allowance`."""
        self.connections = 0
        self.listeners = 0


class Limits:
    """Decides which connections and listeners are accepted. Not thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, sizes: Sizes = PHONES) -> None:
        """Start without connections."""
        self._clock = clock
        self._sizes = sizes
        self._strangers, self._paired, self._doubtful = _Pool(sizes), _Pool(sizes), _Pool(sizes)
        self._checks = Allowance(sizes.checks_per_second, sizes.checks_per_second)
        self._peers: dict[str, _Peer] = {}
        """Least recently seen first."""

    @property
    def connections(self) -> int:
        """Number of open connections."""
        return sum(len(pool.places) for pool in (self._strangers, self._paired, self._doubtful))

    @property
    def listeners(self) -> int:
        """Number of listeners."""
        return self._strangers.listeners + self._paired.listeners

    def pause(self) -> float:
        """Return how many seconds to wait before the next accept."""
        return self._checks.wait(self._clock())

    def admit(self, peer: str, *, is_paired: bool = False) -> Slot | None:
        """Return the place of a new connection, which is served after its `delay`; None: close it.

        Call `leave` when it closes. `is_paired` says whether a paired phone has this address.
        """
        known, now = self._peer(peer), self._clock()
        pool = self._paired if is_paired else self._strangers
        self._checks.take(now)
        allowance = known.paired_allowance if is_paired else known.allowance
        if not (allowance.take(now) and self._make_room(pool, peer, now)):
            return self._admit_doubtful(peer, now) if is_paired else None
        delay = pool.allowance.reserve(now)
        place = Slot(peer, pool, now + delay, delay)
        pool.places[place] = None
        known.connections += 1
        return place

    def admit_again(self, place: Slot, *, is_paired: bool) -> bool:
        """Return whether a connection may carry another request, which counts like a new connection."""
        known, now, pool = self._peer(place.peer), self._clock(), place.pool
        if place not in pool.places or pool is not (self._paired if is_paired else self._strangers):
            return False
        allowance = known.paired_allowance if is_paired else known.allowance
        if not (allowance.take(now) and pool.allowance.take(now)):
            return False
        del pool.places[place]
        pool.places[place], place.began = None, now
        return True

    def _admit_doubtful(self, peer: str, now: float) -> Slot | None:
        """Return a place in which only a request with a session is answered."""
        places = self._doubtful.places
        if len(places) >= MOST_DOUBTFUL and not self._drop_oldest(places, now, DOUBTFUL_SECONDS):
            return None
        place = Slot(peer, self._doubtful, now, 0.0)
        places[place] = None
        return place

    def _make_room(self, pool: _Pool, peer: str, now: float, times: int = 1) -> bool:
        """Return whether there is room for a connection; if need be, take the place of the oldest one."""
        if self._peers[peer].connections >= times * self._sizes.connections_each:
            return self._drop_oldest((place for place in pool.places if place.peer == peer), now, KEPT_SECONDS)
        if len(pool.places) < self._sizes.connections or self._drop_oldest(pool.places, now, KEPT_SECONDS):
            return True
        return self._drop_of_busiest(pool, peer, now)

    def _drop_of_busiest(self, pool: _Pool, peer: str, now: float) -> bool:
        """Take a place from the address that has the most, if it has more than this one: a new phone gets in."""
        counts = Counter(place.peer for place in pool.places if not place.is_listening)
        busiest, most = counts.most_common(1)[0] if counts else ("", 0)
        if most <= counts[peer] + FEW_PLACES:
            return False
        return self._drop_oldest((place for place in pool.places if place.peer == busiest), now, -math.inf)

    def _drop_oldest(self, places: Iterable[Slot], now: float, kept: float) -> bool:
        oldest = next((place for place in places if not place.is_listening), None)
        if oldest is None or now < oldest.began + kept:
            return False
        self.leave(oldest)
        oldest.drop()
        return True

    def serve(self, place: Slot, *, is_paired: bool) -> bool:
        """Return whether to answer the request of a connection; `is_paired` says whether it has a session."""
        if place.pool is self._doubtful:
            return is_paired and self._trust(place)
        return is_paired or place.pool is self._strangers or self._peers[place.peer].allowance.take(self._clock())

    def _trust(self, place: Slot) -> bool:
        """Give a request with a session a place among those of paired phones; return whether there is one."""
        known, now = self._peer(place.peer), self._clock()
        if place not in place.pool.places or not known.session_allowance.take(now):
            return False
        if not self._make_room(self._paired, place.peer, now, times=2):
            return False
        del place.pool.places[place]
        place.pool = self._paired
        place.pool.places[place] = None
        known.connections += 1
        return True

    def leave(self, place: Slot) -> None:
        """Count an accepted connection as closed, with its listener."""
        if place in self._doubtful.places:
            del self._doubtful.places[place]
        elif place in place.pool.places:
            known = self._peers[place.peer]
            del place.pool.places[place]
            known.connections -= 1
            known.listeners -= place.is_listening
            place.pool.listeners -= place.is_listening

    def listen(self, place: Slot, *, is_paired: bool) -> bool:
        """Return whether an open connection may listen to events until `leave`.

        At the address of a paired phone, half of the listeners are for requests with a session.
        """
        known, most = self._peers[place.peer], self._sizes.listeners_each
        if place.pool is self._paired and not is_paired:
            most //= 2
        if place.pool.listeners >= self._sizes.listeners or known.listeners >= most:
            return False
        place.is_listening = True
        place.pool.listeners += 1
        known.listeners += 1
        return True

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
