"""What an owner teaches for pictures of Insider: the rings' height, cards and their tables, the city's places.

>>> values = {"cards": [[101, [3, 1, 0], -2, [[20, 9], [45, 9], [70, 9]]]]}
>>> taught = read_taught(values)
>>> taught.cards[101].card.face, taught.ring_height
('3 1 0 / -2', 25.0)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.insider.cards import CORNERS, EVERY_SIZE, VALUES, Card
from engine.insider.city import PLACES
from engine.verdicts import say
from firmware_py.errors import UserError

PAWNS = {10 * seat + each: seat for seat in range(1, 5) for each in range(1, 8)}
"""The tag of a ring → the seat whose pawn it is on."""
STICKERS = range(101, 121)
"""The tags of the cards' stickers; people know them as 1 to 20."""
RING_HEIGHT_MM = 25.0
"""Of a pawn with its ring, unless it is taught."""
HIGHEST_MM, FARTHEST_MM = 100, 2000

Point = tuple[float, float]


class TaughtCard(NamedTuple):
    """A card that pictures show: its tables, in millimetres from the middle of its sticker, along its sides."""

    card: Card
    tables: tuple[Point, ...]


class Taught(NamedTuple):
    """What an owner has taught."""

    ring_height: float = RING_HEIGHT_MM
    cards: Mapping[int, TaughtCard] = {}
    """By the tag of the sticker."""
    places: tuple[Point, ...] = ()
    """Where the city's places lie on the sheet, a1 first, then along the columns; none if not taught."""


def read_taught(values: Mapping[str, object]) -> Taught:
    """Return what was taught from its values. Raises a `UserError`."""
    height, cards, places = values.get("rings", RING_HEIGHT_MM), values.get("cards", []), values.get("places", [])
    if not _is_number(height, HIGHEST_MM) or not isinstance(height, (int, float)) or height < 0:
        raise UserError(say("insider.look-rings", most=HIGHEST_MM))
    if not isinstance(cards, list):
        raise UserError(say("insider.look-card", number=1))
    read = [_card(at, value) for at, value in enumerate(cards, start=1)]
    if not isinstance(places, list) or len(places) not in {0, len(PLACES)}:
        raise UserError(say("insider.look-places", count=len(PLACES)))
    points = _points(places)
    if points is None or len(set(points)) < len(points):
        raise UserError(say("insider.look-places", count=len(PLACES)))
    return Taught(float(height), dict(read), points)


def _card(at: int, value: object) -> tuple[int, TaughtCard]:
    """Return a card from its sticker's tag, its values, its corner and its tables."""
    match value:
        case [int() as tag, [*worth], int() as corner, [*tables]]:
            points = _points(tables)
            numbers = [each for each in worth if type(each) is int and each in VALUES]
            is_card = tag in STICKERS and len(worth) in EVERY_SIZE and corner in CORNERS
            if is_card and points is not None and len(points) == len(set(points)) == len(worth) == len(numbers):
                return tag, TaughtCard(Card(tuple(numbers), corner), points)
    raise UserError(say("insider.look-card", number=at))


def _points(values: list[object]) -> tuple[Point, ...] | None:
    """Return pairs of millimetres; None if they are none."""
    points: list[Point] = []
    for value in values:
        match value:
            case [int() | float() as x, int() | float() as y] if all(_is_number(v, FARTHEST_MM) for v in (x, y)):
                points.append((float(x), float(y)))
            case _:
                return None
    return tuple(points)


def _is_number(value: object, most: float) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -most <= value <= most


def card_values(tag: int, taught: TaughtCard) -> list[object]:
    """Return a card as values that can be taught."""
    tables = [[round(x, 1), round(y, 1)] for x, y in taught.tables]
    return [tag, list(taught.card.values), taught.card.corner, tables]


def sticker_name(tag: int) -> int:
    """Return the number that is printed on a sticker.

    >>> sticker_name(101)
    1
    """
    return tag - STICKERS[0] + 1
