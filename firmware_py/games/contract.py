"""What a game's folder has: the same modules in every game, each behind a protocol.

    display      the table display (OLED): picture, summary, opening, scenes
    text         the terminal: `sideline show`, and the score sheet if the game has one
    svg          the drawing on the page
    charts       the charts of a match
    scores       the tables of the printable score sheet
    owner_data   what owners read off their own copy, if there is something to read off

Each may be missing: `fallback` shows what a game does not show itself, and a game without `owner_data` has none.
What is larger than one module is split into several with the same beginning, such as `svg_players`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL import Image

    from engine.acts import Act
    from engine.owner_data import Place
    from engine.verdicts import Sentence
    from firmware_py.games.box_entry import BoxEntry
    from firmware_py.games.chart_views import ChartView
    from firmware_py.games.memory import Memory
    from firmware_py.games.plot import Plot
    from firmware_py.games.score_tables import Table
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


class Charts(Protocol):
    """What is charted of a game."""

    def plots(self, view: ChartView, translations: Translations) -> list[Plot]:
        """Return the charts of a match; the words know the names of the players."""


class Scores(Protocol):
    """How the score of a game came about."""

    def tables(self, state: Any, labels: tuple[str, ...], translations: Translations) -> list[Table]:
        """Return the score as tables; the labels are what the seats are called, each with another."""

    def notes(self, state: Any, translations: Translations) -> list[str]:
        """Return what owner data the score rests on that nobody has compared with the real game."""


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

    def box_entry(self) -> BoxEntry | None:
        """Return what can be entered at the box itself, if something can."""


class OwnerForm(Protocol):
    """How the owner data of a game are edited on the page; part of the same module as `OwnerData`."""

    @property
    def PARTS(self) -> frozenset[str]:  # noqa: N802 - a module's constant
        """Return the tables that a form has; one that is left out would become the stand-in."""

    def form(self, house: Any) -> Mapping[str, object]:
        """Return the data in the form of a TOML file, as plain values."""

    def limits(self) -> Mapping[str, object]:
        """Return what an editor may offer, as plain values."""

    def unknown(self, house: Any, translations: Translations) -> list[str]:
        """Return what is still unknown, a sentence for each."""

    def place_name(self, place: Place, translations: Translations) -> str:
        """Return what a person calls the place of a fault."""
