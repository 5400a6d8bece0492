"""Insider at `board` depth, whole games: invariants, and walking against searches that were written apart."""

import random
from collections import deque
from itertools import pairwise
from json import dumps

import pytest

from engine import GAMES
from engine.insider.board.walking import at_home
from engine.insider.city import LINKS, PLACES, is_shut_in, plan_of, ways
from engine.match import Match
from firmware_py.games.insider import display as table
from firmware_py.games.insider import text as drawing
from firmware_py.games.views import TableView
from firmware_py.i18n.translations import Translations
from tests.depth import seeds, slow_unless
from tests.engine.games import BOARDS, TYPICAL, random_game
from tests.engine.random_games import replays, shaken

WORDS = Translations("en")
setups = pytest.mark.parametrize("setup", slow_unless(BOARDS, TYPICAL), ids=str)


def whole(state):
    """The invariants of every position."""
    town, inn = state.town, state.inn
    for seat in state.seats:
        assert at_home(state, seat) >= 0
        assert len(town.pawns[seat - 1]) + inn.tables.count(seat) + at_home(state, seat) == 7
    squares = [spot for spots in town.pawns for spot in spots if spot >= 25]
    assert len(set(squares)) == len(squares)
    assert not any(spot in town.outs for spots in town.pawns for spot in spots)
    assert len(inn.tables) in {0, 3, 4, 5, 6, 7}
    assert all(inn.cellar <= step for step in inn.steps)
    assert all(0 <= hand <= 7 for hand in town.hands)
    assert sum(town.hands) + town.pile + town.discards == 55
    mine = [*town.pawns[state.turn - 1], *[town.plan.homes[state.turn - 1]] * at_home(state, state.turn)]
    mine += [-table for table, sitting in enumerate(inn.tables, start=1) if sitting == state.turn]
    for spot in set(town.fresh) | set(town.done):
        assert town.fresh.count(spot) + town.done.count(spot) <= mine.count(spot)
    assert all(0 <= spot < 25 and spot in town.pawns[state.turn - 1] for spot in town.fresh)


@setups
@pytest.mark.parametrize("seed", seeds(4, fast=1))
def test_whole_random_games_keep_the_invariants(setup, seed):
    for number, (rules, state, act) in enumerate(random_game(setup, seed)):
        whole(rules.play(state, act))
        if number > 800:
            break


@setups
@pytest.mark.parametrize("seed", seeds(4, fast=1))
def test_corrections_overruled_acts_and_leaving_do_no_harm(setup, seed):
    chance = random.Random(seed)
    match = Match(GAMES["insider"].rules(), setup)
    rules = match.rules
    for _ in shaken(match, chance, leaving=0.005):
        whole(match.state)
        assert rules.ask(match.state).what
        assert table.draw(TableView(match.state, match.names, WORDS)).size == (128, 64)
        assert drawing.draw(match.state, WORDS)
        assert dumps(rules.standing(match.state).details)
    assert replays(match)


# --- searches in plain words


def streets(lengths):
    """The city as a dictionary of names."""
    beside = {}
    for (one, other), length in zip(LINKS, lengths, strict=True):
        way = [one, *(f"{one}-{other}.{square}" for square in range(1, length + 1)), other]
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


@pytest.mark.parametrize("seed", seeds(60, fast=15))
def test_walking_and_shutting_in_agree_with_plain_searches(seed):
    chance = random.Random(seed)
    lengths = tuple(chance.randint(0, 6) if seed % 2 else 2 for _ in LINKS)
    homes = tuple(chance.sample(["a1", "a5", "e5", "e1"], chance.choice((2, 3, 4))))
    plan = plan_of(lengths, homes)
    beside = streets(lengths)
    assert sorted(beside) == sorted(plan.names)
    outs = chance.sample([name for name in PLACES if name not in {"a1", "a5", "e5", "e1", "c3"}], 4)
    seat = chance.randint(1, len(homes))
    closed = {*outs, *({"a1", "a5", "e5", "e1"} - {homes[seat - 1]})}
    numbers = frozenset(PLACES.index(name) for name in outs)
    for start in chance.sample([name for name in plan.names if name not in closed and name != "c3"], 8):
        expected = walked(beside, start, closed)
        found = ways(plan, numbers, seat, plan.spots[start])
        assert {plan.names[spot]: points for spot, points in found.items()} == expected
        assert list(found.values()) == sorted(found.values()), "the nearest first"
        places = [name for name in expected if name in PLACES]
        shut_in = "c3" not in places and len(places) < 8
        assert is_shut_in(plan, numbers, seat, plan.spots[start]) == shut_in
