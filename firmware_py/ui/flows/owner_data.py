"""Owner data at the panel: look at what is known, and enter what can be entered with six keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import OPEN, Act
from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.lookup import owner_data_of
from firmware_py.ui.navigator import Path, as_paths
from firmware_py.ui.screens import QuestionScreen, entry

if TYPE_CHECKING:
    from firmware_py.games.box_entry import BoxEntry
    from firmware_py.ui.screen_stack import ScreenStack


def house(stack: ScreenStack) -> None:
    """Ask what of the owner data is wanted."""
    asks, games = "desk.ask-house", owner_data.games()
    entries = {game: found for game in games if (found := owner_data_of(game).box_entry()) is not None}
    paths = [
        Path((entry(asks, game, say("desk.house-of", game=say(f"{game}.name"))),), Act(None, "look", (game,)))
        for game in games
    ]
    paths += [
        Path((entry(asks, found.name, found.title),), Act(None, "enter", (game,)))
        for game, found in entries.items()
    ]

    def take(act: Act) -> None:
        (game,) = act.args
        if act.verb == "enter":
            stack.push(EntryScreen(stack, game, entries[game]))
        else:
            _show(stack, game)

    stack.push(QuestionScreen(stack.translations, stack.translations("desk.house"), paths, take, stack.pop))


def _show(stack: ScreenStack, game: str) -> None:
    translations = stack.translations
    try:
        text = owner_data_of(game).show(owner_data.load(game, translations), translations).splitlines()
    except UserError as complaint:
        text = str(complaint).splitlines()
    stack.tell(translations(f"{game}.name"), text)


class EntryScreen(QuestionScreen):
    """The questions of an entry, one after the other."""

    def __init__(self, stack: ScreenStack, game: str, entered: BoxEntry) -> None:
        """Begin with the first question."""
        self._stack, self._game, self._entry = stack, game, entered
        title = stack.translations.text(entered.title)
        super().__init__(stack.translations, title, as_paths(entered.first), self._go_on, stack.pop)

    def _go_on(self, act: Act) -> None:
        said: Act | None = act
        while said is not None and OPEN in said.args:
            said = self.navigator.go_on(self._entry.answers(said))
        if said is not None:
            self._stack.pop()
            self._keep(said)

    def _keep(self, act: Act) -> None:
        """Keep what was entered, and say so."""
        stack, translations = self._stack, self._stack.translations
        try:
            wrong = owner_data.memory_of(self._game, translations).follow([act])
        except UserError as complaint:
            stack.tell(translations("box.not-saved"), [str(complaint)])
            return
        stack.tell(translations.text(self._entry.title), [translations.text(wrong or self._entry.kept(act))])
