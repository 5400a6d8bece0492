"""What was read of a picture: for each place what each piece that could be there would cost.

A cost is how much worse the picture fits if that piece is there (a difference of log likelihoods); the best piece
costs nothing. A place that the picture does not show has no costs: anything may be there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from engine.verdicts import Sentence

CLEAR = 4.0
"""A place is clear if its second piece costs at least this much."""
NOTHING = "-"
"""The piece of an empty place."""
MOST_COST = 40.0
"""No single place can speak against a state more than this."""


class State(Enum):
    """What a picture is good for."""

    SEEN = "seen"
    HAND = "hand"
    MOVING = "moving"
    UNSURE = "unsure"
    NO_SHEET = "no-sheet"
    DARK = "dark"
    LIGHT = "light"
    """The light has changed since the picture before."""


class Taps(NamedTuple):
    """What can be tapped on a picture to teach where things lie."""

    places: tuple[Sentence, ...] = ()
    """One after the other."""
    is_needed: bool = False
    """The picture cannot be read before."""


class Reading(NamedTuple):
    """What a picture shows of a game."""

    costs: Mapping[str, Mapping[str, float]]
    """Place → piece → cost."""
    is_hidden: bool = False
    """A hand or something else lies over what should be seen."""
    notes: tuple[Sentence, ...] = ()
    """What people should know of the table: a pawn between two places, a card that was not taught."""

    def piece(self, place: str) -> str:
        """Return the likeliest piece of a place."""
        costs = self.costs[place]
        return min(costs, key=costs.__getitem__)

    def cost(self, expected: Iterable[tuple[str, str]]) -> float:
        """Return how badly a state fits: the costs of the pieces that it expects at places that are seen."""
        costs = self.costs
        return sum(
            min(MOST_COST, costs[place].get(piece, MOST_COST)) for place, piece in expected if place in costs
        )

    def is_clear(self, place: str) -> bool:
        """Return whether only one piece can be at a place."""
        return sum(cost < CLEAR for cost in self.costs[place].values()) <= 1

    @property
    def pieces(self) -> dict[str, str]:
        """The clear places that are not empty."""
        read = {place: self.piece(place) for place in self.costs if self.is_clear(place)}
        return {place: piece for place, piece in read.items() if piece != NOTHING}

    @property
    def unsure(self) -> tuple[str, ...]:
        """The places where more than one piece can be."""
        return tuple(place for place in self.costs if not self.is_clear(place))
