"""What a game's folder has: the same modules in every game, each behind a protocol.

    display      the table display (OLED): picture, summary, opening, scenes
    text         the terminal: `sideline show`, and the score sheet if the game has one
    svg          the drawing on the page
    owner_data   what owners read off their own copy, if there is something to read off

A game without a folder is shown by `fallback`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL import Image

    from engine.acts import Act
    from engine.house import Place
    from engine.verdicts import Sentence
    from firmware_py.games.memory import Memory
    from firmware_py.games.svg_views import SvgView
    from firmware_py.games.views import Scene, TableView
    from firmware_py.i18n.translations import Translations


class Display(Protocol):
    """How a game is shown on the table display; a state is of the game's own type."""

    def draw(self, view: TableView) -> Image.Image:
        """Return the picture of a position."""

    def summary(self, state: Any, translations: Translations) -> list[str]:
        """Return what else there is to say at the end."""

    def opening(self, state: Any, translations: Translations) -> list[Scene]:
        """Return what there is to say before a game begins."""

    def rounds(self, state: Any) -> int:
        """Return how many rounds there have been that can be looked back at."""

    def scenes(self, state: Any, number: int, translations: Translations) -> list[Scene]:
        """Return the scenes of one round."""

    def told(self, before: Any, after: Any, translations: Translations) -> list[Scene]:
        """Return the scenes that an act leads to."""

    def preview(self, state: Any, act: Act) -> Any:
        """Return the position that a correction under way speaks of."""


class Text(Protocol):
    """How a game is shown in a terminal."""

    def draw(self, state: Any, translations: Translations) -> str:
        """Return a position as text."""

    def sheet(self, state: Any, translations: Translations) -> str:
        """Return the score sheet of a game that is over; empty if the game has none."""


class Svg(Protocol):
    """How a game is shown on the page."""

    def draw(self, view: SvgView) -> str:
        """Return a position as `<svg>`."""


class OwnerData(Protocol):
    """What owners read off their own copy of a game; the data are of the game's own type."""

    STAND_IN: Any

    def read(self, values: Mapping[str, object]) -> tuple[Any, list[tuple[Place, Sentence]]]:
        """Return the data that values of a TOML file stand for, and every fault with its place."""

    def doubts(self, house: Any) -> list[tuple[Place, Sentence]]:
        """Return what contradicts the rule sheet, each with its place."""

    def write(self, house: Any) -> str:
        """Return the data as TOML."""

    def show(self, house: Any, translations: Translations) -> str:
        """Return the data as text."""

    def is_verified(self, house: Any) -> bool:
        """Return whether somebody has compared the data with the real game."""

    def tags(self, house: Any) -> dict[str, str]:
        """Return the tags that carry the data in a record."""

    def memory(self, house: Any) -> Memory:
        """Return what is remembered from one match to the next."""
