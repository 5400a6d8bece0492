"""House data: what an owner has read off their own box, because the rule sheet's pictures are lost (IR-34, IR-35).

A house is what a TOML file says, as Python values: here they are checked and understood, never read or written.

>>> cards = [{"values": [3, 1, 0], "corner": -2}]
>>> house, faults = read_house({"board": {"verified": True, "cellar": -8}, "cards": cards})
>>> house.board, [str(entry.card) for entry in house.cards], faults
(Board(cellar=-8, verified=True), ['3: 3 1 0 / -2'], [])
>>> _, faults = read_house({"cards": [{"values": [3, 1], "corner": 4}]})
>>> [(place, why.key) for place, why in faults]
[(('cards', 0, 'values'), 'house.card-size'), (('cards', 0, 'corner'), 'house.bad-number')]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.acts import is_clean
from engine.insider.cards import CORNERS, EVERY_SIZE, KNOWN, OF_EACH_SIZE, VALUES, Card
from engine.insider.stair import CELLAR
from engine.verdicts import BadSetup, Sentence, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Place = tuple[str | int, ...]
    Fault = tuple[Place, Sentence]

CELLARS = range(-40, 0)
"""How deep a cellar can be."""
NAME_LENGTH = 12


class Board(NamedTuple):
    """What the box needs to know of the printed board."""

    cellar: int = CELLAR
    verified: bool = False


STAND_IN = Board()


class Entry(NamedTuple):
    """A card of the catalogue."""

    card: Card
    verified: bool = False
    """Somebody has seen it turned up."""


class House(NamedTuple):
    """All that an owner can tell."""

    board: Board = STAND_IN
    cards: tuple[Entry, ...] = (Entry(KNOWN),)


def of_size(house: House, size: int) -> tuple[Card, ...]:
    """List the cards of the catalogue with so many tables."""
    return tuple(entry.card for entry in house.cards if len(entry.card.values) == size)


def learn(house: House, card: Card) -> House | None:
    """Remember a card that was turned up; None if four others of its size are known: one must be wrong (IR-35)."""
    if any(entry.card == card for entry in house.cards):
        seen = (Entry(card, verified=True) if entry.card == card else entry for entry in house.cards)
        return house._replace(cards=tuple(seen))
    if len(of_size(house, len(card.values))) == OF_EACH_SIZE:
        return None
    return house._replace(cards=(*house.cards, Entry(card, verified=True)))


# --- the board in a record


def board_data(board: Board) -> str:
    """Write a board in its canonical form."""
    from json import dumps

    return dumps(board._asdict(), sort_keys=True, separators=(",", ":"))


def board_tags(board: Board) -> dict[str, str]:
    """Make the tags with which a record carries its board; the stand-in needs none.

    >>> board_tags(Board(-8, True))
    {'Board': 'ea8c31656d57', 'BoardData': '{"cellar":-8,"verified":true}'}
    """
    data = board_data(board)
    return {} if board == STAND_IN else {"Board": _name(data), "BoardData": data}


def read_board(tags: Mapping[str, str]) -> Board:
    """Find the board that a record was played on; raises `BadSetup`."""
    if "BoardData" not in tags:
        if "Board" in tags:
            raise BadSetup(say("house.no-data", name=tags["Board"][:40]), "Board")
        return STAND_IN
    from json import loads

    data = tags["BoardData"]
    try:
        values = loads(data)
    except (ValueError, RecursionError):
        values = None
    faults: list[Fault] = []
    board = _read_board(values, faults)
    if faults or board_data(board) != data:
        raise BadSetup(say("house.bad-data"), "BoardData")
    if tags.get("Board") != _name(data):
        raise BadSetup(say("house.other-data", name=_name(data)), "BoardData")
    return board


def _name(data: str) -> str:
    from hashlib import sha256

    return sha256(data.encode()).hexdigest()[:NAME_LENGTH]


# --- values of a file


def read_house(values: Mapping[str, Any]) -> tuple[House, list[Fault]]:
    """Understand the values of a file; gives every fault with its place."""
    faults: list[Fault] = []
    _only(values, ("board", "cards"), (), faults)
    board = _read_board(values.get("board", {}), faults)
    if "cards" not in values:
        return House(board), faults
    cards = values["cards"]
    if not isinstance(cards, list):
        faults.append((("cards",), say("house.not-list", name="cards")))
        cards = []
    entries = [_read_entry(at, value, faults) for at, value in enumerate(cards)]
    _count(entries, faults)
    return House(board, tuple(entry for entry in entries if entry is not None)), faults


def _read_board(values: object, faults: list[Fault]) -> Board:
    place: Place = ("board",)
    if not isinstance(values, dict):
        faults.append((place, say("house.not-table", name="board")))
        return STAND_IN
    _only(values, Board._fields, place, faults)
    return Board(
        _number(values.get("cellar", CELLAR), CELLARS, (*place, "cellar"), faults),
        _yes_or_no(values.get("verified", False), (*place, "verified"), faults),
    )


def _read_entry(at: int, values: object, faults: list[Fault]) -> Entry | None:
    place: Place = ("cards", at)
    if not isinstance(values, dict):
        faults.append((place, say("house.not-table", name="cards")))
        return None
    before = len(faults)
    _only(values, ("values", "corner", "verified"), place, faults)
    worth = values.get("values")
    if not isinstance(worth, list) or len(worth) not in EVERY_SIZE:
        faults.append(((*place, "values"), say("house.card-size", least=EVERY_SIZE[0], most=EVERY_SIZE[-1])))
        worth = []
    numbers = tuple(_number(value, VALUES, (*place, "values", at), faults) for at, value in enumerate(worth))
    corner = _number(values.get("corner"), CORNERS, (*place, "corner"), faults)
    verified = _yes_or_no(values.get("verified", False), (*place, "verified"), faults)
    return Entry(Card(numbers, corner), verified) if len(faults) == before else None


def _count(entries: list[Entry | None], faults: list[Fault]) -> None:
    """A catalogue holds at most four cards of each size, none twice (IR-35)."""
    seen: list[Card] = []
    for at, entry in enumerate(entries):
        if entry is None:
            continue
        size = len(entry.card.values)
        if entry.card in seen:
            faults.append((("cards", at), say("house.card-twice", card=str(entry.card))))
        elif sum(len(card.values) == size for card in seen) == OF_EACH_SIZE:
            faults.append((("cards", at), say("house.too-many-cards", size=size, most=OF_EACH_SIZE)))
        else:
            seen.append(entry.card)


def _only(values: Mapping[str, object], known: Iterable[str], place: Place, faults: list[Fault]) -> None:
    known = tuple(known)
    for key in values:
        if key not in known:
            name = key[:40] if is_clean(key) else ascii(key[:40])
            faults.append(((*place, key), say("house.unknown-key", name=name, known=known)))


def _number(value: object, allowed: range, place: Place, faults: list[Fault]) -> int:
    if type(value) is not int or value not in allowed:
        name = next(str(word) for word in reversed(place) if isinstance(word, str))
        why = say("house.bad-number", name=name, least=allowed[0], most=allowed[-1])
        faults.append((place, why))
        return allowed[-1]
    return value


def _yes_or_no(value: object, place: Place, faults: list[Fault]) -> bool:
    if not isinstance(value, bool):
        faults.append((place, say("house.not-boolean", name=str(place[-1]))))
    return value is True
