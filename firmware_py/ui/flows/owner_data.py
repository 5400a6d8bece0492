"""Owner data at the panel: show it, and enter the parts that six keys can enter."""

from __future__ import annotations

from functools import partial

from PIL import Image

from engine.acts import OPEN, Act
from engine.verdicts import say
from firmware_py.display.cover import cover
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.box_entry import BoxEntry
from firmware_py.games.lookup import owner_data_of
from firmware_py.games.owner_data import Section
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Leaf, as_paths
from firmware_py.ui.screens.choices import entry
from firmware_py.ui.screens.question import ChoiceScreen, NavigatorScreen
from firmware_py.ui.stack.screen_stack import ScreenStack


def show_owner_data(stack: ScreenStack) -> None:
    """Show a list of the owner data to look at or to enter."""
    asks, games = "home.ask-my-copy", owner_data.games()
    choices = [entry(asks, game, say(f"{game}.name"), partial(_show, stack, game)) for game in games]
    choices += [
        entry(asks, found.name, found.title, partial(_enter, stack, found))
        for game in games
        for found in owner_data_of(game).BOX_ENTRIES
    ]
    stack.push(ChoiceScreen(stack.translations, say("home.my-copy"), choices, stack.pop))


def _enter(stack: ScreenStack, found: type[BoxEntry]) -> None:
    try:
        stack.push(EntryScreen(stack, found()))
    except UserError as error:
        stack.tell(found.title, error.why)


def _show(stack: ScreenStack, game: str) -> None:
    try:
        sections = owner_data_of(game).show(owner_data.load(game))
    except UserError as error:
        sections = [Section(fault) for fault in error.why]
    stack.tell(say(f"{game}.name"), [line for head, items in sections for line in (head, *items)])


class EntryScreen(NavigatorScreen):
    """The questions of one entry of owner data."""

    def __init__(self, stack: ScreenStack, entered: BoxEntry) -> None:
        """Begin with the first question."""
        self._stack, self._entry = stack, entered
        super().__init__(
            stack.translations, entered.title, self._first(), self._go_on, self._back, picture=self._draw
        )

    def _first(self) -> Navigator:
        answers = self._entry.first()
        return Navigator(as_paths(answers), {answer.act for answer in answers})

    def _draw(self, leaf: Leaf) -> Image.Image:
        found = self._entry.picture(leaf) if isinstance(leaf, Act) else None
        return cover(self._stack.translations) if found is None else found

    def _back(self) -> None:
        """Take the last act back, or leave if nothing was entered."""
        if self._entry.undo():
            self.navigator = self._first()
        else:
            self._stack.pop()

    def _go_on(self, leaf: Leaf) -> None:
        complete: Leaf | None = leaf
        while isinstance(complete, Act) and OPEN in complete.args:
            complete = self.navigator.go_on(self._entry.answers(complete))
        if isinstance(complete, Act):
            self._store(complete)

    def _store(self, act: Act) -> None:
        """Store what was entered, tell what there is to tell, and ask again if there is more."""
        try:
            taken = self._entry.take(act)
        except OSError as error:
            why = say("my-copy.cannot-save", reason=error.strerror or str(error))
            self._stack.tell(say("box.not-saved"), [why])
            return
        except UserError as error:
            self._stack.tell(say("box.not-saved"), error.why)
            return
        if taken.is_done:
            self._stack.pop()
        else:
            self.navigator = self._first()
        if taken.told:
            self._stack.tell(self._entry.title, taken.told)
