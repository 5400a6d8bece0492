"""A card's place with cards and pawns, for tests of the eye: what is laid there is what a camera would tell."""

import math

from drivers.eye import State
from engine.acts import read_act
from engine.insider.cards import Card
from engine.insider.owner_data import OwnerData
from engine.insider.taught import Taught
from firmware_py.games import owner_data
from firmware_py.games.sight import SeenTag, Sight
from tests.firmware_py.ui.stacks import box, playing, said

STICKER_AT = (50.0, 40.0)
PITCH_MM = 22


def places(size):
    return tuple((20 + PITCH_MM * (at % 4), 10 + 30 * (at // 4)) for at in range(size))


def deck(sizes=(4, 5, 6)):
    """Return different cards with their stickers: two of each size, and the values that are easy to add."""
    cards = [
        Card(tuple(3 - at + number for at in range(size)), -2 - number) for size in sizes for number in range(3)
    ]
    return [Taught(101 + at, card, places(len(card.values))) for at, card in enumerate(cards)]


class EyeTable:
    """A match with an eye over it."""

    def __init__(self, *sentences, players=("Anna", "Ben", "Carla"), taught=None, **tags):
        self.cards = deck() if taught is None else taught
        owner_data.save("insider", OwnerData(taught=tuple(self.cards)))
        self.stack = playing(*sentences, game="insider", players=players, **tags)
        self.card, self.turn, self.at = None, 0.0, STICKER_AT
        self.pawns = {}

    @property
    def box(self):
        return box(self.stack)

    @property
    def inn(self):
        return self.box.match.state.inn

    def said(self):
        return said(self.stack)

    def lay(self, number, *, turn=0.0, at=STICKER_AT):
        """Lay a card down in place of the one before."""
        self.card, self.turn, self.at = self.cards[number], turn, at

    def spot(self, table, off=(0.0, 0.0)):
        """Return where in the frame a table is."""
        x, y = self.card.places[table - 1]
        x, y = x + off[0], y + off[1]
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return self.at[0] + x * cos - y * sin, self.at[1] + x * sin + y * cos

    def put(self, ring, table, off=(0.0, 0.0)):
        self.pawns[ring] = self.spot(table, off)

    def sight(self):
        marks = [SeenTag(ring, *place, 1.0) for ring, place in self.pawns.items()]
        if self.card is not None:
            marks.append(SeenTag(self.card.tag, *self.at, self.turn))
        return Sight(tuple(marks))

    def see(self):
        """Let the eye tell what lies there; gives what was entered because of it."""
        before = len(self.said())
        self.stack.take_view(State.SEEN, self.sight())
        return self.said()[before:]

    def type(self, sentence):
        """Enter an act at the box, in another way than the eye."""
        self.stack.attempt(lambda: self.box.submit(read_act(sentence)))
