"""Insider in pictures: the evaluation card with its pawns, and the city around it.

Pawns have a printed ring on top, evaluation cards a printed sticker: `sight_tags` says which. At `stair` depth
(`sight_card`) the places are the card and its tables, at `board` depth (`sight_city`) also those of the city.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from engine.acts import Act
from engine.insider.cards import MOST_TABLES
from engine.insider.city import PLACES
from engine.insider.state import State
from engine.verdicts import say
from firmware_py.games.insider import sight_card, sight_city
from firmware_py.games.insider.sight_card import Memory
from firmware_py.games.insider.sight_taught import Taught, read_taught
from firmware_py.sight.reading import MOST_COST, Reading, Taps
from firmware_py.sight.view import View

DETOUR = MOST_TABLES * MOST_COST
"""How much worse a picture may fit after an act, if others follow: a card that is turned up has free tables."""
__all__ = [
    "DETOUR",
    "counted",
    "expected",
    "is_asked",
    "learnt",
    "read",
    "read_taught",
    "shown",
    "spots",
    "tapped",
    "taps",
]


def expected(state: State) -> tuple[tuple[str, str], ...]:
    """Return what should be seen in a state: place and piece."""
    card = sight_card.expected(state)
    return card if state.town is None else (*card, *sight_city.expected(state))


def shown(acts: Iterable[Act], state: State, reading: Reading) -> Iterable[Act]:
    """Return those of some acts that a picture can show; the picture says what stands for open values."""
    if state.town is None:
        return sight_card.shown(acts, state, reading)
    said = list(acts)
    cards = (act for act in said if act.verb == "card")
    return (*sight_card.shown(cards, state, reading), *sight_city.shown(said, state, reading))


def is_asked(act: Act, state: State) -> bool:
    """Return whether an act that leads to a state is never entered without a question."""
    return state.town is not None and sight_city.is_asked(act, state)


def read(view: View, state: State, taught: Taught, before: Memory | None = None) -> tuple[Reading, Memory | None]:
    """Return what a picture shows; and what to remember of it."""
    card, memory = sight_card.read(view, state, taught, before)
    if state.town is None or card.is_hidden or not taught.places:
        return card, memory
    beside = np.array(sight_card.tables(view, taught)).reshape(-1, 2)
    city = sight_city.read(view, state, taught, beside)
    return Reading({**city.costs, **card.costs}, notes=(*card.notes, *city.notes)), memory


def taps(view: View, state: State, taught: Mapping[str, object] | None) -> Taps:
    """Return what can be tapped: the city's places, then the tables of a card that is not known yet."""
    known = read_taught(taught or {})
    if state.town is not None and not known.places:
        return Taps(tuple(say("insider.tap-place", place=place) for place in PLACES), is_needed=True)
    return sight_card.taps(view, state, known)


def tapped(
    view: View, state: State, taught: Mapping[str, object] | None, places: Sequence[tuple[float, float]]
) -> Mapping[str, object]:
    """Return what was taught before, and the places or the card whose tables were tapped."""
    values = taught or {}
    if state.town is not None and not read_taught(values).places:
        return {**values, "places": [[round(x, 1), round(y, 1)] for x, y in places]}
    return sight_card.tapped(view, state, values, places)


def spots(view: View, taught: Taught) -> Mapping[str, tuple[float, float]]:
    """Return at which dots the tables of the card are seen."""
    return sight_card.spots(view, taught)


def learnt(_memory: Memory | None) -> Mapping[str, object]:
    """Return nothing: what is taught of this game is tapped."""
    return {}


def counted(_reading: Reading) -> Mapping[str, Sequence[object]]:
    """Return nothing: what lies on the table says nothing without a match."""
    return {}
