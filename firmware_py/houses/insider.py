"""Insider's house data: the depth of the cellar, and a catalogue of evaluation cards that learns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import OPEN, Act
from engine.insider.cards import EVERY_SIZE, OF_EACH_SIZE, card_act, read_card, read_size
from engine.insider.house import House, correct, learn, of_size
from engine.insider.house import read_house as read
from engine.steps import Answer, choice
from engine.verdicts import Sentence, say
from firmware_py import houses
from firmware_py.box import Memory

if TYPE_CHECKING:
    from engine.insider import State
    from firmware_py.words import Words

__all__ = ["STAND_IN", "Cards", "read", "show", "write"]

STAND_IN = House()


def write(house: House) -> str:
    """Write a house as TOML."""
    lines = [
        "# Insider: what the owner has read off the box. What to do with it: sideline house insider --help",
        "",
        "[board]",
        f"verified = {_word(house.board.verified)}  # true once somebody has compared it with the board",
        f"cellar = {house.board.cellar}  # the lowest step of the stair; the shoes are 0",
    ]
    for entry in house.cards:
        lines += [
            "",
            "[[cards]]",
            f"values = [{', '.join(map(str, entry.card.values))}]",
            f"corner = {entry.card.corner}",
            f"verified = {_word(entry.verified)}",
        ]
    return "\n".join(lines) + "\n"


def _word(verified: bool) -> str:  # noqa: FBT001 - a value of the file
    return "true" if verified else "false"


def show(house: House, words: Words) -> str:
    """Show a house to people."""
    mark = {True: words("house.verified"), False: words("house.unverified")}
    lines = [words("house.cellar", step=house.board.cellar, mark=mark[house.board.verified])]
    for size in EVERY_SIZE:
        known = [entry for entry in house.cards if len(entry.card.values) == size]
        lines.append(words("house.cards", size=size, known=len(known), most=OF_EACH_SIZE))
        lines += [f"  {entry.card.face}  ({mark[entry.verified]})" for entry in known]
    return "\n".join(lines) + "\n"


class Cards(Memory):
    """The catalogue in use: it offers the cards that are known, and learns those that turn up (IR-35)."""

    def __init__(self, house: House) -> None:
        """Begin with what is known."""
        self.house = house
        self._before = house
        """What was known before the last card."""
        self._learnt: Act | None = None

    def recall(self, act: Act) -> list[Answer]:
        """Offer the known cards of a size."""
        if act.verb != "card" or act.args[1:] != (OPEN, "/", OPEN):
            return []
        asks = say("insider.ask-card")
        return [
            Answer(choice(asks, str(card), say("insider.face", face=card.face)), card_act(card))
            for card in of_size(self.house, read_size(act.args))
        ]

    def learn(self, state: State, act: Act) -> Sentence | None:
        """Remember a card that was turned up, or put one right."""
        self._learnt, self._before = act, self.house
        if act.verb == "card":
            known = learn(self.house, read_card(act.args))
            if known is None:
                return say("insider.catalogue-full", size=read_size(act.args), most=OF_EACH_SIZE)
            return self._keep(known)
        if act.verb == "fix" and act.args[0] == "card" and state.inn.card is not None:
            right = read_card(act.args[1:])
            known = correct(self.house, state.inn.card, right)
            return self._keep(learn(known, right) or known)
        return None

    def forget(self, act: Act) -> None:
        """Take back the last card if it was undone."""
        if act == self._learnt:
            self._keep(self._before)

    def _keep(self, house: House) -> Sentence | None:
        if house == self.house:
            return None
        self.house = house
        try:
            houses.save("insider", house)
        except OSError as error:
            return say("house.cannot-save", reason=error.strerror or str(error))
        return None
