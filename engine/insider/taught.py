"""What an owner has taught the eye: which sticker is on which evaluation card, and where its tables are.

Places are millimetres from the middle of the sticker, along the card's own sides: so a card may lie anywhere in
the frame, turned in any way.

>>> values = {"tag": 101, "values": [3, 1, 0], "corner": -2, "places": [[20, 9], [45, 9], [70, 9]]}
>>> cards = read_taught([values], [])
>>> cards[0].card.face, cards[0].places[0]
('3 1 0 / -2', (20, 9))
"""

from __future__ import annotations

from typing import NamedTuple

from engine.insider.cards import CORNERS, EVERY_SIZE, VALUES, Card
from engine.values import Fault, KeyPath, number, table
from engine.verdicts import say

STICKERS = range(101, 121)
"""The tags of the stickers; people know them as 1 to 20."""
PLACES = range(-400, 401)


class Taught(NamedTuple):
    """A card that the eye knows."""

    tag: int
    card: Card
    places: tuple[tuple[int, int], ...]
    """By table."""


def read_taught(values: object, faults: list[Fault]) -> tuple[Taught, ...]:
    """Read the cards that the eye knows from the values of a file; every fault is noted with its place."""
    if not isinstance(values, list):
        faults.append((("eye",), say("my-copy.not-list", name="eye")))
        return ()
    found: dict[int, Taught] = {}
    for at, value in enumerate(values):
        taught = _read_one(at, value, faults)
        if taught is None:
            continue
        if taught.tag in found:
            faults.append((("eye", at, "tag"), say("my-copy.sticker-twice", sticker=sticker_of(taught.tag))))
        found[taught.tag] = taught
    return tuple(found.values())


def _read_one(at: int, value: object, faults: list[Fault]) -> Taught | None:
    place: KeyPath = ("eye", at)
    before = len(faults)
    given = table(value, ("tag", "values", "corner", "places"), place, faults)
    tag = number(given.get("tag"), STICKERS, (*place, "tag"), faults)
    worth, spots = given.get("values"), given.get("places")
    if not isinstance(worth, list) or len(worth) not in EVERY_SIZE:
        faults.append(((*place, "values"), say("my-copy.card-size", least=EVERY_SIZE[0], most=EVERY_SIZE[-1])))
        return None
    card = Card(
        tuple(number(each, VALUES, (*place, "values", index), faults) for index, each in enumerate(worth)),
        number(given.get("corner"), CORNERS, (*place, "corner"), faults),
    )
    if not isinstance(spots, list) or len(spots) != len(worth) or not all(map(_is_pair, spots)):
        faults.append(((*place, "places"), say("my-copy.eye-places", size=len(worth))))
        return None
    places = tuple(
        (
            number(x, PLACES, (*place, "places", index, "x"), faults),
            number(y, PLACES, (*place, "places", index, "y"), faults),
        )
        for index, (x, y) in enumerate(spots)
    )
    return Taught(tag, card, places) if len(faults) == before else None


def _is_pair(value: object) -> bool:
    match value:
        case [_, _]:
            return True
    return False


def sticker_of(tag: int) -> int:
    """Return the number that is printed on a sticker.

    >>> sticker_of(101)
    1
    """
    return tag - STICKERS[0] + 1


def taught_values(taught: Taught) -> dict[str, object]:
    """Return a card that the eye knows as the values of a file."""
    return {
        "tag": taught.tag,
        "values": list(taught.card.values),
        "corner": taught.card.corner,
        "places": [list(place) for place in taught.places],
    }
