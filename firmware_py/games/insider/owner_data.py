"""Insider's owner data: the squares of paths, the depth of the cellar, and a catalogue of cards that learns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import OPEN, Act
from engine.game import Setup
from engine.insider import answers, start
from engine.insider.cards import CORNERS as CARD_CORNERS
from engine.insider.cards import EVERY_SIZE, OF_EACH_SIZE, VALUES, any_card, card_act, read_card, read_size
from engine.insider.city import CORNERS, INNER, INSIDER, LENGTHS, LINKS, PLACES
from engine.insider.owner_data import CELLARS, OwnerData, board_tags, board_values, learn, of_size
from engine.insider.owner_data import read_owner_data as read
from engine.match import inner_of
from engine.steps import Answer, choice, number
from engine.verdicts import Sentence, say
from firmware_py.games import owner_data
from firmware_py.games.box_entry import BoxEntry
from firmware_py.games.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.insider.cards import Card
    from engine.owner_data import Fault, Place
    from firmware_py.i18n.translations import Translations

__all__ = [
    "PARTS",
    "STAND_IN",
    "Cards",
    "box_entry",
    "doubts",
    "form",
    "is_verified",
    "limits",
    "memory",
    "place_name",
]
__all__ += ["read", "show", "tags", "unknown", "write"]

STAND_IN = OwnerData()
PARTS = frozenset({"board", "cards"})
_WAYS = [f"{one}-{other}" for one, other in LINKS]


def write(house: OwnerData) -> str:
    """Return the data as TOML."""
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


def show(house: OwnerData, translations: Translations) -> str:
    """Return the data as text for people."""
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


def doubts(_house: OwnerData) -> list[Fault]:
    """Return no doubts: the rule sheet fixes nothing of the board and the cards but the stand-ins."""
    return []


def is_verified(house: OwnerData) -> bool:
    """Return whether all of it was compared with the real game."""
    return house.board.verified and all(entry.verified for entry in house.cards)


def tags(house: OwnerData) -> dict[str, str]:
    """Return the tags that a record needs to be replayed elsewhere."""
    return board_tags(house.board)


def memory(house: OwnerData) -> Memory:
    """Return the catalogue that learns."""
    return Cards(house)


def box_entry() -> BoxEntry:
    """Return the questions for an evaluation card: its size, then value by value, as in a match."""
    state, asks = start(Setup("insider", ("1", "2", "3", "4"))), say("insider.ask-size")
    return BoxEntry(
        "card",
        say("insider.enter-card"),
        [Answer(number(asks, size, EVERY_SIZE[2]), any_card(size)) for size in EVERY_SIZE],
        lambda act: answers(state, act),
        lambda act: say("insider.card-kept", card=" ".join(act.args)),
    )


# --- on the page


def form(house: OwnerData) -> dict[str, object]:
    """Return the data as the values of a file, with every path by its name."""
    board = house.board
    cards = [
        {"values": list(entry.card.values), "corner": entry.card.corner, "verified": entry.verified}
        for entry in house.cards
    ]
    links = dict(zip(_WAYS, board.lengths, strict=True))
    return {"board": {"verified": board.verified, "cellar": board.cellar, "links": links}, "cards": cards}


def limits() -> dict[str, object]:
    """Return what an editor may offer."""
    return {
        "places": list(PLACES),
        "insider": PLACES[INSIDER],
        "homes": list(CORNERS),
        "inner": list(INNER),
        "squares": owner_data.ends(LENGTHS),
        "cellar": owner_data.ends(CELLARS),
        "tables": owner_data.ends(EVERY_SIZE),
        "of_each_size": OF_EACH_SIZE,
        "values": owner_data.ends(VALUES),
        "corner": owner_data.ends(CARD_CORNERS),
    }


def unknown(house: OwnerData, translations: Translations) -> list[str]:
    """Return what nobody has compared with the real game, and how many cards are missing."""
    told = [] if house.board.verified else [translations("page.house-board-unverified")]
    unseen = sum(not entry.verified for entry in house.cards)
    if unseen:
        told.append(translations("page.house-cards-unverified", count=unseen))
    for size in EVERY_SIZE:
        known = len(of_size(house, size))
        if known < OF_EACH_SIZE:
            told.append(translations("page.house-of-size", size=size, known=known, most=OF_EACH_SIZE))
    return told


def place_name(place: Place, translations: Translations) -> str:
    """Return what a person calls the place of a fault."""
    match place:
        case ("board", "links", str(path), *_) if path in _WAYS:
            return translations("page.house-path", path=path)
        case ("board", *_):
            return translations("page.house-board")
        case ("cards", int(at), "values", int(table)):
            card = translations("page.house-card", number=at + 1)
            return f"{card}, {translations('page.house-table', number=table + 1)}"
        case ("cards", int(at), *_):
            return translations("page.house-card", number=at + 1)
        case ("cards", *_):
            return translations("page.house-cards")
        case _:
            return translations("insider.name")


# --- the catalogue that learns


class Cards(Memory):
    """The catalogue in use: it offers the cards that are known, and learns those that turn up (IR-35).

    What is known follows from the catalogue as it was when the match came onto the table and the acts that stand
    in it, so that an undone card is forgotten, and one that was put right was never there.
    """

    def __init__(self, house: OwnerData) -> None:
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

    def _keep(self, house: OwnerData, turned_up: list[Card]) -> Sentence | None:
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

    def _look(self) -> OwnerData:
        """Read what is on the disk; if that cannot be understood, the next start will complain."""
        house: OwnerData | None = owner_data.look("insider")
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


def _learn(house: OwnerData, cards: list[Card]) -> tuple[OwnerData, list[Card]]:
    """Add cards to a catalogue; gives those too for which there was no room."""
    too_many = []
    for card in cards:
        known = learn(house, card)
        if known is None:
            too_many.append(card)
        else:
            house = known
    return house, too_many
