"""House data at the panel: look at what is known, and enter an evaluation card of Insider."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from engine import GAMES
from engine.acts import OPEN, Act
from engine.game import Setup
from engine.insider.cards import EVERY_SIZE, any_card
from engine.steps import number
from engine.verdicts import say
from firmware_py import houses
from firmware_py.complaint import Complaint
from firmware_py.desk.screens import Choosing, entry
from firmware_py.panel.walk import Path

if TYPE_CHECKING:
    from firmware_py.desk import Desk


def house(desk: Desk) -> None:
    """Ask what of the house data is wanted."""
    asks = "desk.ask-house"
    paths = [
        Path((entry(asks, game, say("desk.house-of", game=say(f"{game}.name"))),), Act(None, "show", (game,)))
        for game in houses.GAMES
    ]
    paths.append(Path((entry(asks, "card", say("desk.enter-card")),), Act(None, "card")))

    def take(act: Act) -> None:
        if act.verb == "card":
            _enter_card(desk)
        else:
            _show(desk, act.args[0])

    desk.lay(Choosing(desk.words, desk.words("desk.house"), paths, take, desk.lift))


def _show(desk: Desk, game: str) -> None:
    words = desk.words
    try:
        text = import_module(f"firmware_py.houses.{game}").show(houses.load(game, words), words).splitlines()
    except Complaint as complaint:
        text = str(complaint).splitlines()
    desk.tell(words(f"{game}.name"), text)


class EnteringCard(Choosing):
    """The walk to an evaluation card: its size, then value by value, as in a match."""

    def __init__(self, desk: Desk) -> None:
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


def _enter_card(desk: Desk) -> None:
    desk.lay(EnteringCard(desk))


def _learn(desk: Desk, act: Act) -> None:
    """Keep a card that was entered, and say so."""
    words = desk.words
    try:
        memory = houses.memory_of("insider", words)
        wrong = memory.follow([act])
    except Complaint as complaint:
        desk.tell(words("box.not-saved"), [str(complaint)])
        return
    text = words("desk.card-kept", card=" ".join(act.args)) if wrong is None else words.text(wrong)
    desk.tell(words("desk.enter-card"), [text])
