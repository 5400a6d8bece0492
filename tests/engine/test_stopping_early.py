"""A table that stops before the end is scored as it lies (M-8)."""

import random

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from tests.depth import seeds
from tests.engine.games import BOARDS, NAMES, STAIRS, begin, filled, played, random_game, refused, say_all

CARD = "card 4: 3 2 1 0 / -4"
OFFLINES = [Setup("offline", NAMES[:3]), Setup("offline", NAMES[:2], tags={"Mode": "expert"})]


def midway(setup, seed):
    """A match in the middle of a random game."""
    match, chance = Match(GAMES[setup.game].rules(), setup), random.Random(seed)
    acts = [act for _, _, act in random_game(setup, seed)]
    for act in acts[: chance.randrange(len(acts) // 2)]:
        match.play(act)
    return match


@pytest.mark.parametrize("setup", [STAIRS[1], BOARDS[1]], ids=str)
@pytest.mark.parametrize("seed", seeds(40, fast=4))
def test_m_8_in_insider_the_stair_counts_as_it_stands(setup, seed):
    match = midway(setup, seed)
    if match.standing().over:
        return
    steps = match.standing().points
    assert match.tell(read_act("time")).key == "insider.told-time"
    say_all(match, "time")
    standing = match.standing()
    assert standing.over
    assert standing.points == steps
    assert standing.winners == tuple(seat for seat, step in steps.items() if step == max(steps.values()))
    assert match.legal() == []
    assert match.judge(read_act("1 points")).rule == "M-8"
    say_all(match, "undo")
    assert not match.standing().over


@pytest.mark.parametrize("setup", OFFLINES, ids=str)
@pytest.mark.parametrize("seed", seeds(40, fast=4))
def test_m_8_in_offline_the_tiles_count_as_they_lie(setup, seed):
    match, chance = midway(setup, seed), random.Random(seed)
    before = match.state.nets
    say_all(match, "time")
    assert match.standing().played_out
    assert match.state.nets == before
    assert {act.verb for act in match.legal()} == {"reveal"}
    while acts := match.legal():
        assert match.play(filled(match.rules, match.state, chance.choice(acts), chance)) is None
    assert match.standing().over
    assert match.state.nets == before


def test_m_8_a_stopped_game_is_corrected_like_any_other():
    match = say_all(begin("insider", 3), CARD, "1 seat 1", "2 hype", "time")
    assert match.standing().winners == (1,)
    say_all(match, "fix step 2 20")
    assert match.standing().winners == (2,)
    assert refused(match, "1 quit").rule == "M-6"


def test_m_8_what_was_in_the_hand_goes_offline():
    match = midway(OFFLINES[0], 3)
    chance = random.Random(1)
    while not (swaps := [act for act in match.legal() if act.verb == "swap"]):
        assert match.play(filled(match.rules, match.state, chance.choice(match.legal()), chance)) is None
    match.play(swaps[0])
    hand = match.state.hand
    say_all(match, "time")
    assert hand in match.state.offline


@pytest.mark.parametrize(
    ("match", "sentence", "rule"),
    [
        (begin("insider", 3), "1 time", None),
        (begin("insider", 3), "time 2", None),
        (played("time", game="insider"), "time", "M-8"),
        (played("time", game="insider", Depth="board"), "time", "M-8"),
        (played("time", game="offline"), "time", "M-8"),
        (begin("offline", Depth="score"), "time", "M-8"),
        (begin("inside"), "time", None),
        (begin("online"), "time", "ON-36"),
        (played("time", game="offline"), "show RFB", "M-8"),
    ],
)
def test_m_8_only_a_game_that_is_played_can_be_stopped(match, sentence, rule):
    assert refused(match, sentence).rule == rule
