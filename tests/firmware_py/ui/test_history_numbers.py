"""The history counts moves of the game, and says who made each (box, page, `sideline matches`)."""

import random

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.match import Match
from engine.moves import count_moves, is_move
from firmware_py.i18n.translations import Translations
from firmware_py.page.history import lines
from firmware_py.storage.match_store import moves_of
from firmware_py.ui.match.phrases import history_lines
from tests.depth import seeds
from tests.engine.games import TYPICAL
from tests.engine.random_games import wish
from tests.firmware_py.page.replays import replayed
from tests.firmware_py.ui.stacks import box, playing

WORDS = Translations("en")


def test_undo_redo_hints_names_and_corrections_are_not_counted():
    said = ("1 place L310", "undo", "redo", "undo", "1 place D310", 'name 2 "Dora"', "fix 310 L", "2 hint")
    stack = playing(*said)
    told = history_lines(box(stack).live.session.history.follow())
    assert [WORDS.text(line).split(" ")[0] for line in told][:5:4] == ["1", "1"]
    found = lines(box(stack).live.session.history.follow(), WORDS)
    assert [line.number for line in found] == [1, None, None, None, 1, None, None, None]
    assert [line.moves for line in found] == [1, 0, 1, 0, 1, 1, 1, 1]
    assert moves_of(stack.journal, 1) == 1
    assert all("Anna" in line.text for line in found if line.number)


def test_an_amended_move_keeps_its_number_and_an_overruled_one_counts():
    stack = playing("card 4: 3 2 1 0 / -4", "1 roll 3 5", "amend 1 roll 2 2", game="insider")
    found = lines(box(stack).live.session.history.follow(), WORDS)
    assert [line.number for line in found] == [1, 2, 2]
    assert moves_of(stack.journal, 1) == 2
    assert is_move(read_act("overrule 1 place L310"))


@pytest.mark.parametrize("setup", TYPICAL, ids=str)
@pytest.mark.parametrize("seed", seeds(8, fast=1))
def test_every_count_is_that_of_the_moves_that_stand(setup, seed):
    match, chance = Match(GAMES[setup.game].rules(), setup), random.Random(seed)
    for _ in range(60):
        match.play(wish(match, chance))
    standing = sum(map(is_move, match.acts))
    assert count_moves(match.log) == standing
    found = lines(replayed(setup, tuple(match.log)), WORDS)
    assert found[-1].moves == standing
    assert [line.number for line in found if line.undos is not None and line.number] == list(
        range(1, standing + 1)
    )
