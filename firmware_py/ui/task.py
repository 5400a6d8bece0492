"""What another thread puts on the queue of the program, to have it done where the screens are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_py.ui.screen_stack import ScreenStack


class UiTask(NamedTuple):
    """Something that another thread wants to have done with the screens."""

    do: Callable[[ScreenStack], None]
