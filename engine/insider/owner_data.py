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

from engine.acts import shown
from engine.insider.cards import CORNERS, EVERY_SIZE, KNOWN, OF_EACH_SIZE, VALUES, Card
from engine.insider.city import CORNERS as HOMES
from engine.insider.city import GRID, LENGTHS, PAIRS, PLACES, Link
from engine.insider.publicity import CELLAR
from engine.owner_data import canonical, carried, tags_for
from engine.values import Fault, KeyPath, number, table, yes_or_no
from engine.verdicts import Sentence, say

CELLARS = range(-40, 0)
"""How deep a cellar can be."""
SQUARES = 2
"""The placeholder for the squares of every path (IR-34)."""
GRID_LINKS = tuple(Link(one, other, SQUARES) for one, other in GRID)
"""The placeholder for the paths."""
NO_LINK = "none"
"""Written instead of the squares where two places have no path."""
HOME_LINKS = 2
"""Paths of a home (IR-36)."""


class Board(NamedTuple):
    """What the box needs to know of the printed board."""

    cellar: int = CELLAR
    verified: bool = False
    links: tuple[Link, ...] = GRID_LINKS
    """The paths, in the order of their names (IR-34, IR-36)."""


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
    links = changed_links(board)
    values = {"cellar": board.cellar, "verified": board.verified}
    return canonical({**values, "links": links} if links else values)


def changed_links(board: Board) -> dict[str, int | str]:
    """Return by path what differs from the placeholder: its squares, or that there is none."""
    squares = {(one, other): count for one, other, count in board.links}
    expected = dict.fromkeys(GRID, SQUARES)
    return {
        f"{one}-{other}": squares.get((one, other), NO_LINK)
        for one, other in PAIRS
        if squares.get((one, other)) != expected.get((one, other))
    }


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
    table(values, ("board", "cards"), (), faults)
    board = _read_board(values.get("board", {}), faults)
    if "cards" not in values:
        return OwnerData(board), faults
    cards = values["cards"]
    if not isinstance(cards, list):
        faults.append((("cards",), say("my-copy.not-list", name="cards")))
        cards = []
    entries = [_read_entry(at, value, faults) for at, value in enumerate(cards)]
    _count(entries, faults)
    return OwnerData(board, tuple(entry for entry in entries if entry is not None)), faults


def _read_board(values: object, faults: list[Fault]) -> Board:
    place: KeyPath = ("board",)
    found = table(values, ("cellar", "verified", "links"), place, faults)
    return Board(
        number(found.get("cellar", CELLAR), CELLARS, (*place, "cellar"), faults),
        yes_or_no(found.get("verified", False), (*place, "verified"), faults),
        _read_links(found.get("links", {}), (*place, "links"), faults),
    )


def _read_links(values: object, place: KeyPath, faults: list[Fault]) -> tuple[Link, ...]:
    """Read the paths that differ from the placeholder, and return all (IR-36)."""
    before = len(faults)
    squares = dict.fromkeys(GRID, SQUARES)
    names = {f"{one}-{other}": (one, other) for one, other in PAIRS}
    named = table(values, values if isinstance(values, dict) else (), place, faults)
    for name, count in named.items():
        pair = names.get(name)
        if pair is None:
            faults.append(((*place, name), say("my-copy.bad-path", given=shown(name))))
        elif count == NO_LINK:
            squares.pop(pair, None)
        elif type(count) is int and count in LENGTHS:
            squares[pair] = count
        else:
            why = say("my-copy.bad-squares", least=LENGTHS[0], most=LENGTHS[-1], none=f'"{NO_LINK}"')
            faults.append(((*place, name), why))
    links = tuple(Link(*pair, squares[pair]) for pair in PAIRS if pair in squares)
    if len(faults) == before:
        faults += [(place, why) for why in against_links(links)]
    return links


def against_links(links: tuple[Link, ...]) -> list[Sentence]:
    """Return why paths cannot be those of a board: a home without two of them, or a place that none leads to."""
    ends = [end for one, other, _ in links for end in (one, other)]
    found = [
        say("my-copy.home-paths", home=home, count=ends.count(home), needs=HOME_LINKS)
        for home in HOMES
        if ends.count(home) != HOME_LINKS
    ]
    reached = {PLACES[0]}
    for _ in PLACES:  # no way is longer
        reached |= {end for one, other, _ in links if one in reached or other in reached for end in (one, other)}
    apart = tuple(place for place in PLACES if place not in reached)
    return [*found, say("my-copy.no-way-to", start=PLACES[0], places=apart)] if apart else found


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
