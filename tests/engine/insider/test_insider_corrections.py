"""Insider at `stair` depth: corrections, overruling and leaving."""

import pytest

from engine.acts import OPEN, Act, read_act
from engine.insider.cards import KNOWN
from engine.verdicts import say
from tests.engine import games
from tests.engine.games import say_all
from tests.engine.insider.stairs import CARD, CARDS, RICH, filled, played, refused, rounds, steps

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


def test_fix_round_card_puts_the_values_of_a_past_card_right_and_every_later_step_follows():
    match = played(*filled(1, 2, 1, 2), *filled(3, 3, 1, 1))
    assert steps(match) == (5, -2, 1)
    say_all(match, "fix round 1 card 4: 9 5 1 0 / -8")
    assert steps(match) == (11, 1, -3)
    assert match.standing().details["rounds"][0]["card"] == {"values": [9, 5, 1, 0], "corner": -8}
    assert match.standing().details["rounds"][0]["tables"] == [1, 2, 1, 2], "who sat where stays"
    say_all(match, "undo")
    assert steps(match) == (5, -2, 1)


def test_fix_round_card_takes_another_size_if_everybody_who_sat_there_has_a_table():
    match = played("card 5: 3 2 1 1 0 / -4", "1 seat 1", "2 seat 5", "3 hype", CARD)
    say_all(match, "fix round 1 card 6: 3 2 1 1 0 7 / -4", "fix round 1 table 6 2")
    assert steps(match) == (3, 7, -4)
    refusal = refused(match, "fix round 1 card 4: 3 2 1 0 / -4", "IR-7")
    assert refusal.why == say("insider.cut-off", size=4, tables=("5", "6"))
    assert refused(match, "fix round 1 card 7: 1 1 1 1 1 1 1 / 0", "IR-8").why.key == "insider.wrong-size"
    assert refused(match, "fix round 2 card 4: 3 2 1 0 / -4", "IR-30").why.key == "insider.no-such-round"
    assert refused(match, "fix round 1 card 4: 3 2 1 0 / 4", "IR-35").why.key == "insider.bad-value"


def test_fix_round_card_can_show_that_somebody_had_won_earlier():
    match = played(*filled(1, 2, 1, 2), *[CARD, "2 hype"], CARD, "fix round 1 card 4: 20 1 15 1 / 0")
    assert match.standing().details["won_earlier"] == {"after": 1, "winners": [1]}
    assert match.ask().what.key == "insider.ask-play-on"


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
    match = played(*rich, *rounds("2 seat 1", "3 seat 2", "2 hype", cards=CARDS[1:]))
    assert match.standing().winners == (2,)
    say_all(match, "fix round 1 table 2 1")
    assert match.standing().winners == (1,)
    assert match.standing().details["won_earlier"] == {"after": 1, "winners": [1]}
    assert match.legal() == []


def test_a_correction_can_show_that_somebody_who_has_quit_since_had_won():
    rich = ["card 4: 20 15 1 1 / -20", "1 seat 1", "2 seat 2", "3 seat 3", "3 seat 4"]
    match = played(*rich, "1 quit", "fix round 1 table 2 1")
    assert match.standing().details["won_earlier"] == {"after": 1, "winners": [1]}
    say_all(match, CARD, "2 hype")
    assert not match.standing().over, "the table has played on"


def test_a_decided_game_goes_on_if_the_table_overrules_the_end():
    match = played(RICH, "1 seat 1", "1 seat 2", "2 seat 3", "3 hype", f"overrule {CARD}", "1 seat 1")
    assert not match.standing().over
    say_all(match, "2 hype")
    assert match.standing().over
    assert games.refused(played(*rounds("1 hype")), f"overrule {CARD}").rule == "M-4"


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


def test_m_6_who_leaves_takes_the_pawns_home_and_neither_gains_nor_loses():
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


def test_m_6_the_last_one_who_stays_wins():
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


def test_a_round_is_corrected_with_the_keys():
    match = played(*filled(1, 1, 2, 3), *filled(2, 2, 3, 1))

    def offered(sentence):
        return [str(answer.act) for answer in match.rules.answers(match.state, read_act(sentence))]

    assert offered("fix round * *") == ["fix round 1 *", "fix round 2 *"]
    assert offered("fix round 1 *") == ["fix round 1 table * *", "fix round 1 card *"]
    assert offered("fix round 1 table * *") == [f"fix round 1 table {table} *" for table in (1, 2, 3, 4)]
    assert offered("fix round 1 card *")[0] == "fix round 1 card 4: * * * * / *"
    assert offered("fix round 1 card 4: * * * * / *")[12] == "fix round 1 card 4: 3 * * * / *"
    last = match.rules.answers(match.state, read_act("fix round 1 card 4: 3 2 1 0 / *"))
    assert str(last[-1].act) == "fix round 1 card 4: 3 2 1 0 / 0 *"
    assert offered("fix round 1 card 4: 3 2 1 0 / 0 *") == [
        "fix round 1 card 4: 3 2 1 0 / 0",
        "fix round 1 card 4: * * * * / *",
    ]
    assert last[0].step.asks == say("insider.ask-corner", table=6, so_far="3 2 1 0")


def test_the_keys_offer_nothing_to_who_has_left():
    match = played(CARD, "2 quit")
    assert match.rules.steps(match.state, read_act("2 seat 1")) == ()
    assert match.rules.steps(match.state, read_act("1 seat 1"))


def test_who_sat_at_a_table_is_corrected_from_the_likeliest_player_on():
    match = played(*filled(1, 2, 1, 2), *filled(3, 3, 1, 1), CARD, "2 seat 1")

    def likely(*words):
        answers = match.rules.answers(match.state, Act(None, "fix", (*words, OPEN)))
        return [answer.step.value for answer in answers if answer.step.is_likely]

    assert likely("round", "1", "table", "1") == ["3"], "3 has no table there"
    assert likely("round", "2", "table", "3") == ["2"]
    assert likely("table", "1") == ["1", "3"], "2 is said to sit there, and that is wrong"
