"""What panels have in common: the screens they show, the parts they report, and a null panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from PIL import Image

from drivers.buzzer import Sound
from drivers.presses import Edge, Press
from drivers.terminal import Signal, Stroke
from engine.verdicts import Sentence
from firmware_py.config.configuration import Config
from firmware_py.i18n.translations import Translations


class Screens(Protocol):
    """The screen stack, as far as a panel needs it."""

    config: Config
    translations: Translations
    displays: int
    """The number of working displays; set by the panel."""

    @property
    def shows_table(self) -> bool:
        """Return whether the table is shown on the only display."""

    def prompt(self) -> Image.Image:
        """Return the picture of the prompt display."""

    def table(self) -> Image.Image:
        """Return the picture of the table display."""


class Part(NamedTuple):
    """A part of the box, and what is wrong with it."""

    name: str
    """The end of its translation key, after `part.`."""
    why: str | Sentence = ""
    """What is wrong, often in the words of the system; empty if it works."""


class NullPanel:
    """A panel without keys, timers, sounds or parts that can be lost; base of simulated panels."""

    def presses(self, event: Stroke | Edge) -> Sequence[Press]:  # noqa: ARG002 - part of the interface
        """Return no presses."""
        return ()

    def deadline(self) -> float | None:
        """Return None: nothing is ever due."""
        return None

    def advance(self) -> Sequence[Press]:
        """Return no presses: nothing is ever due."""
        return ()

    def wake(self) -> bool:
        """Return False: there are no displays that sleep."""
        return False

    def parts(self) -> Sequence[Part]:
        """Return one part that says that all parts are simulated."""
        return [Part("simulated")]

    def news(self) -> Sequence[Part]:
        """Return no parts: none is ever lost."""
        return ()

    def sound(self, sound: Sound) -> None:
        """Do nothing: there is no buzzer."""

    def handle_signal(self, signal: Signal) -> None:
        """Do nothing: there is no terminal."""
