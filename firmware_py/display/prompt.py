"""The pictures of the prompt display: title, question with its answers, pages of text, and key legend.

All are pure functions from values to a picture. Tests play whole games and fail if a text does not fit, so no text
is cut.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

from PIL import Image

from engine.steps import Direction, Kind, Step
from engine.verdicts import Sentence
from firmware_py.display.canvas import LIT, OFF, RIGHT, Canvas, Font, wrap
from firmware_py.display.shapes import Shape
from firmware_py.i18n.sentences import pair, plain
from firmware_py.i18n.translations import Translations

ROWS = (13, 23, 33, 43)
LEGEND = 53
"""The top rows of the lines of text and of the legend, below the title bar. A letter with its accent and its tail
has nine rows, and so has the highlight: a dark row is always between two lines."""
BAR, BAR_HEIGHT = 12, 9
"""The heights of the title bar and of the highlight of an answer."""
COLUMNS = Font.SMALL.columns
NUMBER_ROW, NUMBER_COLUMNS = 34, 3
"""The top row of a number, below two lines of question, and the least characters its box has room for, so that the
box stays where it is while the number changes."""
LEGEND_GAP, ARROW_ROOM = 6, 9
"""The least dots between two entries of the legend, and those that the arrow at its end takes, with a gap."""
CELL_WIDTH = 21
NEWS_SQUARE = 9
"""Width and height of the light square with the sign of news."""
SIDE_GAP = 18
"""The least dots between the answers left and right on a cross, so that nobody reads them as one."""
LABEL_X, CENTRE_X = 12, 24
"""Where an answer in a row, and one up or down on a cross, begins. What stays in its place is not sent again to
the display, so all text begins at a multiple of the width of a character."""

ARROWS = {
    Direction.LEFT: ("   #", "  ##", " ###", "####", " ###", "  ##", "   #"),
    Direction.RIGHT: ("#   ", "##  ", "### ", "####", "### ", "##  ", "#   "),
    Direction.UP: ("", "   #   ", "  ###  ", " ##### ", "#######"),
    Direction.DOWN: ("", "#######", " ##### ", "  ###  ", "   #   "),
}
HOLLOW_ARROWS = {
    Direction.LEFT: ("   #", "  ##", " # #", "#  #", " # #", "  ##", "   #"),
    Direction.RIGHT: ("#   ", "##  ", "# # ", "#  #", "# # ", "##  ", "#   "),
    Direction.UP: ("", "   #   ", "  # #  ", " #   # ", "#######"),
    Direction.DOWN: ("", "#######", " #   # ", "  # #  ", "   #   "),
}
CROSS = ("   #   ", "  ###  ", " # # # ", "#######", " # # # ", "  ###  ", "   #   ")
UP_DOWN = ("   #   ", "  ###  ", " ##### ", "", " ##### ", "  ###  ", "   #   ")
OK_KEY = (" ##### ", "#######", "#######", "#######", "#######", "#######", " ##### ")
BACK_KEY = ("  #    ", " ##    ", "###### ", " ##   #", "  #   #", "      #", "   ### ")
HOLD_OK = ("  ###  ", " #   # ", "#  #  #", "# ### #", "#  #  #", " #   # ", "  ###  ")
HOLD_BACK = ("  #  # ", " ## ## ", "###### ", " ## ###", "  #  ##", "      #", "   ### ")
"""The keys ok and back, held."""
CHECK = ("       ", "      #", "     # ", "#   #  ", " # #   ", "  #    ", "       ")
INFO = ("  ###  ", "   #   ", "       ", "  ##   ", "   #   ", "   #   ", "  ###  ")
FULL = ("  #  ", " ### ", "#####", " ### ", "  #  ")
HOLLOW = ("  #  ", " # # ", "#   #", " # # ", "  #  ")


class Hint(NamedTuple):
    """An icon, mostly of a key, and its text."""

    icon: tuple[str, ...]
    text: str


def _width(hint: Hint) -> int:
    return len(hint.icon[0]) + (2 + len(hint.text) * Font.SMALL.width if hint.text else 0)


def legend_width(hints: Sequence[Hint]) -> int:
    """Return the least dots that a legend needs."""
    return sum(map(_width, hints)) + LEGEND_GAP * (len(hints) - 1)


def legend(canvas: Canvas, hints: list[Hint], right: int = RIGHT) -> None:
    """Draw the legend in the last line, its entries spread over the width.

    If it is too long, arrows have no word; if it still is, they are left out.
    """
    if legend_width(hints) > right:
        hints = [hint._replace(text="") if hint.icon in {UP_DOWN, CROSS} else hint for hint in hints]
    if legend_width(hints) > right:
        hints = [hint for hint in hints if hint.text]
    widths = [_width(hint) for hint in hints]
    gap = max((right - sum(widths)) // max(len(hints) - 1, 1), 0)
    x = 0
    for hint, width in zip(hints, widths, strict=True):
        canvas.icon(x, LEGEND + 1, hint.icon)
        canvas.text(x + len(hint.icon[0]) + 2, LEGEND, hint.text)
        x += width + min(gap, 12)


def title(canvas: Canvas, text: str, icon: tuple[str, ...] = ()) -> None:
    """Draw the title bar, with a capital first; a long title, or one with an icon, is in small letters."""
    text = text[:1].upper() + text[1:]
    canvas.draw.rectangle((0, 0, RIGHT - 1, BAR - 1), fill=LIT)
    canvas.icon(2, 2, icon, OFF)
    if icon:
        canvas.text(10, 1, text, ink=OFF)
    elif len(text) < Font.BOLD.columns:
        canvas.text(2, -1, text, Font.BOLD, OFF)
    else:
        canvas.text(0, 1, text, ink=OFF)


class DrawnOption(Protocol):
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
    def options(self) -> Sequence[DrawnOption]:
        """Return the answers."""

    @property
    def cursor(self) -> int:
        """Return the index of the answer under the cursor."""

    @property
    def option(self) -> DrawnOption:
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
    held: str = "legend.allowed"
    """The key of the label for ok, held. Only what is not always there is shown even if there is little room."""
    can_undo: bool = False
    """Whether back, held, takes something back."""
    has_question: bool = False
    """Whether the first question is always shown, even if there is news."""
    marks: tuple[int, ...] = ()
    """The mark of each seat; its number if there are none."""


def question(view: Question, translations: Translations) -> Image.Image:
    """Draw a question in its shape."""
    canvas = Canvas()
    _title(canvas, view, translations)
    match view.navigator.shape:
        case Shape.CROSS:
            _cross(canvas, view, translations)
        case Shape.LIST:
            _list(canvas, view, translations)
        case Shape.NUMBER:
            _number(canvas, view, translations)
        case Shape.BOARD:
            _board(canvas, view, translations)
        case Shape.GRID:
            _grid(canvas, view, translations)
    return canvas.image


def _title(canvas: Canvas, view: Question, translations: Translations) -> None:
    """Draw the title; a grid, or a cross that needs every line, has the question in it."""
    rows = _cross_rows(view, translations) if view.navigator.shape is Shape.CROSS else {}
    is_full = view.navigator.shape is Shape.GRID or ROWS[0] in rows.values()
    title(canvas, _asks(view, translations) if is_full else view.who)


def label_of(option: DrawnOption, players: tuple[str, ...], marks: tuple[int, ...] = ()) -> Sentence:
    """Return the label of an answer; a seat has its mark and its name."""
    step = option.step
    if step.label is not None:
        return step.label
    if step.kind is not Kind.SEAT:
        return plain(step.value)
    seat = int(step.value)
    return pair(str(marks[seat - 1]) if marks else step.value, players[seat - 1])


def label(
    option: DrawnOption, players: tuple[str, ...], translations: Translations, marks: tuple[int, ...] = ()
) -> str:
    """Return the text of the label of an answer."""
    return translations.text(label_of(option, players, marks))


def _asks(view: Question, translations: Translations) -> str:
    return translations.text(view.navigator.option.step.asks)


def _keys(view: Question, translations: Translations, move: tuple[str, ...] | None) -> list[Hint]:
    """Return the legend of the keys at a question: the held ones where there is room; `move` are the arrows."""
    back = view.leave if view.navigator.at_root else "legend.back"
    hints = [] if back is None else [Hint(BACK_KEY, translations(back))]
    held = [Hint(HOLD_OK, translations(view.held))]
    if move is not None:
        hints += [Hint(OK_KEY, translations("legend.ok")), Hint(move, translations("legend.move"))]
    if view.held != "legend.allowed":
        hints.insert(len(hints) - (move is not None), held.pop())
    if view.can_undo:
        held.append(Hint(HOLD_BACK, translations("legend.undo")))
    for hint in held:
        if legend_width([*hints, hint]) <= RIGHT - ARROW_ROOM:
            hints.append(hint)
    return hints


def _mark(canvas: Canvas, place: tuple[int, int], option: DrawnOption, view: Question) -> None:
    """Draw the mark of an answer: allowed or hollow."""
    canvas.icon(*place, HOLLOW if option.hollow and view.hints else FULL)


def _news(canvas: Canvas, y: int, news: Hint) -> None:
    """Draw the line of news, its sign dark on a light square: it is no answer."""
    canvas.draw.rectangle((0, y, NEWS_SQUARE - 1, y + NEWS_SQUARE - 1), fill=LIT)
    canvas.icon(1, y + 1, news.icon, OFF)
    canvas.text(LABEL_X, y, news.text)


def _question_and_news(canvas: Canvas, view: Question, translations: Translations, rows: Collection[int]) -> None:
    """Draw the question on the first row and the news on the last one, unless answers are in these `rows`.

    At the first question the news is more useful than the question, if there is no room for both.
    """
    news = view.news
    if news is not None and ROWS[-1] not in rows:
        _news(canvas, ROWS[-1], news)
        news = None
    if ROWS[0] in rows:
        return
    if news is not None and view.navigator.at_root and not view.has_question:
        _news(canvas, ROWS[0], news)
    else:
        canvas.text(0, ROWS[0], _asks(view, translations))


def _cross_rows(view: Question, translations: Translations) -> dict[Direction, int]:
    """Return the row of each side: left and right share one if they fit, else each answer has its own."""
    texts = {
        option.step.side: label(option, view.players, translations, view.marks)
        for option in view.navigator.options
        if option.step.side is not None
    }
    beside = [len(texts.get(side, "")) for side in (Direction.LEFT, Direction.RIGHT)]
    if sum(beside) * Font.SMALL.width + 2 * ARROW_ROOM + SIDE_GAP <= RIGHT or 0 in beside:
        rows = {Direction.UP: 1, Direction.LEFT: 2, Direction.RIGHT: 2, Direction.DOWN: 3}
        return {side: ROWS[rows[side]] for side in texts}
    used = [side for side in (Direction.UP, Direction.LEFT, Direction.RIGHT, Direction.DOWN) if side in texts]
    return dict(zip(used, ROWS[len(ROWS) - len(used) :], strict=True))


def _cross(canvas: Canvas, view: Question, translations: Translations) -> None:
    """Draw each answer at the side of its arrow; nothing is highlighted, the arrow of a hollow one is empty."""
    about_keys = view.news if view.news is not None and view.news.icon is CROSS else None
    view = view if about_keys is None else view._replace(news=None)
    rows = _cross_rows(view, translations)
    _question_and_news(canvas, view, translations, rows.values())
    for option in view.navigator.options:
        side, text = option.step.side, label(option, view.players, translations, view.marks)
        if side is None:
            continue
        y, icon = rows[side], (HOLLOW_ARROWS if option.hollow and view.hints else ARROWS)[side]
        arrow = len(icon[-1]) + 2
        wide = canvas.numbers_width(text, RIGHT - arrow)
        x = {Direction.LEFT: arrow, Direction.RIGHT: RIGHT - wide - arrow}.get(side, min(CENTRE_X, RIGHT - wide))
        right = RIGHT - arrow if side is Direction.RIGHT else RIGHT
        canvas.icon(right + 2 if side is Direction.RIGHT else x - arrow, y + 1, icon)
        canvas.numbers(x, y, text, right)
    legend(canvas, _keys(view, translations, None) if about_keys is None else [about_keys])


def _list(canvas: Canvas, view: Question, translations: Translations) -> None:
    navigator = view.navigator
    rows = ROWS[1:]
    _question_and_news(canvas, view, translations, rows[: len(navigator.options)])
    first = max(min(navigator.cursor - 1, len(navigator.options) - len(rows)), 0)
    for row, at in zip(rows, range(first, len(navigator.options)), strict=False):
        option, y = navigator.options[at], row
        text = label(option, view.players, translations, view.marks)
        _mark(canvas, (3, y + 2), option, view)
        canvas.numbers(LABEL_X, y, text)
        if at == navigator.cursor:
            canvas.invert(0, y, min(LABEL_X + len(text) * Font.SMALL.width + 2, RIGHT), BAR_HEIGHT)
    if first > 0:
        canvas.icon(RIGHT - len(ARROWS[Direction.UP][-1]), ROWS[0] + 2, ARROWS[Direction.UP])
    right = RIGHT
    if first + len(rows) < len(navigator.options):
        right -= ARROW_ROOM
        canvas.icon(RIGHT - len(ARROWS[Direction.DOWN][1]), LEGEND + 1, ARROWS[Direction.DOWN])
    legend(canvas, _keys(view, translations, UP_DOWN), right)


def _number(canvas: Canvas, view: Question, translations: Translations) -> None:
    option = view.navigator.option
    for y, line in zip(ROWS, wrap(_asks(view, translations), COLUMNS), strict=False):
        canvas.text(0, y, line)
    text = label(option, view.players, translations, view.marks).center(NUMBER_COLUMNS)
    x, y, width = (RIGHT - len(text) * Font.BOLD.width) // 2, NUMBER_ROW, len(text) * Font.BOLD.width
    _mark(canvas, (x - 14, y + 6), option, view)
    canvas.text(x, y + 2, text, Font.BOLD)
    canvas.draw.rectangle((x - 4, y, x + width + 2, y + 15), outline=LIT)
    legend(canvas, _keys(view, translations, CROSS))


def _board(canvas: Canvas, view: Question, translations: Translations) -> None:
    """Draw the question, its answer below it, what the game asks for, and the news.

    If that needs too many rows, the answer is beside the question, or the news is left out.
    """
    asks, text = _asks(view, translations), label(view.navigator.option, view.players, translations, view.marks)
    lines = wrap(view.ask, COLUMNS) if view.ask not in {view.who, asks} else []
    beside = (len(asks) + 1) * Font.SMALL.width
    is_full = len(lines) + 2 + (view.news is not None) > len(ROWS)
    fits_beside = beside + LABEL_X + len(text) * Font.SMALL.width <= RIGHT
    x, y = (beside, ROWS[0]) if is_full and fits_beside else (0, ROWS[1])
    canvas.text(0, ROWS[0], asks)
    _mark(canvas, (x + 3, y + 2), view.navigator.option, view)
    canvas.text(x + LABEL_X, y, text)
    free = [row for row in ROWS if row > y]
    for row, line in zip(free, lines, strict=False):
        canvas.text(0, row, line)
    if view.news is not None and len(lines) < len(free):
        _news(canvas, ROWS[-1], view.news)
    legend(canvas, _keys(view, translations, CROSS))


def _grid(canvas: Canvas, view: Question, translations: Translations) -> None:
    """Draw every cell, each in its row and column."""
    for option in view.navigator.options:
        step, text = option.step, label(option, view.players, translations, view.marks)
        x, y = step.x * CELL_WIDTH, ROWS[step.y]
        canvas.text(x + 3, y, text)
        if option is view.navigator.option:
            canvas.invert(x, y, CELL_WIDTH - 3, BAR_HEIGHT)
    legend(canvas, _keys(view, translations, CROSS))


def wrapped(paragraphs: Iterable[str]) -> list[str]:
    """Return paragraphs broken into the lines of a display."""
    return [line for paragraph in paragraphs for line in wrap(paragraph, COLUMNS)]


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
    """Draw the visible lines; an arrow in the last line shows whether there are more below, or only above."""
    canvas = Canvas()
    title(canvas, view.title)
    for y, line in zip(ROWS, view.lines[view.top :], strict=False):
        canvas.text(0, y, line)
    if len(view.lines) <= len(ROWS):
        legend(canvas, hints)
        return canvas.image
    onward = ARROWS[Direction.DOWN if view.top + len(ROWS) < len(view.lines) else Direction.UP]
    canvas.icon(RIGHT - len(onward[1]), LEGEND + 1, onward)
    legend(canvas, [Hint(UP_DOWN, translations("legend.read")), *hints], RIGHT - ARROW_ROOM)
    return canvas.image
