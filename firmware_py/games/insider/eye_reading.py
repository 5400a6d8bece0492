"""What lies on the card's place: the card, and who stands at which of its tables."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from itertools import combinations
from typing import NamedTuple

from engine.insider.taught import STICKERS, Taught, sticker_of
from engine.verdicts import Sentence, player, say
from firmware_py.games.sight import SeenTag, Sight

PAWNS = {10 * seat + each: seat for seat in range(1, 5) for each in range(1, 8)}
"""The ring of a pawn → the seat."""
AT_TABLE = 0.42
"""A pawn this near a table stands there, in parts of the shortest way between two tables."""
NEAR_TABLE = 0.8
"""One this near is doubtful; farther away it stands beside the card."""
LARGEST_REACH_MM = 11.0
DOUBT_MM = 8.0


class Reading(NamedTuple):
    """What is on the card's place."""

    card: int | None = None
    """The tag of the card's sticker."""
    known: Taught | None = None
    """The card, if the eye knows it."""
    tables: tuple[int | None, ...] = ()
    """By table of a known card: the seat that stands there, 0 for nobody, None if it is doubtful."""
    pawns: tuple[SeenTag, ...] = ()
    doubts: tuple[Sentence, ...] = ()
    is_clear: bool = True
    """Whether every pawn stands at a table or beside the card."""


def read_sight(sight: Sight, taught: Mapping[int, Taught], playing: Collection[int]) -> Reading:
    """Return what a sight shows; `playing` are the seats that are in the game."""
    cards = [mark for mark in sight.marks if mark.number in STICKERS]
    pawns = tuple(mark for mark in sight.marks if mark.number in PAWNS)
    if len(cards) > 1:
        stickers = tuple(sticker_of(mark.number) for mark in cards)
        return Reading(None, None, (), pawns, (say("insider.eye-two-cards", stickers=stickers),), is_clear=False)
    if not cards:
        return Reading(pawns=pawns)
    (card,) = cards
    known = taught.get(card.number)
    if known is None:
        return Reading(card.number, pawns=pawns)
    return _seat_pawns(card, known, pawns, playing)


def on_card(card: SeenTag, mark: SeenTag) -> tuple[float, float]:
    """Return where a mark is as seen from the card's sticker, along the card's sides."""
    x, y = mark.x - card.x, mark.y - card.y
    cos, sin = math.cos(card.turn), math.sin(card.turn)
    return x * cos + y * sin, y * cos - x * sin


def _seat_pawns(card: SeenTag, known: Taught, pawns: tuple[SeenTag, ...], playing: Collection[int]) -> Reading:
    pitch = min(math.dist(one, other) for one, other in combinations(known.places, 2))
    reach = min(AT_TABLE * pitch, LARGEST_REACH_MM)
    far = max(NEAR_TABLE * pitch, reach + DOUBT_MM)
    sitting: list[list[int]] = [[] for _ in known.places]
    doubts: list[Sentence] = []
    is_clear = True
    for pawn in pawns:
        place = on_card(card, pawn)
        away, table = min((math.dist(place, spot), at) for at, spot in enumerate(known.places))
        seat = PAWNS[pawn.number]
        if away > far:
            continue
        if seat not in playing:
            doubts.append(say("insider.eye-not-playing", seat=seat, pawn=pawn.number))
            is_clear = False
        elif away > reach:
            doubts.append(say("insider.eye-between", who=player(seat), table=table + 1))
            is_clear = False
        else:
            sitting[table].append(seat)
    for table, seats in enumerate(sitting):
        if len(seats) > 1:
            who = tuple(player(seat) for seat in sorted(seats))
            doubts.append(say("insider.eye-two-pawns", table=table + 1, who=who))
    tables = tuple(None if len(seats) > 1 else sum(seats) for seats in sitting)
    return Reading(card.number, known, tables, pawns, tuple(doubts), is_clear)
