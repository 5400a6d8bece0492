"""The two pictures of a match screen, and its view model.

`MatchView` holds everything that is shown; the rest are pure functions of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from engine.acts import Act
from engine.colours import marks_of
from engine.match import Match
from engine.verdicts import Refusal, Sentence, player, say
from firmware_py.display.prompt import BACK_KEY, OK_KEY, Hint, Pages, Question, pages, question, wrapped
from firmware_py.display.shapes import Shape
from firmware_py.games.contract import Display
from firmware_py.games.drawing import large
from firmware_py.games.views import TableView
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match.phrases import news_hint, outcome
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.news import News, NewsKind
from firmware_py.ui.screens.view_model import Message, ViewModel, question_of


class MatchView(NamedTuple):
    """A match and the state of its screen."""

    match: Match[object]
    translations: Translations
    pictures: Display
    """The module that draws the table of this game."""
    navigator: Navigator | None
    dialog: Dialog | None
    speakers: tuple[int, ...]
    """The seats that the keys answer for."""
    is_home: bool
    """The navigator asks for the next act of the game: not the menu, not a seat out of turn."""
    shows_table: bool
    """The table is shown on the only display."""
    displays: int
    hints: bool
    news: News | None
    tip: str | None
    """The rule whose text is offered."""
    totals: Callable[[], list[Sentence]]
    """Returns the totals of the series; called only at the end of a match, because it reads the journal."""
    scrolled: int
    """How many lines the result of the match is scrolled."""
    no_hint: Refusal | None
    """Why the player who is asked gets no hint; None if there is one."""


def table(view: MatchView) -> Image.Image:
    """Draw the table display."""
    dialog, marked, state = view.dialog, frozenset[str](), preview(view)
    spot = view.navigator.spot if view.navigator is not None and dialog is None else None
    cursor, hollow = (spot.step.value, spot.hollow) if spot is not None else (None, False)
    if dialog is not None:
        marked = dialog.marked if dialog.blinks % 2 == 0 else marked
        state = dialog.notice.scenes[0].state if dialog.notice.scenes else state
    table_view = TableView(
        state,
        view.match.names,
        view.translations,
        cursor,
        hollow,
        marked,
        _chosen(view.navigator),
        view.hints,
        marks_of(view.match.setup),
    )
    return view.pictures.draw(table_view)


def large_table(view: MatchView) -> Image.Image:
    """Draw the large table picture: standings and whose turn it is."""
    match = view.match
    table_view = TableView(match.state, match.names, view.translations, marks=marks_of(match.setup))
    return large.draw(match.setup.game, match.rules, table_view)


def _chosen(navigator: Navigator | None) -> tuple[str, ...]:
    """Return the values answered so far, and the one under the cursor of a list."""
    if navigator is None:
        return ()
    answered = [*navigator.answered, *([navigator.option] if navigator.shape is Shape.LIST else [])]
    return tuple(option.step.value for option in answered)


def preview(view: MatchView) -> object:
    """Return the state to draw: the current one, or a preview of the correction being entered."""
    leaf = None if view.navigator is None else view.navigator.option.paths[0].leaf
    return view.pictures.preview(view.match.state, leaf) if isinstance(leaf, Act) else view.match.state


def prompt(view: MatchView) -> Image.Image:
    """Draw the prompt display."""
    if view.shows_table:
        return table(view)
    if view.dialog is not None:
        return view.dialog.picture(view.translations, displays=view.displays)
    if view.navigator is None:
        hints = [Hint(OK_KEY, view.translations("legend.new")), Hint(BACK_KEY, view.translations(_leave(view)))]
        return pages(result(view), hints, view.translations)
    ask, navigator, text = _ask(view), view.navigator, view.translations.text
    is_about_keys = view.news is not None and view.news.kind is NewsKind.KEYS
    news = view.news if view.is_home or is_about_keys else None
    is_asked = view.is_home or navigator.speaker is not None
    asked = Question(
        text(_who(view, ask, navigator)),
        text(ask) if is_asked else "",
        navigator,
        view.match.names,
        None if news is None else news_hint(news, view.translations),
        _leave(view),
        view.hints,
        held=_held(view),
        can_undo=view.match.undoable > 0,
        has_question=view.match.ask().who is not None,
        marks=marks_of(view.match.setup),
    )
    return question(asked, view.translations)


def view_model(view: MatchView) -> ViewModel:
    """Return the prompt as values."""
    message = None if view.dialog is None else view.dialog.message()
    if view.navigator is None:
        end = Message(say("box.over"), tuple(_outcome(view)), "legend.new", _leave(view), is_end=True)
        return ViewModel(end.title, shape="end", names=view.match.names, message=message or end)
    ask, navigator = _ask(view), view.navigator
    title, is_first = _who(view, ask, navigator), navigator.at_root and view.is_home
    asks = navigator.option.step.asks
    is_told = is_first and title != ask
    asked = question_of(navigator, title, ask if is_told else asks, view.match.names)
    return asked._replace(
        marks=marks_of(view.match.setup),
        message=message,
        news=view.news,
        can_hint=view.no_hint is None,
        is_first=is_first,
        asks=asks if is_told else None,
    )


def result(view: MatchView) -> Pages:
    """Return the result of the match as pages of text."""
    lines = wrapped(map(capital, map(view.translations.text, _outcome(view))))
    return Pages(view.translations("box.over"), tuple(lines), view.scrolled)


def _outcome(view: MatchView) -> list[Sentence]:
    return outcome(view.match, [*view.pictures.summary(view.match.state), *view.totals()])


def _ask(view: MatchView) -> Sentence:
    """Return the question of the game, marked if a seat acts out of turn."""
    ask = view.match.ask().what
    return say("box.out-of-turn", ask=ask) if _is_out_of_turn(view) else ask


def _is_out_of_turn(view: MatchView) -> bool:
    return not set(view.speakers) <= set(view.match.ask().seats)


def _who(view: MatchView, ask: Sentence, navigator: Navigator) -> Sentence:
    """Return the title: the name of the seat that acts, or the question if several seats may act."""
    speaker = navigator.speaker
    if view.is_home and (speaker is None or (navigator.at_root and len(view.speakers) > 1)):
        return ask
    return say("box.menu") if speaker is None else player(speaker)


def _held(view: MatchView) -> str:
    """Return the key of the label for ok, held: a rule is explained, or what is allowed is listed."""
    return "legend.rule" if view.is_home and view.tip is not None else "legend.allowed"


def _leave(view: MatchView) -> str:
    """Return the key of the label for back at the first question."""
    if not view.is_home or _is_out_of_turn(view):
        return "legend.back"
    return "legend.table" if view.displays == 1 else "legend.menu"
