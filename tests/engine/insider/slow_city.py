"""The city of Insider once more, by names: its paths as a record says them, and plain searches through them."""

import json
from collections import deque
from itertools import pairwise

PLACES = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
CORNERS = {"a1", "a5", "e5", "e1"}


def paths(tags):
    """The squares of every path of a record, by the two places that it joins."""
    found = {f"{one}-{other}": 2 for one in PLACES for other in PLACES if one < other and near(one, other)}
    found |= json.loads(tags.get("BoardData", "{}")).get("links", {})
    return {tuple(name.split("-")): squares for name, squares in found.items() if squares != "none"}


def near(one, other):
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1])) == 1


def streets(tags):
    """The spots one point away from every spot."""
    beside = {place: [] for place in PLACES}
    for (one, other), squares in paths(tags).items():
        way = [one, *(f"{one}-{other}.{square}" for square in range(1, squares + 1)), other]
        for here, there in pairwise(way):
            beside.setdefault(here, []).append(there)
            beside.setdefault(there, []).append(here)
    return beside


def walked(beside, start, closed):
    """Distances by breadth-first search; nobody goes on from c3."""
    found, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        if here == "c3" and here != start:
            continue
        for there in beside[here]:
            if there not in found and there not in closed:
                found[there] = found[here] + 1
                waiting.append(there)
    return {name: points for name, points in found.items() if name != start}


def is_shut_in(beside, start, closed):
    places = [name for name in walked(beside, start, closed) if name in PLACES]
    return "c3" not in places and len(places) < 8


def moves(beside, state):
    """Every move of the player whose turn it is, in words, from what lies on the board."""
    town, seat = state.town, state.turn
    names = town.plan.names
    homes = [names[home] for home in town.plan.homes]
    closed = {names[out] for out in town.outs} | CORNERS - {homes[seat - 1]}
    taken = {names[spot] for pawns in town.pawns for spot in pawns if "-" in names[spot]}
    mine = [names[spot] for spot in town.pawns[seat - 1]]
    mine += [homes[seat - 1]] * (7 - len(mine) - state.inn.tables.count(seat))
    for spot in town.done:
        if spot >= 0:
            mine.remove(names[spot])
    found = set()
    for start in set(mine):
        for target, points in walked(beside, start, closed).items():
            if points > town.points or target in taken:
                continue
            tables = [table for table, sitting in enumerate(state.inn.tables, start=1) if not sitting]
            targets = [f"insider.{table}" for table in tables] if target == "c3" else [target]
            found |= {f"{seat} move {start} {spot}" for spot in targets}
    return found
