"""A match that is stopped early, with the keys: it is scored as it lies, stored and can be undone (M-8)."""

import pytest

from firmware_py.storage.journal import Status
from tests.firmware_py.ui.stacks import box, choose, match, menu, playing, press, values

CARD = "card 4: 3 2 1 0 / -4"


def status(stack):
    return stack.journal.entries()[0].status


def test_m_8_insider_is_stopped_in_the_menu_and_the_stair_counts():
    stack = playing(CARD, "1 seat 1", "1 hype", game="insider")
    press(choose(menu(stack), "match", "stop"), "OK")  # all agreed
    assert status(stack) is Status.OVER
    assert [(one.points, one.won) for one in stack.journal.results()] == [(3, True), (-4, False)]
    while box(stack).dialog is not None:
        press(stack, "OK")
    press(stack, "BACK!")
    assert status(stack) is Status.OPEN
    assert not match(stack).standing().over


def test_m_8_offline_is_stopped_and_asks_for_the_preferences():
    stack = playing("deal A1 YDM", "deal A2 RFB", game="offline")
    press(choose(menu(stack), "match", "stop"), "OK")  # all agreed
    assert match(stack).standing().played_out
    assert {act.verb for act in match(stack).legal()} == {"reveal"}


@pytest.mark.parametrize("game", ["inside", "online"])
def test_m_8_a_game_that_cannot_be_scored_has_no_such_entry(game):
    stack = choose(menu(playing(game=game)), "match")
    assert "end" in values(stack)
    assert "stop" not in values(stack)
