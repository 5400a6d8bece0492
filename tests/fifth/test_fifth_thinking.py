"""A fifth game that the box can play: a module with an advisor, levels in its line, and nothing else."""

import importlib.util
import random
import sys
from pathlib import Path

import pytest

from engine import GAMES, Game, GameOption
from engine.acts import read_act
from engine.analysis import judged_acts, verdicts
from engine.game import Setup
from firmware_py.commands.match import play_game
from firmware_py.i18n.translations import Translations
from firmware_py.page.more.analysis import mistakes, winning_plot
from firmware_py.ui.flows.match import begin
from firmware_py.ui.screens.effects import Do
from tests.firmware_py.page.replays import replayed
from tests.firmware_py.ui.fingers import play_act
from tests.firmware_py.ui.stacks import box, choose, match, new_stack, offer, press, read_on, text, values
from tests.firmware_py.ui.thinkers import TestThinker

SOURCE = Path(__file__).parent / "thinking" / "search.py"
SETUP = Setup("nim", ("Anna", "Box"), tags={"Opponent": "2 perfect"})
LOST = ("1 take 4 7", "2 take 3 1", "1 take 3 4", "2 take 2 2", "1 take 2 1", "2 take 1 1")


@pytest.fixture(autouse=True)
def _thinking(monkeypatch):
    """Put the module where it would lie, and the levels into the line."""
    heaps = GameOption("Heaps", ("1 3 5 7", "3 4 5"))
    monkeypatch.setitem(GAMES, "nim", Game("nim", "Nim", range(2, 5), 2, (heaps,), levels=("easy", "perfect")))
    GAMES["nim"].rules()
    spec = importlib.util.spec_from_file_location("engine.nim.search", SOURCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(sys.modules, "engine.nim.search", module)


def test_its_levels_are_ordered():
    won = sum(1 in play_game(GAMES["nim"], ("perfect", "easy"), seed, nodes=1) for seed in range(30))
    assert won > 20


def test_the_keys_lead_to_a_match_against_the_box_and_it_plays():
    stack = new_stack()
    thinker = offer(stack, thinker=TestThinker()).thinker
    choose(stack, "new", "nim", "box", "perfect")
    assert values(stack) == ["1", "2"]
    choose(stack, "1")
    while not hasattr(stack.top, "match"):
        choose(stack, values(stack)[-2] if values(stack)[-1] == "type" else values(stack)[0])
    assert match(stack).setup.tags["Opponent"] == "2 perfect"
    read_on(stack)
    play_act(stack, random.Random(1))
    thinker.answer(stack)
    assert text(stack).startswith("Box (perfect) It plays: ")
    press(stack, "OK")
    assert match(stack).log[-1].seat == 2


def test_it_gives_hints():
    stack = new_stack()
    thinker = offer(stack, thinker=TestThinker()).thinker
    begin(stack, SETUP._replace(tags={}))
    read_on(stack)
    box(stack).carry_out((Do.ASK_HINT,))
    thinker.answer(stack)
    assert text(stack).startswith("Hint Try: ")


def test_its_games_are_analysed():
    replay = replayed(SETUP._replace(tags={}), tuple(map(read_act, LOST)))
    states = [state for _, state in replay.line_of_play]
    advisor = GAMES["nim"].advisor()
    found = list(verdicts(advisor, states, left=16, nodes=1))
    judged = judged_acts(advisor, [act for act, _ in replay.line_of_play[1:]], states, found)
    assert judged[0].left == 16
    named = Translations("en").naming(("Anna", "Box"))
    shown = mistakes(replay, found[::-1], named)
    assert [mistake.place for mistake in shown] == [at for at, one in enumerate(judged, 1) if one.is_mistake]
    assert shown
    assert winning_plot(replay, found[::-1], named).series[0].values[-1] in {0, 100}
