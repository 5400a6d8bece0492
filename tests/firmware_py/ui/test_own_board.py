"""The owner's board of Insider at the box: its paths are entered with the keys; matches keep theirs (IR-36)."""

import pytest

from engine.insider.city import paths_of
from engine.insider.owner_data import OwnerData
from firmware_py.games import owner_data
from firmware_py.storage.match_store import restore_match
from tests.engine.insider.own_boards import board_of
from tests.firmware_py.ui.stacks import choose, match, new_match, new_stack, press, text


def entering():
    return choose(new_stack(), "my-copy", "paths")


def test_ir_36_paths_are_taken_away_and_added_with_the_keys():
    stack = entering()
    before = stack.table().tobytes()
    choose(stack, "b2", "b3", "none", "b2", "c3", "4", "a1", "a2", "none", "b2", "a1", "0")
    assert stack.table().tobytes() != before, "the changed paths are drawn"
    choose(stack, "done")
    assert "The paths are saved" in text(stack)
    assert owner_data.load("insider").board == board_of(["b2-b3", "a1-a2"], b2_c3=4, a1_b2=0)
    choose(press(stack, "OK"), "insider")
    assert "a1-a2 no path" in text(stack)


def test_ir_36_the_cursor_starts_on_what_the_path_has_now():
    stack = choose(entering(), "b2", "c3")
    assert stack.top.navigator.option.step.value == "none"
    choose(stack, "none", "b2", "b3")
    assert stack.top.navigator.option.step.value == "2"


def test_ir_36_paths_that_cannot_be_are_told_and_back_takes_the_last_change_back():
    stack = choose(entering(), "b2", "b3", "1", "a1", "a2", "none", "done")
    assert "a1 is a home: it needs 2 paths, not 1" in text(stack)
    choose(press(stack, "OK", "BACK"), "done")
    assert owner_data.load("insider").board == board_of(b2_b3=1)


def test_ir_36_nothing_is_saved_before_the_end():
    stack = choose(entering(), "b2", "b3", "none")
    press(stack, "BACK", "BACK")
    choose(stack, "insider")
    assert owner_data.load("insider") == OwnerData()


def test_ir_36_what_was_changed_has_to_be_compared_again():
    owner_data.save("insider", OwnerData(board_of()._replace(verified=True)))
    choose(entering(), "b2", "b3", "1", "done")
    assert owner_data.load("insider").board == board_of(b2_b3=1)


@pytest.mark.parametrize("file", ["[board.links]\na1-a2 = 'none'\n", "[board"])
def test_a_file_with_faults_is_told_instead_of_the_questions(file):
    owner_data.save("insider", OwnerData())
    with open(owner_data.path_of("insider"), "w", encoding="utf-8") as written:
        written.write(file)
    assert "insider.toml" in text(entering()).replace(" ", ""), "lines are wrapped"


def test_ir_36_a_match_keeps_the_paths_that_it_was_begun_with():
    owner_data.save("insider", OwnerData(board_of(["b2-b3"])))
    stack = new_match(new_stack(), "insider", "2", "board", "e1", "a5")
    owner_data.save("insider", OwnerData())
    restored = restore_match(stack.journal, stack.journal.entries()[0]).match
    for state in (match(stack).state, restored.state):
        assert ("b2", "b3") not in paths_of(state.town.plan)
