"""Insider at `stair` depth, rule by rule: each test names the rule it holds."""

import pytest

from engine.acts import read_act
from engine.game import Setup
from engine.insider import start
from engine.insider.cards import KNOWN, SIZES, any_card, card_act, read_card
from engine.insider.publicity import CELLAR, TOP, gains, rounds_of
from engine.verdicts import BadSetup, Impossible, player, say
from tests.engine.games import say_all, texts
from tests.engine.insider.stairs import CARD, CARDS, FIVE, RICH, filled, played, refused, rounds, steps

# --- the restaurant


def test_ir_5_a_pawn_takes_a_free_table_in_any_order_and_any_seat_may_act():
    match = played(CARD, "3 seat 4", "1 seat 2", "3 seat 1")
    assert match.state.inn.tables == (3, 1, 0, 3)


def test_ir_5_a_taken_table_is_refused_and_the_nearest_free_one_named():
    match = played(CARD, "1 seat 2")
    refusal = refused(match, "3 seat 2", "IR-5")
    assert refusal.why == say("insider.taken", table="2", who=player(1))
    assert texts(refusal.allowed) == ["3 seat 1", "3 seat 3", "3 seat 4"]


def test_ir_5_only_who_sits_there_can_leave():
    match = played(CARD, "1 seat 2")
    assert refused(match, "1 leave 3", "IR-5").why == say("insider.nobody-there", table="3")
    assert refused(match, "2 leave 2", "IR-5").why == say(
        "insider.not-theirs", table="2", who=player(1), not_who=player(2)
    )
    say_all(match, "1 leave 2")
    assert match.state.inn.tables == (0, 0, 0, 0)


def test_ir_7_a_card_has_three_to_seven_tables_and_a_value_for_each():
    assert read_card(("4:", "3", "2", "1", "0", "/", "-4")) == KNOWN
    assert refused(played(), "card 8: 1 2 3 4 5 6 7 8 / -4", "IR-7").why.key == "insider.no-such-size"
    assert refused(played(), "card 2: 1 2 / -4", "IR-7").why.key == "insider.no-such-size"
    refusal = refused(played(), "card 4: 3 2 1 / -4", "IR-7")
    assert refusal.why == say("insider.wrong-count", size=4, given=3)


def test_ir_7_a_table_that_the_card_lacks_is_refused():
    match = played(CARD)
    for sentence in ("1 seat 5", "1 leave 7", "1 swap 5 2"):
        assert refused(match, sentence, "IR-7").why.key == "insider.not-on-card"


@pytest.mark.parametrize(("seats", "sizes"), [(2, {3, 4, 5}), (3, {4, 5, 6}), (4, {5, 6, 7})])
def test_ir_8_the_number_of_tables_fits_the_number_of_players(seats, sizes):
    assert set(SIZES[seats]) == sizes
    match = played(seats=seats)
    assert [act for act in match.legal() if act.seat is None] == [any_card(size) for size in sorted(sizes)]
    for size in range(3, 8):
        sentence = f"card {size}: {' '.join('1' * size)} / -3"
        if size in sizes:
            assert match.judge(read_act(sentence)) is None
        else:
            refusal = refused(match, sentence, "IR-8")
            assert refusal.why == say("insider.wrong-size", size=size, players=seats, sizes=SIZES[seats])
            assert list(refusal.allowed) == [any_card(size) for size in sorted(sizes)]


def test_ir_8_a_fifth_card_of_a_size_is_refused():
    match = played(CARD, "1 bomb", *rounds("1 hype", cards=CARDS[1:4]))
    assert refused(match, CARD, "IR-8").why == say("insider.fifth-card", size=4, most=4)
    assert [act for act in match.legal() if act.seat is None] == [any_card(5), any_card(6)]
    say_all(match, FIVE)
    assert refused(match, f"fix {CARD}", "IR-8").why.key == "insider.fifth-card"
    say_all(match, "1 hype", FIVE)
    assert refused(match, f"fix round 4 {CARD}", "IR-8").why.key == "insider.fifth-card"
    offered = match.rules.answers(match.state, read_act("fix round 4 card *"))
    assert [answer.step.value for answer in offered] == ["5", "6"]
    say_all(match, "fix round 1 card 4: 1 1 1 1 / 0")


@pytest.mark.parametrize("action", ["seat 1", "leave 1", "swap 1 2", "vip 1 - - -", "bomb", "hype"])
def test_ir_8_nothing_happens_in_the_restaurant_before_the_card_is_turned_up(action):
    refusal = refused(played(), f"1 {action}", "IR-8")
    assert refusal.why == say("insider.no-card", number=1)
    assert refusal.allowed[0] == any_card(4)


def test_ir_8_no_card_is_turned_up_while_one_is_open():
    refusal = refused(played(CARD), "card 5: 1 1 1 1 1 / 0", "IR-8")
    assert refusal.why.key == "insider.card-open"
    assert {act.verb for act in refusal.allowed} == {"seat"}


# --- the turn


def test_ir_9_seven_points_are_taken_by_whoever_says_so():
    assert played("2 points").state == played().state


def test_ir_10_a_seven_is_recorded_and_rolled_again():
    match = played(CARD, "2 roll 3 4")
    assert match.ask().what == say("insider.ask-roll-again", who=player(2))
    assert match.play(read_act("2 roll 1 6")) is None
    assert match.state.rolls_again == 2
    say_all(match, "2 roll 5 5")
    assert match.state.rolls_again == 0
    assert match.ask().what == say("insider.ask-anyone")


def test_ir_10_without_rumours_two_dice_are_rolled():
    refusal = refused(played(), "1 roll 4", "IR-10")
    assert refusal.allowed[0].args[0] == "4"
    assert len(refusal.allowed[0].args) == 2


def test_ir_12_drawing_is_always_possible_and_only_stop_moves_the_reminder_on():
    match = played("1 draw", "2 rumours 1", "1 draw")
    assert match.state.turn == 1
    say_all(match, "1 stop")
    assert match.state.turn == 2


def test_stop_moves_the_reminder_on_from_whoever_says_it():
    match = played("2 stop")
    assert match.state.turn == 3
    say_all(match, "3 stop")
    assert match.state.turn == 1


# --- action cards


def test_ir_20_a_pawn_takes_the_place_of_the_one_there():
    match = played(CARD, "1 seat 3", "1 swap 3 2")
    told = say("insider.told-swap", who=player(1), table="3", other=player(2))
    assert match.tell(read_act("1 swap 3 2")) == told
    assert match.state.inn.tables == (0, 0, 2, 0)
    say_all(match, "3 swap 3 3")
    assert match.state.inn.tables == (0, 0, 3, 0)
    refusal = refused(match, "1 swap 2 2", "IR-20")
    assert refusal.why == say("insider.nobody-there", table="2")
    assert texts(refusal.allowed) == ["1 swap 3 2", "1 swap 3 1", "1 seat 2"]


def test_ir_20_two_seated_pawns_change_tables_with_two_swaps():
    match = played(CARD, "1 seat 1", "2 seat 2", "3 swap 1 2", "3 swap 2 1")
    assert match.state.inn.tables == (2, 1, 0, 0)


def test_ir_21_all_who_sit_are_rearranged_and_nobody_joins_or_leaves():
    match = played(CARD, "1 seat 1", "2 seat 2", "2 seat 3")
    assert "3 vip *" in texts(match.legal())
    refusal = refused(match, "3 vip 1 1 2 -", "IR-21")
    assert refusal.why == say("insider.vip-others", seated=(player(1), player(2), player(2)))
    assert texts(refusal.allowed) == ["3 vip *"]
    assert refused(match, "3 vip 1 2 2", "IR-21").why.key == "insider.vip-count"
    say_all(match, "3 vip 2 2 - 1")
    assert match.state.inn.tables == (2, 2, 0, 1)


def test_ir_21_with_nobody_seated_there_is_no_vip():
    match = played(CARD)
    for words in ("1 - - -", "- - - -", "*"):
        assert refused(match, f"1 vip {words}", "IR-21").why == say("insider.nobody-seated")
    assert not [act for act in texts(match.legal()) if "vip" in act]
    say_all(match, "2 seat 3", "1 vip 2 - - -")
    say_all(match, "2 leave 1", "overrule 1 vip 2 - - -")
    assert match.state.inn.tables == (2, 0, 0, 0), "the table can insist"


def test_ir_24_turns_are_not_enforced_and_stop_moves_the_reminder_on_from_who_says_it():
    match = played(CARD, "3 seat 1", "2 points", "1 seat 2")
    assert match.state.turn == 1
    assert say_all(match, "2 stop").state.turn == 3
    assert say_all(match, "2 scandal 1", "3 stop").state.turn == 2, "who misses a turn is passed over"


def test_ir_23_a_meeting_calls_all_pawns_of_one_opponent_home():
    match = played(CARD, "1 seat 1", "2 seat 2", "1 seat 3", "3 meeting 1")
    assert match.state.inn.tables == (0, 2, 0, 0)
    refusal = refused(match, "2 meeting 2", "IR-23")
    assert refusal.why == say("insider.not-oneself", who=player(2))
    assert texts(refusal.allowed) == ["2 meeting 1", "2 meeting 3"]


def test_ir_24_missed_turns_add_up_and_stop_passes_over_them():
    match = played("1 scandal 2", "3 scandal 2")
    assert match.state.owed == (0, 2, 0)
    say_all(match, "1 stop")
    assert (match.state.turn, match.state.owed) == (3, (0, 1, 0))
    say_all(match, "3 stop", "1 stop", "3 stop", "1 stop")
    assert (match.state.turn, match.state.owed) == (2, (0, 0, 0))
    refused(match, "1 scandal 1", "IR-24")


def test_ir_24_under_rumours_one_die_is_rolled_until_the_next_evaluation():
    match = played(CARD, "1 rumours 2")
    assert refused(match, "2 points", "IR-24").why == say("insider.no-points", who=player(2))
    refusal = refused(match, "2 roll 3 5", "IR-24")
    assert texts(refusal.allowed) == ["2 roll 3", "2 roll 2", "2 roll 4"]
    say_all(match, "2 roll 4", "2 draw", "1 roll 3 5", "1 hype")
    assert match.state.inn.rumours == frozenset()
    say_all(match, "2 points", "2 roll 3 5")
    refused(match, "1 rumours 1", "IR-24")


def test_ir_25_a_bomb_threat_clears_the_tables_and_asks_for_another_card_without_evaluation():
    match = played(CARD, "1 seat 1", "2 seat 2", "3 bomb")
    assert (match.state.inn.card, match.state.inn.tables, steps(match)) == (None, (), (0, 0, 0))
    assert match.state.inn.evaluations == 0
    assert any_card(5) in match.legal()


def test_ir_25_with_an_empty_pile_the_same_card_stays():
    match = played(*rounds("1 hype", cards=CARDS[1:]), CARD, "1 seat 1", "1 bomb")
    assert match.state.inn.card == KNOWN
    assert match.state.inn.tables == (0, 0, 0, 0)


def test_ir_25_once_all_seven_were_turned_up_only_the_card_that_went_under_the_pile_can_come():
    match = played("card 4: 9 2 1 0 / -4", "1 bomb", *rounds("1 hype", cards=CARDS[1:6]), FIVE, "2 bomb")
    assert texts(act for act in match.legal() if act.seat is None) == ["card 4: 9 2 1 0 / -4"]
    for other in (FIVE, CARD, "card 4: * / *"):
        refusal = refused(match, other, "IR-25")
        assert refusal.why == say("insider.only-card", card="4: 9 2 1 0 / -4")
        assert texts(refusal.allowed) == ["card 4: 9 2 1 0 / -4"]
    (step,) = match.rules.steps(match.state, read_act("card 4: 9 2 1 0 / -4"))
    assert step.label == say("insider.face", face="9 2 1 0 / -4")
    say_all(match, "card 4: 9 2 1 0 / -4", "1 bomb")
    assert texts(act for act in match.legal() if act.seat is None) == [FIVE], "the next one under the pile"
    say_all(match, "overrule card 6: 1 1 1 1 1 1 / 0", "1 hype", "card 4: 9 2 1 0 / -4", "1 bomb")
    assert str(match.state.inn.card) == "4: 9 2 1 0 / -4", "the pile is empty"


def test_ir_25_before_that_any_card_that_is_left_can_come():
    match = played("card 4: 9 2 1 0 / -4", "1 bomb")
    assert texts(act for act in match.legal() if act.seat is None) == texts(map(any_card, SIZES[3]))
    say_all(match, CARD)


def test_ir_28_again_gives_the_same_player_another_turn():
    assert played("2 again").state.turn == 2


def test_ir_29_media_hype_evaluates_at_once_and_counts():
    match = played(CARD, "2 seat 3", "1 hype")
    assert steps(match) == (-4, 1, -4)
    assert match.state.inn.evaluations == 1
    assert match.state.inn.card is None


# --- evaluation and end


def test_ir_30_the_example_of_the_rule_sheet():
    match = played(*filled(1, 2, 1, 2))
    assert steps(match) == (4, 2, -4)
    assert match.state.inn.tables == ()


def test_ir_30_the_last_free_table_brings_the_evaluation_and_its_arithmetic_is_kept():
    match = played(*filled(1, 2, 1, 2), "2 rumours 3", *filled(3, 3, 3, 1))
    (first, second) = match.standing().details["rounds"]
    assert first["gains"][2] == {
        "seat": 3, "tables": [], "values": [], "change": -4, "before": 0, "after": -4,
    }  # fmt: skip
    assert second["gains"][2] == {
        "seat": 3, "tables": [1, 2, 3], "values": [3, 2, 1], "change": 6, "before": -4, "after": 2,
    }  # fmt: skip
    assert second["gains"][1]["after"] == -2
    assert match.state.inn.rumours == frozenset()


def test_ir_30_a_table_worth_nothing_still_spares_the_penalty():
    assert steps(played("card 4: 0 0 0 -1 / -9", "1 seat 1", "2 seat 4", "3 hype")) == (0, -1, -9)


def test_a_card_that_is_known_is_said_whole():
    assert card_act(KNOWN) == read_act(CARD)


def test_ir_31_nobody_falls_below_the_cellar():
    match = played(*["card 4: 1 1 1 1 / -7", "3 seat 1", "1 hype"] * 2)
    assert steps(match) == (CELLAR, CELLAR, 2)
    gain = match.standing().details["rounds"][1]["gains"][0]
    assert (gain["before"], gain["change"], gain["after"]) == (-7, -7, -10)
    inn = match.state.inn
    fall, *_, rise = gains(rounds_of(inn.history)[1], (-7, -7, 1), inn.cellar)
    assert (fall.stopped, rise.stopped) == (True, False)


def test_ir_32_who_reaches_step_35_wins_at_once():
    match = played(RICH, "1 seat 1", "1 seat 2", "2 seat 3", "3 hype")
    assert steps(match)[0] == TOP
    assert match.standing().over
    assert match.standing().winners == (1,)
    assert match.legal() == []
    for sentence in (CARD, "1 points", "2 stop", "2 seat 1", "2 scandal 2"):
        assert refused(match, sentence, "IR-32").allowed == ()


def test_ir_32_one_step_below_is_not_enough():
    match = played(RICH, "1 seat 1", "1 seat 3", "3 hype")
    assert (steps(match)[0], match.standing().over) == (TOP - 1, False)


def test_ir_32_of_several_the_highest_wins_and_equal_ones_share():
    higher = played("card 5: 20 19 18 17 16 / 0", "1 seat 1", "1 seat 4", "2 seat 2", "2 seat 3", "3 seat 5")
    assert steps(higher)[:2] == (37, 37)
    assert higher.standing().winners == (1, 2)
    one = played("card 5: 20 20 18 17 16 / 0", "1 seat 1", "1 seat 2", "2 seat 3", "2 seat 4", "3 seat 5")
    assert steps(one)[:2] == (40, 35)
    assert one.standing().winners == (1,)


def test_ir_33_after_the_seventh_evaluation_the_highest_wins_and_equal_ones_share():
    match = played(*rounds("1 seat 2", "2 seat 3", "3 hype", cards=CARDS[:6]))
    assert not match.standing().over
    assert steps(match) == (12, 6, CELLAR)
    say_all(match, FIVE, "2 seat 1", "3 hype")
    assert match.standing().winners == (2,)
    assert steps(match) == (8, 9, CELLAR)
    refused(match, CARD, "IR-33")
    refused(match, "1 seat 2", "IR-33")
    tie = played(*rounds("1 hype"))
    assert tie.standing().winners == (1, 2, 3)
    assert tie.ask().what.key == "insider.over-rounds"


# --- setups


@pytest.mark.parametrize("players", [1, 5])
def test_insider_is_for_two_to_four_players(players):
    with pytest.raises(BadSetup) as caught:
        start(Setup("insider", ("A",) * players))
    assert caught.value.tag == "Players"


def test_who_begins_must_be_there():
    assert start(Setup("insider", ("A", "B", "C"), first=3)).turn == 3
    with pytest.raises(BadSetup) as caught:
        start(Setup("insider", ("A", "B"), first=3))
    assert caught.value.tag == "First"


# --- words that are none


NO_ACTS = """
1 dance; 0 points; 4 points; points; quit; 9 quit; 1 quit now; 1 card 4: 3 2 1 0 / -4; card; card 4 3 2 1 0 / -4
card 4: 3 2 1 0 -4; card 4: a 2 1 0 / -4; card 4: * / *; card ４: 1 1 1 1 / 0
1 seat; 1 seat 0; 1 seat 8; 1 seat one; 1 seat 1 2; 1 leave; 1 swap 1; 1 swap 1 4; 1 swap 9 1
1 vip; 1 vip *; 1 vip 9 - - -; 1 vip 4 - - -; 1 meeting; 1 meeting 4; 1 scandal x; 1 rumours 2 yes; 1 bomb now
1 roll; 1 roll 7; 1 roll 1 2 3; 1 roll 0 1; 1 stop now; fix; fix *; fix step 1; fix step 4 1
fix step 1 -0; fix step 1 007
fix step 1 x; fix step 1 9999; fix table 8 1; fix table 1 4; fix round 8 table 1 1; fix round x table 1 1
fix round x card 4: 3 2 1 0 / -4; fix round 1 card; fix round 1 card 4: 3 2 1 * / -4
fix round 1 tables 1 1; fix card; fix owed 1 10; fix owed 1 x; fix rumours 1 perhaps; fix turn
fix turn 4; 1 fix turn 2; fix pawn 2 b3 b4; fix nothing; fix card 4: 3 2 1 * / -4
"""


@pytest.mark.parametrize(
    "sentence", [words.strip() for words in NO_ACTS.replace("\n", ";").split(";") if words.strip()]
)
def test_what_is_no_act_is_refused_by_no_rule(sentence):
    match = played() if sentence.startswith("card") else played(CARD, "1 seat 1", "2 hype", CARD, "1 seat 1")
    refusal = refused(match, sentence, None)
    assert refusal.allowed == ()
    with pytest.raises(Impossible):
        match.rules.play(match.state, read_act(sentence))


def test_after_a_seven_the_dice_are_those_of_its_player_and_others_roll_behind_more():
    match = played(CARD, "2 roll 3 4")

    def values(sentence):
        return [step.value for step in match.rules.steps(match.state, read_act(sentence))]

    own, other = values("2 roll 3 5"), values("1 roll 3 5")
    assert own[0] != "more"
    assert other[0] == "more"
    assert other[-1] == own[-1]
