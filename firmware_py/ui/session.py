"""Who stands behind a box: keeps what is accepted, and takes over where a match ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.acts import Act
    from engine.match import Match


class MatchSession(Protocol):
    """What a box asks of whoever stands behind it."""

    @property
    def number(self) -> int:
        """Tell the match's number in the journal."""

    def keep(self, match: Match[Any], act: Act) -> None:
        """Make an act durable before it is played. Raises `JournalFault`."""

    def played(self, match: Match[Any]) -> None:
        """Note that an act was played."""

    @property
    def is_timed(self) -> bool:
        """Whether minutes are counted: a limit was agreed on, and the match is not over."""

    def minute(self) -> bool:
        """Count a minute; tell whether the time is up with it."""

    def totals(self) -> list[str]:
        """Tell how the series stands, if there is one."""

    def ask_name(self, title: str, then: Callable[[str], None]) -> None:
        """Let somebody choose or type a name."""

    def leave(self, how: str) -> None:
        """Leave the match: it is `over`, or `park`, `end`, `settings`."""


class NullSession:
    """Nobody stands behind the box: nothing is kept, and there is nowhere to go."""

    number = 0

    def keep(self, match: Match[Any], act: Act) -> None:
        """Keep nothing."""

    def played(self, match: Match[Any]) -> None:
        """Note nothing."""

    is_timed = False

    def minute(self) -> bool:
        """Count none."""
        return False

    def totals(self) -> list[str]:
        """There is no series."""
        return []

    def ask_name(self, title: str, then: Callable[[str], None]) -> None:
        """Ask nobody."""

    def leave(self, how: str) -> None:
        """Stay."""
