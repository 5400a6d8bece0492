"""Who may change something: codes at the box, sessions on the phones.

Every switch-on has a `Sessions` of its own, with two new codes:

- the **code**, six digits that the display shows large, for fingers. A million possibilities are few, so tries are
  few: after a wrong one the peer waits 1, 2, 4 ... 60 seconds, and all peers together have 20 wrong ones at once,
  then one every two minutes. A million tries take almost four years, from however many addresses; an evening of
  twelve hours has room for 380, and somebody who tries all evening gets in with a chance of 1 in 2,600.
- the **long code**, twelve digits in the QR code beside it. It cannot be guessed (a thousand tries a second for a
  whole evening: 1 in 23,000), so it never waits for what others do: a stranger who keeps the six digits shut by
  guessing cannot keep out who stands before the display. Who has no camera can type it; `is_besieged` says when
  the display should show it in digits.

So who sees the display waits for the own errors only, a minute at most; and while nobody else guesses, the same
holds for the six digits. A try that has to wait is not compared with anything and costs nothing.

A session is a random id in a cookie, and a token that the page sends along with every change. Both die with the
switch-on, or after half a day without use. There are 64; one more takes the place of the one longest unused.

A seat belongs to the phone that claimed it last; `claim` gives back whose it was, so that it can be told.

>>> sessions = Sessions(clock=lambda: 0.0)
>>> session = sessions.pair("192.168.0.7", sessions.code)
>>> isinstance(session, Session) and sessions.allows(session, session.token)
True
"""

from __future__ import annotations

import secrets
import time
import unicodedata
from hmac import compare_digest
from math import ceil
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.verdicts import Sentence, say
from firmware_py.web.limits import Allowance

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS, LONG_DIGITS = 6, 12
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds that a peer waits after its first wrong code, and at most."""
MOST_DOUBLINGS = 10
FORGIVEN = 600.0
"""Seconds without a wrong code after which a peer begins anew."""
WRONG_AT_ONCE, WRONG_EVERY = 20, 120.0
"""Wrong codes of six digits by all peers together: so many at once, then one in so many seconds."""
MOST_PEERS = 256
MOST_SESSIONS = 64
UNUSED = 12 * 3600.0
"""Seconds without use after which a session ends."""
SECRET_BYTES = 24
MOST_TYPED = 64
"""Characters that are looked at: more than anybody types."""
MOST_COOKIES = 4096


class Chance(Protocol):
    """Where secrets come from: the module `secrets`."""

    def randbelow(self, exclusive_upper_bound: int, /) -> int:
        """Draw a number."""

    def token_urlsafe(self, nbytes: int) -> str:
        """Draw letters that nobody can guess."""


class Session(NamedTuple):
    """A phone that was let in."""

    id: str
    """In its cookie."""
    token: str
    """In the header of every change, where another site cannot put it."""


class Wrong(NamedTuple):
    """It was another code."""

    seconds: float
    """How long this peer waits now."""

    @property
    def why(self) -> Sentence:
        """Say it to the person."""
        return say("pairing.wrong")


class Wait(NamedTuple):
    """Nothing was compared: there were wrong codes, and it is too early for another."""

    seconds: float
    is_own: bool
    """The peer's own errors; else those of all, and the long code would not have to wait."""

    @property
    def why(self) -> Sentence:
        """Say it to the person."""
        seconds = ceil(self.seconds)
        if self.is_own:
            return say("pairing.wait", seconds=seconds)
        return say("pairing.wait-or-scan", seconds=seconds)


class _Errors(NamedTuple):
    """The wrong codes of one peer."""

    many: int
    last: float

    @property
    def until(self) -> float:
        return self.last + min(FIRST_WAIT * 2.0 ** (min(self.many, MOST_DOUBLINGS) - 1), LONGEST_WAIT)


class Sessions:
    """The codes of one switch-on, and the phones that knew one; for one thread."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, random: Chance = secrets, cookie: str = "sideline"
    ) -> None:
        """Draw the codes; nobody is in. The cookie's name tells boxes on one machine apart."""
        self._clock, self._random, self._cookie = clock, random, cookie
        self.code = _drawn(DIGITS, random)
        self.long_code = _drawn(LONG_DIGITS, random)
        self._wrong = Allowance(WRONG_AT_ONCE, 1 / WRONG_EVERY)
        self._errors: dict[str, _Errors] = {}
        self._sessions: dict[str, Session] = {}
        """By id; the one used last comes last."""
        self._used: dict[str, float] = {}
        self._seats: dict[int, str] = {}

    @property
    def is_besieged(self) -> bool:
        """Whether so many codes were wrong that six digits have to wait: time to show the long code."""
        return self._wrong.wait(self._clock()) > 0

    def pair(self, peer: str, code: str) -> Session | Wait | Wrong:
        """Let a phone in that knows a code."""
        now = self._clock()
        known = self._errors.get(peer)
        if known is not None and known.until > now:
            return Wait(known.until - now, is_own=True)
        typed = _typed(code)
        if len(typed) == LONG_DIGITS:
            right = self.long_code
        elif len(typed) == DIGITS:
            right = self.code
            if wait := self._wrong.wait(now):
                return Wait(wait, is_own=False)
        else:
            return Wrong(0.0)  # no guess, so it tells nothing to anybody
        if compare_digest(typed.encode(), right.encode()):
            self._errors.pop(peer, None)
            return self.welcome()
        if right is self.code:
            self._wrong.take(now)
        return Wrong(self._err(peer, now))

    def welcome(self) -> Session:
        """Let a phone in without a code: for the virtual box on localhost."""
        session = Session(self._random.token_urlsafe(SECRET_BYTES), self._random.token_urlsafe(SECRET_BYTES))
        while len(self._sessions) >= MOST_SESSIONS:
            self.end(next(iter(self._sessions.values())))
        self._sessions[session.id] = session
        self._used[session.id] = self._clock()
        return session

    def of(self, cookie_header: str | None) -> Session | None:
        """Find the session of a request by its Cookie header, and note that it is used."""
        if not cookie_header or len(cookie_header) > MOST_COOKIES:
            return None
        for pair in cookie_header.split(";"):
            name, _, value = pair.strip().partition("=")
            session = self._sessions.get(value) if name == self._cookie else None
            if session is not None and self.use(session):
                return session
        return None

    def use(self, session: Session) -> bool:
        """Note that a session is in use, such as by a phone that listens; False if it has ended."""
        now = self._clock()
        if session.id not in self._sessions:
            return False
        if now - self._used[session.id] > UNUSED:
            self.end(session)
            return False
        self._sessions[session.id] = self._sessions.pop(session.id)
        self._used[session.id] = now
        return True

    def cookie(self, session: Session) -> str:
        """Write the Set-Cookie header: for this box only, out of reach of scripts and of other sites."""
        return f"{self._cookie}={session.id}; Path=/; HttpOnly; SameSite=Strict"

    def allows(self, session: Session, token: str | None) -> bool:
        """Tell whether a change with this token comes from the session's own page."""
        return (
            token is not None
            and session.id in self._sessions
            and compare_digest(token.encode(errors="replace"), session.token.encode())
        )

    def claim(self, session: Session, seat: int | None) -> Session | None:
        """Give a seat to a phone, which has one at most; give back the phone that has lost it, to be told."""
        self._seats = {other: owner for other, owner in self._seats.items() if owner != session.id}
        if seat is None or session.id not in self._sessions:
            return None
        before = self._seats.get(seat)
        self._seats[seat] = session.id
        return None if before is None else self._sessions[before]

    def seat(self, session: Session) -> int | None:
        """Tell which seat a phone has claimed."""
        return next((seat for seat, owner in self._seats.items() if owner == session.id), None)

    def leave_seats(self) -> None:
        """Free every seat: another match begins."""
        self._seats.clear()

    def end(self, session: Session) -> None:
        """Forget a session, and the seat that it had."""
        self.claim(session, None)
        self._sessions.pop(session.id, None)
        self._used.pop(session.id, None)

    def _err(self, peer: str, now: float) -> float:
        """Note a wrong code; tell how long the peer waits."""
        before = self._errors.pop(peer, None)
        if before is None or now - before.last > FORGIVEN:
            before = _Errors(0, now)
        if len(self._errors) >= MOST_PEERS:
            del self._errors[next(iter(self._errors))]
        errors = self._errors[peer] = _Errors(before.many + 1, now)
        return errors.until - now


def _drawn(digits: int, random: Chance) -> str:
    return f"{random.randbelow(10**digits):0{digits}}"


def _typed(code: str) -> str:
    """Read digits of any script, in groups or not; anything else is no code.

    >>> _typed(" 123 456 "), _typed("１２３-４５６"), _typed("12345x"), _typed("²²²²²²")
    ('123456', '123456', '', '')
    """
    if len(code) > MOST_TYPED:
        return ""
    letters = [letter for letter in code if not letter.isspace() and letter != "-"]
    values = [unicodedata.decimal(letter, None) for letter in letters]
    digits = [str(value) for value in values if value is not None]
    return "".join(digits) if len(digits) == len(letters) else ""
