"""Inside, whole games: counted, compared with a second implementation, and shaken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.acts import Act, read_act
from engine.game import Setup
from engine.inside import judge, legal, play, standing, start, wellformed
from engine.inside.pyramid import CARRIERS, EVERY_CELL, members, open_cells
from engine.verdicts import Impossible
from tests.depth import seeds
from tests.engine.games import random_game
from tests.engine.inside.slow_inside import SlowInside

SETUP = Setup("inside", ("Anna", "Ben"))


def perft(state, depth):
    acts = legal(state)
    return len(acts) if depth == 1 else sum(perft(play(state, act), depth - 1) for act in acts)


@pytest.mark.parametrize(("depth", "sequences"), [(1, 30), (2, 840), (3, 21_840), (4, 522_240)])
def test_known_numbers_of_sequences_from_the_start(depth, sequences):
    assert perft(start(SETUP), depth) == sequences


@pytest.mark.slow
def test_known_number_of_sequences_at_depth_5():
    assert perft(start(SETUP), 5) == 11_387_520


@pytest.mark.parametrize("seed", seeds(60, fast=12))
def test_random_games_agree_act_by_act_with_a_slow_second_implementation(seed):
    slow = SlowInside()
    for _rules, state, act in random_game(SETUP, seed):
        spoken = {(a.seat, a.verb, a.args[0][0], tuple(map(int, a.args[0][1:]))) for a in legal(state)}
        assert spoken == slow.legal()
        assert slow.turn == state.turn
        slow.do(act.seat, act.verb, act.args[0][0], tuple(map(int, act.args[0][1:])))
        after = play(state, act)
        assert standing(after).details["faces"] == slow.faces()
        assert [sorted(slow.stock[seat]) for seat in (1, 2)] == [
            ["D"] * dark + ["L"] * light for light, dark in after.stocks
        ]
    assert len(slow.cubes) == 35
    assert slow.legal() == set()


def whole(state):
    """The invariants of every position, however it came about."""
    light, dark = state.cubes
    filled = light | dark
    assert light & dark == 0
    assert filled.bit_count() + sum(map(sum, state.stocks)) == 36
    assert light.bit_count() + state.stocks[0][0] + state.stocks[1][0] == 18
    for stock, most in zip(state.stocks, ((13, 5), (5, 13)), strict=True):
        assert all(0 <= count <= limit for count, limit in zip(stock, most, strict=True))
    assert all(CARRIERS[cell] & ~filled == 0 for cell in members(filled))
    assert state.open == open_cells(filled)
    assert state.owed & ~state.open == 0
    assert not state.owed or any(state.stocks[2 - state.turn])
    assert filled == EVERY_CELL or any(state.stocks[state.turn - 1]) or state.owed


cells = st.sampled_from([act.args[0][1:] for act in wellformed(start(SETUP))[:35]])
fixes = st.builds(lambda cell, to: Act(None, "fix", (cell, to)), cells, st.sampled_from("LD-"))
turns = st.sampled_from([read_act("fix turn 1"), read_act("fix turn 2")])
said = st.lists(st.one_of(st.sampled_from(wellformed(start(SETUP))), fixes, turns), max_size=80)


@given(said)
def test_whatever_is_said_allowed_or_not_the_invariants_stay_whole(acts):
    state = start(SETUP)
    for act in acts:
        before = state
        try:
            state = play(state, act)
        except Impossible:
            state = before
        whole(state)
        assert set(legal(state)) == {other for other in wellformed(state) if judge(state, other) is None}
        if act.verb != "fix":
            assert all(old & ~new == 0 for old, new in zip(before.cubes, state.cubes, strict=True)), "a cube moved"


@given(st.integers(0, 10**6))
def test_whole_random_games_keep_the_invariants(seed):
    for rules, state, act in random_game(SETUP, seed):
        whole(rules.play(state, act))
