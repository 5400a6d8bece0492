"""Evaluation cards: what each table is worth, and what it costs to have nobody there.

>>> card = read_card(("4:", "3", "2", "1", "0", "/", "-4"))
>>> card
Card(values=(3, 2, 1, 0), corner=-4)
>>> print(card)
4: 3 2 1 0 / -4
"""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from engine.acts import OPEN, Act
from engine.verdicts import Impossible, say

SIZES = {2: (3, 4, 5), 3: (4, 5, 6), 4: (5, 6, 7)}
"""By number of players: how many tables the cards in the game have (IR-8)."""
EVERY_SIZE = range(3, 8)
OF_EACH_SIZE = 4
"""Cards in the box (IR-7)."""
VALUES, CORNERS = range(-9, 21), range(-20, 1)
"""What an owner can read off a card (IR-35)."""
MOST_TABLES = EVERY_SIZE[-1]


class Card(NamedTuple):
    """A card: the value of each table, and the corner's penalty, a number of 0 or less."""

    values: tuple[int, ...]
    corner: int

    def __str__(self) -> str:
        """The card as records write it."""
        return f"{len(self.values)}: {self.face}"

    @property
    def face(self) -> str:
        """What is printed on the card."""
        return f"{' '.join(map(str, self.values))} / {self.corner}"


KNOWN = Card((3, 2, 1, 0), -4)
"""The one card that the rule sheet shows (IR-34)."""


def any_card(size: int) -> Act:
    """Make the act that stands for any card of a size."""
    return Act(None, "card", (f"{size}:", OPEN, "/", OPEN))


def card_act(card: Card) -> Act:
    """Make the act that turns a card up."""
    return Act(None, "card", tuple(str(card).split()))


_SIZES = {f"{size}:": size for size in EVERY_SIZE}
_VALUES = {str(value): value for value in VALUES}
_CORNERS = {str(value): value for value in CORNERS}


def read_size(words: tuple[str, ...]) -> int:
    """Read how many tables a card is said to have; raises `Impossible`."""
    match words:
        case (said, _, _, _, *_):  # `5: 3 / -4`, and more values
            return _SIZES[said] if said in _SIZES else _no_size(said)
    raise Impossible(say("insider.card-words"))


def _no_size(said: str) -> NoReturn:
    if said[:-1] in map(str, range(10)) and said.endswith(":"):
        why = say("insider.no-such-size", size=said[:-1], least=EVERY_SIZE[0], most=MOST_TABLES)
        raise Impossible(why, "IR-7")
    raise Impossible(say("insider.card-words"))


def read_card(words: tuple[str, ...]) -> Card:
    """Read a card; raises `Impossible` with what is wrong."""
    size = read_size(words)
    if OPEN in words:
        raise Impossible(say("act.open-value"))
    _, *given, slash, last = words
    if slash != "/":
        raise Impossible(say("insider.card-words"))
    if len(given) != size:
        raise Impossible(say("insider.wrong-count", size=size, given=len(given)), "IR-7")
    values = tuple([_VALUES[word] if word in _VALUES else _no_value(word, VALUES) for word in given])
    return Card(values, _CORNERS[last] if last in _CORNERS else _no_value(last, CORNERS))


def _no_value(word: str, allowed: range) -> NoReturn:
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdecimal():
        raise Impossible(say("insider.bad-value", given=word[:9], least=allowed[0], most=allowed[-1]), "IR-35")
    raise Impossible(say("insider.card-words"))
