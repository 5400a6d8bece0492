"""Owner data of Insider: what an owner has read off their own copy, the pictures being lost (IR-34, IR-35).

It is what a TOML file says, as Python values: here they are checked, never read or written.

>>> cards = [{"values": [3, 1, 0], "corner": -2}]
>>> data, faults = read_owner_data({"board": {"verified": True, "cellar": -8}, "cards": cards})
>>> data.board.cellar, [str(entry.card) for entry in data.cards], faults
(-8, ['3: 3 1 0 / -2'], [])
>>> _, faults = read_owner_data({"cards": [{"values": [3, 1], "corner": 4}]})
>>> [(place, why.key) for place, why in faults]
[(('cards', 0, 'values'), 'my-copy.card-size'), (('cards', 0, 'corner'), 'value.bad-number')]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.insider.cards import CORNERS, EVERY_SIZE, KNOWN, OF_EACH_SIZE, VALUES, Card
from engine.insider.city import LENGTHS, LINKS
from engine.insider.publicity import CELLAR
from engine.insider.taught import Taught, read_taught
from engine.owner_data import canonical, carried, tags_for
from engine.values import Fault, KeyPath, number, table, yes_or_no
from engine.verdicts import say

CELLARS = range(-40, 0)
"""How deep a cellar can be."""


SQUARES = 2
"""The placeholder for the squares of every path (IR-34)."""


class Board(NamedTuple):
    """What the box needs to know of the printed board."""

    cellar: int = CELLAR
    verified: bool = False
    lengths: tuple[int, ...] = (SQUARES,) * len(LINKS)
    """By path: its squares (IR-34, IR-36)."""


PLACEHOLDER = Board()


class KnownCard(NamedTuple):
    """A card of the catalogue."""

    card: Card
    verified: bool = False
    """Somebody has seen it turned up."""


class OwnerData(NamedTuple):
    """All that an owner can tell."""

    board: Board = PLACEHOLDER
    cards: tuple[KnownCard, ...] = (KnownCard(KNOWN),)
    taught: tuple[Taught, ...] = ()
    """What the eye knows."""


def of_size(data: OwnerData, size: int) -> tuple[Card, ...]:
    """List the cards of the catalogue with so many tables."""
    return tuple(entry.card for entry in data.cards if len(entry.card.values) == size)


def learn(data: OwnerData, card: Card) -> OwnerData | None:
    """Remember a card that was turned up; None if four others of its size are known: one must be wrong (IR-35)."""
    if any(entry.card == card for entry in data.cards):
        seen = (KnownCard(card, verified=True) if entry.card == card else entry for entry in data.cards)
        return data._replace(cards=tuple(seen))
    if len(of_size(data, len(card.values))) == OF_EACH_SIZE:
        return None
    return data._replace(cards=(*data.cards, KnownCard(card, verified=True)))


# --- the board in a record


def board_data(board: Board) -> str:
    """Write a board in its canonical form."""
    return canonical(board_values(board))


def board_values(board: Board) -> dict[str, object]:
    """Return a board as the values of a file; only paths that are not as in the placeholder are named."""
    values: dict[str, object] = {"cellar": board.cellar, "verified": board.verified}
    links = {
        f"{one}-{other}": length
        for (one, other), length in zip(LINKS, board.lengths, strict=True)
        if length != SQUARES
    }
    return {**values, "links": links} if links else values


def board_tags(board: Board) -> dict[str, str]:
    """Make the tags with which a record carries its board; the placeholder needs none."""
    return {} if board == PLACEHOLDER else tags_for("Board", board_data(board))


def read_board(tags: Mapping[str, str]) -> Board:
    """Find the board that a record was played on; raises `BadSetup`."""
    return carried(tags, "Board", PLACEHOLDER, _read_board, board_data) or PLACEHOLDER


# --- values of a file


def read_owner_data(values: Mapping[str, Any]) -> tuple[OwnerData, list[Fault]]:
    """Return the values of a file as owner data, and every fault with its place."""
    faults: list[Fault] = []
    table(values, ("board", "cards", "eye"), (), faults)
    board = _read_board(values.get("board", {}), faults)
    taught = read_taught(values.get("eye", []), faults)
    if "cards" not in values:
        return OwnerData(board, taught=taught), faults
    cards = values["cards"]
    if not isinstance(cards, list):
        faults.append((("cards",), say("my-copy.not-list", name="cards")))
        cards = []
    entries = [_read_entry(at, value, faults) for at, value in enumerate(cards)]
    _count(entries, faults)
    return OwnerData(board, tuple(entry for entry in entries if entry is not None), taught), faults


def _read_board(values: object, faults: list[Fault]) -> Board:
    place: KeyPath = ("board",)
    found = table(values, ("cellar", "verified", "links"), place, faults)
    names = [f"{one}-{other}" for one, other in LINKS]
    links = table(found.get("links", {}), names, (*place, "links"), faults)
    lengths = (number(links.get(name, SQUARES), LENGTHS, (*place, "links", name), faults) for name in names)
    return Board(
        number(found.get("cellar", CELLAR), CELLARS, (*place, "cellar"), faults),
        yes_or_no(found.get("verified", False), (*place, "verified"), faults),
        tuple(lengths),
    )


def _read_entry(at: int, values: object, faults: list[Fault]) -> KnownCard | None:
    place: KeyPath = ("cards", at)
    if not isinstance(values, dict):
        faults.append((place, say("value.not-table")))
        return None
    before = len(faults)
    table(values, ("values", "corner", "verified"), place, faults)
    worth = values.get("values")
    if not isinstance(worth, list) or len(worth) not in EVERY_SIZE:
        faults.append(((*place, "values"), say("my-copy.card-size", least=EVERY_SIZE[0], most=EVERY_SIZE[-1])))
        worth = []
    numbers = tuple(number(value, VALUES, (*place, "values", at), faults) for at, value in enumerate(worth))
    corner = number(values.get("corner"), CORNERS, (*place, "corner"), faults)
    verified = yes_or_no(values.get("verified", False), (*place, "verified"), faults)
    return KnownCard(Card(numbers, corner), verified) if len(faults) == before else None


def _count(entries: list[KnownCard | None], faults: list[Fault]) -> None:
    """Note as faults a fifth card of a size, and a card that is there twice (IR-35)."""
    seen: list[Card] = []
    for at, entry in enumerate(entries):
        if entry is None:
            continue
        size = len(entry.card.values)
        if entry.card in seen:
            faults.append((("cards", at), say("my-copy.card-twice", card=str(entry.card))))
        elif sum(len(card.values) == size for card in seen) == OF_EACH_SIZE:
            faults.append((("cards", at), say("my-copy.too-many-cards", size=size, most=OF_EACH_SIZE)))
        else:
            seen.append(entry.card)
