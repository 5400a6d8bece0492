"""What is to be seen of a match at a moment: the two pictures, and the question as plain values.

`Seen` holds what the box knows; everything else here is a function of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from firmware_py.display.prompt import BACK_KEY, CHECK, INFO, OK_KEY, Hint, Pages, Question, pages, question
from firmware_py.games.views import TableView
from firmware_py.ui.navigator import Navigator, Shape
from firmware_py.ui.phrases import outcome, wrapped
from firmware_py.ui.view_model import Message, ViewModel, question_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from engine.match import Match
    from firmware_py.i18n.translations import Translations
    from firmware_py.ui.dialog import Dialog


SIGNS: dict[tuple[str, ...], str] = {CHECK: "✓ ", BACK_KEY: "↶ "}
"""What stands for the icons before what was understood last."""


class MatchView(NamedTuple):
    """A match, and how far somebody is on the way to an act."""

    match: Match[Any]
    words: Translations
    pictures: Any
    """The module that draws the table of this game."""
    walk: Navigator | None
    notice: Dialog | None
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
    notice, marked, state = seen.notice, frozenset[str](), preview(seen)
    spot = seen.walk.spot if seen.walk is not None and notice is None else None
    cursor, hollow = (spot.step.value, spot.hollow) if spot is not None else (None, False)
    if notice is not None:
        marked = notice.marked if notice.blinks % 2 == 0 else marked
        state = notice.scenes[0].state if notice.scenes else state
    view = TableView(state, seen.match.names, seen.words, cursor, hollow, marked, _chosen(seen.walk), seen.hints)
    picture: Image.Image = seen.pictures.draw(view)
    return picture


def _chosen(walk: Navigator | None) -> tuple[str, ...]:
    """List what was answered so far, and what a list points at."""
    if walk is None:
        return ()
    answered = [*walk.answered, *([walk.option] if walk.shape is Shape.LIST else [])]
    return tuple(option.step.value for option in answered)


def preview(seen: MatchView) -> Any:
    """Give the position to show: as it is, or the one that a correction under way speaks of."""
    if seen.walk is None:
        return seen.match.state
    return seen.pictures.preview(seen.match.state, seen.walk.option.paths[0].act)


def prompt(seen: MatchView) -> Image.Image:
    """Draw what the player at the keys wants to see."""
    if seen.shows_table:
        return table(seen)
    if seen.notice is not None:
        return seen.notice.picture(seen.words, displays=seen.displays)
    if seen.walk is None:
        hints = [Hint(OK_KEY, seen.words("legend.new")), Hint(BACK_KEY, seen.words(_leave(seen)))]
        return pages(result(seen), hints, seen.words)
    ask, walk = _ask(seen), seen.walk
    news = seen.news if seen.is_home else None
    if seen.is_home and seen.lesson is not None:
        news = Hint(INFO, seen.words("box.offer", rule=seen.lesson))
    view = Question(_who(seen, ask, walk), ask, walk, seen.match.names, news, _leave(seen), seen.hints)
    return question(view._replace(has_question=seen.match.ask().who is not None), seen.words)


def asked(seen: MatchView) -> ViewModel:
    """Give the same as values."""
    telling = None if seen.notice is None else seen.notice.telling()
    if seen.walk is None:
        end = Message(seen.words("box.over"), tuple(_outcome(seen)), "legend.new", _leave(seen))
        return ViewModel(end.title, shape="end", names=seen.match.names, telling=telling or end)
    ask, walk = _ask(seen), seen.walk
    text = ask if walk.at_root and seen.is_home else seen.words.text(walk.option.step.asks)
    at_hand = question_of(walk, _who(seen, ask, walk), text, seen.match.names)._replace(telling=telling)
    if seen.news is None:
        return at_hand
    return at_hand._replace(news=seen.news.text, sign=SIGNS.get(seen.news.icon, ""))


def result(seen: MatchView) -> Pages:
    """Say who has won, and with how many points, on pages."""
    return Pages(seen.words("box.over"), tuple(wrapped(_outcome(seen))), seen.scrolled)


def _outcome(seen: MatchView) -> list[str]:
    more = [*seen.pictures.summary(seen.match.state, seen.words), *seen.totals()]
    return outcome(seen.match, more, seen.words)


def _ask(seen: MatchView) -> str:
    """Say what the box waits for."""
    ask = seen.words.text(seen.match.ask().what)
    return seen.words("box.out-of-turn", ask=ask) if _is_out_of_turn(seen) else ask


def _is_out_of_turn(seen: MatchView) -> bool:
    return not set(seen.speakers) <= set(seen.match.ask().seats)


def _who(seen: MatchView, ask: str, walk: Navigator) -> str:
    """Tell whose moment it is; where anybody may speak, what the box waits for."""
    speaker = walk.speaker
    if seen.is_home and walk.at_root and (len(seen.speakers) > 1 or speaker is None):
        return ask
    return seen.words("box.table") if speaker is None else seen.match.names[speaker - 1]


def _leave(seen: MatchView) -> str:
    """Tell what back does at the root."""
    if not seen.is_home or _is_out_of_turn(seen):
        return "legend.back"
    return "legend.table" if seen.displays == 1 else "legend.menu"
