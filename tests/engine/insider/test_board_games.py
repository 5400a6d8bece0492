"""Insider at `board` depth, whole games: invariants, and walking against searches that were written apart."""

import random
from json import dumps

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES
from engine.acts import is_open, read_act
from engine.game import Setup
from engine.insider.board.walking import at_home
from engine.insider.city import CORNERS, PLACES, is_shut_in, plan_of, ways
from engine.insider.owner_data import board_tags
from engine.match import Match
from firmware_py.games.insider import display as table
from firmware_py.games.insider import text as drawing
from firmware_py.games.views import TableView
from firmware_py.i18n.translations import Translations
from tests.depth import examples, seeds, slow_unless
from tests.engine.games import BOARDS, NAMES, TYPICAL, random_game
from tests.engine.insider import slow_city
from tests.engine.insider.own_boards import OWN, own_boards
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


# --- searches in plain words, and boards of owners


@given(own_boards(), st.randoms(use_true_random=False))
@settings(max_examples=examples(60))
def test_ir_36_walking_and_shutting_in_agree_with_plain_searches(board, chance):
    homes = tuple(chance.sample(CORNERS, chance.choice((2, 3, 4))))
    plan = plan_of(board.links, homes)
    beside = slow_city.streets(board_tags(board))
    assert sorted(beside) == sorted(plan.names)
    outs = chance.sample([name for name in PLACES if name not in {*CORNERS, "c3"}], 4)
    seat = chance.randint(1, len(homes))
    closed = {*outs, *({*CORNERS} - {homes[seat - 1]})}
    numbers = frozenset(PLACES.index(name) for name in outs)
    for start in chance.sample([name for name in plan.names if name not in closed and name != "c3"], 8):
        found = ways(plan, numbers, seat, plan.spots[start])
        expected = slow_city.walked(beside, start, closed)
        assert {plan.names[spot]: points for spot, points in found.items()} == expected
        assert list(found.values()) == sorted(found.values()), "the nearest first"
        assert is_shut_in(plan, numbers, seat, plan.spots[start]) == slow_city.is_shut_in(beside, start, closed)


@given(own_boards(), st.integers(2, 4), st.integers(0, 1000))
@settings(max_examples=examples(30))
def test_ir_36_games_on_any_board_of_an_owner_follow_the_rules(board, seats, seed):
    tags = {"Depth": "board", **board_tags(board)}
    beside = slow_city.streets(tags)
    for number, (rules, state, act) in enumerate(random_game(Setup("insider", NAMES[:seats], tags=tags), seed)):
        listed = {str(act) for act in rules.legal(state)}
        if state.town.points and state.town.power is None and state.inn.card is not None:
            walks = {sentence for sentence in listed if " move " in sentence}
            assert walks == slow_city.moves(beside, state), "the slow model agrees"
        if number % 25 == 0:
            said = {str(act) for act in rules.wellformed(state) if not is_open(act)}
            accepted = {sentence for sentence in said if rules.judge(state, read_act(sentence)) is None}
            assert accepted == said & listed, "legal and judge agree"
        whole(rules.play(state, act))
        if number > 150:
            break


def test_ir_36_whole_games_are_played_to_their_end_on_the_board_of_an_owner():
    setup = Setup("insider", NAMES[:2], tags={"Depth": "board", **board_tags(OWN)})
    *_, (rules, state, act) = random_game(setup, 1)
    assert rules.standing(rules.play(state, act)).over
