"""The parts of a box, as it tells of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.presses import Edge, Press
    from drivers.terminal import Signal, Stroke


class Part(NamedTuple):
    """Something that is screwed to the box, and what is wrong with it."""

    name: str
    """The end of its key among the words."""
    why: str = ""
    """Empty if all is well."""


class NullPanel:
    """A panel at which nothing is ever due, and from which nothing is ever lost."""

    def presses(self, event: Stroke | Edge) -> Sequence[Press]:  # noqa: ARG002 - as every panel takes it
        """Nobody presses anything here."""
        return ()

    def deadline(self) -> float | None:
        """Wait for nothing."""
        return None

    def advance(self) -> Sequence[Press]:
        """Do nothing."""
        return ()

    def wake(self) -> bool:
        """Be awake anyway."""
        return False

    def parts(self) -> Sequence[Part]:
        """Tell that everything is simulated."""
        return [Part("simulated")]

    def news(self) -> Sequence[Part]:
        """Nothing comes and goes."""
        return ()

    def sound(self, name: str) -> None:
        """Be silent."""

    def heed(self, signal: Signal) -> None:
        """There is nothing to heed."""
