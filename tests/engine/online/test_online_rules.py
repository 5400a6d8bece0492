"""Online, rule by rule: each test names the rule it holds. End and score have their own file."""

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.online.cards import ALL, CARDS, COPIES, NAMES
from engine.online.state import Phase, start
from engine.verdicts import BadSetup, player, say
from tests.engine.games import say_all, texts
from tests.engine.online.tables import READY, UP, begin, card, played, refused

# --- cards and goal


def test_on_1_there_are_112_cards():
    assert ALL == 112
    counted = dict(zip(NAMES, COPIES, strict=True))
    assert counted["on-line"] == 13
    assert (counted["movie"], counted["game"], counted["e-mail"], counted["music"]) == (8, 8, 22, 14)
    assert counted["hacker"] + counted["cyber-patrol"] + counted["search"] == 10
    assert len(CARDS) == 16


def test_on_2_the_first_party_with_everything_wins_at_once():
    match = played(
        *READY, "fix 1.e-mail 6", "fix 1.music 4", "fix 1.game 2", "fix 1.movie 1", "1 draw", "1 download movie"
    )
    assert match.standing().is_decided
    assert match.standing().winners == (1,)
    refused(match, "1 stop", "ON-2")
    assert texts(match.legal())[0] == "2 holds 0"


def test_on_3_a_complete_category_takes_no_further_card():
    match = played(*READY, "fix 1.movie 2", "1 draw")
    assert refused(match, "1 download movie", "ON-3").why == say("online.complete", card=card("movie"), goal=2)


def test_on_4_a_card_that_cannot_be_there_is_refused():
    match = played(
        "fix 1.line turbo-line virus antivirus", "fix 2.line turbo-line virus antivirus turbo-line", "1 draw"
    )
    refusal = refused(match, "1 lay turbo-line", "ON-4")
    assert refusal.why == say("online.no-copy", card=card("turbo-line"), copies=3)
    named = "exchange 4 virus virus virus virus"
    refused(begin(), f"1 {named}", "ON-4")
    say_all(begin(), "1 exchange 3 virus virus virus")


def test_on_4_unnamed_cards_count_as_unseen():
    match = played("1 exchange 3 virus virus virus", "2 draw", "fix 1.line on-line")
    refused(match, "2 block virus 1", "ON-4")
    say_all(played("1 exchange 3", "2 draw", "fix 1.line on-line"), "2 block virus 1")


# --- parties


@pytest.mark.parametrize(
    ("seats", "parties", "expected"),
    [
        (2, None, [[1], [2]]),
        (3, "single", [[1], [2], [3]]),
        (4, None, [[1, 3], [2, 4]]),
        (4, "single", [[1], [2], [3], [4]]),
        (6, "teams", [[1, 4], [2, 5], [3, 6]]),
        (6, "trios", [[1, 3, 5], [2, 4, 6]]),
        (5, None, [[1, 4], [2, 5], [3, 6]]),
    ],
)
def test_on_5_who_plays_with_whom(seats, parties, expected):
    match = begin(seats, **({"Parties": parties} if parties else {}))
    assert [party["seats"] for party in match.standing().details["parties"]] == expected


@pytest.mark.parametrize(
    ("setup", "tag"),
    [
        (Setup("online", ("A",)), "Players"),
        (Setup("online", ("A",) * 7), "Players"),
        (Setup("online", ("A",) * 5, tags={"Parties": "trios"}), "Parties"),
        (Setup("online", ("A",) * 2, tags={"Parties": "trios"}), "Parties"),
        (Setup("online", ("A",) * 5, first=6), "First"),
        (Setup("online", ("A", "B"), tags={"Goals": "6 4 2"}), "Goals"),
        (Setup("online", ("A", "B"), tags={"Goals": "6 4 2 9"}), "Goals"),
        (Setup("online", ("A", "B"), tags={"Goals": "6 4 2 x"}), "Goals"),
        (Setup("online", ("A", "B"), tags={"Limit": "soon"}), "Limit"),
        (Setup("online", ("A", "B"), tags={"Limit": "0"}), "Limit"),
        (Setup("online", ("A", "B"), tags={"Line": "later"}), "Line"),
    ],
)
def test_on_5_other_setups_are_refused_with_the_tag(setup, tag):
    with pytest.raises(BadSetup) as caught:
        start(setup)
    assert caught.value.tag == tag


def test_on_6_with_five_players_seat_6_has_its_own_hand_and_turn():
    match = begin(5)
    assert list(match.state.seats) == [1, 2, 3, 4, 5, 6]
    say_all(match, *(f"{seat} exchange 1" for seat in range(1, 6)), "6 draw", "6 lay on-line")
    assert match.state.parties[2].line == (CARDS["on-line"],)
    say_all(match, "fix owed 6 1")
    assert match.state.owed == (0, 0, 0, 0, 0, 1)


def test_on_7_only_the_top_card_counts():
    match = played("fix 1.line on-line virus antivirus", "1 draw")
    assert not match.state.parties[0].is_up
    say_all(match, "1 lay on-line")
    assert match.state.parties[0].is_up


# --- the turn


def test_on_8_seven_cards_each_and_play_runs_clockwise():
    match = begin(3)
    assert (match.state.hands, match.state.bank) == ((7, 7, 7), 91)
    say_all(match, "1 exchange 2", "2 exchange 2", "3 exchange 2")
    assert match.state.turn == 1
    assert refused(match, "2 draw", "ON-8").why == say("online.not-your-turn", who=player(2), other=player(1))


def test_on_9_the_hand_is_filled_at_the_start_of_a_turn_never_at_its_end():
    match = played("1 draw", "1 lay on-line", "1 download e-mail", "1 lay extra-memory", "1 stop")
    assert match.state.hands == (5, 7)
    say_all(match, "2 exchange 1")
    assert match.state.hands == (7, 7)


def test_on_9_an_empty_hand_plays_nothing():
    match = played("1 draw", "fix hand 1 0")
    refused(match, "1 lay on-line", "ON-9")
    assert {act.verb for act in match.legal()} == {"stop"}


def test_on_10_first_one_exchanges_or_draws_and_only_once():
    match = begin()
    assert refused(match, "1 lay on-line", "ON-10").why == say("online.begin-first")
    refused(match, "1 stop", "ON-10")
    say_all(match, "1 draw")
    assert match.state.hands == (8, 7)
    refused(match, "1 draw", "ON-10")
    refused(match, "1 exchange 2", "ON-10")
    other = played("1 exchange 7")
    assert (other.state.turn, other.state.hands, other.state.bank) == (2, (7, 7), 91)
    assert len(other.state.discards) == 7
    refused(played("fix hand 1 3"), "1 exchange 4", "ON-10")


def test_on_11_more_than_seven_are_discarded_before_stop_and_nothing_else_is():
    match = played("1 draw")
    assert refused(match, "1 stop", "ON-11").why == say("online.discard-first", most=7)
    say_all(match, "1 discard music")
    refusal = refused(match, "1 lay on-line", "ON-11")
    assert refusal.why == say("online.only-stop")
    assert match.is_ruling(refusal)
    assert texts(match.legal()) == ["1 stop"]
    say_all(match, "1 stop")
    match = played("1 draw", "1 lay on-line")
    assert refused(match, "1 discard ?", "ON-11").why == say("online.no-discard", count=7, most=7)


# --- laying and downloading


@pytest.mark.parametrize("top", ["-", "under-construction", "password-error password-ok", "virus antivirus"])
def test_on_12_on_line_is_laid_when_the_line_is_not_up(top):
    say_all(played(f"fix 1.line {top}", "1 draw"), "1 lay on-line")


def test_on_12_on_line_is_not_laid_on_a_line_that_is_up():
    refused(played("fix 1.line on-line", "1 draw"), "1 lay on-line", "ON-12")
    refused(played("fix 1.line turbo-line", "1 draw"), "1 lay on-line", "ON-12")


def test_on_13_turbo_line_is_also_laid_on_on_line_but_not_on_itself():
    match = played("fix 1.line on-line", "1 draw", "1 lay turbo-line")
    refused(match, "1 lay turbo-line", "ON-13")


def test_on_14_the_line_is_up_with_on_line_or_turbo_line_on_top():
    tops = {"on-line": True, "turbo-line": True, "password-ok": False, "virus": False, "-": False}
    for top, is_up in tops.items():
        assert played(f"fix 1.line {top}").state.parties[0].is_up is is_up


def test_on_15_extra_memory_needs_no_line_but_room():
    match = played("1 draw", "1 lay extra-memory")
    refused(match, "1 lay extra-memory", "ON-15")
    say_all(match, "fix 1.memory extra-memory memory-full", "1 lay extra-memory")


def test_on_16_one_download_a_turn_with_on_line_two_with_turbo_line():
    match = played("fix 1.line on-line", "1 draw", "1 download e-mail")
    refusal = refused(match, "1 download music", "ON-16")
    assert refusal.why == say("online.downloaded", count=1, top=card("on-line"), most=1)
    say_all(match, "1 lay turbo-line", "1 download music")
    refused(match, "1 download music", "ON-16")


def test_on_16_downloading_needs_the_line_up_and_the_refusal_says_what_helps():
    assert refused(played("1 draw"), "1 download e-mail", "ON-16").why == say("online.no-line")
    match = played("fix 1.line on-line virus", "1 draw")
    refusal = refused(match, "1 download e-mail", "ON-16")
    assert refusal.why == say("online.blocked-by", top=card("virus"), card=card("antivirus"))
    assert texts(refusal.allowed)[0] == "1 lay antivirus"
    match = played("fix 1.line on-line under-construction", "1 draw")
    assert refused(match, "1 download e-mail", "ON-16").why == say("online.under-construction")


def test_on_17_game_and_movie_need_extra_memory():
    match = played("fix 1.line turbo-line", "1 draw")
    assert refused(match, "1 download game", "ON-17").why == say("online.no-memory", card=card("game"))
    say_all(match, "fix 1.memory extra-memory memory-full")
    assert refused(match, "1 download movie", "ON-17").why == say("online.memory-is-full", card=card("movie"))
    say_all(match, "1 lay extra-memory", "1 download game", "1 download movie")


def test_on_18_a_card_may_be_downloaded_in_the_turn_in_which_the_line_was_laid():
    played("1 draw", "1 lay on-line", "1 download e-mail")


LATE = {"Line": "next-turn"}


def test_on_18_if_agreed_nothing_is_downloaded_over_an_on_line_in_the_turn_in_which_it_was_laid():
    match = played("1 draw", "1 lay on-line", **LATE)
    assert refused(match, "1 download e-mail", "ON-18").why == say("online.line-new")
    refused(match, "1 search e-mail 1.e-mail", "ON-28")
    say_all(match, "1 stop", "2 exchange 1", "1 draw", "1 download e-mail")
    capture = played("fix 2.e-mail 1", "1 draw", "1 lay on-line", "1 hacker", **LATE)
    refused(capture, "1 capture 2.e-mail 1.e-mail", "ON-28")


def test_on_18_if_agreed_a_turbo_line_and_a_repaired_line_are_used_at_once():
    played("1 draw", "1 lay on-line", "1 lay turbo-line", "1 download e-mail", "1 download music", **LATE)
    played("1 draw", "1 lay turbo-line", "1 download e-mail", **LATE)
    played("fix 1.line on-line virus antivirus", "1 draw", "1 lay on-line", "1 download e-mail", **LATE)
    played("1 draw", "1 lay on-line", "fix 1.line on-line", "1 download e-mail", **LATE)


def test_on_18_if_agreed_a_line_that_is_left_alone_by_a_new_bank_counts_as_what_it_was():
    match = played("fix 1.line under-construction", "1 draw", "1 lay on-line", "fix bank 0", **LATE)
    say_all(match, "1 download e-mail")


# --- obstructing and repairing


@pytest.mark.parametrize("bad", ["virus", "password-error", "under-construction"])
def test_on_19_obstructions_go_on_an_opposing_line_that_is_up(bad):
    match = played("fix 2.line on-line", "fix 1.line on-line", "1 draw", f"1 block {bad} 2")
    assert match.state.parties[1].line[-1] == CARDS[bad]
    refused(match, "1 block virus 2", "ON-19")
    assert refused(match, f"1 block {bad} 1", "ON-19").why == say("online.own-party", card=card(bad))
    refusal = refused(played("1 draw"), "1 block virus 2", "ON-19")
    assert refusal.why == say("online.line-not-up", party=player(2), top=say("online.no-top"))


def test_on_19_memory_full_goes_on_opposing_extra_memory():
    match = played("1 draw")
    assert refused(match, "1 block memory-full 2", "ON-19").why == say("online.no-memory-to-fill", party=player(2))
    say_all(match, "fix 2.memory extra-memory", "1 block memory-full 2")
    refused(match, "1 block memory-full 2", "ON-19")


def test_on_20_who_is_obstructed_may_do_all_else():
    match = played(
        "fix 1.line on-line virus", "fix 2.line on-line", "1 draw", "1 lay extra-memory", "1 block virus 2"
    )
    say_all(match, "1 hacker", "1 capture nothing", "1 search music discard", "1 lay antivirus")


def test_on_21_each_obstruction_has_its_repair():
    match = played("fix 1.line on-line password-error", "1 draw")
    assert refused(match, "1 lay on-line", "ON-21").why == say(
        "online.repair-first", top=card("password-error"), card=card("password-ok")
    )
    refused(match, "1 lay antivirus", "ON-21")
    say_all(match, "1 lay password-ok")
    refused(match, "1 download e-mail", "ON-16")
    say_all(match, "1 lay turbo-line", "1 download e-mail")
    match = played("fix 1.line on-line virus", "1 draw")
    assert refused(match, "1 lay password-ok", "ON-21").why.key == "online.nothing-to-repair"
    say_all(match, "1 lay antivirus", "1 lay on-line")
    say_all(played("fix 1.line on-line under-construction", "1 draw"), "1 lay on-line")


def test_on_22_what_was_obstructed_in_this_turn_is_repaired_at_once_by_any_member():
    match = played("fix 2.line on-line", "1 draw", "1 block password-error 2", seats=4)
    assert {"2 lay password-ok", "4 lay password-ok"} <= set(texts(match.legal()))
    assert refused(match, "2 lay extra-memory", "ON-22").why.key == "online.only-repairs"
    refused(match, "3 lay password-ok", "ON-22")
    say_all(match, "4 lay password-ok", "2 lay on-line")
    refused(match, "2 lay turbo-line", "ON-22")
    assert match.state.hands == (7, 6, 7, 6)


def test_on_22_memory_too_and_only_while_that_turn_lasts():
    match = played("fix 2.memory extra-memory", "1 draw", "1 block memory-full 2", "2 lay extra-memory")
    refused(match, "2 lay extra-memory", "ON-22")
    match = played("fix 2.line on-line", "1 draw", "1 block virus 2", "1 stop", "2 exchange 1", "1 draw")
    refused(match, "2 lay antivirus", "ON-22")


def test_on_22_not_while_a_hacker_awaits_an_answer():
    match = played("fix 2.line on-line", "1 draw", "1 block virus 2", "1 hacker")
    assert match.is_ruling(refused(match, "2 lay antivirus", "ON-22"))
    say_all(match, "1 capture nothing", "2 lay antivirus")


def test_on_22_what_is_uncovered_again_in_the_same_turn_is_repaired_again():
    match = played(
        "fix 1.line on-line", "fix turn 2", "2 draw", "2 block virus 1", "1 lay antivirus", "1 lay turbo-line"
    )
    refused(match, "1 lay on-line", "ON-22")
    say_all(match, "2 hacker", "2 capture 1.line discard", "1 lay on-line", "2 hacker", "2 capture 1.line discard")
    say_all(match, "2 hacker", "2 capture 1.line discard", "1 lay antivirus")


def test_on_22_nothing_else_is_played_out_of_turn():
    match = played(*READY, "1 draw")
    for sentence in (
        "2 download e-mail",
        "2 block virus 1",
        "2 hacker",
        "2 search music discard",
        "2 secure music",
    ):
        refused(match, sentence, "ON-22")


def test_on_23_repairs_are_not_limited():
    match = played("fix 1.line on-line virus", "1 draw", "1 lay antivirus", "1 lay on-line")
    say_all(match, "fix 1.line on-line virus", "1 lay antivirus", "1 lay on-line")


# --- hacker and cyber-patrol


def test_on_24_a_hacker_waits_for_a_patrol_of_anybody_else():
    match = played("fix owed 3 1", "1 draw", "1 hacker", seats=4)
    assert {"2 patrol", "3 patrol", "4 patrol"} <= set(texts(match.legal()))
    refused(match, "1 patrol", "ON-24")
    refused(match, "1 lay on-line", "ON-24")
    refused(match, "2 capture nothing", "ON-24")
    say_all(match, "1 capture nothing")
    refused(match, "2 patrol", "ON-24")
    refused(match, "1 capture nothing", "ON-24")


def test_on_25_stopped_the_hacker_misses_a_turn_and_the_patrol_plays():
    match = played("1 draw", "1 hacker", "3 patrol", seats=4)
    assert (match.state.turn, match.state.phase) == (3, Phase.BEGUN)
    assert match.state.owed == (1, 0, 0, 0)
    assert match.state.hands[2] == 7
    assert [NAMES[at] for at in match.state.discards] == ["hacker", "cyber-patrol"]
    say_all(match, "3 exchange 1", "4 exchange 1", "2 exchange 1")
    assert match.state.owed == (0, 0, 0, 0)


def test_on_26_a_turn_owed_by_the_patrol_stays_owed_and_missed_turns_add_up():
    match = played("fix owed 2 1", "fix owed 1 1", "1 draw", "1 hacker", "2 patrol", seats=3)
    assert match.state.turn == 2
    assert match.state.owed == (2, 1, 0)
    say_all(match, "2 exchange 1", "3 exchange 1", "3 exchange 1")
    assert match.state.owed == (0, 0, 0)


def test_on_27_captured_are_tops_and_open_categories_of_opponents():
    match = played(
        *READY, "fix 2.music 4", "fix 2.e-mail 1", "fix 1.e-mail 1", "fix 2.music secured", "1 draw", "1 hacker"
    )
    assert refused(match, "1 capture 1.e-mail discard", "ON-27").why == say("online.own-category")
    pile = say("online.pile-of", pile=say("online.card-music"), party=player(2))
    assert refused(match, "1 capture 2.music discard", "ON-27").why == say("online.secured", pile=pile)
    refused(match, "1 capture 2.game discard", "ON-27")
    say_all(match, "1 capture 2.e-mail 1.e-mail")
    assert match.state.parties[0].piles[0] == 2


def test_on_27_the_own_obstruction_can_be_captured():
    match = played(
        "fix 1.line on-line virus", "fix 2.line on-line", "1 draw", "1 hacker", "1 capture 1.line 2.line"
    )
    assert match.state.parties[0].is_up
    assert not match.state.parties[1].is_up
    say_all(match, "2 lay antivirus")


def test_on_28_a_captured_card_goes_where_it_could_be_laid():
    match = played("fix 2.line on-line", "fix 2.e-mail 1", "1 draw", "1 hacker")
    refusal = refused(match, "1 capture 2.e-mail 1.e-mail", "ON-28")
    assert refusal.why.key == "online.cannot-land"
    refused(match, "1 capture 2.line 1.memory", "ON-28")
    refused(match, "1 capture 2.line 2.line", "ON-28")
    say_all(match, "1 capture 2.line 1.line")
    assert match.state.parties[0].is_up
    match = played("fix 3.memory memory-full", "fix 2.memory extra-memory", "1 draw", "1 hacker", seats=3)
    refused(match, "1 capture 3.memory 1.memory", "ON-28")
    say_all(match, "1 capture 3.memory 2.memory")
    match = played(*READY, "fix 2.movie 1", "fix 1.movie 2", "fix 3.movie 1", "1 draw", "1 hacker", seats=3)
    refused(match, "1 capture 2.movie 1.movie", "ON-3")
    refused(match, "1 capture 2.movie 3.movie", "ON-28")
    say_all(match, "1 capture 2.movie discard")


def test_on_28_a_large_file_needs_memory_where_it_lands():
    match = played(*UP, "fix 2.memory extra-memory", "fix 2.game 1", "1 draw", "1 hacker")
    refused(match, "1 capture 2.game 1.game", "ON-28")


def test_on_29_a_capture_is_no_download():
    match = played(
        *READY, "fix 2.e-mail 1", "1 draw", "1 hacker", "1 capture 2.e-mail 1.e-mail", "1 download e-mail"
    )
    refused(match, "1 download e-mail", "ON-16")


def test_on_30_the_card_under_the_hacker_goes_into_the_hand():
    match = played("1 exchange 1 virus", "2 draw", "2 hacker")
    assert match.state.shown[CARDS["virus"]] == 1
    say_all(match, "2 capture discard hand")
    assert match.state.hands[1] == 8
    assert match.state.shown[CARDS["virus"]] == 0
    assert [NAMES[at] for at in match.state.discards] == ["hacker"]
    unnamed = say_all(played("1 exchange 1", "2 draw", "2 hacker"), "2 capture discard hand")
    assert len(unnamed.state.discards) == 1
    refused(played("1 draw", "1 hacker"), "1 capture discard hand", "ON-30")
    refused(played("1 draw", "1 hacker"), "1 capture discard 1.line", "ON-30")
    refused(played("1 draw", "1 hacker"), "1 capture 1.line hand", "ON-28")


def test_on_31_what_lay_under_a_captured_card_is_in_force_again():
    match = played(
        "fix 1.line on-line virus", "1 draw", "1 hacker", "1 capture 1.line discard", "1 download e-mail"
    )
    assert match.state.parties[0].is_up
    match = played("fix 2.line on-line turbo-line", "1 draw", "1 hacker", "1 capture 2.line 1.line")
    assert match.state.parties[1].line == (CARDS["on-line"],)


# --- search, securing, the bank


def test_on_32_search_lays_any_card_of_the_bank_at_once():
    match = played("fix 2.line on-line", "1 draw", "1 search virus 2.line")
    assert (match.state.hands[0], match.state.bank) == (7, 95)
    assert match.state.parties[1].line[-1] == CARDS["virus"]
    say_all(match, "2 lay antivirus")
    refused(match, "1 search e-mail 1.e-mail", "ON-28")
    refused(match, "1 search virus 1.line", "ON-28")
    refused(match, "1 search hacker 1.line", "ON-28")
    refused(match, "1 search virus 2.memory", "ON-28")
    say_all(match, "1 search cyber-patrol discard")
    refused(match, "1 search music discard", "ON-4")
    match = played("fix 1.line on-line", "1 draw", "1 search e-mail 1.e-mail", "1 download e-mail")
    assert match.state.parties[0].piles[0] == 2
    refused(played("1 draw", "1 search hacker discard"), "1 search search discard", "ON-4")
    rules, state = GAMES["online"].rules(), played("1 draw").state
    empty = rules.judge(state._replace(bank=0), read_act("1 search music discard"))
    assert (empty.rule, empty.why) == ("ON-32", say("online.empty-bank"))


def test_on_33_a_complete_category_is_secured_in_the_own_turn_before_or_after_drawing():
    match = played("fix 1.music 4", "1 secure music", "1 draw", "fix 1.game 2", "1 secure game")
    assert match.state.parties[0].secured == (False, True, True, False)
    assert refused(match, "1 secure music", "ON-33").why == say("online.secured-already", card=card("music"))
    assert refused(match, "1 secure e-mail", "ON-33").why == say(
        "online.not-complete", card=card("e-mail"), count=0, goal=6
    )


def test_on_34_with_the_last_card_of_the_bank_a_new_one_is_made():
    match = played("fix 1.line on-line virus antivirus", "fix 1.music 2", "fix hand 1 6", "fix bank 1")
    discards = len(match.state.discards)
    say_all(match, "1 draw")
    assert match.state.bank == discards + 2
    assert match.state.discards == ()
    assert match.state.parties[0].line == (CARDS["antivirus"],)
    assert match.state.parties[0].piles[1] == 2
    assert match.state.shown[CARDS["virus"]] == 0


def test_on_34_filling_a_hand_goes_on_from_the_new_bank():
    match = played("1 draw", "1 lay on-line", "1 download e-mail", "1 lay extra-memory", "1 stop", "fix bank 3")
    assert match.state.hands == (5, 7)
    say_all(match, "2 exchange 1")
    assert match.state.hands == (7, 7)


def test_on_34_without_any_card_one_plays_on_without_drawing():
    rules = GAMES["online"].rules()
    state = begin().state._replace(bank=0)
    after = rules.play(state, read_act("1 draw"))
    assert (after.bank, after.hands, after.phase) == (0, (7, 7), Phase.PLAYING)
