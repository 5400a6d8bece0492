"""The stored matches: list them, go on with one, show its details, delete it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PIL import Image

from engine.colours import marks_of
from engine.verdicts import Sentence, say
from firmware_py.display.cover import cover
from firmware_py.games.lookup import display_of
from firmware_py.games.standings import standing_lines, standing_of
from firmware_py.games.views import TableView
from firmware_py.i18n.sentences import game_title, pair
from firmware_py.storage.journal import Entry, JournalFault, Status
from firmware_py.storage.match_store import UnreadableMatch, moves_of, restore_match
from firmware_py.ui.flows.match import resume
from firmware_py.ui.match.phrases import name_forms
from firmware_py.ui.screens.choices import entries, entry
from firmware_py.ui.screens.question import ChoiceScreen
from firmware_py.ui.stack.screen_stack import ScreenStack

MOST_LISTED = 50
LABEL_COLUMNS = 18
"""The most characters that fit wherever an answer is shown."""


def title_of(kept: Entry) -> Sentence:
    """Return the title of a match: its number and game."""
    return pair(kept.number, game_title(kept.setup.game))


def label_of(stack: ScreenStack, kept: Entry) -> Sentence:
    """Return the label of a match in a list: number, game and all names, as short as the display needs them."""
    title = title_of(kept)
    room = LABEL_COLUMNS - len(stack.translations.text(title)) - 1
    initials = tuple(name[:1] for name in kept.players)
    forms = (*name_forms(kept.players)[:-1], initials)
    names = next((" ".join(form) for form in forms if len(" ".join(form)) <= room), "")
    return pair(title, names) if names else title


def picture_of(stack: ScreenStack, kept: Entry) -> Callable[[str], Image.Image]:
    """Return a function that draws the table of a stored match, or the cover if it is unreadable."""

    def draw(_value: str) -> Image.Image:
        try:
            match = restore_match(stack.journal, kept).match
        except (UnreadableMatch, JournalFault):
            return cover(stack.translations)
        marks = marks_of(match.setup)
        view = TableView(match.state, match.names, stack.translations.naming(match.names, marks), marks=marks)
        picture: Image.Image = display_of(kept.setup.game).draw(view)
        return picture

    return draw


def matches(stack: ScreenStack, *states: Status) -> None:
    """Show a list of the matches with some status, the latest first."""
    entries_listed = {str(kept.number): kept for kept in stack.journal.entries(*states)[:MOST_LISTED]}
    asks = "home.ask-match"
    choices = [
        entry(asks, number, label_of(stack, kept), partial(_one, stack, kept))
        for number, kept in entries_listed.items()
    ]
    title = say("home.parked" if Status.PARKED in states else "home.finished", count=len(choices))
    stack.push(
        ChoiceScreen(
            stack.translations,
            title,
            choices,
            stack.pop,
            picture=lambda number: picture_of(stack, entries_listed[number])(number),
        )
    )


def _one(stack: ScreenStack, kept: Entry) -> None:
    """Ask what to do with a match."""

    def go_on() -> None:
        resume(stack, kept)

    ways: dict[str, Callable[[], None]] = {
        "go-on": go_on,
        "details": lambda: stack.tell(title_of(kept), details(stack, kept)),
        "forget": lambda: _forget(stack, kept),
    }
    if kept.status is Status.OVER:
        ways["look-at"] = ways.pop("go-on")
    asks = "home.ask-with-match"
    names = [name for name in ("go-on", "look-at", "details", "forget") if name in ways]
    choices = entries(asks, "home", {name: ways[name] for name in names})
    stack.push(
        ChoiceScreen(stack.translations, title_of(kept), choices, stack.pop, picture=picture_of(stack, kept))
    )


def details(stack: ScreenStack, kept: Entry) -> list[Sentence]:
    """Return the lines about a match: players, number of acts, standing, last act."""
    text = [say("home.who", players=kept.players), say("home.acts", count=moves_of(stack.journal, kept.number))]
    game, ended = kept.setup.game, stack.journal.result(kept.number)
    try:
        match, notice = restore_match(stack.journal, kept)
    except UnreadableMatch as error:
        lines = [] if ended is None else standing_lines(game, ended, kept.players)
        return [*text, *lines, error.why]
    text += standing_lines(game, *standing_of(match, ended))
    if ended is None and kept.last:
        text.append(say("home.last", act=kept.last))
    return text if notice is None else [*text, notice]


def _forget(stack: ScreenStack, kept: Entry) -> None:
    def forget() -> None:
        stack.store.delete(kept.number)
        stack.go_home()

    stack.ask(say("box.sure"), [say("home.forget-asks", number=kept.number)], forget, is_for_box=True)
