"""What one press of a real, bouncing key costs: one redraw, one judgement of the act, one question to the game."""

import random
from collections import Counter

import pytest

from engine.game import Setup
from firmware_py.ui.flows.match import begin
from tests.engine.games import NAMES
from tests.firmware_py.runtime.simulated_parts import WiredBox
from tests.firmware_py.ui.fingers import play_act
from tests.firmware_py.ui.stacks import match, read_on

SETUPS = [
    Setup("inside", NAMES[:2]),
    Setup("insider", NAMES[:3]),
    Setup("insider", NAMES[:3], tags={"Depth": "board"}),
    Setup("offline", NAMES[:2]),
    Setup("online", NAMES[:3]),
]
ACTS = 10


@pytest.fixture(name="work", params=SETUPS, ids=lambda setup: "-".join((setup.game, *setup.tags.values())))
def fixture_work(request, monkeypatch):
    """Count, press by press, what a match on simulated hardware does."""
    wired = WiredBox()
    wired.begin(lambda stack: begin(stack, request.param))
    read_on(wired)
    counted, presses = Counter(), []
    rules, panel = match(wired).rules, wired.panel

    def counting(name, function):
        def counted_call(*given, **named):
            counted[name] += 1
            return function(*given, **named)

        return counted_call

    for name in ("judge", "ask"):
        monkeypatch.setattr(rules, name, counting(name, getattr(rules, name)))
    monkeypatch.setattr(panel, "show", counting("show", panel.show))
    monkeypatch.setattr(wired.stack, "press", counting("presses", wired.stack.press))
    press, chance = wired.press, random.Random(1)

    def pressed(given):
        counted.clear()
        log = len(match(wired).log)
        press(given)
        presses.append((Counter(counted), len(match(wired).log) - log))

    monkeypatch.setattr(wired, "press", pressed)
    for _ in range(ACTS):
        play_act(wired, chance)
    return presses


def test_a_press_redraws_once(work):
    """A key that is held repeats: each repetition is a press."""
    assert [counted["show"] - counted["presses"] for counted, _ in work] == [0] * len(work)


def test_an_act_is_judged_once(work):
    assert {counted["judge"] for counted, acts in work if acts} == {1}


def test_the_game_is_asked_once_in_each_state(work):
    assert max(counted["ask"] for counted, _ in work) <= 2
