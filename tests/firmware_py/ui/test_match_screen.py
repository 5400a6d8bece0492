"""The box: whole games through its keys, refusals and undo included; only presses go in."""

import random
from unittest.mock import patch

import pytest

from drivers.presses import Key, Kind, Press
from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from firmware_py.config.configuration import DEFAULTS
from firmware_py.display.canvas import Canvas
from firmware_py.display.shapes import Shape
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match.screen import MatchScreen, unsaved_screen
from tests.depth import seeds
from tests.engine.games import random_game
from tests.firmware_py.drawn_text import all_texts_fit
from tests.firmware_py.screens import new_box
from tests.firmware_py.ui.fingers import way
from tests.firmware_py.ui.stacks import choose, press

WORDS = Translations("en")
SETUP = Setup("inside", ("Anna", "Ben"))


def reading(box: MatchScreen) -> str:
    """The text over everything else, as one line."""
    assert box.dialog is not None
    pages = box.dialog.pages(box.translations)
    return " ".join((pages.title, *pages.lines))


def go_to(box: MatchScreen, cell: str) -> None:
    """Hold the arrows that lead to a cell."""
    navigator = box.turn.navigator
    for key in way(navigator, [option.step.value for option in navigator.options].index(cell)):
        box.press(Press(key, Kind.LONG))


def say_with_keys(box: MatchScreen, sentence: str) -> None:
    cube = read_act(sentence).args[0]
    if box.turn.navigator.shape is Shape.BOARD:  # a bonus on a single cell asks only for the colour
        go_to(box, cube[1:])
        is_forced = len(box.turn.navigator.allowed_leaves()) == 1
        press(box, "OK")
        if is_forced:
            return
    if box.turn.navigator.option.step.value != cube[0]:
        press(box, "DOWN")
    box.table()
    box.prompt()
    press(box, "OK")
    box.table()
    box.prompt()


@all_texts_fit()
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_through_the_keys_ends_like_the_engine_alone(seed):
    box, alone = new_box(WORDS), Match(GAMES["inside"].rules(), SETUP)
    for _rules, _state, act in random_game(SETUP, seed):
        say_with_keys(box, str(act))
        alone.play(act)
        assert box.match.state == alone.state
    assert box.match.standing() == alone.standing()
    assert box.match.standing().over


def test_the_cursor_starts_on_something_allowed_and_ok_takes_it():
    box = press(new_box(WORDS), "OK", "OK")
    assert len(box.match.acts) == 1


def test_ok_on_a_hollow_cell_gives_the_verdict_with_rule_reason_and_alternatives():
    box = new_box(WORDS)
    go_to(box, "300")
    press(box, "OK")
    assert "ID-2" in reading(box)
    assert "no support yet: 301, 310, 400" in reading(box)
    assert "light cube on 400" in reading(box)
    assert box.match.acts == []


def test_the_spots_that_a_refusal_speaks_of_blink_and_then_stay():
    box = new_box(WORDS)
    go_to(box, "300")
    press(box, "OK")
    assert box.dialog.blinks
    pictures = set()
    while box.dialog.blinks:
        pictures.add(box.table().tobytes())
        box.dialog.blinks -= 1
    assert len(pictures) == 2
    with_marks = box.table().tobytes()
    press(box, "OK")
    assert box.table().tobytes() != with_marks


def test_why_is_also_a_long_ok():
    box = new_box(WORDS)
    go_to(box, "000")
    press(box, "OK!")
    assert "ID-2" in reading(box)


def test_a_long_ok_elsewhere_lists_what_is_allowed_in_words():
    box = press(new_box(WORDS), "OK!")
    assert "30" in reading(box)
    assert "dark cube on 400" in reading(box)
    first = box.prompt().tobytes()
    press(box, "DOWN")
    assert box.prompt().tobytes() != first
    press(box, "UP", "UP")
    assert box.prompt().tobytes() == first


def test_long_back_undoes_at_once_what_was_just_played():
    box = press(new_box(WORDS), "OK", "OK", "BACK!")
    assert box.match.acts == []
    assert [str(act) for act in box.match.log][-1] == "undo"


def test_a_second_undo_does_not_ask_about_what_is_undone_already():
    box = press(new_box(WORDS), "OK", "OK", "OK", "OK")
    assert len(box.match.acts) == 2
    assert press(box, "BACK!", "BACK!").match.acts == []


def test_undo_with_nothing_played_says_so():
    assert "M-1" in reading(press(new_box(WORDS), "BACK!"))


def test_back_goes_one_step_up_at_the_root_to_the_menu_and_from_there_home():
    box = new_box(WORDS)
    first = box.prompt().tobytes()
    press(box, "OK")
    assert box.prompt().tobytes() != first
    press(box, "BACK")
    assert box.prompt().tobytes() == first
    press(box, "BACK")
    assert box.prompt().tobytes() != first
    press(box, "BACK")
    assert box.prompt().tobytes() == first


def test_a_seat_key_lets_that_seat_speak_and_the_referee_answer():
    box = press(new_box(WORDS), "SEAT_2", "OK")
    assert "ID-5" in reading(box)
    press(box, "OK", "BACK")
    assert box.turn.speakers == (1,)
    press(box, "SEAT_6")
    assert box.turn.speakers == (1,), "nobody sits there"


def test_a_seat_key_answers_over_a_notice_and_shows_who_speaks():
    box = press(new_box(WORDS, displays=1), "BACK!", "SEAT_2")
    assert box.dialog is None
    assert box.turn.speakers == (2,)
    cell = box.turn.navigator.spot.step.value
    press(box, "RIGHT")
    assert box.turn.navigator.spot.step.value != cell, "nothing is allowed, so arrows visit everything"


def shows_table(box: MatchScreen) -> bool:
    assert box.shows_table == (box.prompt().tobytes() == box.table().tobytes())
    return box.shows_table


def test_a_second_display_that_appears_shows_the_table_and_the_prompt_comes_back():
    box = press(new_box(WORDS, displays=1), "RIGHT")
    assert shows_table(box)
    box.displays = 2
    assert not shows_table(box)


def test_with_one_display_the_prompt_is_shown_back_shows_the_table_and_then_the_menu():
    box = new_box(WORDS, displays=1)
    assert not shows_table(box)
    press(box, "BACK")
    assert shows_table(box)
    press(box, "BACK")
    assert not shows_table(box)
    assert box.turn.navigator.option.step.is_aside


def test_with_one_display_moving_on_the_board_shows_it_and_ok_takes_the_cell():
    box = press(new_box(WORDS, displays=1), "RIGHT", "RIGHT")
    assert shows_table(box)
    cell = box.turn.navigator.spot.step.value
    press(box, "OK")
    assert not shows_table(box)
    press(box, "OK")
    assert [str(act) for act in box.match.acts] == [f"1 place L{cell}"]
    assert not shows_table(box)


def test_with_one_display_a_verdict_and_undo_are_never_hidden_by_the_table():
    box = press(new_box(WORDS, "1 place L310", displays=1), "RIGHT!", "RIGHT!", "BACK!")
    assert box.match.acts == []
    box = new_box(WORDS, displays=1)
    go_to(box, "300")
    press(box, "OK")
    assert not shows_table(box)
    assert "ID-2" in reading(box)


def test_after_the_end_undo_still_works():
    box = new_box(WORDS, "1 place L310", "2 quit")
    press(box, "BACK!", "OK")
    assert not box.match.standing().over


def test_a_key_still_held_from_the_last_question_answers_nothing():
    box = press(new_box(WORDS), "OK")
    box.press(Press(Key.LEFT, Kind.REPEAT))
    box.press(Press(Key.OK, Kind.REPEAT))
    assert box.match.acts == []


@all_texts_fit()
@pytest.mark.parametrize("seed", seeds(10, fast=4))
def test_no_sequence_of_keys_breaks_the_box_or_cuts_a_text_and_its_log_replays(seed):
    chance = random.Random(seed)
    box = new_box(WORDS, displays=1 + seed % 2)
    for _ in range(400):
        box.press(Press(chance.choice(list(Key)), chance.choice([Kind.SHORT] * 4 + [Kind.LONG, Kind.REPEAT])))
        box.table()
        box.prompt()
        if box.dialog is not None and box.dialog.blinks:
            box.dialog.blinks -= 1
    again = Match(GAMES["inside"].rules(), SETUP)
    for act in box.match.log:
        assert again.play(act) is None
    assert again.state == box.match.state


def test_the_prompt_bears_the_longest_names_and_questions():
    box = new_box(
        Translations("en"), f'name 1 "{"W" * 40}"', "fix 400 L", "fix 310 L", "fix 220 L", "fix 211 L", "fix 202 L"
    )
    press(box, "OK", "OK").prompt()
    box.translations.table["inside.ask-place"] = "{who} " + "very long " * 12
    press(box, "BACK!", "OK").prompt()


def test_ok_on_a_cross_says_that_an_arrow_answers():
    box = press(new_box(WORDS, game="online"), "OK")
    assert box.turn.navigator.shape is Shape.CROSS
    assert box.news is not None
    assert box.news.text.key == "box.press-arrow"
    assert box.match.acts == []


def test_a_forced_move_takes_one_press():
    box, acts = new_box(WORDS), [act for _, _, act in random_game(SETUP, 3)]
    for act in acts[:-1]:
        assert box.play(act) is None
    assert len(box.turn.navigator.allowed_leaves()) == 1
    press(box, "OK")
    assert box.match.standing().over


def drawn(box):
    """Give the texts on the prompt display."""
    with patch.object(Canvas, "text") as text:
        box.prompt()
    return [call.args[2] for call in text.call_args_list]


def test_ok_in_a_cross_always_says_what_to_press():
    box = press(new_box(WORDS), "BACK", "OK")
    assert drawn(box)[-1] == "press an arrow"
    assert "press an arrow" not in drawn(choose(box, "correct"))


def test_a_redo_says_what_it_brings_back():
    box = press(new_box(WORDS, "1 place L310"), "BACK!")
    choose(press(box, "BACK"), "correct", "redo")
    assert "light cube on 310" in drawn(box)


def test_a_rule_tip_does_not_take_the_place_of_what_was_accepted():
    box = unsaved_screen(Match(GAMES["inside"].rules(), SETUP), WORDS, config=DEFAULTS._replace(teaching=True))
    press(box, "OK")
    assert "rule" in drawn(box)
    press(box, "OK", "OK")
    box._tutor.offered = "ID-6"
    assert {"light cube on 112", "rule"} <= {*drawn(box)}


def test_a_correction_asks_nothing_of_the_player_whose_turn_it_is():
    box = choose(press(new_box(WORDS), "BACK"), "correct", "fix", "cell")
    assert "Which cell?" in drawn(box)
    assert not [text for text in drawn(box) if "place a cube" in text]
