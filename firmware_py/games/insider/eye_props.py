"""Cards and pawns for a simulated frame: the eye can be tried without a camera and without your own cards."""

from __future__ import annotations

from engine.insider.cards import EVERY_SIZE, SIZES, Card
from engine.insider.state import State
from engine.insider.taught import STICKERS, Taught
from firmware_py.games.insider.eye_reading import PAWNS
from firmware_py.games.sight import LaidCard, Props

VALUES = (5, 3, 4, 2, 1, 3, 0)
"""What the tables of the first card are worth; the others have more, or less."""
LEFT_MM, RIGHT_MM, ABOVE_MM, BELOW_MM = 2, 78, 8, 42
"""Where the tables are, from the middle of the sticker; those above begin beside it."""
STICKER_MM = 22
OF_EACH_SIZE = 3
UNKNOWN = STICKERS[-1]
"""The sticker of a card that the eye does not know."""


def simulated_cards() -> tuple[Taught, ...]:
    """Return cards with invented values, some of each size."""
    return tuple(
        Taught(STICKERS[at], _card(EVERY_SIZE[at // OF_EACH_SIZE], at % OF_EACH_SIZE), _places(at // OF_EACH_SIZE))
        for at in range(len(EVERY_SIZE) * OF_EACH_SIZE)
    )


def props(state: State) -> Props:
    """Return what there is to lay into a simulated frame in a match."""
    sizes = SIZES[len(state.owed)]
    cards = [
        LaidCard(taught.tag, tuple(f"{value:+}" for value in taught.card.values), taught.places)
        for taught in simulated_cards()
        if len(taught.card.values) in sizes
    ]
    rings = tuple(tuple(ring for ring, seat in PAWNS.items() if seat == each) for each in state.seats)
    return Props(tuple(cards), rings, UNKNOWN)


def _card(size: int, number: int) -> Card:
    return Card(tuple(value + number - 1 for value in VALUES[:size]), -2 - number)


def _places(size_at: int) -> tuple[tuple[int, int], ...]:
    """Return where the tables of a card are: clockwise, the first one beside the sticker."""
    size = EVERY_SIZE[size_at]
    above = size // 2
    rows = ((above, ABOVE_MM, LEFT_MM + STICKER_MM, RIGHT_MM), (size - above, BELOW_MM, RIGHT_MM, LEFT_MM))
    return tuple(
        (first + (last - first) * at // max(count - 1, 1), y)
        for count, y, first, last in rows
        for at in range(count)
    )
