"""Insider at `board` depth, rule by rule: each test names the rule it holds."""

import pytest

from engine.acts import read_act
from engine.game import Setup
from engine.insider import start
from engine.insider.board.walking import at_home
from engine.insider.city import OUTER, PLACES
from engine.insider.owner_data import board_tags, read_board
from engine.insider.town import Phase
from engine.verdicts import BadSetup, player, say
from tests.engine import games
from tests.engine.games import say_all, texts
from tests.engine.insider.boards import CARD, VERIFIED, begin, moving, played, refused, spots
from tests.engine.insider.own_boards import board_of

# --- the board


def test_ir_1_25_places_with_homes_in_the_corners_and_play_clockwise():
    assert len(PLACES) == 25
    assert len(OUTER) == 16
    assert [PLACES[home] for home in begin(seats=3).state.town.plan.homes] == ["a1", "a5", "e5"]
    assert [PLACES[home] for home in begin(Homes="e1 a5").state.town.plan.homes] == ["e1", "a5"]
    for homes in ("a1", "a1 a1", "a1 c3"):
        with pytest.raises(BadSetup) as caught:
            begin(Homes=homes)
        assert caught.value.tag == "Homes"
    refusal = refused(played(CARD), "2 points", "IR-1")
    assert refusal.why == say("insider.not-your-turn", who=player(2), other=player(1))
    assert played(CARD, "1 draw").state.turn == 2
    with pytest.raises(BadSetup):
        start(Setup("insider", ("A", "B"), tags={"Depth": "deep"}))


def test_ir_2_one_pawn_on_a_square_and_it_is_jumped_for_its_point():
    match = moving("fix pawn 2 a1-a2.1")
    refusal = refused(match, "1 move a1 a1-a2.1", "IR-2")
    assert refusal.why == say("insider.square-taken", square="a1-a2.1", who=player(2))
    say_all(match, "1 move a1 a1-a2.2")
    assert match.state.town.points == 5
    assert refused(match, "fix pawn 3 a1-a2.1", "IR-2").why.key == "insider.one-a-square"
    refused(match, "fix pawn 3 a2-a3.1 a2-a3.1", "IR-2")
    say_all(match, "fix pawn 3 b2 b2 b2")


def test_ir_3_a_home_is_for_its_own_pawns_only():
    match = moving("fix pawn 1 a4 d1", "fix pawn 2 a4")
    assert refused(match, "1 move a4 a5", "IR-3").why == say("insider.home-of", who=player(2), place="a5")
    assert refused(match, "1 move d1 e1", "IR-3").why == say("insider.closed-home", place="e1")
    refusal = refused(moving("fix pawn 1 a4", "fix out a3 b4 c2 d3"), "1 move a4 b5", "IR-13")
    assert dict(refusal.why.args)["barred"] == (say("insider.home-of", who=player(2), place="a5"),)
    refusal = refused(moving("fix pawn 1 d1-e1.2", "fix out d1 c1 c2 d3"), "1 move d1-e1.2 e2", "IR-13")
    assert dict(refusal.why.args)["barred"] == (say("insider.closed-home", place="e1"),)
    assert refused(match, "fix pawn 2 e1", "IR-3").why.key == "insider.leave-home-out"
    say_all(moving("fix pawn 1 a2"), "1 move a2 a1")


def test_ir_4_a_total_out_closes_its_place():
    match = moving("fix pawn 1 b2")
    assert refused(match, "1 move b2 b3", "IR-4").why == say("insider.total-out", place="b3")
    assert {PLACES[spot] for spot in match.state.town.outs} == {"b3", "c2", "c4", "d3"}
    assert refused(match, "fix pawn 1 b3", "IR-4").why == say("insider.total-out", place="b3")
    assert refused(match, "fix out a2 a3 a4 b4 b5", "IR-4").why.key == "insider.four-outs"
    refused(match, "fix out a2 a2", "IR-4")
    refused(match, "fix out a2-a3.1", "IR-4")
    assert refused(match, "fix out b2", "IR-4").why == say("insider.out-on-pawn", place="b2")
    assert refused(match, "fix out e1", "IR-26").why.key == "insider.out-at-home"
    say_all(match, "fix out -", "1 move b2 b3")


def test_ir_5_a_pawn_in_the_restaurant_takes_a_free_table_and_stays():
    match = moving("fix out a3 a4 c1 c2", "fix pawn 1 b3", "fix table 1 2")
    assert refused(match, "1 move b3 insider.1", "IR-5").why == say("insider.taken", table="1", who=player(2))
    assert refused(match, "1 move b3 insider.6", "IR-7").why.key == "insider.not-on-card"
    say_all(match, "1 move b3 insider.2")
    assert (match.state.inn.tables, match.state.town.points) == ((2, 1, 0, 0, 0), 4)
    assert refused(match, "1 move insider.2 b3", "IR-5").why.key == "insider.stays"
    refusal = refused(moving("fix pawn 1 c2-c3.2", "fix out b3 c4 d3 b4"), "1 move c2-c3.2 c3-c4.1", "IR-13")
    assert dict(refusal.why.args)["barred"] == (say("insider.not-through"),)


def test_ir_6_seven_pawns_and_seven_cards_each():
    match = moving()
    assert (at_home(match.state, 1), match.state.town.hands) == (7, (7, 7, 7))
    assert refused(match, "1 move b2 b3", "IR-6").why == say("insider.no-pawn", who=player(1), spot="b2")
    away = moving("fix pawn 1 b2 b2 b2 b2 b2 b2 b2")
    assert refused(away, "1 move a1 a2", "IR-6").why == say("insider.nobody-home", who=player(1))
    assert refused(away, "fix table 1 1", "IR-6").why == say("insider.eighth-pawn", who=player(1), most=7)
    refused(match, "fix pawn 1 b2 b2 b2 b2 b2 b2 b2 b2", "IR-6")
    say_all(away, "fix table 1 2", "fix table 1 2")


def test_ir_8_nothing_goes_on_before_the_card_is_turned_up():
    match = begin(seats=3)
    assert refused(match, "1 points", "IR-8").why == say("insider.no-card", number=1)
    assert match.ask().what == say("insider.ask-turn-up")
    assert refused(match, "card 3: 1 1 1 / 0", "IR-8").why.key == "insider.wrong-size"
    assert refused(match, "card 5: * / *", None).why.key == "act.open-value"
    say_all(match, CARD)
    refused(match, CARD, "IR-8")


# --- the turn


def test_ir_9_seven_points_are_chosen_first_and_all_are_used():
    match = played(CARD)
    assert refused(match, "1 move a1 a2", "IR-9").why == say("insider.begin-first", who=player(1))
    say_all(match, "1 points")
    assert match.ask().what == say("insider.ask-points", who=player(1), points=7)
    assert refused(match, "1 points", "IR-9").why.key == "insider.begun-already"
    say_all(match, "1 move a1 a1-a2.1", "1 move a1-a2.1 b2")
    assert match.state.town.points == 1


def test_ir_10_a_seven_is_rolled_again():
    match = played(CARD, "1 roll 3 4")
    assert refused(match, "1 points", "IR-10").why.key == "insider.roll-first"
    assert {act.verb for act in match.legal()} == {"roll"}
    assert match.ask().what == say("insider.ask-roll-again", who=player(1))
    say_all(match, "1 roll 6 5")
    assert match.state.town.points == 11
    assert refused(played(CARD), "1 roll 3", "IR-10").why == say("insider.two-dice", who=player(1))


def test_ir_11_a_double_moves_a_total_out_instead_of_an_action():
    match = played(CARD, "1 roll 3 4", "1 roll 2 2")
    say_all(match, "1 out b3 b4")
    assert PLACES.index("b4") in match.state.town.outs
    assert refused(match, "1 exchange", "IR-18").why.key == "insider.acted"
    assert refused(match, "1 out b4 b3", "IR-11").why.key == "insider.acted"
    assert refused(moving(), "1 out b3 b4", "IR-11").why.key == "insider.no-double"
    assert "1 out *" in texts(played(CARD, "1 roll 2 2").legal())


def test_ir_12_drawing_gives_a_card_for_each_place_and_ends_the_turn():
    match = played(CARD, "fix pawn 1 b2 b2 c1 a1-a2.1", "fix hand 1 3")
    assert refused(match, "1 draw 3", "IR-12").why == say("insider.draw-too-many", due=2, hand=3)
    assert [text for text in texts(match.legal()) if "draw" in text] == ["1 draw", "1 draw 0", "1 draw 1"]
    say_all(match, "1 draw")
    assert (match.state.town.hands[0], match.state.turn) == (5, 2)
    assert played(CARD, "fix pawn 1 b2 c1", "fix hand 1 3", "1 draw 1").state.town.hands[0] == 4
    assert played(CARD, "fix pawn 1 b2 c1", "fix hand 1 6", "1 draw").state.town.hands[0] == 7


def test_ir_13_a_move_takes_the_shortest_open_way():
    match = moving()
    refusal = refused(match, "1 move a1 b3-b4.1", "IR-13")
    assert dict(refusal.why.args)["points"] == 14
    assert refusal.is_advice
    assert not refused(moving(**VERIFIED), "1 move a1 b3-b4.1", "IR-13").is_advice
    assert refused(match, "1 move a1 a1", "IR-13").why.key == "insider.same-spot"
    closed = moving("fix out a2 b1 c2 c4")
    refusal = refused(closed, "1 move a1 a3", "IR-13")
    assert dict(refusal.why.args)["barred"] == (say("insider.total-out", place="a2"),)
    say_all(match, "1 move a1 b2")
    assert match.state.town.points == 1


def test_ir_14_points_that_nobody_can_use_are_lost_and_others_are_used():
    match = moving()
    assert refused(match, "1 stop", "IR-9").why == say("insider.points-left", points=7)
    blocked = moving("fix out a2 b1 c2 c4", "fix pawn 2 a1-a2.1 a1-a2.2 a1-b1.1 a1-b1.2")
    assert "1 stop" in texts(blocked.legal())
    say_all(blocked, "1 stop")
    assert blocked.state.turn == 2
    say_all(match, "1 move a1 b2", "1 move b2 b2-c2.1", "1 stop")


# --- robbing


def test_ir_15_a_pawn_that_arrived_robs_and_is_done():
    match = moving("fix pawn 2 a2", "fix pawn 3 a2", "fix hand 1 4")
    assert refused(match, "1 rob a2", "IR-15").why == say("insider.nobody-arrived", place="a2")
    say_all(match, "1 move a1 a2", "1 rob a2")
    assert match.state.town.hands == (6, 6, 6)
    assert refused(match, "1 rob a2", "IR-15").why.key == "insider.nobody-arrived"
    assert refused(match, "1 move a2 a3", "IR-15").why == say("insider.has-robbed", spot="a2")
    assert "1 move a2 a2-a3.1" not in texts(match.legal())
    alone = moving()
    say_all(alone, "1 move a1 a2")
    assert refused(alone, "1 rob a2", "IR-15").why == say("insider.nobody-to-rob", place="a2")
    assert refused(alone, "1 rob a1", "IR-15").why.key == "insider.no-robbing-home"


def test_ir_16_what_exceeds_seven_is_discarded_and_each_arrival_robs_once():
    match = moving("fix pawn 2 a2", "fix pawn 3 a2", "fix hand 3 0")
    say_all(match, "1 move a1 a2", "1 rob a2")
    assert match.state.town.hands == (7, 6, 0)
    assert match.state.town.discards == 1
    say_all(match, "1 move a1 a2", "1 rob a2")
    assert match.state.town.hands == (7, 5, 0)
    older = moving("fix pawn 1 a2", "fix pawn 2 a2")
    say_all(older, "1 move a1 a2", "1 move a2 a2-a3.1")
    assert older.state.town.fresh == (PLACES.index("a2"),), "the one that stood there before goes first"
    say_all(older, "1 move a2 a2-a3.2")
    assert older.state.town.fresh == ()


# --- action cards


def test_ir_17_one_to_three_cards_of_a_kind_once_a_turn():
    match = moving("fix pawn 1 b2")
    refusal = refused(match, "1 play scandal 1 bomb", "IR-17")
    assert refusal.why.key == "insider.other-use"
    say_all(match, "1 play helicopter 1 fly b2 d4")
    assert match.state.town.hands[0] == 6
    assert refused(match, "1 play scandal 1 scandal 2", "IR-17").why.key == "insider.acted"
    poor = moving("fix hand 1 1")
    assert refused(poor, "1 play scandal 2 rumours 2", "IR-17").why.key == "insider.too-few-cards"
    assert not any("rumours" in text for text in texts(poor.legal()))


def test_ir_18_one_card_is_exchanged_and_an_empty_pile_is_made_anew():
    match = moving()
    say_all(match, "1 exchange")
    town = match.state.town
    assert (town.hands[0], town.pile, town.discards) == (7, 33, 1)
    assert refused(match, "1 exchange", "IR-18").why.key == "insider.acted"
    assert refused(moving("fix hand 1 0"), "1 exchange", "IR-18").why.key == "insider.too-few-cards"
    state = moving().state
    empty = state._replace(town=state.town._replace(pile=0, discards=34))
    after = match.rules.play(empty, read_act("1 exchange")).town
    assert (after.pile, after.discards, after.hands[0]) == (34, 0, 7)


def test_ir_19_as_many_bodyguards_ward_a_power_off():
    match = moving()
    say_all(match, "1 play scandal 2 rumours 2")
    assert match.ask() == ((2,), say("insider.ask-guard", use=say("insider.do-rumours")), None, False)
    assert refused(match, "1 move a1 a2", "IR-19").why.key == "insider.power-waits"
    assert refused(match, "3 guard 2", "IR-19").why == say("insider.not-struck", who=player(3))
    assert refused(match, "2 guard 1", "IR-19").why == say("insider.guards-needed", count=2)
    assert texts(match.legal()) == ["unopposed", "2 guard 2"]
    steps = match.rules.steps
    offered = {act: steps(match.state, act) for act in match.rules.wellformed(match.state)}
    assert texts(act for act, way in offered.items() if way) == ["unopposed", "2 guard 2"]
    say_all(match, "2 guard 2")
    assert match.state.inn.rumours == frozenset()
    assert match.state.town.hands == (5, 5, 7)
    assert not match.state.town.may_act
    for sentence in ("unopposed", "2 guard 1"):
        assert refused(match, sentence, "IR-19").why.key == "insider.no-power"
    poor = moving("fix hand 2 1")
    say_all(poor, "1 play scandal 2 rumours 2")
    assert refused(poor, "2 guard 2", "IR-19").why.key == "insider.too-few-cards"
    say_all(poor, "unopposed")
    assert poor.state.inn.rumours == {2}


def test_ir_20_two_pawns_change_places():
    match = moving("fix pawn 1 b2 c1", "fix pawn 2 d4", "fix pawn 3 c5-d5.1")
    assert refused(match, "1 play administrator 1 swap b2.1 b2.2", "IR-20").why.key == "insider.no-pawn"
    assert refused(match, "1 play administrator 1 swap b2.1 b2.1", "IR-20").why.key == "insider.same-spot"
    assert refused(match, "1 play administrator 1 swap a1.1 d4.2", "IR-20").why.key == "insider.no-homes"
    assert refused(match, "1 play administrator 2 swap a1.1 d4.2", "IR-20").why.key == "insider.no-homes"
    say_all(match, "1 play administrator 1 swap b2.1 d4.2", "unopposed")
    assert (spots(match, 1), spots(match, 2)) == (["c1", "d4"], ["b2"])
    own = moving("fix pawn 1 b2 c1")
    say_all(own, "1 play administrator 1 swap b2.1 c1.1")
    assert own.state.town.power is None, "it strikes nobody"


def test_ir_20_with_two_cards_also_at_the_tables():
    match = moving("fix pawn 1 b2", "fix table 2 3", "fix table 4 1")
    assert refused(match, "1 play administrator 1 swap b2.1 insider.2", "IR-20").why.key == "insider.outer-only"
    assert refused(match, "1 play administrator 2 swap b2.1 insider.1", "IR-20").why.key == "insider.nobody-there"
    assert refused(match, "1 play administrator 2 swap b2.1 insider.7", "IR-20").why.key == "insider.nobody-there"
    say_all(match, "1 play administrator 2 swap b2.1 insider.2", "unopposed")
    assert match.state.inn.tables == (0, 1, 0, 1, 0)
    assert spots(match, 3) == ["b2"]
    match = moving("fix table 2 3", "fix table 4 1")
    say_all(match, "1 play administrator 2 swap insider.2 insider.4", "unopposed")
    assert match.state.inn.tables == (0, 1, 0, 3, 0)


def test_ir_20_a_swapped_pawn_has_not_arrived():
    match = moving("fix pawn 2 b4")
    say_all(match, "1 move a1 a2", "1 play administrator 1 swap a2.1 b4.2", "unopposed")
    assert match.state.town.fresh == ()


def test_ir_21_opponents_put_their_bodyguards_together_against_a_vip():
    match = moving("fix table 2 3", "fix table 4 1")
    for words, why in (("2 1 1 3 -", "insider.vip-others"), ("1 3", "insider.vip-count")):
        assert refused(match, f"1 play administrator 3 vip {words}", "IR-21").why.key == why
    assert refused(match, "1 play administrator 3 vip *", None).why == say("act.open-value")
    say_all(match, "1 play administrator 3 vip 1 3 - - -", "2 guard 1")
    assert refused(match, "3 guard 3", "IR-21").why == say("insider.guards-lacking", lacking=2)
    assert texts(match.legal()) == ["unopposed", "2 guard 1", "2 guard 2", "3 guard 1", "3 guard 2"]
    assert [step.value for step in match.rules.steps(match.state, read_act("3 guard 2"))] == ["guard", "3", "2"]
    warded = say_all(moving("fix table 2 3"), "1 play administrator 3 vip 3 - - - -", "2 guard 1", "3 guard 2")
    assert warded.state.town.hands == (4, 6, 5)
    assert warded.state.inn.tables == (0, 3, 0, 0, 0)
    say_all(match, "unopposed")
    assert (match.state.inn.tables, match.state.town.hands) == ((1, 3, 0, 0, 0), (4, 7, 7))
    for words in ("*", "- - - - -", "1 - - - -"):
        refusal = refused(moving(), f"1 play administrator 3 vip {words}", "IR-21")
        assert refusal.why.key == "insider.nobody-seated"
    short = say_all(moving("fix table 2 3", "fix hand 2 1"), "1 play administrator 3 vip 3 - - - -", "2 guard 1")
    assert refused(short, "2 guard 1", "IR-19").why.key == "insider.too-few-cards"


def test_ir_22_a_flight_goes_from_outer_place_to_outer_place_or_anywhere_with_two():
    match = moving("fix pawn 1 b2", "fix pawn 2 d4", "fix out a3 a4 c2 d3")
    assert refused(match, "1 play helicopter 1 fly b2 b3", "IR-22").why.key == "insider.outer-only"
    assert refused(match, "1 play helicopter 1 fly a1 b4", "IR-22").why.key == "insider.no-flight-home"
    assert refused(match, "1 play helicopter 2 fly b2 e1", "IR-22").why.key == "insider.no-flight-home"
    assert refused(match, "1 play helicopter 2 fly b2 b2", "IR-22").why.key == "insider.same-spot"
    assert refused(match, "1 play helicopter 2 fly b2 c2", "IR-22").why.key == "insider.total-out"
    assert refused(match, "1 play helicopter 2 fly c1 b2", "IR-6").why.key == "insider.no-pawn"
    say_all(match, "1 play helicopter 1 fly b2 d4", "1 rob d4")
    assert match.state.town.hands == (7, 6, 7)
    inside = say_all(moving("fix pawn 1 b2"), "1 play helicopter 2 fly b2 insider.3")
    assert inside.state.inn.tables == (0, 0, 1, 0, 0)
    seated = moving("fix table 2 1", "fix table 3 2", "fix pawn 2 b2")
    assert refused(seated, "1 play helicopter 2 fly insider.3 b2", "IR-22").why.key == "insider.not-at-table"
    assert refused(seated, "1 play helicopter 2 fly insider.7 b2", "IR-22").why.key == "insider.not-at-table"
    assert (
        refused(seated, "1 play helicopter 2 fly insider.2 insider.1", "IR-22").why.key == "insider.table-to-table"
    )
    say_all(seated, "1 play helicopter 2 fly insider.2 b2", "1 rob b2")
    assert (seated.state.inn.tables, spots(seated, 1)) == ((0, 0, 2, 0, 0), ["b2"])


def test_ir_23_a_meeting_sends_all_pawns_of_an_opponent_home():
    match = moving("fix pawn 2 b2 a5-b5.1", "fix table 1 2")
    assert refused(match, "1 play helicopter 3 meeting 1", "IR-23").why.key == "insider.not-oneself"
    say_all(match, "1 play helicopter 3 meeting 2", "unopposed")
    assert at_home(match.state, 2) == 7


def test_ir_24_scandal_and_rumours():
    match = moving()
    assert refused(match, "1 play scandal 1 scandal 1", "IR-24").why.key == "insider.not-oneself"
    say_all(match, "1 play scandal 1 scandal 2", "unopposed", "1 move a1 b2", "1 move b2 b2-b3.1", "1 stop")
    assert (match.state.turn, match.state.owed) == (3, (0, 0, 0))
    rumours = played(CARD, "fix rumours 1 yes")
    assert refused(rumours, "1 points", "IR-24").why.key == "insider.no-points"
    assert refused(rumours, "1 roll 3 5", "IR-24").why.key == "insider.one-die"
    assert "1 points" not in texts(rumours.legal())
    say_all(rumours, "1 roll 4")
    assert (rumours.state.town.points, rumours.state.town.is_double) == (4, False)


def test_ir_25_a_bomb_sends_everybody_home_and_the_card_away():
    match = moving("fix pawn 1 b2", "fix pawn 2 d4", "fix table 1 3")
    say_all(match, "1 play scandal 3 bomb", "unopposed")
    assert [at_home(match.state, seat) for seat in (1, 2, 3)] == [7, 7, 7]
    assert match.state.inn.card is None
    say_all(match, CARD, "1 move a1 a2")


def test_ir_26_total_out_cards_go_to_other_places_and_pawns_there_go_home():
    match = moving("fix pawn 2 b4 b4")
    play = "1 play trendsetter 2 out"
    assert refused(match, f"{play} a2 a3", "IR-26").why == say("insider.no-out-there", place="a2")
    assert refused(match, f"{play} b3 a2 b3 a4", "IR-26").why.key == "insider.two-outs"
    assert refused(match, f"{play} b3 c2", "IR-26").why == say("insider.out-on-out", place="c2")
    assert refused(match, f"{play} b3 b3", "IR-26").why.key == "insider.same-spot"
    assert refused(match, f"{play} b3 e1", "IR-26").why == say("insider.out-at-home", place="e1")
    assert refused(match, f"{play} b3 b4 c2 b4", "IR-26").why.key == "insider.out-on-out"
    assert refused(match, f"{play} b3 c3", "IR-5").why.key == "insider.name-a-table"
    moved = say_all(moving(), f"{play} b3 b4 c2 b3")
    assert {PLACES[spot] for spot in moved.state.town.outs} == {"b3", "b4", "c4", "d3"}
    say_all(match, f"{play} b3 b4 c2 c1")
    assert {PLACES[spot] for spot in match.state.town.outs} == {"b4", "c1", "c4", "d3"}
    assert at_home(match.state, 2) == 7
    assert say_all(moving(), f"{play} none").state.town.hands[0] == 5


def test_ir_27_nobody_is_shut_in():
    match = moving("fix out a2 c2 c4 d3")
    refusal = refused(match, "1 play trendsetter 2 out c2 b1", "IR-27")
    assert refusal.why == say("insider.shuts-in-home", who=player(1), spot="a1")
    pawn = moving("fix out b5 c2 c4 d3", "fix pawn 3 a4")
    refusal = refused(pawn, "1 play trendsetter 2 out c2 b4 d3 a3", "IR-27")
    assert refusal.why == say("insider.shuts-in-home", who=player(2), spot="a5")
    pawn = moving("fix out b5 c2 c4 d3", "fix pawn 3 c5-d5.1")
    say_all(pawn, "1 play trendsetter 2 out none")
    closed = played(CARD, "fix out a2 a4 e2 d5", "1 roll 2 2", seats=2)
    assert refused(closed, "1 out a4 b1", "IR-27").why.key == "insider.shuts-in-home"
    left = played(CARD, "3 quit", "1 points")
    say_all(left, "1 play trendsetter 2 out b3 d5 c2 e4")


def test_ir_27_a_pawn_on_a_path_can_be_shut_in():
    match = moving("fix out b5 a4 c4 d3", "fix pawn 3 a5-b5.1")
    refusal = refused(match, "1 play trendsetter 2 out none d3", None)
    assert refusal.why.key == "insider.spot-words"
    state = match.state
    assert match.rules.judge(state, read_act("1 play trendsetter 2 out d3 d4")) is None, "it is shut in already"
    free = moving("fix out a3 a4 c4 d3", "fix pawn 3 a5-b5.1").state
    assert match.rules.judge(free, read_act("1 play trendsetter 2 out a3 b5")).rule == "IR-27"


def test_ir_26_without_a_card_that_could_move_there_is_no_such_action():
    match = played(CARD, "fix out -", "1 roll 2 2")
    assert refused(match, "1 out *", "IR-27").why.key == "insider.no-out-possible"
    assert "1 out *" not in texts(match.legal())


def test_ir_18_without_any_card_left_nothing_is_drawn():
    state = moving("fix hand 1 3", "fix pawn 1 b2").state
    empty = state._replace(town=state.town._replace(pile=0, discards=0, phase=Phase.BEGUN))
    assert games.begin("insider").rules.play(empty, read_act("1 draw")).town.hands[0] == 3


def test_ir_28_again_gives_a_second_turn_without_any_action():
    match = moving()
    assert refused(match, "1 play trendsetter 1 again", "IR-28").why == say("insider.points-first", points=7)
    say_all(match, "1 move a1 b2", "1 move b2 b2-b3.1", "1 play trendsetter 1 again")
    assert (match.state.turn, match.state.town.phase) == (1, Phase.BEGUN)
    say_all(match, "1 roll 2 2")
    assert refused(match, "1 play scandal 1 scandal 2", "IR-28").why.key == "insider.second-turn"
    assert not match.is_ruling(refused(match, "1 play scandal 1 scandal 2", "IR-28"))
    for sentence in ("1 exchange", "1 out b3 b4"):
        assert match.is_ruling(refused(match, sentence, "IR-28"))


def test_ir_29_media_hype_is_an_evaluation_at_once():
    match = moving("fix table 1 1", "fix table 2 2")
    say_all(match, "1 play trendsetter 3 hype", "unopposed")
    assert match.state.inn.steps == (3, 2, -4)
    assert match.state.inn.evaluations == 1


def test_ir_30_the_last_table_brings_the_evaluation_in_the_middle_of_a_turn():
    match = moving("fix out a3 a4 c1 c2", "fix pawn 1 b3", *(f"fix table {table} 2" for table in (1, 2, 3, 4)))
    say_all(match, "1 move b3 insider.5")
    assert match.state.inn.steps == (0, 7, -4)
    assert (at_home(match.state, 1), at_home(match.state, 2)) == (7, 7)
    assert match.state.town.points == 4
    assert refused(match, "1 move a1 a2", "IR-8").why.key == "insider.no-card"
    say_all(match, CARD, "1 move a1 a2")


def test_ir_32_the_game_is_over_when_somebody_reaches_the_top():
    match = moving("fix table 1 1", "fix step 1 34")
    say_all(match, "1 play trendsetter 3 hype", "unopposed")
    assert match.standing().winners == (1,)
    assert match.legal() == []
    for sentence in ("1 points", "card 5: 1 1 1 1 1 / 0", "unopposed", "1 move a1 a2"):
        refused(match, sentence, "IR-32")
    assert refused(match, "1 quit", "M-6").why.key == "insider.nobody-leaves"
    assert match.ask().seats == ()
    assert match.rules.steps(match.state, read_act("1 points")) == ()


def test_ir_36_paths_have_their_own_lengths_and_the_box_says_if_they_are_not_checked():
    board = board_of(a1_a2=0, a1_b1=6)
    assert read_board(board_tags(board)) == board
    match = played(CARD, "1 points", **board_tags(board))
    refused(match, "1 move a1 a1-a2.1", None)
    say_all(match, "1 move a1 a2", "1 move a1 a1-b1.6")
    assert match.state.town.points == 0
    assert not match.state.verified
    assert refused(played(CARD), "1 move a1-b2.1 a2", None).why.key == "insider.spot-words"


def test_ir_1_ir_36_pawns_walk_on_the_paths_of_the_owners_board():
    match = moving(**board_tags(board_of(["a1-a2"], a1_b2=3)))
    assert refused(match, "1 move a1 a1-a2.1", None).why.key == "insider.spot-words"
    say_all(match, "1 move a1 a1-b2.2", "1 move a1-b2.2 b2", "1 move b2 b2-c2.2")
    assert spots(match, 1) == ["b2-c2.2"]
    assert match.state.town.points == 1


def test_ir_2_ir_36_a_pawn_on_an_own_path_is_jumped_too():
    match = moving("fix pawn 2 a1-b2.2", **board_tags(board_of(["a1-a2"], a1_b2=3)))
    say_all(match, "1 move a1 b2")
    assert match.state.town.points == 3


def test_ir_27_ir_36_shutting_in_is_counted_on_the_paths_of_the_owners_board():
    shut = "1 play trendsetter 2 out c2 b1"
    refused(moving("fix out a2 c2 c4 d3"), shut, "IR-27")
    say_all(moving("fix out a2 c2 c4 d3", **board_tags(board_of(["a1-a2"], a1_b2=3))), shut)
