"""The modules of a game's folder: the same in every game, each described by a protocol.

    display      the table display (OLED): picture, summary, opening, scenes
    text         the terminal: `sideline show`, and the score sheet if the game has one
    svg          the drawing on the page
    charts       the charts of a match
    scores       the tables of the printable score sheet
    log          what the log tells besides the acts
    owner_data   what owners enter from their own copy of the game, if it needs that
    sight        what a picture of the table shows of the game, if it can be read
    tabletop     a drawn table, to try that without a camera

Each may be missing: `fallback` replaces it; a game without `owner_data` has no owner data, one without `sight` is
not followed. A part that is too large for one module is split into several with the same prefix: `svg_players`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from PIL import Image

from engine.acts import Act
from engine.values import KeyPath
from engine.verdicts import Sentence
from firmware_py.games.box_entry import BoxEntry
from firmware_py.games.drawing.chart_views import ChartView
from firmware_py.games.drawing.plot import Plot
from firmware_py.games.drawing.score_tables import Correction, Table
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.memory import Memory
from firmware_py.games.tabletop import Place, Thing
from firmware_py.games.views import Scene, TableView
from firmware_py.i18n.translations import Translations
from firmware_py.sight.reading import Reading, Taps

if TYPE_CHECKING:
    from firmware_py.games.owner_data import Section
    from firmware_py.sight.view import View  # with it numpy, which only the process that looks needs

State: TypeAlias = Any
"""A state of a game: its modules know its type, the contract does not."""
Data: TypeAlias = Any
"""The owner data of a game, likewise."""
Point: TypeAlias = tuple[float, float]


class Display(Protocol):
    """Draws a game on the table display; a state is of the game's own type."""

    def draw(self, view: TableView) -> Image.Image:
        """Return the picture of a position."""

    def summary(self, state: State) -> list[Sentence]:
        """Return additional lines for the end of a match."""

    def legend(self, state: State) -> list[Sentence]:
        """Return what the numbers and signs of the picture mean."""

    def opening(self, state: State) -> list[Scene]:
        """Return the scenes to show before a match begins."""

    def rounds(self, state: State) -> int:
        """Return how many past rounds can be reviewed."""

    def scenes(self, state: State, number: int) -> list[Scene]:
        """Return the scenes of one round."""

    def scenes_after(self, before: State, after: State) -> list[Scene]:
        """Return the scenes to show after an act."""

    def preview(self, state: State, act: Act) -> State:
        """Return the position to show while a correction is being entered."""


class Text(Protocol):
    """Draws a game in a terminal."""

    def draw(self, state: State, translations: Translations) -> str:
        """Return a position as text."""

    def sheet(self, state: State, translations: Translations) -> str:
        """Return the score sheet of a game that is over; empty if the game has none."""


class Svg(Protocol):
    """Draws a game on the page."""

    def draw(self, view: SvgView) -> str:
        """Return a position as `<svg>`."""


class Charts(Protocol):
    """Makes the charts of a game."""

    def plots(self, view: ChartView, translations: Translations) -> list[Plot]:
        """Return the charts of a match; the translations carry the names of the players."""


class Scores(Protocol):
    """Makes the tables of the score sheet."""

    def tables(self, state: State, labels: tuple[str, ...], translations: Translations) -> list[Table]:
        """Return the score as tables; `labels` has a different label for each seat."""

    def round_tables(
        self, state: State, number: int, labels: tuple[str, ...], translations: Translations
    ) -> list[Table]:
        """Return one of the rounds that `Display.rounds` counts as tables, players down."""

    def corrections(
        self, state: State, number: int, labels: tuple[str, ...], translations: Translations
    ) -> list[Correction]:
        """Return what can be corrected in one of these rounds; in round 0, what can be entered now."""

    def notes(self, state: State, translations: Translations) -> list[str]:
        """Return notes about owner data that the score depends on and that was not checked."""


class Log(Protocol):
    """Describes the consequences of acts."""

    def consequences(self, before: State, after: State, seat: int | None) -> list[Sentence]:
        """Return what follows from an act of a seat, besides what the act itself says."""

    def retold(self, told: Sequence[Sentence], state: State, number: int) -> list[Sentence]:
        """Return what was told of the act that completed a round, as it counts now: it may have been corrected."""


def retold_as_it_was(told: Sequence[Sentence], _state: State, _number: int) -> list[Sentence]:
    """Return what was told: a game without rounds has none to correct."""
    return list(told)


class OwnerData(Protocol):
    """Reads and writes the owner data of a game; the data is of the game's own type."""

    PLACEHOLDER: Data

    def read(self, values: Mapping[str, object]) -> tuple[Data, list[tuple[KeyPath, Sentence]]]:
        """Return the data from the values of a TOML file, and every fault with its place."""

    def doubts(self, data: Data) -> list[tuple[KeyPath, Sentence]]:
        """Return what contradicts the rule sheet, each with its place."""

    def write(self, data: Data) -> str:
        """Return the data as TOML."""

    def show(self, data: Data) -> list[Section]:
        """Return the data in words."""

    def is_checked(self, data: Data) -> bool:
        """Return whether all of the data was checked against the real game."""

    def tags(self, data: Data) -> dict[str, str]:
        """Return the tags that carry the data in a record."""

    def memory(self, data: Data) -> Memory:
        """Return the object that learns owner data during a match."""

    @property
    def BOX_ENTRIES(self) -> Sequence[type[BoxEntry]]:  # noqa: N802 - a module's constant
        """Return what can be entered at the box, each as something that is made when the owner begins."""


class Sight(Protocol):
    """Reads pictures of a game; a state, what was taught and what is remembered are of the game's own types."""

    def taps(self, view: View, state: State, taught: Mapping[str, object] | None) -> Taps:
        """Return what can be tapped on a picture, after the values that were taught before; None if none were."""

    def tapped(
        self, view: View, state: State, taught: Mapping[str, object] | None, places: Sequence[Point]
    ) -> Mapping[str, object]:
        """Return what was taught before, and with taps: where those of `taps` lie on the sheet, in millimetres."""

    def spots(self, view: View, taught: Any) -> Mapping[str, tuple[float, float]]:
        """Return at which dots of a picture the places of the game are seen."""

    def read_taught(self, values: Mapping[str, object]) -> Any:
        """Return what the owner has taught, from its values. Raises a `UserError`."""

    DETOUR: float
    """How much worse a picture may fit after an act, if others follow."""

    def expected(self, state: State) -> Sequence[tuple[str, str]]:
        """Return what should be seen in a state: place and piece."""

    def shown(self, acts: Iterable[Act], state: State, reading: Reading) -> Iterable[Act]:
        """Return those of some acts that a picture can show; the picture says what stands for open values."""

    def is_asked(self, act: Act, state: State) -> bool:
        """Return whether an act that leads to a state is never entered without a question."""

    def read(self, view: View, state: State, taught: Any, before: Any = None) -> tuple[Reading, Any]:
        """Return what a picture shows, beginning with what the box expects; and what to remember of it."""

    def learnt(self, memory: Any) -> Mapping[str, object]:
        """Return what a picture shows of the owner's copy, as values that can be taught."""

    def counted(self, reading: Reading) -> Mapping[str, object]:
        """Return what can be counted in a picture without a match; plain values that fit into JSON."""


class Tabletop(Protocol):
    """Draws a table of the game for the camera of a simulated box; what lies there is of the game's own type."""

    TAUGHT: Mapping[str, object]
    """Where things lie on the sheet, as `Sight.read_taught` reads it."""

    def lies(self, state: State) -> Any:
        """Return what lies on the table in a state."""

    def put(self, laid: Any, name: str, place: Place) -> Any:
        """Return what lies there after a thing was put somewhere."""

    def things(self, laid: Any) -> Sequence[Thing]:
        """Return what lies there as things to draw, the lowest first."""


class OwnerForm(Protocol):
    """Edits the owner data of a game on the page; implemented by the same module as `OwnerData`."""

    PARTS: frozenset[str]
    """The tables that a form must have; a missing one would be read as the placeholder."""

    def form(self, data: Data) -> Mapping[str, object]:
        """Return the data as plain values, structured like the TOML file."""

    def limits(self) -> Mapping[str, object]:
        """Return the limits of the values, for the editor."""

    def unknown(self, data: Data, translations: Translations) -> list[str]:
        """Return a text for each thing that is unknown or unchecked."""

    def place_name(self, place: KeyPath, translations: Translations) -> str:
        """Return the name of the place of a fault, for people."""
