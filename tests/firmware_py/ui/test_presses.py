"""The search for the fewest presses ends where it should."""

from types import SimpleNamespace

import pytest

from engine.acts import read_act
from tests.engine.games import SETUPS, random_game
from tests.firmware_py.ui import presses
from tests.firmware_py.ui.presses import NotFound, fewest_presses


def drawn_tile():
    """Return rules, state and act of a tile shown in Offline, and a list of the acts whose answers are asked."""
    rules, state, act = next(case for case in random_game(SETUPS["offline"][0], 0) if case[2].verb == "show")
    asked = []
    spy = SimpleNamespace(**vars(rules))
    spy.answers = lambda state, said: (asked.append(said), rules.answers(state, said))[1]
    return spy, state, act, asked


def test_the_search_spells_a_tile_of_offline_within_few_questions_and_enters_no_correction(monkeypatch):
    rules, state, act, asked = drawn_tile()
    monkeypatch.setattr(presses, "MOST_QUESTIONS", 30)
    assert fewest_presses(rules, state, act) == 3, "company, language, product"
    assert {said.verb for said in asked} == {"show"}


def test_the_search_for_a_correction_ends_at_once():
    rules, state, _, asked = drawn_tile()
    with pytest.raises(NotFound, match="fix turn 2: the keys do not reach it"):
        fewest_presses(rules, state, read_act("fix turn 2"))
    assert not asked


def test_the_search_gives_up_after_so_many_questions(monkeypatch):
    rules, state, act, _ = drawn_tile()
    monkeypatch.setattr(presses, "MOST_QUESTIONS", 2)
    with pytest.raises(NotFound, match="within 2 questions"):
        fewest_presses(rules, state, act)
