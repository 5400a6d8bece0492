"""Tasks that other threads put on the event queue, to run on the thread that owns the screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from firmware_py.ui.stack.screen_stack import ScreenStack


class UiTask(NamedTuple):
    """A function to run with the screen stack on the main thread."""

    do: Callable[[ScreenStack], bool | None]
    """Returns False if the displays of the box show what they showed before."""
