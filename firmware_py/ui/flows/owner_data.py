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


def house(desk: ScreenStack) -> None:
    """Ask what of the house data is wanted."""
    asks = "desk.ask-house"
    paths = [
        Path((entry(asks, game, say("desk.house-of", game=say(f"{game}.name"))),), Act(None, "show", (game,)))
        for game in owner_data.GAMES
    ]
    paths.append(Path((entry(asks, "card", say("desk.enter-card")),), Act(None, "card")))

    def take(act: Act) -> None:
        if act.verb == "card":
            _enter_card(desk)
        else:
            _show(desk, act.args[0])

    desk.lay(QuestionScreen(desk.words, desk.words("desk.house"), paths, take, desk.lift))


def _show(desk: ScreenStack, game: str) -> None:
    words = desk.words
    try:
        text = owner_data_of(game).show(owner_data.load(game, words), words).splitlines()
    except UserError as complaint:
        text = str(complaint).splitlines()
    desk.tell(words(f"{game}.name"), text)


class EnteringCard(QuestionScreen):
    """The walk to an evaluation card: its size, then value by value, as in a match."""

    def __init__(self, desk: ScreenStack) -> None:
        """Begin with the number of tables."""
        self._desk = desk
        self._rules = GAMES["insider"].rules()
        self._state = self._rules.start(Setup("insider", ("1", "2", "3", "4")))
        paths = [
            Path((number(say("insider.ask-size"), size, EVERY_SIZE[2]),), any_card(size)) for size in EVERY_SIZE
        ]
        super().__init__(desk.words, desk.words("desk.enter-card"), paths, self._go_on, desk.lift)

    def _go_on(self, act: Act) -> None:
        said: Act | None = act
        while said is not None and OPEN in said.args:
            said = self.walk.go_on(self._rules.answers(self._state, said))
        if said is not None:
            self._desk.lift()
            _learn(self._desk, said)


def _enter_card(desk: ScreenStack) -> None:
    desk.lay(EnteringCard(desk))


def _learn(desk: ScreenStack, act: Act) -> None:
    """Keep a card that was entered, and say so."""
    words = desk.words
    try:
        memory = owner_data.memory_of("insider", words)
        wrong = memory.follow([act])
    except UserError as complaint:
        desk.tell(words("box.not-saved"), [str(complaint)])
        return
    text = words("desk.card-kept", card=" ".join(act.args)) if wrong is None else words.text(wrong)
    desk.tell(words("desk.enter-card"), [text])
