"""House data at the panel: look at what is known, and enter an evaluation card of Insider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import GAMES
from engine.acts import OPEN, Act
from engine.game import Setup
from engine.insider.cards import EVERY_SIZE, any_card
from engine.steps import number
from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.lookup import owner_data_of
from firmware_py.ui.navigator import Path
from firmware_py.ui.screens import QuestionScreen, entry

if TYPE_CHECKING:
    from firmware_py.ui.screen_stack import ScreenStack


def house(stack: ScreenStack) -> None:
    """Ask what of the house data is wanted."""
    asks = "desk.ask-house"
    paths = [
        Path((entry(asks, game, say("desk.house-of", game=say(f"{game}.name"))),), Act(None, "show", (game,)))
        for game in owner_data.GAMES
    ]
    paths.append(Path((entry(asks, "card", say("desk.enter-card")),), Act(None, "card")))

    def take(act: Act) -> None:
        if act.verb == "card":
            _enter_card(stack)
        else:
            _show(stack, act.args[0])

    stack.push(QuestionScreen(stack.translations, stack.translations("desk.house"), paths, take, stack.pop))


def _show(stack: ScreenStack, game: str) -> None:
    translations = stack.translations
    try:
        text = owner_data_of(game).show(owner_data.load(game, translations), translations).splitlines()
    except UserError as complaint:
        text = str(complaint).splitlines()
    stack.tell(translations(f"{game}.name"), text)


class EnteringCard(QuestionScreen):
    """The walk to an evaluation card: its size, then value by value, as in a match."""

    def __init__(self, stack: ScreenStack) -> None:
        """Begin with the number of tables."""
        self._stack = stack
        self._rules = GAMES["insider"].rules()
        self._state = self._rules.start(Setup("insider", ("1", "2", "3", "4")))
        paths = [
            Path((number(say("insider.ask-size"), size, EVERY_SIZE[2]),), any_card(size)) for size in EVERY_SIZE
        ]
        super().__init__(stack.translations, stack.translations("desk.enter-card"), paths, self._go_on, stack.pop)

    def _go_on(self, act: Act) -> None:
        said: Act | None = act
        while said is not None and OPEN in said.args:
            said = self.navigator.go_on(self._rules.answers(self._state, said))
        if said is not None:
            self._stack.pop()
            _learn(self._stack, said)


def _enter_card(stack: ScreenStack) -> None:
    stack.push(EnteringCard(stack))


def _learn(stack: ScreenStack, act: Act) -> None:
    """Keep a card that was entered, and say so."""
    translations = stack.translations
    try:
        memory = owner_data.memory_of("insider", translations)
        wrong = memory.follow([act])
    except UserError as complaint:
        stack.tell(translations("box.not-saved"), [str(complaint)])
        return
    text = translations("desk.card-kept", card=" ".join(act.args)) if wrong is None else translations.text(wrong)
    stack.tell(translations("desk.enter-card"), [text])
