"""Whole games under the eye, through pictures, firmware, pty, driver and program, without one key press."""

import pytest

from tests.depth import seeds
from tests.firmware_py.eye_faults import any_fault
from tests.firmware_py.eye_figures import ROUNDS, main, play
from tests.firmware_py.eye_party import MOST_SECONDS


def test_a_round_of_the_stair_keeps_itself():
    party = play(1, rounds=2)
    assert party.inn.evaluations == 2
    assert party.box.live.eye.questions == 0
    assert party.slowest <= MOST_SECONDS


@pytest.mark.slow
def test_a_whole_game_keeps_itself_without_a_key_and_agrees_with_the_naive_scorer():
    party = play(2)
    assert party.inn.is_over or party.inn.evaluations == ROUNDS
    assert party.inn.steps == party.naive.steps()
    assert party.box.live.eye.questions == 0
    assert party.slowest <= MOST_SECONDS


@pytest.mark.parametrize("seed", seeds(4, fast=0))
def test_with_random_faults_no_wrong_act_is_entered_and_little_is_asked(seed):
    """`make test-eye` plays a hundred with fresh seeds."""
    party = play(1000 + seed, any_fault)
    assert party.acts == party.done
    assert party.inn.steps == party.naive.steps()
    assert party.box.live.eye.questions <= party.inn.evaluations


def test_the_command_for_the_long_versions_tells_its_seed_and_its_figures(capsys):
    assert main(["--seed", "5", "--games", "0", "--pictures", "3"]) == 0
    told = capsys.readouterr().out
    assert "seed 5: 3 pictures" in told
    assert "games: 0, with a wrong act: 0" in told
