"""What other threads put on the event queue, to be done on the thread that owns the screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from firmware_py.ui.stack.screen_stack import ScreenStack


class UiTask(NamedTuple):
    """A function to run with the screen stack on the main thread."""

    do: Callable[[ScreenStack], bool | None]
    """Returns False if the displays of the box show what they showed before."""


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
