"""What works beside the program: it thinks, publishes, looks at the table, switches the machine off."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from firmware_py.runtime.watcher import Watcher
from firmware_py.sight.looking import Looker
from firmware_py.ui.match.thinker import Thinker
from firmware_py.ui.stack.screen_stack import ScreenStack


class Publisher(Protocol):
    """Publishes what happens at the table, for example on an MQTT broker."""

    def publish(self, stack: ScreenStack) -> None:
        """Take what has changed, without waiting for anybody."""

    def close(self) -> None:
        """End its threads, without waiting for them."""


class Helpers(NamedTuple):
    """What works beside the program: each of it may be missing."""

    thinker: Thinker | None = None
    """Thinks for the box as an opponent."""
    power: Callable[[], str] | None = None
    """Switches the machine off."""
    publishers: Sequence[Publisher] = ()
    """They publish what happens at the table."""
    looker: Looker | None = None
    """Looks at pictures of the table."""
    watcher: Watcher | None = None
    """Takes live pictures of the table."""
    taught: Callable[[int, str, Any], Mapping[str, object] | None] = lambda _number, _game, _state: None
    """Returns where the things of a match lie under a simulated camera."""
