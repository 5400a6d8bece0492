"""Insider at `board` depth: what the rules file spells out beyond the rule sheet, sentence by sentence."""

import pytest

from engine.acts import read_act
from engine.insider.board.walking import at_home
from engine.insider.city import PLACES, is_shut_in
from engine.insider.town import Phase
from engine.verdicts import player, say
from tests.engine.games import say_all, texts
from tests.engine.insider.boards import CARD, begin, moving, played, refused, spots

# --- the board and the cards


def test_ir_1_a_square_is_counted_from_the_smaller_place_and_play_runs_in_seat_order_from_first():
    match = moving()
    say_all(match, "1 move a1 a1-b1.1")
    assert match.state.town.points == 6
    refused(match, "1 move a1 b1-a1.1", None)
    assert [PLACES[home] for home in begin(seats=4).state.town.plan.homes] == ["a1", "a5", "e5", "e1"]
    third = say_all(begin(seats=3, first=3), CARD, "3 draw")
    assert third.state.turn == 1


def test_ir_8_a_fifth_card_of_a_size_is_refused_on_the_board_too():
    match = played(*[CARD, "1 points", "1 play trendsetter 3 hype", "unopposed", "fix turn 1", "fix hand 1 7"] * 4)
    assert refused(match, CARD, "IR-8").why.key == "insider.fifth-card"
    assert texts(match.legal()) == ["card 4: * / *", "card 6: * / *"]


# --- the turn


def test_ir_12_to_draw_is_a_pass_where_no_card_is_due_and_leaves_no_time_for_cards_in_hand():
    match = played(CARD)
    assert [text for text in texts(match.legal()) if "draw" in text] == ["1 draw"]
    for sentence in ("1 play scandal 1 scandal 2", "1 exchange"):
        assert refused(match, sentence, "IR-9").why.key == "insider.begin-first"
    say_all(match, "1 draw")
    assert (match.state.town.hands[0], match.state.turn) == (7, 2)
    for sentence in ("1 play scandal 1 scandal 2", "1 exchange"):
        refused(match, sentence, "IR-1")


def test_ir_13_a_detour_and_turning_back_are_several_moves():
    match = moving()
    say_all(match, "1 move a1 a2", "1 move a2 a1", "1 move a1 a1-b1.1")
    assert (match.state.town.points, spots(match, 1)) == (0, ["a1-b1.1"])


# --- action cards


def test_ir_17_cards_are_played_as_soon_as_the_points_are_known_and_copies_are_not_counted():
    match = say_all(played(CARD, "1 roll 3 5"), "1 play scandal 1 scandal 2", "unopposed", "fix turn 1")
    for card in (CARD, CARD, CARD, "card 4: 3 2 1 0 / -4"):
        say_all(match, "fix hand 1 7", "1 points", "1 play scandal 3 bomb", "unopposed", card, "fix turn 1")
    assert match.state.owed == (0, 1, 0), "thirteen scandals of eleven: hands are hidden"


def test_ir_17_a_power_is_played_only_for_a_use_that_is_allowed():
    match = moving()
    played_for = {text.split()[4] for text in texts(match.legal()) if " play " in text}
    assert played_for == {"scandal", "rumours", "bomb", "meeting", "hype", "out"}, (
        "no pawn is there to swap or to fly"
    )
    for use in ("administrator 1 swap b2.1 d4.2", "helicopter 1 fly b2 d4", "administrator 3 vip - - - - -"):
        assert match.rules.judge(match.state, read_act(f"1 play {use}")) is not None


def test_ir_19_one_player_who_wards_off_stops_it_for_all():
    match = moving("fix pawn 2 b2", "fix pawn 3 d4")
    say_all(match, "1 play scandal 3 bomb", "3 guard 3")
    assert (spots(match, 2), spots(match, 3)) == (["b2"], ["d4"])
    assert (match.state.town.hands, match.state.town.may_act) == ((4, 7, 4), False), "spent all the same"


def test_ir_20_struck_are_the_owners_of_the_pawns_but_not_who_plays():
    match = moving("fix pawn 1 b2", "fix pawn 2 d4", "fix pawn 3 c1")
    assert say_all(match, "1 play administrator 1 swap b2.1 d4.2").state.town.power.struck == (2,)
    others = moving("fix pawn 2 d4", "fix pawn 3 c1")
    assert say_all(others, "1 play administrator 1 swap d4.2 c1.3").state.town.power.struck == (2, 3)


def test_ir_21_offers_count_up_to_three_and_go_back_if_they_are_not_enough():
    match = say_all(moving("fix table 2 3"), "1 play administrator 3 vip 3 - - - -", "2 guard 2")
    assert refused(match, "3 guard 2", "IR-21").why == say("insider.guards-lacking", lacking=1)
    say_all(match, "unopposed")
    assert (match.state.town.hands, match.state.inn.tables) == ((4, 7, 7), (3, 0, 0, 0, 0))


def test_ir_22_from_one_table_to_another_is_no_flight_and_none_goes_to_a_path():
    match = moving("fix table 2 1", "fix pawn 1 b2")
    assert (
        refused(match, "1 play helicopter 2 fly insider.2 insider.1", "IR-22").why.key == "insider.table-to-table"
    )
    assert refused(match, "1 play helicopter 2 fly b2 b2-b3.1", None).why.key == "insider.place-words"
    assert not [text for text in texts(match.legal()) if "fly insider.2 insider" in text]


def test_ir_24_one_die_has_no_double_and_no_seven_and_cards_may_be_played_or_drawn():
    match = played(CARD, "fix rumours 1 yes")
    assert "1 draw" in texts(match.legal())
    rolled = say_all(match, "1 roll 6")
    assert (rolled.state.town.points, rolled.state.town.is_double, rolled.state.rolls_again) == (6, False, 0)
    say_all(rolled, "1 play scandal 1 scandal 2")


def test_ir_25_a_bomb_with_an_empty_pile_leaves_the_same_card():
    hype = ("fix turn 1", "fix hand 1 7", "1 points", "1 play trendsetter 3 hype", "unopposed")
    four = "card 4: 3 2 1 0 / -4"
    match = played(
        four, *(*hype, four) * 3, *(*hype, CARD) * 3, "fix turn 1", "fix hand 1 7", "fix table 1 2", "1 points"
    )
    say_all(match, "1 play scandal 3 bomb", "unopposed")
    assert (str(match.state.inn.card), match.state.inn.tables) == (CARD.removeprefix("card "), (0,) * 5)
    say_all(match, "1 move a1 a2")


# --- which refusals say that they are rulings


@pytest.mark.parametrize(
    ("before", "sentence", "rule", "is_ruling"),
    [
        ((), "2 points", "IR-1", True),
        ((), "1 move a1 e1", "IR-3", True),
        ((), "1 move a1 e5", "IR-3", False),
        (("fix table 2 1",), "1 move insider.2 b2", "IR-5", True),
        ((), "1 stop", "IR-9", False),
        ((), "1 move a1 a5-b5.1", "IR-13", True),
        (("1 play scandal 1 scandal 2",), "3 guard 1", "IR-19", True),
        (("1 play scandal 1 scandal 2",), "2 guard 2", "IR-19", False),
        ((), "1 play administrator 3 vip - - - - -", "IR-21", True),
        (("fix pawn 1 b2",), "1 play helicopter 2 fly b2 c2", "IR-22", True),
        (("fix table 2 1",), "1 play helicopter 2 fly insider.2 insider.1", "IR-22", True),
        (("fix pawn 1 b2",), "1 play helicopter 2 fly b2 b2", "IR-22", False),
        ((), "1 play helicopter 3 meeting 1", "IR-23", True),
        ((), "1 play scandal 2 rumours 1", "IR-24", True),
        (("fix out a2 c2 c4 d3",), "1 play trendsetter 2 out c2 b1", "IR-27", False),
        ((), "1 play trendsetter 1 again", "IR-28", True),
    ],
)
def test_a_refusal_says_that_it_is_a_ruling_if_its_part_of_the_rule_is_one(before, sentence, rule, is_ruling):
    match = say_all(moving(), *before)
    assert match.is_ruling(refused(match, sentence, rule)) is is_ruling


# --- Total OUT


def test_ir_27_two_are_moved_at_once_and_only_the_whole_action_counts():
    match = moving("fix out a2 c2 c4 d3")
    refused(match, "1 play trendsetter 2 out c2 b1", "IR-27")
    say_all(match, "1 play trendsetter 2 out c2 b1 a2 c2")
    assert {PLACES[spot] for spot in match.state.town.outs} == {"b1", "c2", "c4", "d3"}, "a2 is open again"


def test_ir_27_the_starting_spot_does_not_count_among_the_eight():
    plan = begin(seats=2).state.town.plan
    closed = frozenset(PLACES.index(name) for name in ("b3", "c2", "c1", "a4", "b4"))
    assert is_shut_in(plan, closed, 1, PLACES.index("a1")), "a2 a3 b1 b2 are four places"


@pytest.mark.parametrize(
    ("action", "after"),
    [(("1 play trendsetter 2 out b3 b4",), 7), (("1 play trendsetter 3 hype", "unopposed", CARD), 7)],
)
def test_ir_28_the_other_trendsetters_are_played_with_points_left_which_are_still_used(action, after):
    match = say_all(moving(), *action)
    assert (match.state.turn, match.state.town.phase, match.state.town.points) == (1, Phase.MOVING, after)
    refused(match, "1 stop", "IR-9")


def test_ir_28_a_second_turn_has_no_total_out_for_a_double_and_no_exchange():
    match = moving()
    say_all(match, "1 move a1 b2", "1 move b2 b2-b3.1", "1 play trendsetter 1 again", "1 roll 2 2")
    for sentence in ("1 out b3 b4", "1 exchange"):
        assert refused(match, sentence, "IR-28").why.key == "insider.second-turn-alone"
    assert not [text for text in texts(match.legal()) if text.split()[1] in {"out", "exchange", "play"}]
    say_all(match, "overrule 1 stop")
    assert match.state.turn == 2


def test_ir_30_the_turn_goes_on_with_the_points_that_are_left():
    match = moving("fix out a3 a4 c1 c2", "fix pawn 1 b3", *(f"fix table {table} 2" for table in (1, 2, 3, 4)))
    say_all(match, "1 move b3 insider.5", CARD, "1 move a1 a2")
    assert (match.state.town.points, at_home(match.state, 1)) == (1, 6)
    assert match.ask().what == say("insider.ask-points", who=player(1), points=1)
