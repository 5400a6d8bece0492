"""Insider's restaurant on a drawn table: a pile of invented cards, and the players' pawns with their rings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from engine.insider.cards import EVERY_SIZE, SIZES, Card
from engine.insider.state import State
from firmware_py.games.insider.sight_taught import RING_HEIGHT_MM, STICKERS, TaughtCard, card_values
from firmware_py.games.tabletop import Face, Place, Tag, Thing

EACH_SIZE = 2
"""Invented cards of each size."""
WIDTH, DEPTH, MIDDLE = 120.0, 80.0, (82.0, 64.0)
"""Of a card, in millimetres, and where it lies."""
STICKER_AT, MARK = (-46.0, -26.0), 16.0
ROWS = ((-20.0, -14.0), (20.0, -45.0))
"""The two rows of tables: how far down, and where the first one is; the last one is at `LAST`."""
LAST = 45.0
NEAR_MM = 14.0
"""A pawn that is let go so near to a table stands on it."""
PILE, PILE_AT = "pile", (60.0, 140.0)
SEAT_AT, SEAT_STEP, PAWN_STEP, EACH_SEAT = (168.0, 36.0), 33.0, 31.0, 3
CARD_TONE, TABLE_TONE, PILE_TONE, PAWN_TONE = 190, 150, 120, 90
TABLE_MM, PAWN_MM, CORNERS_OF_ROUND = 9.0, 11.0, 16


def _tables(count: int) -> tuple[Place, ...]:
    """Return where the tables of a card are, from its middle: in two rows, beside the sticker."""
    above = count // 2
    return tuple(
        (start + (LAST - start) * at / max(1, number - 1), y)
        for number, (y, start) in zip((above, count - above), ROWS, strict=True)
        for at in range(number)
    )


def _invented() -> Mapping[int, TaughtCard]:
    sizes = [size for size in EVERY_SIZE for _ in range(EACH_SIZE)]
    found = {}
    for number, size in enumerate(sizes):
        values = tuple((number + 3 * at) % 7 - 1 for at in range(size))
        tables = tuple((x - STICKER_AT[0], y - STICKER_AT[1]) for x, y in _tables(size))
        found[STICKERS[number]] = TaughtCard(Card(values, -number), tables)
    return found


CARDS = _invented()
TAUGHT: Mapping[str, object] = {"cards": [card_values(tag, card) for tag, card in CARDS.items()]}


class Laid(NamedTuple):
    """What lies on the table."""

    seats: tuple[int, ...]
    card: int | None = None
    """The tag of the card that is turned up."""
    pawns: Mapping[int, Place] = {}
    """By the tag of the ring."""


def lies(state: State) -> Laid:
    """Return what lies on the table in a state; a card that is not one of the invented ones is not there."""
    laid = Laid(tuple(state.seats))
    inn = state.inn
    card = next((tag for tag, known in CARDS.items() if known.card == inn.card), None)
    laid = laid._replace(card=card, pawns=_waiting(laid.seats))
    if card is None:
        return laid
    pawns = dict(laid.pawns)
    for table, seat in enumerate(inn.tables):
        if seat:
            ring = next(ring for ring in pawns if ring // 10 == seat and pawns[ring] == _home(ring))
            pawns[ring] = _table_place(card, table)
    return laid._replace(pawns=pawns)


def put(laid: Laid, name: str, place: Place) -> Laid:
    """Return what lies there after a pawn was put somewhere, or the next card was turned up."""
    if name == PILE:
        tags = [tag for tag, known in CARDS.items() if len(known.card.values) in SIZES[len(laid.seats)]]
        after = tags.index(laid.card) + 1 if laid.card in tags else 0
        return laid._replace(card=tags[after % len(tags)], pawns=_waiting(laid.seats))
    if not name.isdecimal() or int(name) not in laid.pawns:
        return laid
    others = {ring: where for ring, where in laid.pawns.items() if ring != int(name)}
    tables = [] if laid.card is None else [_table_place(laid.card, at) for at in range(_size(laid.card))]
    near = [table for table in tables if math.dist(table, place) <= NEAR_MM and table not in others.values()]
    return laid._replace(pawns={**others, int(name): near[0] if near else _home(int(name))})


def things(laid: Laid) -> list[Thing]:
    """Return the card with its tables, the pile, and the pawns."""
    found = []
    if laid.card is not None:
        sticker = MIDDLE[0] + STICKER_AT[0], MIDDLE[1] + STICKER_AT[1]
        tables = [_table_place(laid.card, at) for at in range(_size(laid.card))]
        faces = (_rectangle(MIDDLE, WIDTH, DEPTH, CARD_TONE), *(_round(at, TABLE_MM, TABLE_TONE) for at in tables))
        found.append(Thing("card", sticker, faces, Tag(laid.card, MARK)))
    else:
        tables = []
    pile = _rectangle(PILE_AT, WIDTH / 2.5, DEPTH / 2.5, PILE_TONE)
    found.append(Thing(PILE, PILE_AT, (pile,), None, "insider.piece-pile", PILE_AT))
    free = [table for table in tables if table not in laid.pawns.values()]
    for ring, place in laid.pawns.items():
        goes = _home(ring) if place in tables else free[0] if free else place
        body = _round(place, PAWN_MM, PAWN_TONE)
        tag = Tag(ring, MARK, RING_HEIGHT_MM)
        found.append(Thing(str(ring), place, (body,), tag, "insider.piece-pawn", goes))
    return found


def _waiting(seats: tuple[int, ...]) -> dict[int, Place]:
    rings = [10 * seat + pawn for seat in seats for pawn in range(1, EACH_SEAT + 1)]
    return {ring: _home(ring) for ring in rings}


def _home(ring: int) -> Place:
    """Return where a pawn waits beside the card."""
    seat, pawn = divmod(ring, 10)
    return SEAT_AT[0] + PAWN_STEP * (pawn - 1), SEAT_AT[1] + SEAT_STEP * (seat - 1)


def _size(card: int) -> int:
    return len(CARDS[card].card.values)


def _table_place(card: int, table: int) -> Place:
    x, y = _tables(_size(card))[table]
    return MIDDLE[0] + x, MIDDLE[1] + y


def _rectangle(middle: Place, width: float, depth: float, tone: int) -> Face:
    (x, y), across, down = middle, width / 2, depth / 2
    corners = ((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down))
    return Face(tuple((left, top, 0.0) for left, top in corners), tone)


def _round(middle: Place, radius: float, tone: int) -> Face:
    angles = [2 * math.pi * at / CORNERS_OF_ROUND for at in range(CORNERS_OF_ROUND)]
    x, y = middle
    return Face(tuple((x + radius * math.cos(turn), y + radius * math.sin(turn), 0.0) for turn in angles), tone)
