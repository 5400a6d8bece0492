"""Insider at `board` depth: a pawn that has robbed is done, wherever it is put (IR-15, IR-16)."""

import pytest

from engine.acts import read_act
from engine.insider.board.walking import at_home
from engine.insider.city import PLACES
from engine.verdicts import say
from tests.engine.games import say_all, texts
from tests.engine.insider.boards import CARD, moving, played, refused, spots

SWAPPED_AFTER_ROBBING = """
card 4: 3 2 1 0 / -4
1 draw
2 points
2 move e5 e4
2 move e5 d5
2 move e5 d5-e5.2
2 play helicopter 1 fly e4 b1
2 stop
1 points
1 move a1 b1
1 rob b1
1 play administrator 1 swap b1.1 d5.2
unopposed
"""


def test_ir_15_a_pawn_that_was_swapped_after_robbing_is_done_where_it_is_now():
    match = played(*SWAPPED_AFTER_ROBBING.strip().splitlines(), seats=2)
    assert spots(match, 1) == ["d5"]
    assert refused(match, "1 move d5 c5", "IR-15").why == say("insider.has-robbed", spot="d5")
    assert not [act for act in texts(match.legal()) if act.startswith("1 move d5")]
    say_all(match, "1 move a1 b1")


ROBBED = ("1 move a1 a2", "1 rob a2")


@pytest.mark.parametrize(
    "sent_home",
    [
        ("1 play trendsetter 2 out b3 a2",),
        ("1 play scandal 3 bomb", "unopposed", CARD),
        ("fix pawn 1 -",),
        (
            "1 play administrator 2 swap a2.1 insider.1",
            "unopposed",
            "1 play trendsetter 3 hype",
            "unopposed",
            CARD,
        ),
        ("1 play administrator 2 swap a2.1 insider.1", "unopposed", "fix table 1 -"),
    ],
    ids=["total-out", "bomb", "corrected", "evaluated", "corrected-table"],
)
def test_ir_15_a_pawn_that_was_sent_home_after_robbing_does_not_walk_again(sent_home):
    six_away = [f"fix table {table} 1" for table in (2, 3)] + ["fix pawn 1 d1 d1 d2 d2"]
    match = say_all(moving("fix pawn 2 a2", "fix table 1 3", *six_away), *ROBBED)
    for sentence in sent_home:
        insisted = sentence.startswith("1 play") and not match.state.town.may_act
        say_all(match, f"overrule {sentence}" if insisted else sentence)
    home = match.state.town.plan.spots["a1"]
    assert match.state.town.done == (home,)
    if at_home(match.state, 1) == 1:
        assert refused(match, "1 move a1 b1", "IR-15").why == say("insider.has-robbed", spot="a1")
        assert not [act for act in texts(match.legal()) if act.startswith("1 move a1")]
    else:
        for _ in range(at_home(match.state, 1) - 1):
            say_all(match, "overrule 1 move a1 b1")
        refused(match, "1 move a1 b1", "IR-15")


def test_ir_15_a_pawn_that_took_a_table_after_robbing_does_not_fly_off():
    match = say_all(moving("fix pawn 2 a2", "fix table 1 3", "fix table 2 1"), *ROBBED)
    say_all(match, "1 play administrator 2 swap a2.1 insider.1", "unopposed")
    assert match.state.town.done == (-1,)
    fresh_action = match.state._replace(town=match.state.town._replace(may_act=True))
    refusal = match.rules.judge(fresh_action, read_act("1 play helicopter 2 fly insider.1 b2"))
    assert (refusal.rule, refusal.why) == ("IR-15", say("insider.has-robbed", spot="insider.1"))
    assert match.rules.judge(fresh_action, read_act("1 play helicopter 2 fly insider.2 b2")) is None
    listed = texts(match.rules.legal(fresh_action))
    assert "1 play helicopter 2 fly insider.2 b2" in listed
    assert "1 play helicopter 2 fly insider.1 b2" not in listed
    say_all(match, "overrule 1 play administrator 2 swap insider.1 insider.2")
    assert match.state.town.done == (-2,), "two seated pawns change tables, and the mark with them"
    say_all(match, "overrule 1 play administrator 3 vip - - 1 1 -", "unopposed")
    assert match.state.town.done == (-3,)


def test_ir_15_of_several_own_pawns_one_that_is_not_done_moves_first():
    match = say_all(moving("fix pawn 1 a2 b2", "fix pawn 2 a2"), *ROBBED)
    say_all(match, "1 move a2 a2-a3.1")
    refused(match, "1 move a2 a2-a3.2", "IR-15")
    both = say_all(moving("fix pawn 1 b2 b4", "fix pawn 2 b4 a2"), *ROBBED)
    say_all(both, "1 play administrator 1 swap a2.1 b2.1")
    assert [both.state.town.plan.names[spot] for spot in both.state.town.done] == ["b2"], "the mark goes along"
    refused(both, "1 move b2 b2-c2.1", "IR-15")
    say_all(both, "1 move a2 a2-a3.1")


def test_ir_15_two_own_pawns_that_change_places_take_nothing_from_the_others_there():
    match = say_all(moving("fix pawn 1 d4", "fix pawn 2 a2 d4"), *ROBBED)
    arrived = match.state.town._replace(pawns=((1, 18, 18), *match.state.town.pawns[1:]), fresh=(18,))
    state = match.rules.play(match.state._replace(town=arrived), read_act("1 play administrator 1 swap a2.1 d4.1"))
    assert (state.town.done, state.town.fresh) == ((18,), (18,)), "the pawn that arrived on d4 may still rob"


def test_ir_15_the_mark_ends_with_the_turn():
    match = say_all(moving("fix pawn 2 a2", seats=2), *ROBBED, "1 move a1 b1", "overrule 1 stop")
    assert match.state.town.done == ()
    say_all(match, "2 draw", "1 points", "1 move a2 a3")


def test_ir_16_a_pawn_that_was_swapped_in_has_not_arrived_but_may_be_robbed():
    match = moving("fix pawn 1 b2", "fix pawn 2 a2 b4")
    say_all(match, "1 play administrator 1 swap b2.1 b4.2", "unopposed")
    assert refused(match, "1 rob b4", "IR-15").why == say("insider.nobody-arrived", place="b4")
    victim = moving("fix pawn 2 d4", "fix pawn 3 a2", "fix hand 1 3", "fix hand 3 0")
    say_all(victim, "1 move a1 a2", "1 play administrator 1 swap a2.3 d4.2", "unopposed", "1 rob a2")
    assert victim.state.town.hands == (3, 6, 0), "whom it robs may have been swapped in later"


def test_ir_16_who_has_no_card_loses_none():
    match = moving("fix pawn 2 a2", "fix pawn 3 a2", "fix hand 1 2", "fix hand 2 0")
    say_all(match, "1 move a1 a2", "1 rob a2")
    assert match.state.town.hands == (3, 0, 6)


def test_ir_16_a_flight_takes_a_pawn_that_stood_there_before_first():
    match = moving("fix pawn 1 a2", "fix pawn 2 a2")
    say_all(match, "1 move a1 a2", "1 play helicopter 1 fly a2 b4", "1 rob a2")
    assert (spots(match, 1), match.state.town.done) == (["a2", "b4"], (PLACES.index("a2"),))


def test_ir_16_a_swap_takes_a_pawn_that_has_robbed_last():
    match = say_all(moving("fix pawn 1 a2", "fix pawn 2 a2 b4"), *ROBBED)
    say_all(match, "1 play administrator 1 swap a2.1 b4.2", "unopposed")
    assert match.state.town.done == (PLACES.index("a2"),), "the one that stood there before was swapped"
    arrived = say_all(moving("fix pawn 2 a2 b4"), "1 move a1 a2", *ROBBED)
    say_all(arrived, "1 play administrator 1 swap a2.1 b4.2", "unopposed")
    assert (arrived.state.town.done, arrived.state.town.fresh) == ((PLACES.index("a2"),), ())
