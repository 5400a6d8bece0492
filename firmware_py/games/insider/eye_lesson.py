"""Teaching the eye an evaluation card: its sticker, its values, and where its tables are."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.insider.cards import Card
from engine.insider.owner_data import OwnerData
from engine.insider.taught import Taught, sticker_of
from engine.verdicts import Sentence, say
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.insider.eye_reading import PAWNS, on_card, read_sight
from firmware_py.games.sight import Sight

MOVED_MM = 6.0
"""A pawn that is nearer to the table before has not been moved to the next one."""


class CardLesson:
    """Teaches one card: lay it down, say which one it is, put a pawn on each of its tables."""

    title = say("insider.teach-card")

    def __init__(self) -> None:
        """Begin by waiting for a card. Raises a `UserError` if the owner data has faults, or no cards."""
        data: OwnerData = owner_data.load("insider")
        if not data.cards:
            raise UserError(say("insider.teach-no-cards"))
        self._cards = {entry.card.face: entry.card for entry in data.cards}
        self._tag: int | None = None
        self._card: Card | None = None
        self._places: list[tuple[int, int]] = []

    def asks(self) -> Sentence:
        """Return what to do now."""
        if self._tag is None:
            return say("insider.teach-lay")
        if self._card is None:
            return say("insider.teach-which", sticker=sticker_of(self._tag))
        if self.is_over:
            return say("insider.teach-done", card=self._card.face)
        table = len(self._places)
        return say("insider.teach-place", table=table + 1, value=f"{self._card.values[table]:+}")

    def choices(self) -> Sequence[tuple[str, Sentence]]:
        """Return the known cards, as soon as a sticker was seen."""
        if self._tag is None or self._card is not None:
            return ()
        return [(face, say("insider.face", face=face)) for face in sorted(self._cards, key=len)]

    def choose(self, name: str) -> None:
        """Take which card it is."""
        self._card = self._cards[name]

    def look(self, sight: Sight) -> bool:
        """Take what lies still in the frame; return whether the lesson has gone on."""
        if self.is_over or (self._tag is not None and self._card is None):
            return False
        reading = read_sight(sight, {}, ())
        if self._tag is None:
            self._tag = None if reading.pawns else reading.card
            return self._tag is not None
        pawns = [mark for mark in sight.marks if mark.number in PAWNS]
        if reading.card != self._tag or len(pawns) != 1:
            return False
        (card,) = (mark for mark in sight.marks if mark.number == self._tag)
        x, y = on_card(card, pawns[0])
        if any(math.dist((x, y), place) < MOVED_MM for place in self._places):
            return False
        self._places.append((round(x), round(y)))
        return True

    @property
    def is_over(self) -> bool:
        """Whether all tables of the card are known."""
        return self._card is not None and len(self._places) == len(self._card.values)

    def save(self) -> Sentence | None:
        """Save what was learnt; return an error message if that failed. Raises a `UserError`."""
        assert self._tag is not None
        assert self._card is not None
        data: OwnerData = owner_data.load("insider")
        others = (taught for taught in data.taught if taught.tag != self._tag)
        taught = sorted([*others, Taught(self._tag, self._card, tuple(self._places))])
        try:
            owner_data.save("insider", data._replace(taught=tuple(taught)))
        except OSError as error:
            return say("my-copy.cannot-save", reason=error.strerror or str(error))
        return None
