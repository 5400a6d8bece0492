"""Insider's house data: the depth of the cellar, and a catalogue of evaluation cards that learns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import OPEN, Act
from engine.insider.cards import EVERY_SIZE, OF_EACH_SIZE, card_act, read_card, read_size
from engine.insider.house import House, board_tags, board_values, learn, of_size
from engine.insider.house import read_house as read
from engine.match import inner_of
from engine.steps import Answer, choice
from engine.verdicts import Sentence, say
from firmware_py.games import owner_data
from firmware_py.games.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.house import Fault
    from engine.insider.cards import Card
    from firmware_py.i18n.translations import Translations

__all__ = ["STAND_IN", "Cards", "doubts", "is_verified", "memory", "read", "show", "tags", "write"]

STAND_IN = House()


def write(house: House) -> str:
    """Write a house as TOML."""
    lines = [
        "# Insider: what the owner has read off the box. What to do with it: sideline house insider --help",
        *([] if house.cards else ["", "cards = []  # none; a file that says nothing of cards has the stand-in's"]),
        "",
        "[board]",
        f"verified = {str(house.board.verified).lower()}  # true once somebody has compared it with the board",
        f"cellar = {house.board.cellar}  # the lowest step of the stair; the shoes are 0",
    ]
    links = board_values(house.board).get("links")
    if isinstance(links, dict):
        lines += [
            "",
            "[board.links]  # squares of paths that have not two",
            *(f"{name} = {n}" for name, n in links.items()),
        ]
    for entry in house.cards:
        lines += [
            "",
            "[[cards]]",
            f"values = [{', '.join(map(str, entry.card.values))}]",
            f"corner = {entry.card.corner}",
            f"verified = {str(entry.verified).lower()}",
        ]
    return "\n".join(lines) + "\n"


def show(house: House, translations: Translations) -> str:
    """Show a house to people."""
    mark = {True: translations("house.verified"), False: translations("house.unverified")}
    lines = [translations("house.cellar", step=house.board.cellar, mark=mark[house.board.verified])]
    links = board_values(house.board).get("links")
    shown = [f"{name} {n}" for name, n in links.items()] if isinstance(links, dict) else []
    lines.append(
        translations(
            "house.paths",
            links=", ".join(shown) or translations("house.no-paths"),
            mark=mark[house.board.verified],
        )
    )
    for size in EVERY_SIZE:
        known = [entry for entry in house.cards if len(entry.card.values) == size]
        lines.append(translations("house.cards", size=size, known=len(known), most=OF_EACH_SIZE))
        lines += [f"  {entry.card.face}  ({mark[entry.verified]})" for entry in known]
    return "\n".join(lines) + "\n"


def doubts(_house: House) -> list[Fault]:
    """Return no doubts: the rule sheet fixes nothing of the board and the cards but the stand-ins."""
    return []


def is_verified(house: House) -> bool:
    """Tell whether all of it was compared with the real box."""
    return house.board.verified and all(entry.verified for entry in house.cards)


def tags(house: House) -> dict[str, str]:
    """Make the tags that a record needs to be replayed elsewhere."""
    return board_tags(house.board)


def memory(house: House) -> Memory:
    """Give the catalogue that learns."""
    return Cards(house)


class Cards(Memory):
    """The catalogue in use: it offers the cards that are known, and learns those that turn up (IR-35).

    What is known follows from the catalogue as it was when the match came onto the table and the acts that stand
    in it, so that an undone card is forgotten, and one that was put right was never there.
    """

    def __init__(self, house: House) -> None:
        """Begin with what is known."""
        self.house = self._before = self._on_disk = house

    def recall(self, act: Act) -> list[Answer]:
        """Offer the known cards of a size."""
        if act.verb != "card" or act.args[1:] != (OPEN, "/", OPEN):
            return []
        asks = say("insider.ask-card")
        return [
            Answer(choice(asks, str(card), say("insider.face", face=card.face)), card_act(card))
            for card in of_size(self.house, read_size(act.args))
        ]

    def follow(self, acts: Sequence[Act], *, is_whole: bool = True) -> Sentence | None:
        """Learn the cards that were turned up in a match, as they were put right."""
        turned_up = turned_up_in(acts, is_whole=is_whole)
        learnt, too_many = _learn(self._before, turned_up)
        wrong = None
        if learnt != self.house:
            wrong = self._keep(learnt, turned_up)
        is_card = bool(acts) and "card" in {acts[-1].verb, *acts[-1].args[:2]}
        if wrong is None and is_card and turned_up[-1:] == too_many[-1:] != []:
            size = len(too_many[-1].values)
            return say("insider.catalogue-full", size=size, most=OF_EACH_SIZE)
        return wrong

    def _keep(self, house: House, turned_up: list[Card]) -> Sentence | None:
        self.house = house
        try:
            found = self._look()
            if found != self._on_disk:  # somebody else has written meanwhile, perhaps an import
                self._before = found
                self.house, _ = _learn(found, turned_up)
            owner_data.save("insider", self.house)
        except OSError as error:
            return say("house.cannot-save", reason=error.strerror or str(error))
        self._on_disk = self.house
        return None

    def _look(self) -> House:
        """Read what is on the disk; if that cannot be understood, the next start will complain."""
        house: House | None = owner_data.look("insider")
        return self._on_disk if house is None else house


def turned_up_in(acts: Sequence[Act], *, is_whole: bool = True) -> list[Card]:
    """List the cards that were turned up; one that was put right is listed as it is right.

    Evaluations are counted only if the acts are those of a whole match; else a card of the past is one more.
    """
    cards: list[Card] = []
    evaluated: list[int] = []
    """For each evaluation, also the one to come: which of the cards it is about."""
    is_bomb = is_bombed = False
    for act in acts:
        match inner_of(act):
            case Act(verb="card", args=translations):
                if is_bombed:  # the card before this one went under the pile
                    evaluated.pop()
                is_bombed = False
                evaluated.append(len(cards))
                cards.append(read_card(translations))
            case Act(verb="play", args=(_, _, use, *_)):
                is_bomb = use == "bomb"
            case Act(verb="bomb"):
                is_bombed = True
            case Act(verb="unopposed"):
                is_bombed = is_bomb
            case Act(verb="fix", args=("card", *translations)) if cards:
                cards[-1] = read_card(tuple(translations))
            case Act(verb="fix", args=("round", number, "card", *translations)):
                if is_whole:
                    cards[evaluated[int(number) - 1]] = read_card(tuple(translations))
                else:
                    cards.insert(0, read_card(tuple(translations)))
    return cards


def _learn(house: House, cards: list[Card]) -> tuple[House, list[Card]]:
    """Add cards to a catalogue; gives those too for which there was no room."""
    too_many = []
    for card in cards:
        known = learn(house, card)
        if known is None:
            too_many.append(card)
        else:
            house = known
    return house, too_many
