"""What is to be view of a match at a moment: the two pictures, and the question as plain values.

`Seen` holds what the box knows; everything else here is a function of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.acts import Act
from firmware_py.display.prompt import BACK_KEY, CHECK, INFO, OK_KEY, Hint, Pages, Question, pages, question
from firmware_py.display.shapes import Shape
from firmware_py.games.views import TableView
from firmware_py.ui.navigator import Navigator
from firmware_py.ui.phrases import outcome, wrapped
from firmware_py.ui.view_model import Message, ViewModel, question_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from engine.match import Match
    from firmware_py.games.contract import Display
    from firmware_py.i18n.translations import Translations
    from firmware_py.ui.dialog import Dialog


SIGNS: dict[tuple[str, ...], str] = {CHECK: "✓ ", BACK_KEY: "↶ "}
"""What stands for the icons before what was understood last."""


class MatchView(NamedTuple):
    """A match, and how far somebody is on the way to an act."""

    match: Match[Any]
    translations: Translations
    pictures: Display
    """The module that draws the table of this game."""
    navigator: Navigator | None
    dialog: Dialog | None
    speakers: tuple[int, ...]
    """The seats whose answers the keys give."""
    is_home: bool
    """The walk is that of the game, not of the menu or of somebody who speaks out of turn."""
    shows_table: bool
    """The one display there is shows the table."""
    displays: int
    hints: bool
    news: Hint | None
    """What was understood last."""
    tip: str | None
    """The rule whose text is offered."""
    totals: Callable[[], list[str]]
    """Tells how the series stands; the journal is asked only at the end of a match."""
    scrolled: int
    """How far the result of a game is scrolled."""


def table(view: MatchView) -> Image.Image:
    """Draw what everybody wants to see."""
    dialog, marked, state = view.dialog, frozenset[str](), preview(view)
    spot = view.navigator.spot if view.navigator is not None and dialog is None else None
    cursor, hollow = (spot.step.value, spot.hollow) if spot is not None else (None, False)
    if dialog is not None:
        marked = dialog.marked if dialog.blinks % 2 == 0 else marked
        state = dialog.scenes[0].state if dialog.scenes else state
    table_view = TableView(
        state, view.match.names, view.translations, cursor, hollow, marked, _chosen(view.navigator), view.hints
    )
    return view.pictures.draw(table_view)


def _chosen(navigator: Navigator | None) -> tuple[str, ...]:
    """List what was answered so far, and what a list points at."""
    if navigator is None:
        return ()
    answered = [*navigator.answered, *([navigator.option] if navigator.shape is Shape.LIST else [])]
    return tuple(option.step.value for option in answered)


def preview(view: MatchView) -> Any:
    """Give the position to show: as it is, or the one that a correction under way speaks of."""
    leaf = None if view.navigator is None else view.navigator.option.paths[0].leaf
    return view.pictures.preview(view.match.state, leaf) if isinstance(leaf, Act) else view.match.state


def prompt(view: MatchView) -> Image.Image:
    """Draw what the player at the keys wants to see."""
    if view.shows_table:
        return table(view)
    if view.dialog is not None:
        return view.dialog.picture(view.translations, displays=view.displays)
    if view.navigator is None:
        hints = [Hint(OK_KEY, view.translations("legend.new")), Hint(BACK_KEY, view.translations(_leave(view)))]
        return pages(result(view), hints, view.translations)
    ask, navigator = _ask(view), view.navigator
    news = view.news if view.is_home else None
    if view.is_home and view.tip is not None:
        news = Hint(INFO, view.translations("box.offer", rule=view.tip))
    asked = Question(_who(view, ask, navigator), ask, navigator, view.match.names, news, _leave(view), view.hints)
    return question(asked._replace(has_question=view.match.ask().who is not None), view.translations)


def view_model(view: MatchView) -> ViewModel:
    """Give the same as values."""
    message = None if view.dialog is None else view.dialog.message()
    if view.navigator is None:
        end = Message(view.translations("box.over"), tuple(_outcome(view)), "legend.new", _leave(view))
        return ViewModel(end.title, shape="end", names=view.match.names, message=message or end)
    ask, navigator = _ask(view), view.navigator
    text = ask if navigator.at_root and view.is_home else view.translations.text(navigator.option.step.asks)
    at_hand = question_of(navigator, _who(view, ask, navigator), text, view.match.names)._replace(message=message)
    if view.news is None:
        return at_hand
    return at_hand._replace(news=view.news.text, sign=SIGNS.get(view.news.icon, ""))


def result(view: MatchView) -> Pages:
    """Say who has won, and with how many points, on pages."""
    return Pages(view.translations("box.over"), tuple(wrapped(_outcome(view))), view.scrolled)


def _outcome(view: MatchView) -> list[str]:
    more = [*view.pictures.summary(view.match.state, view.translations), *view.totals()]
    return outcome(view.match, more, view.translations)


def _ask(view: MatchView) -> str:
    """Say what the box waits for."""
    ask = view.translations.text(view.match.ask().what)
    return view.translations("box.out-of-turn", ask=ask) if _is_out_of_turn(view) else ask


def _is_out_of_turn(view: MatchView) -> bool:
    return not set(view.speakers) <= set(view.match.ask().seats)


def _who(view: MatchView, ask: str, navigator: Navigator) -> str:
    """Tell whose moment it is; where anybody may speak, what the box waits for."""
    speaker = navigator.speaker
    if view.is_home and navigator.at_root and (len(view.speakers) > 1 or speaker is None):
        return ask
    return view.translations("box.table") if speaker is None else view.match.names[speaker - 1]


def _leave(view: MatchView) -> str:
    """Tell what back does at the root."""
    if not view.is_home or _is_out_of_turn(view):
        return "legend.back"
    return "legend.table" if view.displays == 1 else "legend.menu"
