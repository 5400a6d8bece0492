"""Owner data at the panel: show it, and enter the parts that six keys can enter."""

from __future__ import annotations

from functools import partial

from engine.acts import OPEN, Act
from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.box_entry import BoxEntry
from firmware_py.games.lookup import eye_of, owner_data_of
from firmware_py.games.owner_data import Section
from firmware_py.ui.flows.eye_lesson import teach
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Leaf, as_paths
from firmware_py.ui.screens.choices import entry
from firmware_py.ui.screens.question import ChoiceScreen, NavigatorScreen
from firmware_py.ui.stack.screen_stack import ScreenStack


def show_owner_data(stack: ScreenStack) -> None:
    """Show a list of the owner data to look at or to enter."""
    asks, games = "home.ask-my-copy", owner_data.games()
    found_entries = {game: found for game in games if (found := owner_data_of(game).box_entry()) is not None}
    choices = [entry(asks, game, say(f"{game}.name"), partial(_show, stack, game)) for game in games]
    choices += [
        entry(asks, found.name, found.title, partial(_enter, stack, game, found))
        for game, found in found_entries.items()
    ]
    if not stack.services.eye.why:
        choices += [
            entry(asks, f"eye-{game}", module.LESSON, partial(teach, stack, game))
            for game in games
            if (module := eye_of(game)) is not None
        ]
    stack.push(ChoiceScreen(stack.translations, say("home.my-copy"), choices, stack.pop))


def _enter(stack: ScreenStack, game: str, found: BoxEntry) -> None:
    stack.push(EntryScreen(stack, game, found))


def _show(stack: ScreenStack, game: str) -> None:
    try:
        sections = owner_data_of(game).show(owner_data.load(game))
    except UserError as error:
        sections = [Section(fault) for fault in error.why]
    stack.tell(say(f"{game}.name"), [line for head, items in sections for line in (head, *items)])


class EntryScreen(NavigatorScreen):
    """The questions of one entry of owner data."""

    def __init__(self, stack: ScreenStack, game: str, entered: BoxEntry) -> None:
        """Begin with the first question."""
        self._stack, self._game, self._entry = stack, game, entered
        navigator = Navigator(as_paths(entered.first), {answer.act for answer in entered.first})
        super().__init__(stack.translations, entered.title, navigator, self._go_on, stack.pop)

    def _go_on(self, leaf: Leaf) -> None:
        complete: Leaf | None = leaf
        while isinstance(complete, Act) and OPEN in complete.args:
            complete = self.navigator.go_on(self._entry.answers(complete))
        if isinstance(complete, Act):
            self._stack.pop()
            self._keep(complete)

    def _keep(self, act: Act) -> None:
        """Store the entered data and show a confirmation, or show the error."""
        try:
            wrong = owner_data.memory_of(self._game).follow([act])
        except UserError as error:
            self._stack.tell(say("box.not-saved"), error.why)
            return
        self._stack.tell(self._entry.title, [wrong or self._entry.kept(act)])
