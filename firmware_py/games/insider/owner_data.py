"""Insider's owner data: the squares of paths, the depth of the cellar, and a catalogue of cards."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps

from engine.acts import OPEN, Act
from engine.insider.cards import CORNERS as CARD_CORNERS
from engine.insider.cards import EVERY_SIZE, OF_EACH_SIZE, VALUES, Card, card_act, read_card, read_size
from engine.insider.city import CORNERS, GRID, INNER, INSIDER, LENGTHS, PAIRS, PLACES
from engine.insider.owner_data import (
    CELLARS,
    HOME_LINKS,
    NO_LINK,
    SQUARES,
    OwnerData,
    board_tags,
    changed_links,
    learn,
    of_size,
)
from engine.insider.owner_data import read_owner_data as read
from engine.match import inner_of
from engine.steps import Answer, Direction, across
from engine.values import Fault, KeyPath
from engine.verdicts import Sentence, say
from firmware_py.games import owner_data
from firmware_py.games.insider.display_entries import CardEntry, PathsEntry
from firmware_py.games.insider.tabletop import CARDS
from firmware_py.games.memory import Memory
from firmware_py.games.owner_data import Section, checked_mark
from firmware_py.i18n.translations import Translations

__all__ = [
    "BOX_ENTRIES",
    "PARTS",
    "PLACEHOLDER",
    "Cards",
    "doubts",
    "form",
    "is_checked",
    "limits",
    "memory",
    "place_name",
]
__all__ += ["read", "show", "tags", "unknown", "write"]

PLACEHOLDER = OwnerData()
PARTS = frozenset({"board", "cards"})
BOX_ENTRIES = CardEntry, PathsEntry
SIDES = (Direction.LEFT, Direction.UP, Direction.RIGHT)
"""The arrows of known cards; the one down leads to the others."""
_PATHS = [f"{one}-{other}" for one, other in PAIRS]


def write(data: OwnerData) -> str:
    """Return the data as TOML."""
    lines = [
        "# Insider: what the owner has read off the box. What to do with it: sideline my-copy insider --help",
        *([] if data.cards else ["", "cards = []  # none; without this line a file has the placeholder's"]),
        "",
        "[board]",
        f"verified = {str(data.board.verified).lower()}  # true once somebody has compared it with the board",
        f"cellar = {data.board.cellar}  # the lowest step of the stair; the shoes are 0",
    ]
    links = changed_links(data.board)
    if links:
        about = f'[board.links]  # squares of paths that have not two; "{NO_LINK}": there is no path'
        lines += ["", about, *(f"{name} = {dumps(count)}" for name, count in links.items())]
    for entry in data.cards:
        lines += [
            "",
            "[[cards]]",
            f"values = [{', '.join(map(str, entry.card.values))}]",
            f"corner = {entry.card.corner}",
            f"verified = {str(entry.verified).lower()}",
        ]
    return "\n".join(lines) + "\n"


def show(data: OwnerData) -> list[Section]:
    """Return the data in words."""
    board, links = data.board, changed_links(data.board)
    shown = tuple(
        say("my-copy.path-gone", path=name) if count == NO_LINK else say("my-copy.path", path=name, count=count)
        for name, count in links.items()
    )
    found = [
        Section(say("my-copy.cellar", step=board.cellar, mark=checked_mark(is_checked=board.verified))),
        Section(
            say(
                "my-copy.paths",
                links=shown or say("my-copy.no-paths"),
                mark=checked_mark(is_checked=board.verified),
            )
        ),
    ]
    for size in EVERY_SIZE:
        known = [entry for entry in data.cards if len(entry.card.values) == size]
        head = say("my-copy.cards", size=size, known=len(known), most=OF_EACH_SIZE)
        marks = [(entry.card.face, checked_mark(is_checked=entry.verified)) for entry in known]
        found.append(Section(head, tuple(say("my-copy.known-card", card=face, mark=mark) for face, mark in marks)))
    return found


def doubts(_data: OwnerData) -> list[Fault]:
    """Return no doubts: apart from the placeholder, the rule sheet gives no values to compare with."""
    return []


def is_checked(data: OwnerData) -> bool:
    """Return whether all of the data was checked against the real game."""
    return data.board.verified and all(entry.verified for entry in data.cards)


def tags(data: OwnerData) -> dict[str, str]:
    """Return the tags that a record needs for a replay on another machine."""
    return board_tags(data.board)


def memory(data: OwnerData) -> Memory:
    """Return a catalogue that learns new cards."""
    return Cards(data)


# --- on the page


def form(data: OwnerData) -> dict[str, object]:
    """Return the data as plain values, with all paths by name."""
    board = data.board
    cards = [
        {"values": list(entry.card.values), "corner": entry.card.corner, "verified": entry.verified}
        for entry in data.cards
    ]
    links: dict[str, int | str] = {f"{one}-{other}": NO_LINK for one, other in GRID}
    links |= {f"{one}-{other}": squares for one, other, squares in board.links}
    return {
        "board": {"verified": board.verified, "cellar": board.cellar, "links": links},
        "cards": cards,
    }


def limits() -> dict[str, object]:
    """Return the limits of the values, for the editor."""
    return {
        "places": list(PLACES),
        "insider": PLACES[INSIDER],
        "homes": list(CORNERS),
        "inner": list(INNER),
        "squares": owner_data.ends(LENGTHS),
        "usual_squares": SQUARES,
        "home_paths": HOME_LINKS,
        "cellar": owner_data.ends(CELLARS),
        "tables": owner_data.ends(EVERY_SIZE),
        "of_each_size": OF_EACH_SIZE,
        "values": owner_data.ends(VALUES),
        "corner": owner_data.ends(CARD_CORNERS),
    }


def unknown(data: OwnerData, translations: Translations) -> list[str]:
    """Return texts about unchecked data and missing cards."""
    texts = [] if data.board.verified else [translations("page.my-copy-board-unverified")]
    unseen = sum(not entry.verified for entry in data.cards)
    if unseen:
        texts.append(translations("page.my-copy-cards-unverified", count=unseen))
    for size in EVERY_SIZE:
        known = len(of_size(data, size))
        if known < OF_EACH_SIZE:
            texts.append(translations("page.my-copy-of-size", size=size, known=known, most=OF_EACH_SIZE))
    return texts


def place_name(place: KeyPath, translations: Translations) -> str:
    """Return the name of the place of a fault, for people."""
    match place:
        case ("board", "links", str(path), *_) if path in _PATHS:
            return translations("page.my-copy-path", path=path)
        case ("board", "cellar"):
            return translations("page.my-copy-cellar")
        case ("board", *_):
            return translations("page.my-copy-board")
        case ("cards", int(at), "values", int(table)):
            card = translations("page.my-copy-card", number=at + 1)
            return f"{card}, {translations('page.my-copy-table', number=table + 1)}"
        case ("cards", int(at), "corner"):
            card = translations("page.my-copy-card", number=at + 1)
            return f"{card}, {translations('page.my-copy-corner')}"
        case ("cards", int(at), *_):
            return translations("page.my-copy-card", number=at + 1)
        case ("cards", *_):
            return translations("page.my-copy-cards")
        case _:
            return translations("insider.name")


# --- the catalogue of cards


class Cards(Memory):
    """The catalogue in use: it offers the known cards, and learns those that turn up (IR-35).

    Its content is the catalogue at the start of the match plus the cards of the acts in effect, so that a card
    disappears when it is undone, and is replaced when it is corrected. The invented cards of a drawn table are not
    learnt.
    """

    def __init__(self, data: OwnerData) -> None:
        """Start with the saved catalogue."""
        self.data = self._before = self._on_disk = data

    def recall(self, act: Act) -> list[Answer]:
        """Return the known cards of a size as answers on a cross; those behind "another" after the first ones."""
        if act.verb != "card" or act.args[1:] not in {(OPEN, "/", OPEN), ("another", "/", OPEN)}:
            return []
        asks, known = say("insider.ask-card"), of_size(self.data, read_size(act.args))
        shown = known[: len(SIDES)] if act.args[1] == OPEN else known[len(SIDES) :]
        return [
            Answer(across(side, asks, str(card), say("insider.face", face=card.face)), card_act(card))
            for side, card in zip(SIDES, shown, strict=False)
        ]

    def heeds(self, act: Act) -> bool:
        """Return whether an act tells or corrects a card."""
        return "card" in (act.verb, *act.args)

    def follow(self, acts: Sequence[Act], *, is_whole: bool = True) -> Sentence | None:
        """Learn the cards that were turned up in a match, with their corrections."""
        invented = {known.card for known in CARDS.values()} if self.is_simulated else set()
        turned_up = [card for card in turned_up_in(acts, is_whole=is_whole) if card not in invented]
        learnt, too_many = _learn(self._before, turned_up)
        wrong = None
        if learnt != self.data:
            wrong = self._save(learnt, turned_up)
        is_card = bool(acts) and "card" in {acts[-1].verb, *acts[-1].args[:2]}
        if wrong is None and is_card and turned_up[-1:] == too_many[-1:] != []:
            size = len(too_many[-1].values)
            return say("insider.catalogue-full", size=size, most=OF_EACH_SIZE)
        return wrong

    def _save(self, data: OwnerData, turned_up: list[Card]) -> Sentence | None:
        self.data = data
        try:
            found = self._saved_data()
            if found != self._on_disk:  # changed by another program, such as an import
                self._before = found
                self.data, _ = _learn(found, turned_up)
            owner_data.save("insider", self.data)
        except OSError as error:
            return say("my-copy.cannot-save", reason=error.strerror or str(error))
        self._on_disk = self.data
        return None

    def _saved_data(self) -> OwnerData:
        """Return the saved data; if the file has faults, what was saved last."""
        data: OwnerData | None = owner_data.look("insider")
        return self._on_disk if data is None else data


def turned_up_in(acts: Sequence[Act], *, is_whole: bool = True) -> list[Card]:
    """Return the cards that were turned up, with their corrections.

    Evaluations can be counted only in a whole match; otherwise a corrected card of the past is added.
    """
    cards: list[Card] = []
    evaluated: list[int] = []
    """By evaluation, including the next one: the index of its card."""
    is_bomb = is_bombed = False
    for act in acts:
        match inner_of(act):
            case Act(verb="card", args=words):
                if is_bombed:  # the card before this one went back under the pile
                    evaluated.pop()
                is_bombed = False
                evaluated.append(len(cards))
                cards.append(read_card(words))
            case Act(verb="play", args=(_, _, use, *_)):
                is_bomb = use == "bomb"
            case Act(verb="bomb"):
                is_bombed = True
            case Act(verb="unopposed"):
                is_bombed = is_bomb
            case Act(verb="fix", args=("card", *words)) if cards:
                cards[-1] = read_card(tuple(words))
            case Act(verb="fix", args=("round", number, "card", *words)):
                if is_whole:
                    cards[evaluated[int(number) - 1]] = read_card(tuple(words))
                else:
                    cards.insert(0, read_card(tuple(words)))
    return cards


def _learn(data: OwnerData, cards: list[Card]) -> tuple[OwnerData, list[Card]]:
    """Return a catalogue with more cards, and the cards for which it has no room."""
    too_many = []
    for card in cards:
        known = learn(data, card)
        if known is None:
            too_many.append(card)
        else:
            data = known
    return data, too_many
