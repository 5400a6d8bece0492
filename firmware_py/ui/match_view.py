"""What is to be seen of a match at a moment: the two pictures, and the question as plain values.

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
    lesson: str | None
    """The rule whose text is offered."""
    totals: Callable[[], list[str]]
    """Tells how the series stands; the journal is asked only at the end of a match."""
    scrolled: int
    """How far the result of a game is scrolled."""


def table(seen: MatchView) -> Image.Image:
    """Draw what everybody wants to see."""
    dialog, marked, state = seen.dialog, frozenset[str](), preview(seen)
    spot = seen.navigator.spot if seen.navigator is not None and dialog is None else None
    cursor, hollow = (spot.step.value, spot.hollow) if spot is not None else (None, False)
    if dialog is not None:
        marked = dialog.marked if dialog.blinks % 2 == 0 else marked
        state = dialog.scenes[0].state if dialog.scenes else state
    view = TableView(
        state, seen.match.names, seen.translations, cursor, hollow, marked, _chosen(seen.navigator), seen.hints
    )
    return seen.pictures.draw(view)


def _chosen(navigator: Navigator | None) -> tuple[str, ...]:
    """List what was answered so far, and what a list points at."""
    if navigator is None:
        return ()
    answered = [*navigator.answered, *([navigator.option] if navigator.shape is Shape.LIST else [])]
    return tuple(option.step.value for option in answered)


def preview(seen: MatchView) -> Any:
    """Give the position to show: as it is, or the one that a correction under way speaks of."""
    leaf = None if seen.navigator is None else seen.navigator.option.paths[0].leaf
    return seen.pictures.preview(seen.match.state, leaf) if isinstance(leaf, Act) else seen.match.state


def prompt(seen: MatchView) -> Image.Image:
    """Draw what the player at the keys wants to see."""
    if seen.shows_table:
        return table(seen)
    if seen.dialog is not None:
        return seen.dialog.picture(seen.translations, displays=seen.displays)
    if seen.navigator is None:
        hints = [Hint(OK_KEY, seen.translations("legend.new")), Hint(BACK_KEY, seen.translations(_leave(seen)))]
        return pages(result(seen), hints, seen.translations)
    ask, navigator = _ask(seen), seen.navigator
    news = seen.news if seen.is_home else None
    if seen.is_home and seen.lesson is not None:
        news = Hint(INFO, seen.translations("box.offer", rule=seen.lesson))
    view = Question(_who(seen, ask, navigator), ask, navigator, seen.match.names, news, _leave(seen), seen.hints)
    return question(view._replace(has_question=seen.match.ask().who is not None), seen.translations)


def view_model(seen: MatchView) -> ViewModel:
    """Give the same as values."""
    telling = None if seen.dialog is None else seen.dialog.telling()
    if seen.navigator is None:
        end = Message(seen.translations("box.over"), tuple(_outcome(seen)), "legend.new", _leave(seen))
        return ViewModel(end.title, shape="end", names=seen.match.names, telling=telling or end)
    ask, navigator = _ask(seen), seen.navigator
    text = ask if navigator.at_root and seen.is_home else seen.translations.text(navigator.option.step.asks)
    at_hand = question_of(navigator, _who(seen, ask, navigator), text, seen.match.names)._replace(telling=telling)
    if seen.news is None:
        return at_hand
    return at_hand._replace(news=seen.news.text, sign=SIGNS.get(seen.news.icon, ""))


def result(seen: MatchView) -> Pages:
    """Say who has won, and with how many points, on pages."""
    return Pages(seen.translations("box.over"), tuple(wrapped(_outcome(seen))), seen.scrolled)


def _outcome(seen: MatchView) -> list[str]:
    more = [*seen.pictures.summary(seen.match.state, seen.translations), *seen.totals()]
    return outcome(seen.match, more, seen.translations)


def _ask(seen: MatchView) -> str:
    """Say what the box waits for."""
    ask = seen.translations.text(seen.match.ask().what)
    return seen.translations("box.out-of-turn", ask=ask) if _is_out_of_turn(seen) else ask


def _is_out_of_turn(seen: MatchView) -> bool:
    return not set(seen.speakers) <= set(seen.match.ask().seats)


def _who(seen: MatchView, ask: str, navigator: Navigator) -> str:
    """Tell whose moment it is; where anybody may speak, what the box waits for."""
    speaker = navigator.speaker
    if seen.is_home and navigator.at_root and (len(seen.speakers) > 1 or speaker is None):
        return ask
    return seen.translations("box.table") if speaker is None else seen.match.names[speaker - 1]


def _leave(seen: MatchView) -> str:
    """Tell what back does at the root."""
    if not seen.is_home or _is_out_of_turn(seen):
        return "legend.back"
    return "legend.table" if seen.displays == 1 else "legend.menu"
