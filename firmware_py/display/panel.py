"""What a panel shows, and the parts of a box, as it tells of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from drivers.presses import Edge, Press
    from drivers.terminal import Signal, Stroke
    from firmware_py.config.configuration import Config
    from firmware_py.i18n.translations import Translations


class Screens(Protocol):
    """What is to be shown: the screens of the box, as far as a panel needs them."""

    config: Config
    translations: Translations
    displays: int
    """How many displays there are now; the panel says it."""

    @property
    def shows_table(self) -> bool:
        """Return whether the one display there is shows the table."""

    def prompt(self) -> Image.Image:
        """Return the picture for the person at the keys."""

    def table(self) -> Image.Image:
        """Return the picture for everybody."""


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

    def handle_signal(self, signal: Signal) -> None:
        """There is nothing to heed."""
