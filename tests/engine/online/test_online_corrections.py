"""Online: corrections, overruling and leaving."""

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.online.cards import CARDS, NAMES, NONE
from engine.online.state import Phase
from tests.engine import games
from tests.engine.games import say_all, texts
from tests.engine.online.tables import begin, played, refused

# --- corrections


def test_fixes_keep_all_cards_accounted_for():
    match = played("fix 1.line on-line", "fix 2.memory extra-memory memory-full", "fix 2.e-mail 3", "fix hand 2 4")
    state = match.state
    assert state.bank + sum(state.hands) + 6 == 112
    say_all(match, "fix bank 40")
    assert match.state.discards.count(NONE) == state.bank - 40
    say_all(match, "fix bank 45", "fix discard music")
    assert match.state.discards[-1] == CARDS["music"]
    say_all(match, "fix discard ?", "fix discard -")
    assert match.state.discards == ()
    refused_fix = games.refused(match, "fix bank 112")
    assert refused_fix.rule == "ON-1"


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("fix 1.line " + "turbo-line virus antivirus " * 4, "ON-4"),
        ("fix 1.e-mail 7", "ON-3"),
        ("fix 1.music secured", "ON-33"),
        ("fix discard movie", None),
    ],
)
def test_a_fix_is_refused_only_if_the_result_could_not_exist(sentence, rule):
    match = begin()
    refusal = match.judge(read_act(sentence))
    assert (refusal.rule if refusal else None) == rule


def test_fix_e_mail_secured_open_and_turn_and_owed():
    match = played("fix 1.e-mail 6", "fix 1.e-mail secured", "fix 1.e-mail open", "fix turn 2", "fix owed 1 2")
    assert match.state.parties[0].secured == (False,) * 4
    assert (match.state.turn, match.state.owed) == (2, (2, 0))
    say_all(match, "fix 1.e-mail secured", "fix 1.e-mail 5")
    assert match.state.parties[0].secured == (False,) * 4


def test_fixing_a_pile_can_win_and_unwin():
    match = played("fix 1.e-mail 6", "fix 1.music 4", "fix 1.game 2", "fix 1.movie 2")
    assert match.standing().is_decided
    say_all(match, "fix 1.movie 1", "1 draw")
    assert not match.standing().over


def test_too_many_cards_are_refused():
    rules, state = GAMES["online"].rules(), begin().state
    refusal = rules.judge(state._replace(hands=(7, 100), bank=5), read_act("fix 1.e-mail 6"))
    assert (refusal.rule, refusal.why.key) == ("ON-1", "online.too-many-cards")


# --- overruling and leaving


def test_overruling_does_what_the_table_can_hold():
    match = played("1 draw", "overrule 1 download e-mail", "overrule 2 lay on-line", "overrule 1 stop")
    assert match.state.parties[0].piles[0] == 1
    assert match.state.turn == 2
    assert games.refused(played("fix 1.movie 2"), "overrule 1 download movie").rule == "M-4"


def test_what_is_overruled_counts_for_who_did_it():
    match = played("1 draw", "fix turn 2")
    assert match.state.hands == (7, 7)
    lines = ("fix 1.line on-line", "fix 2.line on-line")
    match = played(*lines, "1 draw", "overrule 2 download e-mail", "1 download e-mail")
    assert match.state.downloads == 1
    match = played("overrule 2 draw")
    assert (match.state.turn, match.state.phase) == (2, Phase.PLAYING)
    assert games.refused(match, "overrule 2 draw").rule == "M-4", "no hand above eight"
    match = played("1 draw", "overrule 2 hacker")
    assert match.state.turn == 2
    refused(match, "2 patrol", "ON-24")
    for sentence in ("overrule 1 capture nothing", "overrule 1 holds 3"):
        assert games.refused(played("1 draw"), sentence).rule == "M-4"


def test_nobody_holds_more_than_seven_cards_out_of_turn():
    assert games.refused(begin(), "fix hand 2 8").rule == "ON-9"
    assert games.refused(begin(), "fix hand 1 8").rule == "ON-9"
    match = played("1 draw", "1 discard ?", "fix hand 1 8")
    refused(match, "1 stop", "ON-11")
    assert texts(match.legal()) == ["1 discard ?"]
    say_all(match, "1 discard ?", "1 stop")


def test_stacks_that_cannot_lie_are_refused():
    for stack in ("1.line antivirus virus", "1.line turbo-line turbo-line", "1.memory extra-memory extra-memory"):
        assert games.refused(begin(), f"fix {stack}").rule == "ON-7"


def test_who_quits_while_a_hacker_waits_does_not_cover_it():
    match = played("1 exchange 1 virus", "2 draw", "2 hacker", "4 quit", "2 capture nothing", seats=4)
    assert [NAMES[card] for card in match.state.discards if card != NONE] == ["virus", "hacker"]
    assert match.state.discards[-1] == CARDS["hacker"]
    match = played("1 exchange 1 virus", "2 draw", "2 hacker", "fix discard music", "2 capture nothing")
    assert [NAMES[card] for card in match.state.discards] == ["music", "hacker"]


def test_a_party_that_is_out_cannot_win():
    match = played("fix 3.e-mail 5", "3 quit", "time", seats=3, Limit="20")
    assert match.standing().winners == (1, 2)
    almost = ("fix 3.e-mail 6", "fix 3.music 4", "fix 3.game 2", "fix 3.movie 1", "fix 3.line on-line")
    match = played(*almost, "fix 3.memory extra-memory", "3 quit", "1 draw", "1 search movie 3.movie", seats=3)
    assert not match.standing().over


def test_with_five_players_who_leaves_leaves_both_seats():
    match = played("3 quit", seats=5)
    assert match.state.left == {3, 6}
    assert played("6 quit", seats=5).state.left == {3, 6}
    assert played("6 quit", seats=6).state.left == {6}


def test_an_empty_bank_is_made_anew_at_once():
    match = played("1 draw", "fix bank 0")
    assert match.state.bank == 97
    assert match.state.shuffles == 1


def test_m_6_who_leaves_discards_the_hand_and_is_skipped():
    match = played("2 quit", "1 exchange 1", seats=3)
    assert match.state.turn == 3
    assert match.state.hands[1] == 0
    assert match.state.discards.count(NONE) == 8
    for sentence in ("2 draw", "2 quit", "fix hand 2 3", "fix turn 2"):
        assert games.refused(match, sentence).rule == "M-6"
    say_all(match, "3 draw", "3 hacker")
    assert "2 patrol" not in texts(match.legal())
    say_all(match, "3 quit")
    assert match.standing().winners == (1,)
    refused(match, "1 draw", "M-6")
    assert games.refused(match, "1 quit").rule == "M-6"


def test_m_6_the_turn_passes_on_when_its_player_leaves_and_a_party_plays_on_with_one():
    match = played("1 draw", "1 quit", seats=4)
    assert match.state.turn == 2
    assert not match.standing().over
    say_all(match, "3 quit")
    assert match.standing().winners == (2, 4)


def test_who_has_left_is_offered_nothing_by_the_keys():
    match = played("1 quit", seats=3)
    acts = [act for act in match.rules.wellformed(match.state) if act.seat == 1]
    assert {match.rules.steps(match.state, act) for act in acts} == {()}


def test_on_10_a_turn_that_begins_with_eight_cards_offers_no_card_to_draw():
    match = played("overrule 2 draw", "overrule 1 stop")
    assert (match.state.turn, match.state.hands, match.state.phase) == (2, (7, 8), Phase.BEGUN)
    assert refused(match, "2 draw", "ON-10").why.key == "online.hand-full"
    assert texts(match.legal()) == [f"2 exchange {count}" for count in range(1, 8)]


def test_on_33_a_category_that_the_table_lets_a_hacker_break_is_secured_no_more():
    match = played("fix 2.e-mail 6", "fix 2.e-mail secured", "1 draw", "1 hacker")
    refused(match, "1 capture 2.e-mail discard", "ON-27")
    say_all(match, "overrule 1 capture 2.e-mail discard")
    assert (match.state.parties[1].piles[0], match.state.parties[1].secured[0]) == (5, False)
