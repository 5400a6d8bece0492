"""Insider at stair depth, rule by rule: each test names the rule it holds."""

import pytest

from engine.acts import read_act
from engine.game import Setup
from engine.insider import start
from engine.insider.cards import KNOWN, SIZES, Card, any_card, read_card
from engine.insider.house import (
    STAND_IN,
    Board,
    Entry,
    House,
    board_data,
    board_tags,
    learn,
    of_size,
    read_house,
)
from engine.insider.stair import CELLAR, TOP
from engine.match import Match
from engine.verdicts import BadSetup, Impossible, player, say
from tests.engine import games

CARD = "card 4: 3 2 1 0 / -4"


def played(*sentences, seats=3):
    return games.played(*sentences, game="insider", seats=seats)


def refused(match, sentence, rule):
    refusal = games.refused(match, sentence)
    assert refusal.rule == rule
    assert set(refusal.lawful) <= set(match.legal())
    return refusal


def say_all(match, *sentences):
    for sentence in sentences:
        assert match.play(read_act(sentence)) is None, sentence
    return match


def filled(*seats):
    """Turn the known card up and let these seats take its tables."""
    return [CARD, *(f"{seat} seat {table}" for table, seat in enumerate(seats, start=1))]


def steps(match):
    return match.state.inn.steps


def texts(acts):
    return [str(act) for act in acts]


# --- the restaurant


def test_ir_5_a_pawn_takes_a_free_table_in_any_order_and_any_seat_may_act():
    match = played(CARD, "3 seat 4", "1 seat 2", "3 seat 1")
    assert match.state.inn.tables == (3, 1, 0, 3)


def test_ir_5_a_taken_table_is_refused_and_the_nearest_free_one_named():
    match = played(CARD, "1 seat 2")
    refusal = refused(match, "3 seat 2", "IR-5")
    assert refusal.why == say("insider.taken", table="2", who=player(1))
    assert texts(refusal.lawful) == ["3 seat 1", "3 seat 3", "3 seat 4"]


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
            assert list(refusal.lawful) == [any_card(size) for size in sorted(sizes)]


@pytest.mark.parametrize("deed", ["seat 1", "leave 1", "swap 1 2", "vip 1 - - -", "bomb", "hype"])
def test_ir_8_nothing_happens_in_the_restaurant_before_the_card_is_turned_up(deed):
    refusal = refused(played(), f"1 {deed}", "IR-8")
    assert refusal.why == say("insider.no-card", number=1)
    assert refusal.lawful[0] == any_card(4)


def test_ir_8_no_card_is_turned_up_while_one_is_open():
    refusal = refused(played(CARD), "card 5: 1 1 1 1 1 / 0", "IR-8")
    assert refusal.why.key == "insider.card-open"
    assert {act.verb for act in refusal.lawful} == {"seat"}


# --- the turn


def test_ir_9_seven_points_are_taken_by_whoever_says_so():
    assert played("2 points").state == played().state


def test_ir_10_a_seven_is_recorded_and_rolled_again():
    match = played(CARD, "2 roll 3 4")
    assert match.ask().what == say("insider.ask-roll-again", seat=2)
    assert match.play(read_act("2 roll 1 6")) is None
    assert match.state.rolls_again == 2
    say_all(match, "2 roll 5 5")
    assert match.state.rolls_again == 0
    assert match.ask().what == say("insider.ask-turn", who=player(1))


def test_ir_10_without_rumours_two_dice_are_rolled():
    refusal = refused(played(), "1 roll 4", "IR-10")
    assert refusal.lawful[0].args[0] == "4"
    assert len(refusal.lawful[0].args) == 2


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
    assert match.state.inn.tables == (0, 0, 2, 0)
    say_all(match, "3 swap 3 3")
    assert match.state.inn.tables == (0, 0, 3, 0)
    refusal = refused(match, "1 swap 2 2", "IR-20")
    assert refusal.why == say("insider.nobody-there", table="2")
    assert texts(refusal.lawful) == ["1 swap 3 2", "1 swap 3 1", "1 seat 2"]


def test_ir_20_two_seated_pawns_change_tables_with_two_swaps():
    match = played(CARD, "1 seat 1", "2 seat 2", "3 swap 1 2", "3 swap 2 1")
    assert match.state.inn.tables == (2, 1, 0, 0)


def test_ir_21_all_who_sit_are_rearranged_and_nobody_joins_or_leaves():
    match = played(CARD, "1 seat 1", "2 seat 2", "2 seat 3")
    assert "3 vip *" in texts(match.legal())
    refusal = refused(match, "3 vip 1 1 2 -", "IR-21")
    assert refusal.why == say("insider.vip-others", seated=(player(1), player(2), player(2)))
    assert texts(refusal.lawful) == ["3 vip *"]
    assert refused(match, "3 vip 1 2 2", "IR-21").why.key == "insider.vip-count"
    say_all(match, "3 vip 2 2 - 1")
    assert match.state.inn.tables == (2, 2, 0, 1)
    empty = played(CARD)
    assert refused(empty, "1 vip 1 - - -", "IR-21").why == say("insider.vip-others", seated=(say("nobody"),))
    say_all(empty, "1 vip - - - -")


def test_ir_23_a_meeting_calls_all_pawns_of_one_opponent_home():
    match = played(CARD, "1 seat 1", "2 seat 2", "1 seat 3", "3 meeting 1")
    assert match.state.inn.tables == (0, 2, 0, 0)
    refusal = refused(match, "2 meeting 2", "IR-23")
    assert refusal.why == say("insider.not-oneself", who=player(2))
    assert texts(refusal.lawful) == ["2 meeting 1", "2 meeting 3"]


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
    assert texts(refusal.lawful) == ["2 roll 3", "2 roll 2", "2 roll 4"]
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
    match = played(*[CARD, "1 hype"] * 6, CARD, "1 seat 1", "1 bomb")
    assert match.state.inn.card == KNOWN
    assert match.state.inn.tables == (0, 0, 0, 0)


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


def test_ir_31_nobody_falls_below_the_cellar():
    match = played(*["card 4: 1 1 1 1 / -7", "3 seat 1", "1 hype"] * 2)
    assert steps(match) == (CELLAR, CELLAR, 2)
    gain = match.standing().details["rounds"][1]["gains"][0]
    assert (gain["before"], gain["change"], gain["after"]) == (-7, -7, -10)


RICH = "card 4: 20 15 14 1 / -20"


def test_ir_32_who_reaches_step_35_wins_at_once():
    match = played(RICH, "1 seat 1", "1 seat 2", "2 seat 3", "3 hype")
    assert steps(match)[0] == TOP
    assert match.standing().over
    assert match.standing().winners == (1,)
    assert match.legal() == []
    for sentence in (CARD, "1 points", "2 stop", "2 seat 1", "2 scandal 2"):
        assert refused(match, sentence, "IR-32").lawful == ()


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
    match = played(*[CARD, "1 seat 2", "2 seat 3", "3 hype"] * 6)
    assert not match.standing().over
    assert steps(match) == (12, 6, CELLAR)
    say_all(match, CARD, "2 seat 1", "3 hype")
    assert match.standing().winners == (2,)
    assert steps(match) == (8, 9, CELLAR)
    refused(match, CARD, "IR-33")
    refused(match, "1 seat 2", "IR-33")
    tie = played(*[CARD, "1 hype"] * 7)
    assert tie.standing().winners == (1, 2, 3)
    assert tie.ask().what.key == "insider.over-rounds"


# --- house data


def test_ir_34_until_somebody_has_looked_the_cellar_is_a_stand_in_and_says_so():
    assert Board(-10, verified=False) == STAND_IN
    assert House().cards == (Entry(KNOWN, verified=False),)
    assert played().standing().details["cellar"] == {"step": -10, "verified": False}


def test_ir_34_a_record_carries_the_board_that_it_was_played_on():
    board = Board(-3, verified=True)
    tags = board_tags(board)
    assert board_tags(STAND_IN) == {}
    assert tags["BoardData"] == board_data(board)
    match = Match(games.begin("insider", 3).rules, Setup("insider", ("A", "B", "C"), tags=tags))
    say_all(match, CARD, "1 hype")
    assert steps(match) == (-3, -3, -3)
    assert match.standing().details["cellar"] == {"step": -3, "verified": True}


@pytest.mark.parametrize(
    ("tags", "tag", "key"),
    [
        ({"Board": "123456789abc"}, "Board", "house.no-data"),
        ({"Board": "1", "BoardData": board_data(Board(-3))}, "BoardData", "house.other-data"),
        ({"BoardData": board_data(Board(-3))}, "BoardData", "house.other-data"),
        ({"Board": "1", "BoardData": "{"}, "BoardData", "house.bad-data"),
        ({"Board": "1", "BoardData": "[" * 100_000}, "BoardData", "house.bad-data"),
        ({"Board": "1", "BoardData": "[]"}, "BoardData", "house.bad-data"),
        ({"Board": "1", "BoardData": '{"cellar": 4}'}, "BoardData", "house.bad-data"),
        ({"Board": "1", "BoardData": '{"cellar": -4}'}, "BoardData", "house.bad-data"),
        ({"Depth": "city"}, "Depth", "insider.depth"),
    ],
)
def test_ir_34_a_board_that_does_not_fit_its_name_is_refused(tags, tag, key):
    with pytest.raises(BadSetup) as caught:
        start(Setup("insider", ("A", "B"), tags=tags))
    assert (caught.value.tag, caught.value.why.key) == (tag, key)


def test_ir_35_values_go_from_minus_9_to_20_and_the_corner_from_minus_20_to_0():
    say_all(played(), "card 4: -9 20 0 0 / -20")
    say_all(played(), "card 4: -9 20 0 0 / 0")
    for card in (
        "4: -10 2 1 0 / -4",
        "4: 21 2 1 0 / -4",
        "4: 3 2 1 0 / 1",
        "4: 3 2 1 0 / -21",
        "4: 999999999999 1 1 1 / 0",
    ):
        assert refused(played(), f"card {card}", "IR-35").why.key == "insider.bad-value"


def test_ir_35_cards_are_remembered_at_most_four_of_each_size():
    house = House(cards=())
    for value in range(4):
        house = learn(house, Card((value, 1, 1), -1))
    assert len(of_size(house, 3)) == 4
    assert learn(house, Card((9, 1, 1), -1)) is None
    assert learn(house, Card((9, 1, 1, 1), -1)).cards[-1] == Entry(Card((9, 1, 1, 1), -1), verified=True)
    assert learn(house, Card((2, 1, 1), -1)) == house, "known already"


def test_ir_35_a_card_that_is_picked_is_verified_by_that():
    assert learn(House(), KNOWN).cards == (Entry(KNOWN, verified=True),)


def test_ir_35_every_fault_of_a_catalogue_is_found_with_its_place():
    good = {"values": [1, 1, 1], "corner": 0, "verified": True}
    values = {
        "board": {"cellar": 3, "verified": "yes", "depth": 1},
        "cards": [
            good,
            good,
            {"values": [1, 2], "corner": -1},
            {"values": [1, 2, True], "corner": 1},
            {"values": [1, 2, 99]},
            "a card",
            *({"values": [value, 5, 5], "corner": 0} for value in range(4)),
        ],
        "path": 2,
    }
    _, faults = read_house(values)
    assert [(place, why.key.removeprefix("house.")) for place, why in faults] == [
        (("path",), "unknown-key"),
        (("board", "depth"), "unknown-key"),
        (("board", "cellar"), "bad-number"),
        (("board", "verified"), "not-boolean"),
        (("cards", 2, "values"), "card-size"),
        (("cards", 3, "values", 2), "bad-number"),
        (("cards", 3, "corner"), "bad-number"),
        (("cards", 4, "values", 2), "bad-number"),
        (("cards", 4, "corner"), "bad-number"),
        (("cards", 5), "not-table"),
        (("cards", 1), "card-twice"),
        (("cards", 9), "too-many-cards"),
    ]
    assert read_house({"board": 3, "cards": 4})[1] == [
        (("board",), say("house.not-table", name="board")),
        (("cards",), say("house.not-list", name="cards")),
    ]
    assert read_house({}) == (House(), []), "without a word of cards the one of the rule sheet is known"
    assert read_house({"cards": []}) == (House(cards=()), [])


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
fix round 1 tables 1 1; fix card; fix owed 1 10; fix owed 1 x; fix rumours 1 perhaps; fix turn
fix turn 4; 1 fix turn 2; fix pawn 2 b3 b4; fix nothing; fix card 4: 3 2 1 * / -4
"""


@pytest.mark.parametrize(
    "sentence", [words.strip() for words in NO_ACTS.replace("\n", ";").split(";") if words.strip()]
)
def test_what_is_no_act_is_refused_by_no_rule(sentence):
    match = played() if sentence.startswith("card") else played(CARD, "1 seat 1", "2 hype", CARD)
    refusal = refused(match, sentence, None)
    assert refusal.lawful == ()
    with pytest.raises(Impossible):
        match.rules.play(match.state, read_act(sentence))


# --- corrections


def test_fix_step_moves_a_marker_and_later_evaluations_go_on_from_there():
    match = played(CARD, "1 seat 1", "2 hype", "fix step 1 20", "fix step 2 -2", CARD, "1 seat 2", "1 hype")
    assert steps(match) == (22, -6, -8)
    assert refused(match, "fix step 1 -11", "IR-31").why == say("insider.too-low", given=-11, least=-10)
    assert refused(match, "fix step 1 981", "IR-31").why.key == "insider.too-high"


def test_fix_step_to_the_top_wins_and_back_again_does_not():
    match = played("fix step 1 35")
    assert match.standing().winners == (1,)
    say_all(match, "fix step 1 34", CARD)
    assert not match.standing().over


def test_fix_table_puts_a_pawn_right_and_the_last_one_brings_the_evaluation():
    match = played(CARD, "1 seat 1", "fix table 1 2", "fix table 2 2", "fix table 2 -")
    assert match.state.inn.tables == (2, 0, 0, 0)
    say_all(match, "fix table 2 1", "fix table 3 1", "fix table 4 1")
    assert steps(match) == (3, 3, -4)
    refused(match, "fix table 1 2", "IR-8")
    refused(say_all(match, CARD), "fix table 5 2", "IR-7")


def test_fix_card_keeps_who_sits_there():
    match = played(CARD, "1 seat 1", "2 seat 4", "fix card 5: 9 8 7 6 5 / -3")
    assert match.state.inn.tables == (1, 0, 0, 2, 0)
    say_all(match, "fix card 4: 3 2 1 1 / -4")
    assert match.state.inn.tables == (1, 0, 0, 2)
    refused(match, "fix card 3: 3 2 1 / -4", "IR-8")
    say_all(match, "fix card 5: 9 8 7 6 5 / -3", "3 seat 5")
    assert refused(match, "fix card 4: 3 2 1 1 / -4", "IR-7").why.key == "insider.cut-off"
    refused(played(), "fix card 4: 3 2 1 1 / -4", "IR-8")


def test_fix_card_to_as_many_tables_as_are_taken_brings_the_evaluation():
    match = played(
        "card 5: 1 1 1 1 1 / 0", "1 seat 1", "1 seat 2", "2 seat 3", "3 seat 4", "fix card 4: 3 2 1 0 / -4"
    )
    assert steps(match) == (5, 1, 0)


def test_fix_round_recomputes_every_later_step():
    rounds = filled(1, 2, 1, 2), filled(3, 3, 1, 1), filled(2, 2, 3, 3)
    match = played(*(sentence for sentences in rounds for sentence in sentences))
    assert steps(match) == (1, 3, 2)
    say_all(match, "fix round 1 table 1 3")
    assert steps(match) == (-2, 3, 9)
    say_all(match, "fix round 1 table 1 -", "fix round 1 table 3 -")
    assert steps(match) == (-7, 3, 2)
    assert match.standing().details["rounds"][0]["tables"] == [None, 2, None, 2]
    assert refused(match, "fix round 4 table 1 1", "IR-30").why == say("insider.no-such-round", given="4", done=3)
    refused(match, "fix round 1 table 5 1", "IR-7")


def test_fix_round_moves_corrected_markers_along():
    match = played(*filled(1, 2, 1, 2), "fix step 1 10", *filled(3, 3, 1, 1), "fix round 2 table 1 1")
    assert steps(match) == (14, -2, -2)
    say_all(match, "fix round 1 table 1 3")
    assert steps(match) == (11, -2, 5), "the difference that the table has seen stays"


def won_earlier():
    """Somebody would have won in evaluation 1, as is found out after evaluation 3."""
    rich = ["card 4: 20 15 1 1 / -20", "1 seat 1", "2 seat 2", "3 seat 3", "3 seat 4"]
    return played(*rich, *[CARD, "2 hype"] * 2, CARD, "fix round 1 table 2 1")


def test_after_a_correction_the_standing_says_who_had_won_earlier():
    match = won_earlier()
    standing = match.standing()
    assert (standing.over, standing.winners) == (True, (1,))
    assert standing.details["won_earlier"] == {"after": 1, "winners": [1]}
    assert standing.points[1] == 27
    assert match.ask().what.key == "insider.ask-play-on"


def test_after_a_correction_the_table_may_play_on_simply_by_doing_so():
    match = say_all(won_earlier(), "2 seat 1")
    assert not match.standing().over
    assert "won_earlier" not in match.standing().details
    say_all(match, "1 seat 2", "1 seat 3", "3 seat 4")
    assert not match.standing().over
    say_all(match, "fix step 2 36")
    assert match.standing().winners == (2,), "what comes later counts again"


def test_a_win_that_is_found_after_the_last_evaluation_counts():
    rich = ["card 4: 20 15 1 1 / -20", "1 seat 1", "2 seat 2", "3 seat 3", "3 seat 4"]
    match = played(*rich, *[CARD, "2 seat 1", "3 seat 2", "2 hype"] * 6)
    assert match.standing().winners == (2,)
    say_all(match, "fix round 1 table 2 1")
    assert match.standing().winners == (1,)
    assert match.standing().details["won_earlier"] == {"after": 1, "winners": [1]}
    assert match.legal() == []


def test_a_decided_game_goes_on_if_the_table_overrules_the_end():
    match = played(RICH, "1 seat 1", "1 seat 2", "2 seat 3", "3 hype", f"overrule {CARD}", "1 seat 1")
    assert not match.standing().over
    say_all(match, "2 hype")
    assert match.standing().over
    assert games.refused(played(*[CARD, "1 hype"] * 7), f"overrule {CARD}").rule == "M-4"


def test_fix_owed_rumours_and_turn():
    match = played("fix owed 2 3", "fix rumours 3 yes", "fix turn 2")
    assert (match.state.owed, match.state.inn.rumours, match.state.turn) == ((0, 3, 0), {3}, 2)
    say_all(match, "fix rumours 3 no", "fix owed 2 0")
    assert (match.state.owed, match.state.inn.rumours) == ((0, 0, 0), frozenset())


# --- overruling


def test_overruling_does_what_can_be_and_no_more():
    match = played(
        CARD, "1 rumours 2", "overrule 2 points", "overrule 2 roll 3 4", "overrule 1 scandal 1", "1 seat 1"
    )
    assert match.state.owed == (1, 0, 0)
    say_all(match, "overrule 1 vip 2 2 - -")
    assert match.state.inn.tables == (2, 2, 0, 0)
    for sentence in ("overrule 3 seat 1", "overrule 3 seat 5", "overrule card 4: 1 1 1 1 / 0"):
        assert games.refused(match, sentence).rule == "M-4"
    say_all(match, "3 bomb", "overrule card 7: 1 1 1 1 1 1 1 / 0", "3 seat 7")


def test_a_roll_or_card_typed_wrongly_is_amended():
    match = played("card 4: 3 2 1 0 / -5", f"amend {CARD}", "1 roll 3 4", "amend 1 roll 4 4")
    assert match.state.inn.card == KNOWN
    assert match.state.rolls_again == 0
    assert match.undo_asks() is not None


# --- leaving


def test_who_leaves_takes_the_pawns_home_and_neither_gains_nor_loses():
    match = played(*filled(1, 2, 1, 2), CARD, "1 seat 1", "1 rumours 3", "3 quit", "2 seat 2")
    assert match.state.inn.rumours == frozenset()
    say_all(match, "1 hype")
    assert steps(match) == (7, 4, -4)
    assert [gain["seat"] for gain in match.standing().details["rounds"][1]["gains"]] == [1, 2]
    for sentence in ("3 points", "1 meeting 3", "fix turn 3", "fix owed 3 1", "fix rumours 3 yes", "3 quit"):
        assert games.refused(match, sentence).rule == "M-6"
    say_all(match, CARD, "1 seat 1")
    for sentence in ("1 swap 1 3", "1 vip 3 - - -", "fix table 2 3", "fix round 2 table 1 3"):
        assert games.refused(match, sentence).rule == "M-6"
    say_all(match, "fix round 1 table 1 3", "fix step 3 5")


def test_the_reminder_passes_over_who_has_left():
    match = played("2 scandal 1", "1 quit")
    assert (match.state.turn, match.state.owed) == (2, (0, 0, 0))
    say_all(match, "2 stop", "3 stop")
    assert match.state.turn == 2


def test_the_last_one_who_stays_wins():
    match = played(CARD, "3 seat 1", "1 quit", "2 quit")
    assert match.standing().winners == (3,)
    refused(match, "3 seat 2", "M-6")
    assert games.refused(match, "3 quit").rule == "M-6"


def test_who_had_left_cannot_have_won_by_a_later_correction_of_the_marker():
    match = played(CARD, "1 seat 1", "1 hype", "3 quit", "fix step 3 40", CARD, "1 hype", "fix step 1 1")
    assert not match.standing().over
    match = played("3 quit", "fix step 3 40", CARD, "1 hype", "fix step 1 1")
    assert not match.standing().over


def test_who_left_after_a_win_has_still_won():
    match = played("fix step 3 40", f"overrule {CARD}", "3 quit", "1 seat 1", "1 hype")
    assert not match.standing().over
    rich = ["card 4: 20 15 1 1 / -20", "3 seat 1", "2 seat 2", "1 seat 3", "1 seat 4", CARD, "3 quit", "1 hype"]
    match = played(*rich, "fix round 1 table 2 3")
    assert match.standing().winners == (3,)


def test_who_left_is_not_told_to_roll_again():
    assert played(CARD, "2 roll 3 4", "2 quit").state.rolls_again == 0
    assert played(CARD, "2 roll 3 4", "3 quit").state.rolls_again == 2
    assert played(CARD, "2 roll 3 4", "1 stop").state.rolls_again == 0


def test_a_correction_that_fills_the_last_table_does_not_undecide_a_game():
    match = played(CARD, "1 seat 1", "1 seat 2", "1 seat 3", "fix step 2 35", "fix table 4 1")
    assert (match.standing().over, match.standing().winners) == (True, (2,))
    match = won_earlier()
    say_all(match, "fix table 1 1", "fix table 2 1", "fix table 3 1", "fix table 4 2")
    assert match.standing().winners == (1,)


@pytest.mark.parametrize("sentence", ["1 vip *", "card 4: * / *", "1 vip 1 - - -"])
def test_after_the_end_open_values_too_are_refused_by_the_rule(sentence):
    refused(played(CARD, "fix step 1 35"), sentence, "IR-32")
