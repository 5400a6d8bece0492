"""The eye in a match: what people do is entered, what is doubtful is asked, what was undone stays undone."""

import math
import os
from itertools import pairwise

import pytest

from drivers.buzzer import Sound
from drivers.eye import State
from engine.acts import read_act
from engine.game import Setup
from engine.insider.cards import card_act
from firmware_py.games import owner_data
from firmware_py.games.insider.eye_props import simulated_cards
from firmware_py.games.sight import SeenTag, Sight
from firmware_py.storage.paths import data_folder, make_folder
from firmware_py.ui.flows.match import begin
from firmware_py.ui.flows.owner_data import show_owner_data
from firmware_py.ui.screens.effects import UndoTo
from firmware_py.ui.stack.phone_stack import PhoneStack
from tests.firmware_py.ui.eye_tables import EyeTable
from tests.firmware_py.ui.match_screens import news, reading
from tests.firmware_py.ui.stacks import box, choose, new_stack, press, said, text


@pytest.fixture
def table():
    table = EyeTable()
    table.lay(0)
    assert table.see() == ["card 4: 3 2 1 0 / -2"]
    return table


def question(table):
    """Return what the eye asks now; empty if it asks nothing."""
    dialog = table.box.dialog
    return reading(table.box) if dialog is not None else ""


def test_a_card_is_turned_up_and_pawns_take_tables_without_a_key(table):
    table.put(11, 2)
    assert table.see() == ["1 seat 2"]
    assert news(table.box) == "Anna takes table 2"
    assert table.stack.take_sounds() == [Sound.ACCEPTED] * 2
    table.put(21, 4, off=(5, -4))
    assert table.see() == ["2 seat 4"]
    assert table.see() == [], "what is merely still true is no act"


def test_the_last_table_brings_the_evaluation_and_the_old_card_is_not_entered_again(table):
    for ring, at in ((11, 1), (12, 2), (21, 3), (31, 4)):
        table.put(ring, at)
    assert table.see() == ["1 seat 1", "1 seat 2", "2 seat 3", "3 seat 4"]
    assert table.inn.steps == (5, 1, 0)
    assert table.box.dialog.notice.scenes, "its arithmetic is shown as ever"
    assert table.see() == []
    table.pawns.clear()
    assert table.see() == []
    table.lay(4)
    assert table.see() == ["card 5: 4 3 2 1 0 / -3"]


def test_a_card_may_lie_anywhere_turned_in_any_way():
    table = EyeTable()
    for number, (turn, at) in enumerate([(math.pi, (120, 90)), (math.pi / 2, (100, 20)), (-0.3, (40, 50))]):
        table.lay(3 + number, turn=turn, at=at)
        table.put(11, 3)
        assert table.see()[1:] == ["1 seat 3"]
        for ring, place in ((21, 1), (31, 2), (22, 4), (32, 5)):
            table.put(ring, place)
        assert len(table.see()) == 4
        table.card = None
        table.pawns.clear()
        table.see()


def test_a_pawn_that_leaves_and_one_that_takes_another_table(table):
    table.put(11, 2)
    table.see()
    del table.pawns[11]
    assert table.see() == ["1 leave 2"]
    table.put(11, 2)
    table.see()
    table.put(11, 3)
    assert table.see() == ["1 leave 2", "1 seat 3"]


def test_two_that_change_places_are_a_swap_and_more_a_vip(table):
    table.put(11, 1)
    table.put(21, 2)
    table.see()
    table.put(11, 2)
    table.put(21, 1)
    assert table.see() == ["1 swap 1 2", "1 swap 2 1"]
    table.put(31, 3)
    table.see()
    table.put(11, 3)
    table.put(21, 2)
    table.put(31, 1)
    assert table.see() == ["1 vip 3 2 1 -"]


def test_a_pawn_in_place_of_another_is_a_swap(table):
    table.put(11, 1)
    table.see()
    del table.pawns[11]
    table.put(22, 1)
    assert table.see() == ["1 swap 1 2"]


def test_what_the_eye_entered_is_undone_with_one_hold_and_then_asked_not_entered_again(table):
    table.put(21, 4)
    table.see()
    press(table.stack, "BACK!")
    assert table.said()[-1] == "undo"
    assert "Table 4: the eye sees Ben, the box has nobody. Who is right?" in question(table)
    assert table.see() == []
    press(table.stack, "BACK")
    assert table.box.dialog is None, "the box is right"
    assert table.see() == []
    table.put(11, 1)
    assert table.see() == ["1 seat 1"], "the rest goes on"
    del table.pawns[21]
    assert table.see() == []
    table.put(21, 4)
    assert table.see() == ["2 seat 4"], "put down again it counts"


def test_asked_who_is_right_the_table_can_be(table):
    table.put(21, 4)
    table.see()
    press(table.stack, "BACK!")
    press(table.stack, "OK")
    assert table.said()[-2:] == ["undo", "2 seat 4"]
    assert table.box.dialog is None


def test_one_hold_undoes_all_that_one_look_brought(table):
    table.put(11, 1)
    table.put(21, 2)
    table.see()
    press(table.stack, "BACK!")
    assert table.said()[-2:] == ["undo", "undo"]
    assert not any(table.inn.tables)


def test_after_a_correction_it_is_asked_who_is_right(table):
    table.put(21, 4)
    table.see()
    table.type("fix table 4 1")
    assert "Table 4: the eye sees Ben, the box has Anna. Who is right?" in question(table)
    assert table.see() == [], "nothing is entered by itself"
    press(table.stack, "OK")
    assert table.said()[-1] == "1 swap 4 2"
    assert table.inn.tables[3] == 2


@pytest.mark.parametrize("values", ["4: 5 3 2 1 / -3", "5: 4 3 2 1 0 / -3"])
def test_after_a_correction_of_the_card_it_is_asked_who_is_right(table, values):
    table.put(21, 4)
    table.see()
    table.type(f"fix card {values}")
    assert "The card: the eye sees 3 2 1 0 / −2, the box has" in question(table)
    assert table.see() == [], "nothing is entered by itself"
    press(table.stack, "OK")
    assert table.said()[-1] == "fix card 4: 3 2 1 0 / -2"
    table.put(11, 1)
    assert table.see() == ["1 seat 1"]


def test_after_a_correction_of_the_card_the_box_can_be_right(table):
    table.type("fix card 4: 5 3 2 1 / -3")
    press(table.stack, "BACK")
    table.put(11, 1)
    assert table.see() == [], "the eye does not know the tables of the card that the box has"
    assert question(table) == ""


def test_undone_back_to_the_card_before_it_is_asked_about_the_card_and_not_about_its_tables(table):
    for ring, at in ((11, 1), (12, 2), (21, 3), (31, 4)):
        table.put(ring, at)
    table.see()
    table.pawns.clear()
    table.see()
    table.lay(1)
    assert table.see() == ["card 4: 4 3 2 1 / -3"]
    table.stack.attempt(lambda: table.box.carry_out((UndoTo(table.box.match.undoable - 2, 2),)))
    assert "The card: the eye sees 4 3 2 1 / −3, the box has 3 2 1 0 / −2" in question(table)
    assert table.inn.tables == (1, 1, 2, 0)


def test_an_undone_evaluation_is_asked(table):
    for ring, at in ((11, 1), (12, 2), (21, 3)):
        table.put(ring, at)
    table.see()
    table.put(31, 4)
    table.see()
    assert table.inn.evaluations == 1
    press(table.stack, "BACK!")
    assert table.inn.evaluations == 0
    assert "Table 4" in question(table)
    press(table.stack, "OK")
    assert table.inn.evaluations == 1


def test_a_card_that_was_undone_is_asked(table):
    press(table.stack, "BACK!")
    assert table.inn.card is None
    assert "The card: the eye sees 3 2 1 0 / −2, the box has no card. Who is right?" in question(table)
    press(table.stack, "BACK")
    assert table.see() == []
    table.card = None
    table.see()
    table.lay(0)
    assert table.see() == ["card 4: 3 2 1 0 / -2"]


def test_a_question_goes_away_when_the_table_follows_the_box(table):
    table.put(21, 4)
    table.see()
    press(table.stack, "BACK!")
    assert question(table)
    del table.pawns[21]
    assert table.see() == []
    assert table.box.dialog is None


@pytest.mark.parametrize(
    ("lay", "asked"),
    [
        (lambda table: [table.put(11, 3), table.put(21, 3, off=(4, 0))], "Two pawns stand at table 3: Anna, Ben"),
        (lambda table: table.put(11, 2, off=(11, 0)), "A pawn of Anna stands between tables"),
        (lambda table: table.put(41, 2), "A pawn of seat 4 stands on the card"),
    ],
)
def test_what_is_doubtful_is_asked_and_never_entered(table, lay, asked):
    lay(table)
    assert table.see() == []
    assert asked in question(table)
    press(table.stack, "OK")
    assert table.see() == []
    assert table.box.dialog is None, "it is asked once"
    table.pawns.clear()
    table.put(31, 1)
    assert table.see() == ["3 seat 1"]


def test_a_pawn_that_slipped_between_tables_has_not_left(table):
    table.put(11, 2)
    table.see()
    table.put(11, 2, off=(11, 0))
    assert table.see() == []
    assert "between" in question(table)
    table.put(11, 2)
    assert table.see() == []
    assert table.box.dialog is None


def test_a_pawn_beside_the_card_is_nobody(table):
    table.pawns[11] = (10.0, 110.0)
    assert table.see() == []
    assert table.box.dialog is None


def test_cards_that_cannot_be_entered_are_asked():
    table = EyeTable(taught=[])
    table.stack.take_view(State.SEEN, Sight((SeenTag(107, 50, 40, 0.0),)))
    assert "does not know the card with sticker 7" in question(table)
    table.stack.take_view(State.SEEN, Sight((SeenTag(107, 50, 40, 0.0), SeenTag(108, 80, 40, 0.0))))
    assert "Two cards lie in the frame: stickers 7, 8" in question(table)
    assert table.said() == []


def test_a_card_of_a_wrong_size_and_one_that_was_evaluated_are_not_entered_by_themselves():
    table = EyeTable("card 5: 4 3 2 1 0 / -3", "1 hype")
    table.lay(4)
    assert table.see() == []
    assert "was evaluated before" in question(table)
    two = EyeTable(players=("Anna", "Ben"))
    two.lay(7)
    assert two.see() == []
    assert "a card with 6 tables is not in this game" in question(two)


def test_pawns_that_stayed_behind_do_not_count_on_the_next_card(table):
    for ring, at in ((11, 1), (12, 2), (21, 3), (31, 4)):
        table.put(ring, at)
    table.see()
    table.lay(1)
    assert table.see() == ["card 4: 4 3 2 1 / -3"]
    assert "Table 1: the eye sees Anna, the box has nobody" in question(table)
    assert not any(table.inn.tables)
    table.pawns.clear()
    assert table.see() == []
    table.put(21, 3)
    assert table.see() == ["2 seat 3"]


def test_typed_acts_and_seen_ones_go_together(table):
    table.type("1 seat 1")
    assert table.said()[-1] == "1 seat 1"
    assert table.box.dialog is None, "the pawn may follow"
    table.put(11, 1)
    assert table.see() == []
    table.put(21, 2)
    assert table.see() == ["2 seat 2"]
    table.type("3 meeting 2")
    assert table.see() == []
    assert table.box.dialog is None
    del table.pawns[21]
    assert table.see() == []


def test_somebody_who_enters_an_act_is_not_interrupted(table):
    table.box.turn.speak_for(2)
    table.put(11, 1)
    assert table.see() == []
    press(table.stack, "BACK")
    assert table.said()[-1] == "1 seat 1"


def test_after_a_restart_differences_are_asked():
    table = EyeTable("card 4: 3 2 1 0 / -2", "1 seat 1")
    table.lay(0)
    table.put(11, 1)
    table.put(21, 2)
    assert table.see() == []
    assert "Table 2: the eye sees Ben" in question(table)


def test_another_card_than_the_box_has_is_asked_and_put_right():
    table = EyeTable("card 4: 4 3 2 1 / -3")
    table.lay(0)
    assert table.see() == []
    assert "The card: the eye sees 3 2 1 0 / −2, the box has 4 3 2 1 / −3" in question(table)
    press(table.stack, "OK")
    assert table.said()[-1] == "fix card 4: 3 2 1 0 / -2"
    table.put(11, 1)
    assert table.see() == ["1 seat 1"]


def test_on_the_board_nothing_is_entered_but_differences_are_named():
    table = EyeTable("card 4: 3 2 1 0 / -2", Depth="board")
    table.lay(0)
    assert table.see() == []
    table.put(21, 3)
    assert table.see() == []
    assert news(table.box) == "Eye, 3: Ben"
    table.type("fix table 3 2")
    assert news(table.box) == "The eye agrees"


def test_an_eye_that_is_unsure_or_has_no_frame_says_so_in_the_line_of_news(table):
    table.stack.take_view(State.UNSURE, None)
    assert news(table.box) == "The eye: unclear"
    table.stack.take_view(State.NO_FRAME, None)
    assert news(table.box) == "The eye: no frame"
    table.stack.take_view(State.HIDDEN, None)
    assert table.box.dialog is None


def test_a_match_says_that_an_eye_was_used():
    table = EyeTable()
    assert "Eye" not in table.box.match.setup.tags
    table.stack.services.eye.why, table.stack.services.eye.name = "", "openmv"
    begin(table.stack, Setup("insider", ("Anna", "Ben")))
    assert table.box.match.setup.tags["Eye"] == "openmv"
    begin(table.stack, Setup("inside", ("Anna", "Ben")))
    assert "Eye" not in table.box.match.setup.tags


@pytest.mark.parametrize("is_there_at_first", [True, False])
def test_the_invented_cards_of_a_simulated_eye_are_not_remembered_but_typed_ones_are(is_there_at_first):
    stack, eye = new_stack(), {"Eye": "simulated"} if is_there_at_first else {}
    known = owner_data.load("insider").cards
    begin(stack, Setup("insider", ("Anna", "Ben"), tags=eye))
    stack.services.eye.why, stack.services.eye.name = "", "simulated"
    invented = simulated_cards()[0]
    stack.take_view(State.SEEN, Sight((SeenTag(invented.tag, 40.0, 36.0, 0.0),)))
    assert said(stack) == [str(card_act(invented.card))], "it is entered"
    assert owner_data.load("insider").cards == known
    box(stack).play(read_act("fix card 4: 6 2 1 0 / -4"))
    assert [entry.card.face for entry in owner_data.load("insider").cards] == [
        *(entry.card.face for entry in known),
        "6 2 1 0 / -4",
    ]


def test_the_tables_of_a_simulated_card_lie_clockwise():
    for taught in simulated_cards():
        around = [*taught.places, taught.places[0]]
        area = sum(x * below - right * y for (x, y), (right, below) in pairwise(around))
        assert area > 0, "clockwise, where y grows downwards"


# --- teaching


def test_a_card_is_taught_step_by_step_and_then_known():
    stack = new_stack()
    stack.services.eye.why = ""
    show_owner_data(stack)
    choose(stack, "eye-insider")
    assert "Lay a card with its sticker into the frame" in text(stack)
    card = SeenTag(105, 50.0, 40.0, 0.1)
    stack.take_view(State.SEEN, Sight((card, SeenTag(11, 80.0, 40.0, 0.0))))
    assert "Lay a card" in text(stack), "not with a pawn on it"
    stack.take_view(State.SEEN, Sight((card,)))
    choose(stack, "3 2 1 0 / -4")
    for at in range(4):
        assert f"Put one pawn on table {at + 1}" in text(stack)
        stack.take_view(State.HIDDEN, None)
        stack.take_view(State.SEEN, Sight((card, SeenTag(11, 70.0 + 20 * at, 60.0, 0.0))))
        stack.take_view(State.SEEN, Sight((card, SeenTag(11, 71.0 + 20 * at, 60.0, 0.0))))
    assert "The eye knows the card 3 2 1 0 / −4 now" in text(stack)
    (taught,) = owner_data.load("insider").taught
    assert (taught.tag, taught.card.face, len(taught.places)) == (105, "3 2 1 0 / -4", 4)
    assert taught.places[0] == (22, 18)
    assert "sticker 5: 3 2 1 0 / −4" in shown_in_words(stack)


def test_a_lesson_without_a_card_to_choose_says_what_to_do_first():
    stack = new_stack()
    stack.services.eye.why = ""
    owner_data.save("insider", owner_data.load("insider")._replace(cards=()))
    show_owner_data(stack)
    choose(stack, "eye-insider")
    assert "Enter one first" in text(stack)


def test_a_copy_with_faults_is_shown_and_cannot_be_taught():
    stack = new_stack()
    stack.services.eye.why = ""
    make_folder(data_folder())
    with open(os.path.join(data_folder(), "insider.toml"), "w", encoding="utf-8") as file:
        file.write("[[eye]]\ntag = 3\n")
    show_owner_data(stack)
    for name in ("insider", "eye-insider"):
        choose(stack, name)
        assert "insider.toml,eye[1]" in text(stack).replace(" ", ""), "a long path is broken into lines"
        press(stack, "OK")


def shown_in_words(stack):
    press(stack, "OK")
    choose(stack, "insider")
    return text(stack)


def test_what_a_phone_does_lets_the_eye_interrupt_nobody_at_the_box(table):
    press(table.stack, "BACK")
    shown = table.stack.prompt().tobytes()
    table.put(11, 2)
    assert table.see() == [], "somebody is in the menu"
    phone = PhoneStack(table.stack)
    press(phone, "DOWN")
    assert table.said()[1:] == []
    assert table.stack.prompt().tobytes() == shown


def test_a_question_of_the_eye_that_is_answered_at_the_box_is_closed_on_phones(table):
    table.put(11, 2)
    table.see()
    press(table.stack, "BACK!")
    table.see()
    phone = PhoneStack(table.stack)
    assert box(phone).dialog is not None
    press(table.stack, "OK")
    assert box(phone).dialog is None or not box(phone).dialog.is_question
