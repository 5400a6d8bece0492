"""What a phone asks for, as a value on the event queue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class PhoneFault(Exception):
    """An action of a phone has failed half way: the screens of the box have to be made again from the journal."""


class PhoneAction(NamedTuple):
    """An action of a phone; the page carries it out on the thread that owns the screens."""

    session: str
    """Who."""
    what: Any
    """What, with its arguments: an `Action` of the page."""
    answer: Callable[[Any, Exception | None], None]
    """Takes the result or the exception; the request of the phone waits for it."""
