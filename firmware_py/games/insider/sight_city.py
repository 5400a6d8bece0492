"""The city in a picture: whose pawns stand on each place and each square of a path, at `board` depth.

Dice and cards cannot be seen. With the points of a turn in the box, a picture gives the moves; without them the
box asks: it offers what uses all points (IR-9). Homes are not looked at: who is neither in the city nor at a table
is at home.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, permutations, product
from typing import NamedTuple

import numpy as np

from engine.acts import Act
from engine.insider.board.walking import can_move
from engine.insider.city import INSIDER, Plan, ways
from engine.insider.state import State, town_of
from engine.insider.town import Phase
from engine.insider.turns import SEVEN
from engine.verdicts import Sentence, player, say
from firmware_py.games.insider.sight_taught import PAWNS, Point, Taught
from firmware_py.sight.camera import Points
from firmware_py.sight.reading import CLEAR, MOST_COST, NOTHING, Reading
from firmware_py.sight.view import View, sample

REACH_MM = 45.0
"""A ring farther from every place and square stands beside the city."""
BETWEEN = 1.2
"""A ring is doubtful if the second nearest spot is not so many times as far away as the nearest one."""
NEAR_MM = 8.0
"""Nearer than this it is not."""
UNREAD, UNSURE = 6.0, 2.0
"""What it costs that a pawn has gone where something like its ring is; that one stays where nothing is seen."""
RING_MM, RING_DOTS = 20.0, 21
BLACK_PART, WHITE_PART, CONTRAST = 10, 80, 0.85
"""As for the tables of a card."""
DARKEST = 3.0
MOST_CHOICES = 32
"""Ways to take what is not clear that are tried."""
MOST_MOVED = 5
"""Pawns of a turn that are told apart."""

Costs = dict[str, dict[str, float]]


def piece_of(seats: Iterable[int]) -> str:
    """Return the piece of a spot with the pawns of some seats.

    >>> piece_of([2, 1, 2]), piece_of([])
    ('122', '-')
    """
    return "".join(map(str, sorted(seats))) or NOTHING


def expected(state: State) -> tuple[tuple[str, str], ...]:
    """Return what should be seen on every place and square but the homes and the INSIDER."""
    town = town_of(state)
    standing: dict[int, list[int]] = {}
    for seat, spots in enumerate(town.pawns, start=1):
        for spot in spots:
            standing.setdefault(spot, []).append(seat)
    return tuple((town.plan.names[spot], piece_of(standing.get(spot, ()))) for spot in _looked_at(town.plan))


@lru_cache(maxsize=8)
def _looked_at(plan: Plan) -> tuple[int, ...]:
    """Return the spots that are looked at."""
    homes = {*plan.homes, *plan.closed}
    return tuple(spot for spot in range(len(plan.names)) if spot != INSIDER and spot not in homes)


def places(plan: Plan, taught: tuple[Point, ...]) -> Points:
    """Return where all spots lie on the sheet: squares lie on straight paths, evenly."""
    points = [np.array(place) for place in taught]
    for square in plan.squares:
        one, other = (np.array(taught[end]) for end in square.ends)
        points.append(one + (other - one) * (square.number / (square.length + 1)))
    return np.array(points)


class Seen(NamedTuple):
    """The rings that stand in the city."""

    standing: Mapping[int, list[int]]
    """By spot: the seats."""
    doubtful: frozenset[int]
    notes: tuple[Sentence, ...]


def read(view: View, state: State, taught: Taught, beside: Points) -> Reading:
    """Return what a picture shows of the city; rings near the tables of a card, `beside`, are not in it."""
    plan = town_of(state).plan
    spots = places(plan, taught.places)
    boxed = _standing(state)
    seen = _seen(view, state, taught, spots, beside)
    if _missing(boxed, seen.standing):
        view = view.with_more_tags(spots)
        seen = _seen(view, state, taught, spots, beside)
    missing = _missing(boxed, seen.standing)
    within = view.camera.shows(view.camera.sees(spots))
    costs: Costs = {}
    for spot in _looked_at(plan):
        if not within[spot]:
            continue
        now, then = Counter(seen.standing.get(spot, ())), Counter(boxed.get(spot, ()))
        pieces = {piece_of(now.elements()): 0.0}
        gone = then - now
        is_ring = bool(gone) and not now and _is_ring(view, spots[spot], taught.ring_height)
        unread = Counter({seat: count for seat, count in gone.items() if is_ring or missing[seat] > 0})
        if spot in seen.doubtful:
            pieces = dict.fromkeys((*pieces, piece_of(then.elements())), 0.0)
        elif unread:
            stays = is_ring and any(missing[seat] > 0 for seat in unread)
            pieces[piece_of(now.elements())] = UNREAD if stays else 0.0
            pieces[piece_of((now + unread).elements())] = 0.0 if stays else UNSURE
        costs[plan.names[spot]] = pieces
    return Reading(costs, notes=seen.notes)


def _standing(state: State) -> dict[int, list[int]]:
    """Return the seats on each spot, as the box has it."""
    found: dict[int, list[int]] = {}
    for seat, spots in enumerate(town_of(state).pawns, start=1):
        for spot in spots:
            found.setdefault(spot, []).append(seat)
    return found


def _missing(boxed: Mapping[int, list[int]], seen: Mapping[int, list[int]]) -> Counter[int]:
    """Return by seat how many pawns fewer are seen in the city than the box has there."""
    count = Counter(seat for seats in boxed.values() for seat in seats)
    count.subtract(seat for seats in seen.values() for seat in seats)
    return +count


def _seen(view: View, state: State, taught: Taught, spots: Points, beside: Points) -> Seen:
    """Return which pawns stand on which spots."""
    plan = town_of(state).plan
    standing: dict[int, list[int]] = {}
    doubtful: set[int] = set()
    notes: list[Sentence] = []
    for tag in view.tags:
        seat = PAWNS.get(tag.number)
        if seat is None or seat not in state.seats or seat in state.inn.left:
            continue
        place = view.camera.on_plane(tag.middle[None], taught.ring_height)[0]
        away = np.linalg.norm(spots - place, axis=1)
        one, other = np.argsort(away)[:2].tolist()
        if away[one] > REACH_MM or (len(beside) and np.linalg.norm(beside - place, axis=1).min() < away[one]):
            continue
        if away[one] > NEAR_MM and away[other] < BETWEEN * away[one] and not _is_closed(plan, one, other):
            doubtful |= {one, other}
            near = tuple(plan.names[spot] for spot in (one, other))
            notes.append(say("insider.look-between-spots", who=player(seat), places=near))
        else:
            standing.setdefault(one, []).append(seat)
    return Seen(standing, frozenset(doubtful), tuple(notes))


def _is_closed(plan: Plan, one: int, other: int) -> bool:
    """Return whether neither of two spots is looked at."""
    return not {one, other} & set(_looked_at(plan))


def _is_ring(view: View, spot: Points, height: float) -> bool:
    """Return whether something black and white as a ring stands on a spot."""
    steps = (np.arange(RING_DOTS) / (RING_DOTS - 1) - 0.5) * RING_MM
    along, down = np.meshgrid(steps, steps)
    around = np.column_stack((along.ravel() + spot[0], down.ravel() + spot[1], np.full(along.size, height)))
    values = np.log(np.maximum(sample(view.grey, view.camera.sees(around)), DARKEST))
    black, white = np.percentile(values, (BLACK_PART, WHITE_PART))
    return bool(white - black > CONTRAST)


# --- acts


class Moved(NamedTuple):
    """Pawns of one seat that a picture shows elsewhere than the box has them."""

    gone: tuple[int, ...]
    """Spots that they have left; the home for those that were there."""
    came: tuple[int, ...]
    """Spots where they are; the INSIDER for a table."""


def shown(acts: Iterable[Act], state: State, reading: Reading) -> Iterable[Act]:
    """Return those acts of the city that a picture can show: moves, and what gives their points."""
    points, legs = _explained(state, reading)
    for act in acts:
        if act.verb == "move":
            if _is_leg(act, state, legs) and _fits(act, state, reading):
                yield act
        elif act.seat == state.turn and _gives(act, points):
            yield act


def _explained(state: State, reading: Reading) -> tuple[set[int], set[tuple[str, str]]]:
    """Return the points that explain a picture, if they are not known yet, and the moves that explain it best."""
    town = town_of(state)
    found = [way for moved in _moved(state, reading) for way in _matches(state, moved)]
    if town.phase is Phase.BEGUN:
        return {way.points for way in found}, {leg for way in found for leg in way.legs}
    exact = [way for way in found if way.points == town.points] or found
    return set(), {leg for way in exact for leg in way.legs}


def _is_leg(act: Act, state: State, legs: set[tuple[str, str]]) -> bool:
    """Return whether a move is among those that explain a picture best; all are if none does."""
    start, target = act.args
    name, _, _ = target.partition(".")
    return not legs or act.seat != state.turn or bool({(start, target), (start, name)} & legs)


def _gives(act: Act, points: set[int]) -> bool:
    """Return whether an act gives a turn one of several numbers of points."""
    if act.verb == "points":
        return SEVEN in points
    total = sum(map(int, act.args)) if act.verb == "roll" else 0
    return total in points - {SEVEN} and list(act.args) == sorted(act.args)


def is_asked(act: Act, state: State) -> bool:
    """Return whether an act that leads to a state is never entered without a question.

    Nobody saw the dice. While points are left that can be used (IR-9), a pawn may be hidden.
    """
    return act.verb in {"points", "roll"} or (act.verb == "move" and can_move(state))


def _counts(reading: Reading, name: str, seat: int) -> list[int]:
    """Return how many pawns of a seat a spot may have, after a picture."""
    return [piece.count(str(seat)) for piece, cost in reading.costs.get(name, {}).items() if cost < CLEAR]


def _fits(act: Act, state: State, reading: Reading) -> bool:
    """Return whether a picture shows a pawn less where a move begins, and one more where it ends."""
    town, seat, (start, target) = town_of(state), act.seat or 0, act.args
    begin = town.plan.spots.get(start)
    if begin is None:
        return False
    now = town.pawns[seat - 1].count(begin)
    is_home = begin == town.plan.homes[seat - 1]
    if not is_home and not any(count < now for count in _counts(reading, start, seat)):
        return False
    name, _, table = target.partition(".")
    if name == "insider":
        return reading.costs.get(f"table {table}", {}).get(str(seat), MOST_COST) < MOST_COST
    there = town.pawns[seat - 1].count(town.plan.spots[target])
    return any(count > there for count in _counts(reading, target, seat))


def _moved(state: State, reading: Reading) -> Iterator[Moved]:
    """Yield which pawns of who has the turn can have moved: a spot that is not clear may have either piece."""
    town, seat = town_of(state), state.turn
    changes: list[tuple[int, list[int]]] = []
    for spot in _looked_at(town.plan):
        there = town.pawns[seat - 1].count(spot)
        counts = set(_counts(reading, town.plan.names[spot], seat))
        if counts - {there}:
            changes.append((spot, [count - there for count in counts]))
    for at, sitting in enumerate(state.inn.tables, start=1):
        place = f"table {at}"
        if not sitting and place in reading.costs and reading.piece(place) == str(seat):
            changes.append((INSIDER, [1]))
    home = town.plan.homes[seat - 1]
    for chosen in islice(product(*(each for _, each in changes)), MOST_CHOICES):
        moves = [(spot, change) for (spot, _), change in zip(changes, chosen, strict=True)]
        gone = [spot for spot, change in moves for _ in range(-change)]
        came = [spot for spot, change in moves for _ in range(change)]
        yield Moved((*gone, *[home] * (len(came) - len(gone))), tuple(came))


class Match(NamedTuple):
    """A way in which pawns can have moved."""

    points: int
    legs: tuple[tuple[str, str], ...]
    """From where to where; `insider` for any table."""


def _matches(state: State, moved: Moved) -> list[Match]:
    """Return every way in which pawns can have walked from where they were to where they are."""
    town, seat = town_of(state), state.turn
    if not moved.came or len(moved.came) != len(moved.gone) or len(moved.came) > MOST_MOVED:
        return []
    most = town.points if town.phase is Phase.MOVING else math.inf
    found = set()
    for order in set(permutations(moved.came)):
        legs = list(zip(moved.gone, order, strict=True))
        costs = [ways(town.plan, town.outs, seat, start).get(target) for start, target in legs]
        points = sum(cost for cost in costs if cost is not None)
        if None not in costs and points <= most:
            names = ((town.plan.names[start], _name(town.plan, target)) for start, target in legs)
            found.add(Match(points, tuple(sorted(names))))
    return sorted(found)


def _name(plan: Plan, spot: int) -> str:
    return "insider" if spot == INSIDER else plan.names[spot]
