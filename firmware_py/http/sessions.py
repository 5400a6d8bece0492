"""Pairing codes at the box and sessions on the phones: they decide which phone may change something.

Each time the page is switched on there is a new `Sessions` object with two new codes; they change when a phone is
forgotten:

- the **code**: six digits on the display, to be typed. A million possibilities are few, so tries are limited:
  after a wrong code a peer waits 1, 2, 4 ... 60 seconds, and all peers together have 20 wrong codes at once, then
  one every two minutes. A million tries take almost four years, from any number of addresses; twelve hours allow
  380 tries, a chance of 1 in 2,600.
- the **long code**: twelve digits, in the QR code on the display. It cannot be guessed (a thousand tries a second
  for twelve hours: 1 in 23,000), so it is not affected by the wrong codes of other peers: an attacker who blocks
  the six digits by guessing cannot lock out people in front of the display. `is_besieged` says when the display
  should show it as digits, for phones without a camera.

So a person in front of the display waits only for their own errors, at most a minute. While a peer has to wait,
its tries are not compared and do not count.

A session is a random secret in a cookie, and a token made of it that the page sends with every change. Both hold
only for the address that has paired: elsewhere, a cookie that somebody has heard on the Wi-Fi is worth nothing.
They end when the page is switched off, when the phone is forgotten at the box, or after half a day without use.
There are at most 64, and at most 8 for one address; a new one replaces the least recently used of the address that
has most. What is known of a session is a hash of its secret: `kept` can be written to a file, and a phone stays
paired when the box starts again.

A seat belongs to the phone that claimed it last. In the next match, a phone has the seat of its person.

>>> sessions = Sessions(clock=lambda: 0.0)
>>> session = sessions.pair("192.168.0.7", sessions.code)
>>> isinstance(session, Session) and sessions.allows(session, session.token)
True
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from hmac import compare_digest
from math import ceil
from typing import NamedTuple, Protocol

from drivers.budget import Allowance
from engine.verdicts import Sentence, say
from firmware_py.http.phones import device_of, digits_of

DIGITS, LONG_DIGITS = 6, 12
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 1.0, 60.0
"""How long a peer waits after its first wrong code, and at most."""
MOST_DOUBLINGS = 10
FORGET_ERRORS_SECONDS = 600.0
"""Time without a wrong code after which the errors of a peer are forgotten."""
WRONG_AT_ONCE, WRONG_EVERY_SECONDS = 20, 120.0
"""Wrong six-digit codes that all peers together may send at once, and then the interval between two."""
MOST_PEERS = 256
MOST_SESSIONS, MOST_SESSIONS_EACH = 64, 8
"""In total, and for one address: a few browsers, or a few phones behind a repeater."""
SESSION_TIMEOUT_SECONDS = 12 * 3600.0
"""Time without use after which a session ends."""
KEEP_AGAIN_SECONDS = 600.0
"""When the time of the last use is kept again."""
SECRET_BYTES = 24
MOST_COOKIES = 4096


class RandomSource(Protocol):
    """The part of the module `secrets` that is used here."""

    def randbelow(self, exclusive_upper_bound: int, /) -> int:
        """Return a random number below the bound."""

    def token_urlsafe(self, nbytes: int) -> str:
        """Return a random text that can be used in a URL."""


class Session(NamedTuple):
    """The session of a paired phone."""

    id: str
    """A hash of what is sent in the cookie."""
    token: str
    """Sent in a header with every change; another site cannot set that header. Empty until the cookie was seen."""
    peer: str = ""
    """The address that it holds for."""
    number: int = 0
    """Sessions are counted from 1, so that people can tell them apart."""
    device: str = ""
    """What kind of device it is, as far as its browser says: `iPhone`, `Android` …"""
    secret: str = ""
    """Sent in a cookie; known only when the session has begun."""


class KeptSession(NamedTuple):
    """A session as it is kept while the box is off."""

    id: str
    peer: str
    number: int
    device: str
    person: str
    """Whom the phone belongs to; empty if nobody has said so."""
    idle_seconds: float
    """How long it was not used."""


class Wrong(NamedTuple):
    """The code was wrong."""

    seconds: float
    """How long this peer has to wait now."""

    @property
    def why(self) -> Sentence:
        """The message for the person."""
        return say("pairing.wrong")


class Wait(NamedTuple):
    """The code was not compared, because there were wrong codes before and it is too early for another try."""

    seconds: float
    is_own: bool
    """Whether because of the peer's own errors; if not, the long code works without a wait."""

    @property
    def why(self) -> Sentence:
        """The message for the person."""
        seconds = ceil(self.seconds)
        if self.is_own:
            return say("pairing.wait", seconds=seconds)
        return say("pairing.wait-or-scan", seconds=seconds)


class _Errors(NamedTuple):
    """The wrong codes of one peer: how many, and the time of the last one."""

    many: int
    last: float

    @property
    def until(self) -> float:
        doublings = min(self.many, MOST_DOUBLINGS) - 1
        return self.last + min(FIRST_WAIT_SECONDS * 2.0**doublings, LONGEST_WAIT_SECONDS)


class Sessions:
    """The codes since the page was switched on, and the sessions. Not thread-safe."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        random: RandomSource = secrets,
        cookie: str = "sideline",
        *,
        most_each: int = MOST_SESSIONS_EACH,
        kept: Sequence[KeptSession] = (),
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Choose the codes; start with the sessions that were kept.

        `cookie` must differ between boxes on one machine. `on_change` is called when something else is to be kept.
        """
        self._clock, self._random, self._cookie, self._most_each = clock, random, cookie, most_each
        self._on_change, self._kept_at = on_change, clock()
        self.choices = self._random.randbelow(10**DIGITS)
        """Another number with new codes, also after a restart: who shows the codes asks for them again."""
        self._choose_codes()
        self._wrong = Allowance(WRONG_AT_ONCE, 1 / WRONG_EVERY_SECONDS)
        self._errors: dict[str, _Errors] = {}
        self._sessions: dict[str, Session] = {}
        """By id, least recently used first."""
        self._used: dict[str, float] = {}
        self._paired = 0
        """How many sessions there were so far."""
        self._seats: dict[int, str] = {}
        self._people: dict[str, str] = {}
        """Whom phones belong to, by the id of the session."""
        self._removed: set[str] = set()
        """The sessions that were ended at the box."""
        for one in kept:
            self._sessions[one.id] = Session(one.id, "", one.peer, one.number, one.device)
            self._used[one.id] = clock() - one.idle_seconds
            self._people[one.id] = one.person
            self._paired = max(self._paired, one.number)

    @property
    def is_besieged(self) -> bool:
        """Whether six-digit codes have to wait because of too many wrong ones: then show the long code."""
        return self._wrong.wait(self._clock()) > 0

    def pair(self, peer: str, code: str, browser: str | None = None) -> Session | Wait | Wrong:
        """Return a new session if the code is right; otherwise why not. `browser` is what it calls itself."""
        now = self._clock()
        known = self._errors.get(peer)
        if known is not None and known.until > now:
            return Wait(known.until - now, is_own=True)
        typed = digits_of(code)
        if len(typed) == LONG_DIGITS:
            right = self.long_code
        elif len(typed) == DIGITS:
            right = self.code
            if wait := self._wrong.wait(now):
                return Wait(wait, is_own=False)
        else:
            return Wrong(0.0)  # not a guess, so it does not count
        if compare_digest(typed.encode(), right.encode()):
            self._errors.pop(peer, None)
            return self.open_session(peer, browser)
        if right is self.code:
            self._wrong.take(now)
        return Wrong(self._note_error(peer, now))

    def open_session(self, peer: str, browser: str | None = None) -> Session:
        """Return a new session without a code: for a right code, and for the simulated box on localhost."""
        own = [session for session in self._sessions.values() if session.peer == peer]
        if len(own) >= self._most_each:
            self.end(own[0])
        elif len(self._sessions) >= MOST_SESSIONS:
            many = Counter(session.peer for session in self._sessions.values())
            self.end(max(self._sessions.values(), key=lambda session: many[session.peer]))
        self._paired += 1
        secret = self._random.token_urlsafe(SECRET_BYTES)
        session = Session(
            _hash("id", secret), _hash("token", secret), peer, self._paired, device_of(browser), secret
        )
        self._sessions[session.id] = session
        self._used[session.id] = self._clock()
        self._on_change()
        return session

    def kept(self) -> list[KeptSession]:
        """Return the sessions as they are kept while the box is off, least recently used first."""
        now = self._clock()
        self._kept_at = now
        return [
            KeptSession(
                one.id, one.peer, one.number, one.device, self._people.get(one.id, ""), now - self._used[one.id]
            )
            for one in self._sessions.values()
        ]

    def has(self, peer: str) -> bool:
        """Return whether an address has a session."""
        return any(session.peer == peer for session in self._sessions.values())

    def all(self) -> list[tuple[Session, int | None]]:
        """Return all sessions with their seats, in the order of pairing; also called in the program's thread."""
        seats = {owner: seat for seat, owner in tuple(self._seats.items())}
        found = sorted(self._sessions.values(), key=lambda session: session.number)
        return [(session, seats.get(session.id)) for session in found]

    def of(self, cookie_header: str | None, peer: str) -> Session | None:
        """Return the session of a Cookie header and an address, and mark it as used; None if there is none."""
        for secret in self._secrets(cookie_header):
            session = self._sessions.get(_hash("id", secret))
            if session is not None and session.peer == peer and self.use(session):
                if not session.token:
                    session = self._sessions[session.id] = session._replace(token=_hash("token", secret))
                return session
        return None

    def why_lost(self, cookie_header: str | None) -> str:
        """Return why a browser is not paired any more; empty if it never was.

        `removed` at the box, `moved` to another address, or `unknown`.
        """
        ids = {_hash("id", secret) for secret in self._secrets(cookie_header)}
        if ids & self._removed:
            return "removed"
        if ids & self._sessions.keys():
            return "moved"
        return "unknown" if ids else ""

    def _secrets(self, cookie_header: str | None) -> list[str]:
        if not cookie_header or len(cookie_header) > MOST_COOKIES:
            return []
        pairs = (pair.strip().partition("=") for pair in cookie_header.split(";"))
        return [value for name, _, value in pairs if name == self._cookie and value]

    def replace(self, old: Session, new: Session) -> None:
        """End the old session of a browser that has paired again, and give its seat to the new one."""
        seat, person = self.seat(old), self._people.get(old.id, "")
        self.end(old)
        self.claim(new, seat, person)

    def use(self, session: Session) -> bool:
        """Mark a session as used, such as by a listener; return False if it has ended."""
        now = self._clock()
        if session.id not in self._sessions:
            return False
        if now - self._used[session.id] > SESSION_TIMEOUT_SECONDS:
            self.end(session)
            return False
        self._sessions[session.id] = self._sessions.pop(session.id)
        self._used[session.id] = now
        if now - self._kept_at > KEEP_AGAIN_SECONDS:
            self._kept_at = now
            self._on_change()
        return True

    def cookie(self, session: Session, *, is_secure: bool = False) -> str:
        """Return the Set-Cookie header: for this host only, not readable by scripts, not sent by other sites.

        With `is_secure` the browser never sends it without encryption.
        """
        flags = "; Secure" if is_secure else ""
        return f"{self._cookie}={session.secret}; Path=/; HttpOnly; SameSite=Strict{flags}"

    def allows(self, session: Session, token: str | None) -> bool:
        """Return whether the token belongs to the session, so that the change comes from its own page."""
        return (
            token is not None
            and session.id in self._sessions
            and compare_digest(token.encode(errors="replace"), session.token.encode())
        )

    def claim(self, session: Session, seat: int | None, person: str = "") -> None:
        """Assign a seat and its person to a phone, which has at most one; None gives its seat back."""
        self._seats = {other: owner for other, owner in self._seats.items() if owner != session.id}
        self._people.pop(session.id, None)
        if session.id in self._sessions:
            self._people[session.id] = person
            if seat is not None:
                self._people.pop(self._seats.get(seat, ""), None)  # else that phone may have it after a restart
                self._seats[seat] = session.id
            self._on_change()

    def seat(self, session: Session) -> int | None:
        """Return the seat that a phone has claimed, if any."""
        return next((seat for seat, owner in self._seats.items() if owner == session.id), None)

    def seat_people(self, names: Sequence[str]) -> None:
        """Give every phone the seat of its person, because another match is on the table."""
        at = {name: seat for seat, name in enumerate(names, start=1)}
        self._seats = {at[name]: owner for owner, name in self._people.items() if name in at}

    def rename_people(self, names: Sequence[str]) -> None:
        """Follow new names of the players in the same match."""
        for seat, owner in self._seats.items():
            self._people[owner] = names[seat - 1]
        self._on_change()

    def end(self, session: Session) -> None:
        """Delete a session and free its seat."""
        self._sessions.pop(session.id, None)
        self._used.pop(session.id, None)
        self.claim(session, None)
        self._on_change()

    def forget(self, number: int) -> None:
        """End a session by its number; the codes change, because its phone knows them."""
        for session, _ in self.all():
            if session.number == number:
                self.end(session)
                self._removed.add(session.id)
                self._choose_codes()

    def _choose_codes(self) -> None:
        self.choices += 1
        self.code = _random_code(DIGITS, self._random)
        self.long_code = _random_code(LONG_DIGITS, self._random)

    def _note_error(self, peer: str, now: float) -> float:
        """Count a wrong code; return how long the peer has to wait."""
        before = self._errors.pop(peer, None)
        if before is None or now - before.last > FORGET_ERRORS_SECONDS:
            before = _Errors(0, now)
        if len(self._errors) >= MOST_PEERS:
            del self._errors[next(iter(self._errors))]
        errors = self._errors[peer] = _Errors(before.many + 1, now)
        return errors.until - now


def _hash(use: str, secret: str) -> str:
    """Return a value that nobody can turn back into the secret; another one for each use."""
    return sha256(f"sideline {use} {secret}".encode()).hexdigest()


def _random_code(digits: int, random: RandomSource) -> str:
    return f"{random.randbelow(10**digits):0{digits}}"
