"""The box beside a game of Insider: what people see and do with the keys."""

import random

import pytest

from drivers.presses import Key
from engine import GAMES
from engine.acts import is_open, read_act
from engine.insider.cards import KNOWN, Card
from engine.insider.owner_data import Board, KnownCard, OwnerData
from engine.match import Match
from firmware_py.display.shapes import Shape
from firmware_py.games import owner_data
from firmware_py.games.insider.display import ARROW, NUMBERS
from firmware_py.games.insider.owner_data import PLACEHOLDER, Cards, turned_up_in
from tests.depth import seeds
from tests.firmware_py.screens import Catalogue, cards_of, new_box
from tests.firmware_py.ui.match_screens import WORDS, news, reading, replayed, said, shake, title
from tests.firmware_py.ui.stacks import choose, press

CARD = "card 4: 3 2 1 0 / -4"
ONES = ["DOWN", "DOWN", "OK", *["UP", "OK"] * 4]
"""Type five ones; each value is looked for just below the one before."""
FIVE_ONES = [*ONES, *["UP"] * 4, "OK", "OK"]
"""The same, no corner, and: yes, that is the card."""
FOUR_ONES = [*ONES[:-2], *["UP"] * 4, "OK", "OK"]
THREE_ONES = ["OK", "DOWN", "OK", *["UP", "OK"] * 2]
"""Type 3 1 1 1."""


def box_of(*sentences, seats=3, displays=2, memory=None):
    return new_box(WORDS, *sentences, game="insider", seats=seats, displays=displays, memory=memory)


def test_a_seat_key_and_a_table_are_two_presses():
    box = press(box_of(CARD), "SEAT_2", "SEAT_3")
    assert said(box)[-1] == "2 seat 3"


def test_with_six_keys_the_cursor_starts_on_a_free_table_and_the_player_is_one_press():
    box = box_of(CARD, "1 seat 2")
    assert box.turn.navigator.shape is Shape.BOARD
    press(box, "OK")
    assert box.turn.navigator.shape is Shape.CROSS
    press(box, "UP")
    assert said(box)[-1] == "3 seat 3"


@pytest.mark.parametrize(
    ("way", "found"), [(["UP"], "roll"), (["DOWN"], "more"), (["LEFT"] * 9, "roll"), (["RIGHT"] * 9, "more")]
)
def test_the_dice_lie_left_above_the_tables_and_everything_else_right_below(way, found):
    assert press(box_of(CARD), *way).turn.navigator.option.step.value == found


def test_a_taken_table_is_refused_with_its_rule_and_blinks():
    box = press(box_of(CARD, "1 seat 2"), "SEAT_2", "SEAT_2")
    assert "IR-5" in reading(box)
    assert "Anna sits there" in reading(box)
    assert box.dialog.marked == {"2"}
    press(box, "OK")
    assert box.turn.is_at_start, "no seat stays chosen"
    assert said(press(box, "SEAT_3", "SEAT_1"))[-1] == "3 seat 1"


def test_the_title_does_not_say_whose_turn_it_is_because_nobody_knows():
    box = box_of(CARD, "1 stop", "3 seat 1")
    assert title(box) == "Anyone may play"
    assert title(press(box, "SEAT_1")) == "Anna"


@pytest.mark.parametrize(("keys", "at"), [(["LEFT"], 0), (["UP"], 1), (["RIGHT"], 2), (["DOWN", "LEFT"], 3)])
def test_a_card_from_the_catalogue_has_an_arrow_of_its_own(keys, at):
    box = press(box_of(memory=Catalogue()), "UP", *keys)
    assert box.match.state.inn.card == cards_of(5)[at]


def test_another_card_is_typed_in_and_remembered():
    memory = Catalogue()
    memory.data = memory._before = PLACEHOLDER
    box = press(box_of(memory=memory), "LEFT", "DOWN", *THREE_ONES, "UP", "UP", "OK")
    assert said(box) == [], "the whole card is shown first"
    assert box.turn.navigator.option.step.label.args == (("face", "3 1 1 1 / -2"),)
    press(box, "OK")
    assert said(box) == ["card 4: 3 1 1 1 / -2"]
    assert Card((3, 1, 1, 1), -2) in [entry.card for entry in memory.data.cards]


def test_a_card_that_was_mistyped_is_typed_again_and_not_remembered():
    memory = Catalogue()
    memory.data = memory._before = PLACEHOLDER
    box = press(box_of(memory=memory), "LEFT", "DOWN", *["OK"] * 5, "DOWN", "OK")
    assert said(box) == []
    assert memory.data == PLACEHOLDER
    press(box, *THREE_ONES, "OK", "OK")
    assert said(box) == ["card 4: 3 1 1 1 / -4"]


def test_without_a_catalogue_the_values_are_asked_for_at_once():
    box = press(box_of(), "UP")
    assert box.turn.navigator.shape is Shape.NUMBER
    press(box, "BACK")
    assert box.turn.navigator.shape is Shape.CROSS


def test_while_a_card_is_due_players_can_still_speak():
    box = choose(box_of(), "player", "more", "stop", "1")
    assert said(box) == ["1 stop"]
    choose(box, "player", "more", "stop", "2")
    assert said(box)[-1] == "2 stop"
    box = press(box_of(), "SEAT_2")
    assert box.turn.is_at_start, "a seat key never acts before a card is open"
    assert news(box) == "Turn up a card"


def test_a_roll_is_typed_with_the_seat_keys():
    box = press(box_of(CARD), "SEAT_1", "UP", "OK", "SEAT_4", "SEAT_3")
    assert said(box)[-1] == "1 roll 3 4"
    assert box.match.state.rolls_again == 1
    assert box.turn.navigator.option.step.value == "roll", "another roll is asked for"


def test_with_the_cursor_on_the_dice_a_seat_key_says_who_rolls():
    box = press(box_of(CARD), "UP", "SEAT_1", "SEAT_4", "SEAT_3")
    assert said(box)[-1] == "1 roll 3 4"


def test_with_the_cursor_on_more_a_seat_key_says_who_acts():
    box = press(box_of(CARD), "DOWN", "SEAT_2", "DOWN")
    assert said(box)[-1] == "2 stop"


def test_with_the_cursor_on_a_table_a_seat_key_asks_for_the_table():
    box = press(box_of(CARD), "RIGHT", "SEAT_2")
    assert said(box)[-1] == CARD
    assert [option.step.value for option in box.turn.navigator.options][:3] == ["1", "2", "3"]


def test_a_vip_is_asked_table_by_table():
    box = press(box_of(CARD, "1 seat 1", "2 seat 2"), "SEAT_3")
    choose(box, "more", "play", "administrator", "vip")
    press(box, "SEAT_2", "SEAT_1")
    assert said(box)[-1] == "3 vip 2 1 - -", "the rest follows by itself"


def test_the_evaluation_is_shown_player_by_player_and_can_be_skipped():
    box = press(box_of(CARD, "1 seat 1", "2 seat 2", "1 seat 3"), "SEAT_2", "SEAT_4")
    told = []
    for _ in range(3):
        told.append((reading(box), box.table().tobytes()))
        press(box, "OK")
    assert ["1 Anna" in told[0][0], "2 Maximilian-Luca" in told[1][0], "3 Carla" in told[2][0]] == [True] * 3
    assert "tables 1, 3: 3 + 1 = +4 0 → 4" in told[0][0]
    assert "no table: −4 0 → −4" in told[2][0]
    assert len({picture for _, picture in told}) == 3, "a marker moves each time"
    assert box.dialog is None


def test_an_evaluation_that_changes_nothing_has_no_sign():
    box = press(box_of(CARD, "1 seat 4", "2 seat 1", "2 seat 2"), "SEAT_2", "SEAT_3")
    assert "1 Anna table 4: 0 0 → 0" in reading(box)
    box = press(box_of(CARD, "1 seat 1", "2 seat 2", "1 seat 3"), "SEAT_2", "SEAT_4", "BACK")
    assert box.dialog is None


def test_an_evaluation_of_the_past_can_be_looked_at():
    box = press(box_of(CARD, "1 seat 1", "2 hype", CARD, "2 hype"), "BACK")
    choose(box, "look", "rounds")
    press(box, "DOWN", "OK")
    assert "Evaluation 1 of 7" in reading(box)
    assert "table 1: +3" in reading(box)


def test_a_past_evaluation_is_corrected_from_the_menu_and_the_box_says_what_has_changed():
    box = press(box_of(CARD, "1 seat 1", "2 hype", CARD), "BACK")
    choose(box, "correct", "fix", "round", "table", "1", "2")
    assert said(box)[-1].startswith("fix round 1 table")
    assert "Corrected" in reading(box)
    press(box, "OK")
    choose(press(box, "BACK"), "correct", "fix", "round", "table")
    press(box, "SEAT_1", "SEAT_1")
    assert said(box)[-1].startswith("fix round 1 table")


def test_a_step_is_corrected_starting_from_where_the_marker_stands():
    box = press(choose(press(box_of("fix step 2 14"), "BACK"), "correct", "fix", "step", "2"), "DOWN", "OK")
    assert said(box)[-1] == "fix step 2 13"
    assert news(box) == "Maxi. is on step 13"
    press(box, "BACK!")
    assert box.match.state.inn.steps == (0, 14, 0)


def test_the_menu_is_left_with_back_and_with_one_display_it_lies_behind_the_table():
    box = press(box_of(CARD), "BACK")
    assert not box.turn.is_home
    press(box, "BACK")
    assert box.turn.is_home
    box = press(box_of(CARD, displays=1), "BACK")
    assert box.shows_table
    press(box, "BACK")
    assert not box.turn.is_home
    press(box, "BACK")
    assert box.turn.is_home
    assert not box.shows_table


def test_after_the_end_evaluations_can_still_be_corrected_and_the_game_goes_on():
    rich = ["card 4: 20 15 1 1 / -20", "1 seat 1", "1 seat 2", "2 hype"]
    box = box_of(*rich)
    assert box.turn.navigator is None
    choose(press(box, "BACK"), "correct", "fix", "round", "table")
    press(box, "SEAT_2", "SEAT_2")
    assert said(box)[-1] == "fix round 1 table 2 2"
    press(box, "OK")
    assert not box.match.standing().over
    assert box.turn.navigator is not None


def test_a_game_that_was_won_earlier_is_over_unless_the_table_plays_on():
    rich = [
        "card 4: 20 15 1 1 / -20",
        "1 seat 1",
        "2 seat 2",
        "3 hype",
        CARD,
        "1 hype",
        CARD,
        "fix round 1 table 2 1",
    ]
    box = box_of(*rich)
    assert box.turn.navigator is None, "the end is shown"
    press(box, "BACK", "DOWN")
    assert box.turn.navigator is not None
    press(box, "SEAT_2", "SEAT_1")
    assert not box.match.standing().over


def test_a_number_on_a_notice_begins_a_new_entry():
    box = press(box_of(CARD), "SEAT_2", "SEAT_3", "SEAT_1", "SEAT_3")
    assert "IR-5" in reading(box)
    press(box, "SEAT_2", "SEAT_1")
    assert said(box)[-1] == "2 seat 1"


def test_a_number_that_means_nothing_here_throws_nothing_away():
    box = press(box_of(), "UP", *ONES)
    press(box, "SEAT_4", "OK")
    assert said(box) == ["card 5: 1 1 1 1 1 / -4"]
    box = choose(press(box_of(CARD, "1 seat 1"), "SEAT_3"), "more", "play", "administrator", "vip")
    press(box, "SEAT_2")
    assert box.turn.navigator.option.step.asks.key == "insider.ask-vip"


def test_with_one_display_a_seat_key_works_while_the_table_is_shown():
    box = press(box_of(CARD, displays=1), "BACK", "SEAT_2", "SEAT_3")
    assert said(box)[-1] == "2 seat 3"


def test_with_one_display_back_of_somebody_out_of_turn_does_not_lead_to_the_menu():
    box = press(box_of(CARD, displays=1), "SEAT_1", "DOWN", "OK", "SEAT_2", "RIGHT", "BACK")
    assert box.turn.navigator.options[0].step.value != "fix"


def test_after_a_step_back_the_cursor_is_where_it_was():
    box = box_of("card 6: 1 1 1 1 1 1 / 0", *[f"{seat} seat {seat}" for seat in range(1, 5)], seats=4)
    choose(press(box, "SEAT_1"), "more", "play", "administrator", "vip")
    press(box, "DOWN", "DOWN", "OK", "BACK")
    assert box.turn.navigator.option.step.value == "3"


def test_ok_is_no_answer_on_a_cross_and_held_it_lists_what_is_allowed():
    box = press(box_of(CARD), "OK")
    assert box.turn.navigator.shape is Shape.CROSS
    press(box, "OK")
    assert said(box) == [CARD]
    assert "Anna takes table" in reading(press(box, "OK!"))


def test_while_a_past_evaluation_is_corrected_the_table_shows_it():
    box = press(box_of(CARD, "1 seat 1", "2 hype", CARD, "2 hype"), "BACK")
    press(choose(box, "correct", "fix", "round"), "DOWN")
    now = box_of(CARD, "1 seat 1", "2 hype", CARD, "2 hype").table().tobytes()
    assert box.table().tobytes() != now


def test_what_is_allowed_now_is_listed_for_who_speaks():
    box = press(box_of(CARD), "SEAT_2", "OK!")
    assert "Maximilian-Luca takes table 4" in reading(box)
    assert "1 takes table 4" not in reading(box)
    box = press(box_of(CARD), "BACK", "OK!")
    assert reading(box) == "Allowed now: 3 correct look back match"


# --- the catalogue on the disk


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_ir_35_a_card_is_remembered_until_the_next_evening(data):
    box = press(box_of(memory=Cards(PLACEHOLDER)), "UP", *FIVE_ONES)
    assert said(box) == ["card 5: 1 1 1 1 1 / 0"]
    again = box_of(memory=Cards(owner_data.load("insider")))
    press(again, "UP", "LEFT")
    assert said(again) == ["card 5: 1 1 1 1 1 / 0"]
    assert (data / "insider.toml.old").exists() is False


@pytest.mark.usefixtures("data")
def test_ir_35_a_card_that_was_typed_wrongly_and_undone_is_forgotten():
    box = press(box_of(memory=Cards(PLACEHOLDER)), "UP", *FIVE_ONES, "BACK!", "OK")
    assert said(box) == []
    assert owner_data.load("insider") == PLACEHOLDER
    press(box, "UP")
    assert box.turn.navigator.shape is Shape.NUMBER


@pytest.mark.usefixtures("data")
def test_ir_35_correcting_a_card_that_was_just_typed_corrects_the_catalogue():
    memory = Cards(OwnerData(cards=()))
    box = press(box_of(memory=memory), "LEFT", *FOUR_ONES)
    assert [entry.card for entry in memory.data.cards] == [Card((1, 1, 1, 1), 0)]
    choose(press(box, "BACK"), "correct", "fix", "card", "4")
    press(box, *THREE_ONES, *["UP"] * 4, "OK", "OK")
    assert said(box)[-1] == "fix card 4: 3 1 1 1 / 0"
    assert [entry.card for entry in memory.data.cards] == [Card((3, 1, 1, 1), 0)]


@pytest.mark.usefixtures("data")
def test_ir_35_correcting_a_card_of_the_past_corrects_the_catalogue_and_the_stair():
    memory = Cards(OwnerData(cards=()))
    box = box_of(
        "card 4: 9 9 9 9 / -9", "1 bomb", "card 4: 1 1 1 1 / 0", "1 seat 1", "2 hype", CARD, memory=memory
    )
    choose(press(box, "BACK"), "correct", "fix", "round", "card", "4")
    press(box, *THREE_ONES, *["UP"] * 4, "OK", "OK")
    assert said(box)[-1] == "fix round 1 card 4: 3 1 1 1 / 0"
    assert box.match.state.inn.steps[0] == 3
    assert "Corrected" in reading(box)
    learnt = [Card((9, 9, 9, 9), -9), Card((3, 1, 1, 1), 0), KNOWN]
    assert [entry.card for entry in memory.data.cards] == learnt


def test_ir_35_the_card_of_an_evaluation_is_found_though_cards_were_bombed_away():
    acts = ["card 4: 1 1 1 1 / 0", "1 play scandal 3 bomb", "2 guard 3", "2 play trendsetter 3 hype", "unopposed"]
    acts += ["card 4: 2 2 2 2 / 0", "1 play scandal 3 bomb", "unopposed", "card 4: 3 3 3 3 / 0"]
    acts += ["1 play trendsetter 3 hype", "unopposed", "fix round 2 card 4: 5 5 5 5 / 0"]
    turned_up = turned_up_in([read_act(act) for act in acts])
    assert [card.values[0] for card in turned_up] == [1, 2, 5]
    later = turned_up_in([read_act(act) for act in acts[-4:]], is_whole=False)
    assert [card.values[0] for card in later] == [5, 3], "nobody knows which card it was"


@pytest.mark.usefixtures("data")
def test_ir_35_a_card_that_was_known_before_is_not_lost_by_a_wrong_pick():
    memory = Cards(PLACEHOLDER)
    box = choose(press(box_of(CARD, memory=memory), "BACK"), "correct", "fix", "card", "4")
    press(box, *FOUR_ONES)
    assert said(box)[-1] == "fix card 4: 1 1 1 1 / 0"
    assert [entry.card for entry in memory.data.cards] == [KNOWN, Card((1, 1, 1, 1), 0)]
    press(box, "BACK!")
    assert [entry.card for entry in memory.data.cards] == [KNOWN], "undone, so it was never there"


@pytest.mark.usefixtures("data")
def test_ir_35_a_card_is_forgotten_even_if_it_is_undone_later():
    memory = Cards(PLACEHOLDER)
    box = press(box_of(memory=memory), "UP", *FIVE_ONES, "SEAT_1", "SEAT_1")
    press(box, "BACK!", "BACK!", "OK")
    assert said(box) == []
    assert memory.data == PLACEHOLDER


@pytest.mark.usefixtures("data")
def test_ir_35_what_somebody_else_writes_meanwhile_is_kept():
    mine, theirs = Card((1, 1, 1, 1, 1), 0), Card((7, 1, 1, 1), -1)
    box = box_of(memory=Cards(PLACEHOLDER))
    owner_data.save("insider", OwnerData(Board(-5), (KnownCard(KNOWN), KnownCard(theirs))))
    press(box, "UP", *FIVE_ONES)
    owned = owner_data.load("insider")
    assert [entry.card for entry in owned.cards] == [KNOWN, theirs, mine]
    assert owned.board.cellar == -5


@pytest.mark.usefixtures("data")
def test_ir_35_a_full_catalogue_stays_readable_whatever_is_corrected():
    full = OwnerData(cards=tuple(KnownCard(card) for size in (4, 5) for card in cards_of(size)))
    box = press(box_of(memory=Cards(full)), "LEFT", "LEFT")
    for sentence in ("fix card 5: 9 9 9 9 9 / -1", "fix card 4: 9 9 9 9 / -1"):
        box.submit(read_act(sentence))
        assert "one must be wrong" in reading(box)
        press(box, "OK")
    assert {len(entry.card.values) for entry in owner_data.load("insider").cards} == {4, 5}


def test_ir_35_a_fifth_card_of_a_size_is_played_but_the_box_says_that_one_must_be_wrong():
    box = press(choose(box_of(memory=Catalogue()), "5", "another", "typed"), *["OK"] * 7)
    assert said(box) == ["card 5: 3 2 1 0 -1 / -4"]
    assert "one must be wrong" in reading(box)


def test_a_disk_that_takes_nothing_is_named_and_the_game_goes_on(data):
    data.write_text("a file where a folder should be")
    box = press(box_of(memory=Cards(PLACEHOLDER)), "UP", *FIVE_ONES)
    assert said(box) == ["card 5: 1 1 1 1 1 / 0"]
    assert "Not remembered" in reading(box)
    assert "exists" in reading(box)


# --- shaken


@pytest.mark.parametrize("seed", seeds(15, fast=3))
def test_no_sequence_of_keys_breaks_the_box_or_cuts_a_text_and_its_log_replays(seed):
    box = box_of(seats=2 + seed % 3, displays=1 + seed % 2, memory=Catalogue())
    shake(box, seed, presses=500)
    assert replayed(box).state == box.match.state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_through_the_keys_ends_like_the_engine_alone(seats):
    """Everybody sits down, seven evaluations long, with two presses each."""
    box = box_of(seats=seats, memory=Catalogue())
    chance = random.Random(seats)
    while not box.match.standing().over:
        if box.dialog is not None:
            press(box, "OK")
        elif box.match.state.inn.card is None:
            options = box.turn.navigator.options
            box.choose(chance.choice([at for at, option in enumerate(options) if not option.hollow]))
        else:
            free = [table for table, sitting in enumerate(box.match.state.inn.tables, start=1) if not sitting]
            seat, table = chance.randint(1, seats), chance.choice(free)
            if f"SEAT_{table}" in Key.__members__:
                press(box, f"SEAT_{seat}", f"SEAT_{table}")
            else:  # the box has six seat keys
                box.submit(read_act(f"{seat} seat {table}"))
    again = Match(GAMES["insider"].rules(), box.match.setup)
    for act in box.match.log:
        assert not is_open(act)
        assert again.play(read_act(str(act))) is None
    assert again.standing() == box.match.standing()
    assert again.state.inn.evaluations == 7 or max(again.state.inn.steps) >= 35


def test_at_the_stair_no_turn_is_marked_until_one_is_entered():
    def column(box):
        return box.table().crop((ARROW, 0, NUMBERS, 40)).getbbox()

    assert column(box_of(CARD, "1 seat 1", "2 scandal 1")) is None
    assert column(box_of(CARD, "1 stop")) is not None
    assert column(box_of(CARD, "fix turn 2")) is not None


def test_after_a_seven_the_dice_are_three_presses_and_a_seat_key_seats_a_pawn():
    box = press(box_of(CARD), "UP", "SEAT_3", "SEAT_3", "SEAT_4")
    assert news(box) == "3 + 4 = 7: again!"
    assert said(press(box, "SEAT_2", "SEAT_1"))[-1] == "2 seat 1"
    assert said(press(box, "OK", "SEAT_5", "SEAT_6"))[-1] == "3 roll 5 6"
    box = choose(box_of(CARD, "3 roll 3 4"), "more", "move", "1", "roll", "23")
    assert said(box)[-1] == "1 roll 2 3", "anybody else rolls behind more"
