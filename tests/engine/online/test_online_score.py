"""Online: the end and the score, rule by rule."""

from engine.verdicts import say
from tests.engine import games
from tests.engine.games import say_all
from tests.engine.online.tables import READY, begin, played, refused


def won(seats=3, **tags):
    goals = ("fix 1.e-mail 6", "fix 1.music 4", "fix 1.game 2", "fix 1.movie 1")
    return played(*READY, *goals, "1 draw", "1 download movie", seats=seats, **tags)


def test_on_35_losing_hands_tell_their_category_cards_and_the_winners_gain_them():
    match = won(seats=2)
    assert match.standing().details["score"] == {"1": {"gain": None, "loss": 0}, "2": {"gain": 0, "loss": 0}}
    refused(match, "1 holds 2", "ON-35")
    say_all(match, "2 holds 3")
    refused(match, "2 holds 3", "ON-35")
    assert match.standing().details["score"]["1"] == {"gain": 3, "loss": 0}
    assert match.ask().seats == ()
    assert refused(begin(), "1 holds 3", "ON-35").why == say("online.not-over")
    assert refused(won(seats=2), "2 holds 8", "ON-35").why.key == "online.hand-of"


def test_on_35_the_game_is_played_out_until_every_losing_hand_is_told_and_then_it_is_over():
    match = won(seats=3)
    standing = match.standing()
    assert (standing.over, standing.played_out, standing.winners) == (False, True, (1,))
    assert games.refused(match, "2 quit").why == say("online.nobody-leaves")
    say_all(match, "2 holds 3")
    assert match.standing().played_out
    say_all(match, "3 holds 1")
    assert (match.standing().over, match.standing().played_out) == (True, False)
    assert not begin().standing().played_out
    alone = played("2 quit").standing()
    assert (alone.over, alone.played_out) == (True, False), "there is no hand left to tell"
    shared = played("fix 1.e-mail 3", "fix 2.music 3", "time", Limit="30").standing()
    assert (shared.over, shared.played_out) == (True, False)


def test_on_35_with_three_parties_the_losers_note_what_they_lack():
    match = say_all(won(seats=3), "2 holds 3", "3 holds 1")
    assert match.standing().details["score"] == {
        "1": {"gain": 4, "loss": 0},
        "2": {"gain": 0, "loss": 14},
        "3": {"gain": 0, "loss": 14},
    }


def test_on_36_when_time_is_up_most_downloads_win_and_equal_parties_share():
    match = played("fix 1.e-mail 3", "fix 2.music 3", "time", Limit="30")
    assert match.standing().winners == (1, 2)
    refused(match, "1 draw", "ON-36")
    match = played("fix 1.e-mail 3", "fix 2.music 4", "time", Limit="30")
    assert match.standing().winners == (2,)
    refused(begin(), "time", "ON-36")


def test_on_36_other_goals_are_agreed_on():
    match = played(
        *READY, "fix 1.e-mail 1", "fix 1.music 1", "fix 1.game 1", "1 draw", "1 download movie", Goals="1 1 1 1"
    )
    assert match.standing().winners == (1,)


def test_on_37_the_winner_is_proposed_to_begin_the_next_game():
    assert played("1 quit", "2 quit", "3 quit", "4 quit", seats=5).standing().details["next_first"] == 5

    assert won().standing().details["next_first"] == 1
    assert begin(3, first=2).state.turn == 2


def test_what_was_told_of_hands_counts_for_one_end_only():
    everything = ("fix 1.e-mail 6", "fix 1.music 4", "fix 1.game 2", "fix 1.movie 2")
    match = played(*everything, "2 holds 5", "fix 1.movie 1", "fix 1.movie 2", "2 holds 1")
    assert match.standing().details["score"]["1"]["gain"] == 1
    left = played("2 quit", *everything, "fix 1.movie 1")
    assert left.standing().over, "who left does not come back by a correction"
    late = played("fix 1.e-mail 3", "time", "fix 2.e-mail 6", Limit="10")
    assert late.standing().winners == (2,)


def test_the_standing_tells_what_blocks_and_who_misses_a_turn_and_who_begins_next():
    details = played("fix 1.line on-line virus", "fix owed 2 2").standing().details
    assert details["parties"][0]["blocked_by"] == "virus"
    assert details["owed"] == {"1": 0, "2": 2}
    match = played("2 quit", "1 quit", "4 quit", seats=4)
    assert match.standing().details["next_first"] == 3
