"""The box beside the whole board of Insider: what people see and do with the keys."""

from functools import partial

import pytest

from engine import GAMES
from engine.game import Setup
from engine.insider.owner_data import Board, board_tags
from engine.match import Match
from firmware_py.ui.match.screen import unsaved_screen
from firmware_py.ui.match.view import preview
from tests.depth import seeds
from tests.firmware_py.screens import CITY, NAMES
from tests.firmware_py.ui import match_screens as boxes
from tests.firmware_py.ui.match_screens import WORDS, reading, replayed, said, shake
from tests.firmware_py.ui.stacks import choose, press

box_of = partial(boxes.box_of, game="insider", seats=3, Depth="board")
CARD = "card 5: 3 2 1 1 0 / -4"


def point(box, value):
    """Put the cursor on an answer."""
    box.turn.navigator.cursor = [option.step.value for option in box.turn.navigator.options].index(value)
    return box


def test_ir_36_the_box_says_at_the_start_that_the_paths_are_a_placeholder():
    def opened(**tags):
        return unsaved_screen(Match(GAMES["insider"].rules(), Setup("insider", NAMES[:2], tags=tags)), WORDS)

    assert "not compared with your board" in reading(opened(Depth="board"))
    assert reading(opened(Depth="board", **board_tags(Board(verified=True)))).startswith(
        "Before you begin Lay the board"
    )
    assert reading(opened()).startswith("Before you begin"), "the stair needs no paths"


def test_a_turn_begins_with_points_dice_or_cards():
    assert said(press(box_of(CARD), "UP"))[-1] == "1 points"
    assert said(press(box_of(CARD), "LEFT", "SEAT_3", "SEAT_5"))[-1] == "1 roll 3 5"
    assert said(press(box_of(CARD, "fix pawn 1 b2", "fix hand 1 3"), "DOWN", "OK"))[-1] == "1 draw"


def test_a_pawn_is_moved_from_spot_to_spot():
    box = press(box_of(CARD, "1 points"), "OK")
    assert box.turn.navigator.option.step.asks.key == "insider.ask-to"
    press(box, "OK")
    assert said(box)[-1].startswith("1 move a1 ")


def test_a_pawn_that_reaches_the_restaurant_chooses_a_table():
    box = box_of(CARD, "fix out a3 a4 c1 c2", "fix pawn 1 b3 b3 b3 b3 b3 b3 b3", "1 points")
    press(box, "OK")
    press(point(box, "insider"), "OK", "SEAT_3")
    assert said(box)[-1] == "1 move b3 insider.3"


def test_the_end_of_the_turn_is_the_default_once_all_points_are_spent():
    box = box_of(CARD, "1 points", "1 move a1 b2", "1 move b2 b2-b3.1")
    assert box.match.state.town.points == 0
    assert said(press(box, "OK"))[-1] == "1 stop"


def test_what_is_too_far_is_advice_and_the_table_can_insist():
    box = press(box_of(*CITY, "1 points"), "OK", *["UP!"] * 4, "OK")
    assert "Allowed? (IR-13)" in reading(box)
    assert "it takes 14 points" in reading(box)
    press(box, "OK!")
    assert said(box)[-1] == "1 points", "it asks"
    press(box, "OK")
    assert said(box)[-1].startswith("overrule 1 move ")


def test_unopposed_is_one_press_and_a_seat_key_wards_off():
    box = box_of(*CITY, "1 points", "1 play scandal 1 scandal 2")
    assert said(press(box, "UP"))[-1] == "unopposed"
    box = box_of(*CITY, "1 points", "1 play scandal 1 scandal 2")
    assert said(press(box, "SEAT_2"))[-1] == "2 guard 1"
    vip = press(box_of(*CITY, "1 points", "1 play administrator 3 vip 1 3 - - -"), "SEAT_3")
    assert said(press(vip, "OK"))[-1] == "3 guard 1"


def test_action_cards_lie_behind_the_spot_beside_the_city():
    box = press(point(box_of(*CITY, "1 points"), "cards"), "OK", "LEFT", "UP", "UP")
    assert said(box)[-1] == "1 play scandal 1 scandal 3"
    box = choose(box_of(*CITY, "1 points"), "more", "exchange")
    assert said(box)[-1] == "1 exchange"


def test_a_total_out_is_moved_for_a_double():
    box = press(choose(box_of(*CITY, "1 roll 2 2"), "more", "out"), "OK", "OK")
    assert said(box)[-1].startswith("1 out ")


def test_a_missed_turn_is_told():
    box = box_of(CARD, "fix owed 2 1", "1 points", "1 move a1 b2", "1 move b2 b2-b3.1")
    choose(box, "end")
    assert "misses this turn" in reading(box)


def test_pawns_are_corrected_from_the_menu():
    box = choose(press(box_of(*CITY), "BACK"), "correct", "fix", "pawn", "2")
    assert len(preview(box.view).town.pawns[1]) == 1, "only what is said so far is shown"
    press(point(box, "done"), "OK")
    assert said(box)[-1] == "fix pawn 2 -"


@pytest.mark.parametrize("seed", seeds(9, fast=2))
def test_no_sequence_of_keys_breaks_the_box_or_cuts_a_text_and_its_log_replays(seed):
    seats = 2 + seed % 3
    box = boxes.box_of(
        *(CITY if seats > 2 else (CARD,)), game="insider", seats=seats, displays=1 + seed % 2, Depth="board"
    )
    shake(box, seed, presses=250)
    assert replayed(box).state == box.match.state
