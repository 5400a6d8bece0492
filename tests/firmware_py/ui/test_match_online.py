"""The box beside a game of Online: what people see and do with the keys."""

from functools import partial

import pytest

from tests.depth import seeds, slow_unless
from tests.firmware_py.screens import NAMES
from tests.firmware_py.ui import match_screens as boxes
from tests.firmware_py.ui.match_screens import news, play_to_the_end, reading, replayed, said, shake, title
from tests.firmware_py.ui.stacks import choose, press

box_of = partial(boxes.box_of, game="online")


def test_a_turn_of_drawing_laying_and_downloading_takes_two_presses_a_card():
    box = press(box_of(), "UP", "UP", "LEFT", "LEFT", "LEFT", "DOWN")
    assert said(box) == ["1 draw", "1 lay on-line", "1 download e-mail", "1 stop"]
    assert box.turn.navigator.speaker == 2


def test_an_exchange_asks_how_many():
    box = press(box_of(), "LEFT", "UP", "UP", "OK")
    assert said(box) == ["1 exchange 3"]
    assert said(press(box_of(), "LEFT", "SEAT_3")) == ["1 exchange 3"]


def test_with_one_opponent_an_obstruction_needs_no_target():
    box = choose(box_of("fix 2.line on-line", "1 draw"), "more", "obstruct", "virus")
    assert said(box)[-1] == "1 block virus 2"


@pytest.mark.parametrize(
    ("seats", "way"), [(3, ("more", "3", "virus")), (4, ("more", "obstruct", "3", "virus"))], ids=str
)
def test_with_several_the_target_comes_first_and_then_the_card(seats, way):
    box = box_of("fix 2.line on-line", "fix 3.line on-line", "1 draw", seats=seats, Parties="single")
    choose(box, *way)
    assert said(box)[-1] == "1 block virus 3"


def test_a_refusal_teaches():
    box = press(box_of("fix 1.line on-line virus", "1 draw"), "LEFT", "LEFT")
    text = reading(box)
    assert "ON-16" in text
    assert "blocked by virus: lay antivirus, then on-line or turbo-line" in text
    assert "· lay antivirus" in text


def test_where_nothing_is_allowed_hold_ok_says_so():
    assert reading(press(box_of(), "DOWN", "OK!")) == "Allowed now: 0 This is not possible now."


def test_a_hacker_opens_the_window_and_a_seat_key_answers_at_once():
    box = press(box_of("1 draw", seats=4), "RIGHT", "LEFT")
    assert said(box)[-1] == "1 hacker"
    press(box, "SEAT_3")
    assert said(box)[-1] == "3 patrol"
    assert box.turn.navigator.speaker == 3


def test_unstopped_the_hacker_captures():
    box = press(box_of("fix 2.line on-line", "fix 2.e-mail 2", "fix 1.line on-line", "1 draw"), "RIGHT", "LEFT")
    choose(box, "-", "2", "e-mail", "1")
    assert said(box)[-1] == "1 capture 2.e-mail 1.e-mail"


def test_what_was_just_obstructed_is_repaired_with_a_seat_key():
    box = press(box_of("fix 2.line on-line", "1 draw", "1 block virus 2"), "SEAT_2")
    assert said(box)[-1] == "2 lay antivirus", "it is all that this player can do"
    press(box, "SEAT_2")
    assert box.turn.navigator.speaker == 2
    choose(box, "on-line")
    assert said(box)[-1] == "2 lay on-line"


def test_the_table_is_told_to_make_a_new_bank_and_who_misses_a_turn():
    box = press(box_of("fix bank 3"), "LEFT", "SEAT_5")
    assert "New bank" in reading(box)
    assert "Shuffle all discards" in reading(box)
    box = press(box_of("fix owed 2 1", "1 draw", "1 discard ?", seats=3), "DOWN")
    assert "Maximilian-Luca misses this turn" in reading(box)


def test_the_win_is_told_before_hands_are_asked_for_and_the_winner_begins_the_next_game():
    won = ("fix 2.e-mail 6", "fix 2.music 4", "fix 2.game 2", "fix 2.movie 1", "fix 2.line on-line")
    box = press(box_of("1 exchange 1", *won, "fix 2.memory extra-memory", "2 draw"), "LEFT", "DOWN")
    assert "Maximilian-Luca won" in reading(box)
    press(box, "OK")
    assert box.turn.navigator.option.step.asks.key == "online.ask-held"
    press(box, "OK", "OK", "OK")
    assert box.match.state.turn == 2


def test_a_line_is_corrected_card_by_card_from_the_menu():
    box = choose(press(box_of("1 draw"), "BACK"), "correct", "fix")
    assert box.turn.navigator.option.step.asks.key == "online.ask-fix"
    choose(box, "pile", "2", "line", "on-line", "done")
    assert said(box)[-1].startswith("fix 2.line on-line")


def test_time_is_called_from_the_menu():
    box = press(box_of("1 draw", Limit="20"), "BACK", "DOWN")
    assert said(box)[-1] == "1 draw", "it ends the game: somebody has to be sure"
    press(box, "OK")
    assert said(box)[-1] == "time"


def test_after_the_end_the_losing_hands_are_asked_for_and_then_the_end_is_shown():
    won = ("fix 1.e-mail 6", "fix 1.music 4", "fix 1.game 2", "fix 1.movie 2")
    box = press(box_of(*won, seats=3), "SEAT_2", "SEAT_3", "SEAT_1")
    assert said(box)[-2:] == ["2 holds 3", "3 holds 1"]
    assert box.turn.navigator is None
    assert box.match.standing().details["score"]["1"]["gain"] == 4


def test_with_five_players_the_sixth_seat_is_called_by_who_plays_it():
    box = box_of(*(f"{seat} exchange 1" for seat in range(1, 6)), seats=5)
    assert box.match.names[5] == f"{NAMES[2]} (6)"
    assert title(box) == box.match.names[5]
    choose(box, "draw", "link", "on-line")
    assert said(box)[-1] == "6 lay on-line"


@pytest.mark.parametrize("seed", seeds(14, fast=4))
def test_no_sequence_of_keys_breaks_the_box_or_cuts_a_text_and_its_log_replays(seed):
    seats, parties = [(2, None), (3, None), (4, "teams"), (4, "single"), (5, None), (6, "teams"), (6, "trios")][
        seed % 7
    ]
    tags = {"Parties": parties} if parties else {}
    box = box_of(seats=seats, displays=1 + seed % 2, **tags)
    shake(box, seed)
    assert replayed(box).state == box.match.state


@pytest.mark.parametrize("seats", slow_unless(range(2, 7), {3, 6}))
def test_whole_games_through_the_keys_end_like_the_engine_alone(seats):
    box = box_of(seats=seats, Goals="2 2 1 1")
    play_to_the_end(box, seats)
    assert replayed(box).standing() == box.match.standing()


def test_what_somebody_else_lays_is_told_with_the_name():
    box = box_of("1 draw", "1 lay on-line", "1 stop", "2 draw", "2 block virus 1")
    assert said(press(box, "SEAT_1"))[-1] == "1 lay antivirus"
    assert news(box) == "Anna lays antivirus"
