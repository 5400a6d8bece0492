"""The pictures of the prompt display: title, question with its answers, pages of text, and key legend.

All are pure functions from values to a picture. Tests play whole games and fail if a text does not fit, so no text
is cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.steps import Kind
from firmware_py.display.canvas import LIT, OFF, RIGHT, Canvas, Font, wrap
from firmware_py.display.shapes import COMPASS, Direction, Shape
from firmware_py.i18n.sentences import pair, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from engine.steps import Step
    from engine.verdicts import Sentence
    from firmware_py.i18n.translations import Translations

ROWS = (12, 22, 32, 42)
LEGEND = 52
"""The top rows of the lines of text and of the legend, below the title bar."""
BAR = 12
COLUMNS = Font.SMALL.columns
NUMBER_ROW = 34
"""The top row of a number, below two lines of question."""
ROOM_FOR_LEGEND = 3
"""The most answers of a compass that leave room for the legend."""

ARROWS = {
    Direction.LEFT: ("   #", "  ##", " ###", "####", " ###", "  ##", "   #"),
    Direction.RIGHT: ("#   ", "##  ", "### ", "####", "### ", "##  ", "#   "),
    Direction.UP: ("", "   #   ", "  ###  ", " ##### ", "#######"),
    Direction.DOWN: ("", "#######", " ##### ", "  ###  ", "   #   "),
}
CROSS = ("   #   ", "  ###  ", " # # # ", "#######", " # # # ", "  ###  ", "   #   ")
UP_DOWN = ("   #   ", "  ###  ", " ##### ", "", " ##### ", "  ###  ", "   #   ")
OK_KEY = (" ##### ", "#######", "#######", "#######", "#######", "#######", " ##### ")
BACK_KEY = ("  #    ", " ##    ", "###### ", " ##   #", "  #   #", "      #", "   ### ")
CHECK = ("       ", "      #", "     # ", "#   #  ", " # #   ", "  #    ", "       ")
INFO = ("  ###  ", "   #   ", "       ", "  ##   ", "   #   ", "   #   ", "  ###  ")
FULL = ("  #  ", " ### ", "#####", " ### ", "  #  ")
HOLLOW = ("  #  ", " # # ", "#   #", " # # ", "  #  ")


class Hint(NamedTuple):
    """An icon, mostly of a key, and its text."""

    icon: tuple[str, ...]
    text: str


def legend(canvas: Canvas, hints: list[Hint], right: int = RIGHT) -> None:
    """Draw the legend in the last line, its entries spread over the width."""
    widths = [len(hint.icon[0]) + 2 + len(hint.text) * Font.SMALL.width for hint in hints]
    gap = max((right - sum(widths)) // max(len(hints) - 1, 1), 0)
    x = 0
    for hint, width in zip(hints, widths, strict=True):
        canvas.icon(x, LEGEND + 1, hint.icon)
        canvas.text(x + len(hint.icon[0]) + 2, LEGEND, hint.text)
        x += width + min(gap, 12)


def title(canvas: Canvas, text: str, icon: tuple[str, ...] = ()) -> None:
    """Draw the title bar; a long title, or one with an icon, is in small letters."""
    canvas.draw.rectangle((0, 0, RIGHT - 1, BAR - 1), fill=LIT)
    canvas.icon(2, 2, icon, OFF)
    if icon:
        canvas.text(10, 1, text, ink=OFF)
    elif len(text) < Font.BOLD.columns:
        canvas.text(2, -1, text, Font.BOLD, OFF)
    else:
        canvas.text(0, 1, text, ink=OFF)


class Option(Protocol):
    """The part of an answer that is drawn."""

    @property
    def step(self) -> Step:
        """Return the step that the answer takes."""

    @property
    def hollow(self) -> bool:
        """Return whether it leads to nothing that is allowed."""


class NavigatorView(Protocol):
    """The part of a navigator that is drawn: a question, its answers and the cursor."""

    @property
    def shape(self) -> Shape:
        """Return how the question is shown."""

    @property
    def options(self) -> Sequence[Option]:
        """Return the answers."""

    @property
    def cursor(self) -> int:
        """Return the index of the answer under the cursor."""

    @property
    def option(self) -> Option:
        """Return the answer under the cursor."""

    @property
    def at_root(self) -> bool:
        """Return whether nothing has been answered yet."""


class Question(NamedTuple):
    """Everything that the prompt shows with a question."""

    who: str
    """The title: the name of the seat that acts, or the question."""
    ask: str
    """The question of the game."""
    navigator: NavigatorView
    players: tuple[str, ...]
    news: Hint | None = None
    """The line that confirms the last act, or a hint."""
    leave: str | None = None
    """The key of the label for back at the first question, if it does anything."""
    hints: bool = True
    """Whether allowed and hollow answers are marked differently."""
    has_question: bool = False
    """Whether the first question is always shown, even if there is news."""


def question(view: Question, translations: Translations) -> Image.Image:
    """Draw a question in its shape."""
    canvas = Canvas()
    _title(canvas, view, translations)
    match view.navigator.shape:
        case Shape.COMPASS:
            _compass(canvas, view, translations)
        case Shape.LIST:
            _list(canvas, view, translations)
        case Shape.NUMBER:
            _number(canvas, view, translations)
        case Shape.BOARD:
            _board(canvas, view, translations)
    return canvas.image


def _title(canvas: Canvas, view: Question, translations: Translations) -> None:
    """Draw the title; a compass with five answers has the question or the news in it."""
    if not _is_full(view.navigator):
        title(canvas, view.who)
    elif not view.navigator.at_root or view.has_question:
        title(canvas, _asks(view, translations))
    elif view.news is None:
        title(canvas, view.who)
    else:
        both = f"{view.news.text} · {view.who}"
        if len(both) < COLUMNS - 1:
            title(canvas, both, view.news.icon)
        else:
            title(canvas, view.who)


def label_of(option: Option, players: tuple[str, ...]) -> Sentence:
    """Return the label of an answer."""
    step = option.step
    if step.label is not None:
        return step.label
    return pair(step.value, players[int(step.value) - 1]) if step.kind is Kind.SEAT else plain(step.value)


def label(option: Option, players: tuple[str, ...], translations: Translations) -> str:
    """Return the text of the label of an answer."""
    return translations.text(label_of(option, players))


def _asks(view: Question, translations: Translations) -> str:
    return translations.text(view.navigator.option.step.asks)


def _keys(view: Question, translations: Translations, move: tuple[str, ...] | None) -> list[Hint]:
    """Return the legend of the keys at a question."""
    hints = [Hint(OK_KEY, translations("legend.ok"))]
    if move is not None:
        hints.insert(0, Hint(move, translations("legend.move")))
    if not view.navigator.at_root:
        hints.append(Hint(BACK_KEY, translations("legend.back")))
    elif view.leave is not None:
        hints.append(Hint(BACK_KEY, translations(view.leave)))
    return hints


def _mark(canvas: Canvas, place: tuple[int, int], option: Option, view: Question, ink: int = LIT) -> None:
    """Draw the mark of an answer: allowed or hollow."""
    canvas.icon(*place, HOLLOW if option.hollow and view.hints else FULL, ink)


def _is_full(navigator: NavigatorView) -> bool:
    """Return whether it is a compass with five answers, which needs every line."""
    return navigator.shape is Shape.COMPASS and len(navigator.options) > len(COMPASS)


def _news(canvas: Canvas, y: int, news: Hint) -> None:
    """Draw the line of news."""
    canvas.icon(0, y + 1, news.icon)
    canvas.text(9, y, news.text)


def _first_line(canvas: Canvas, view: Question, translations: Translations) -> None:
    """Draw the question; at the first question the news instead, because it is more useful."""
    if view.navigator.at_root and view.news is not None and not view.has_question:
        _news(canvas, ROWS[0], view.news)
    else:
        canvas.text(0, ROWS[0], _asks(view, translations))


def _compass(canvas: Canvas, view: Question, translations: Translations) -> None:
    options = view.navigator.options
    rows: tuple[int, ...] = (*ROWS, LEGEND)
    if not _is_full(view.navigator):
        _first_line(canvas, view, translations)
        rows = rows[1:]
    icons = (*(ARROWS[direction] for direction in COMPASS), OK_KEY)
    for at, (option, icon, y) in enumerate(zip(options, icons, rows, strict=False)):
        text = label(option, view.players, translations)
        chosen = at == view.navigator.cursor
        if chosen:
            width = min(18 + len(text) * Font.SMALL.width, RIGHT - 1)
            canvas.draw.rectangle((0, y, width, y + 9), fill=LIT)
        ink = OFF if chosen else LIT
        canvas.icon(1, y + 1, icon, ink)
        _mark(canvas, (10, y + 2), option, view, ink)
        canvas.numbers(18, y, text, ink)
    if len(options) <= ROOM_FOR_LEGEND:
        legend(canvas, _keys(view, translations, None))


def _list(canvas: Canvas, view: Question, translations: Translations) -> None:
    navigator = view.navigator
    _first_line(canvas, view, translations)
    rows = ROWS[1:]
    first = min(max(navigator.cursor - 1, 0), len(navigator.options) - len(rows))
    for y, at in zip(rows, range(first, first + len(rows)), strict=True):
        option = navigator.options[at]
        ink = OFF if at == navigator.cursor else LIT
        if at == navigator.cursor:
            canvas.draw.rectangle((0, y, RIGHT - 1, y + 9), fill=LIT)
        _mark(canvas, (2, y + 2), option, view, ink)
        canvas.numbers(10, y, label(option, view.players, translations), ink)
    if first > 0:
        canvas.icon(RIGHT - len(ARROWS[Direction.UP][-1]), ROWS[0] + 2, ARROWS[Direction.UP])
    right = RIGHT
    if first + len(rows) < len(navigator.options):
        right -= len(ARROWS[Direction.DOWN][1])
        canvas.icon(right, LEGEND + 1, ARROWS[Direction.DOWN])
    legend(canvas, _keys(view, translations, UP_DOWN), right)


def _number(canvas: Canvas, view: Question, translations: Translations) -> None:
    option = view.navigator.option
    for y, line in zip(ROWS, wrap(_asks(view, translations), COLUMNS), strict=False):
        canvas.text(0, y, line)
    text = label(option, view.players, translations)
    x, y = (RIGHT - len(text) * Font.BOLD.width) // 2, NUMBER_ROW
    _mark(canvas, (x - 14, y + 6), option, view)
    canvas.text(x, y + 2, text, Font.BOLD)
    canvas.draw.rectangle((x - 4, y, x + len(text) * Font.BOLD.width + 2, y + 15), outline=LIT)
    legend(canvas, _keys(view, translations, CROSS))


def _board(canvas: Canvas, view: Question, translations: Translations) -> None:
    option = view.navigator.option
    lines = wrap(view.ask, COLUMNS) if view.navigator.at_root else []
    if len(lines) >= len(ROWS):  # keep a row for the question
        lines[len(ROWS) - 2 :] = [" ".join(lines[len(ROWS) - 2 :])]
    for y, line in zip(ROWS, lines, strict=False):
        canvas.text(0, y, line)
    y = ROWS[len(lines)]
    asks, text = _asks(view, translations), label(option, view.players, translations)
    canvas.text(0, y, asks)
    x = (len(asks) + 1) * Font.SMALL.width
    if x + 8 + len(text) * Font.SMALL.width > RIGHT:
        x, y = 0, y + Font.SMALL.height
    _mark(canvas, (x, y + 2), option, view)
    canvas.text(x + 8, y, text)
    if view.news is not None and y < ROWS[-1]:
        _news(canvas, ROWS[-1], view.news)
    legend(canvas, _keys(view, translations, CROSS))


class Pages(NamedTuple):
    """A text with a scroll position."""

    title: str
    lines: tuple[str, ...]
    top: int = 0

    def scrolled(self, lines: int) -> Pages:
        """Return the pages scrolled by some lines, within the text."""
        last = max(len(self.lines) - len(ROWS), 0)
        return self._replace(top=min(max(self.top + lines, 0), last))


def pages(view: Pages, hints: list[Hint], translations: Translations) -> Image.Image:
    """Draw the visible lines; the legend shows whether there are more."""
    canvas = Canvas()
    title(canvas, view.title)
    for y, line in zip(ROWS, view.lines[view.top :], strict=False):
        canvas.text(0, y, line)
    more = [Hint(UP_DOWN, translations("legend.read"))] if len(view.lines) > len(ROWS) else []
    legend(canvas, [*more, *hints])
    return canvas.image
