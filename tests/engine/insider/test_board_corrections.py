"""Insider at `board` depth: corrections, overruling and leaving."""

import pytest

from engine.insider.city import PLACES
from engine.insider.town import Phase
from tests.engine.games import say_all, texts
from tests.engine.insider.boards import CARD, moving, played, refused, spots


def test_what_walking_forbids_can_be_insisted_on():
    match = moving()
    say_all(match, "overrule 1 move a1 d1", "overrule 1 stop")
    assert spots(match, 1) == ["d1"]
    closed = moving("fix out a2 b1 c2 c4")
    say_all(closed, "overrule 1 move a1 a3")
    assert closed.state.town.points == 0


def test_the_table_can_insist_on_what_the_position_can_hold():
    match = say_all(played(CARD, "fix rumours 1 yes"), "overrule 1 points")
    say_all(match, "1 exchange", "overrule 1 play scandal 1 scandal 2", "unopposed", "overrule 1 out b3 b4")
    assert match.state.owed == (0, 1, 0)
    refused(match, "overrule 1 play helicopter 1 fly b2 d4", "M-4")
    assert refused(moving(), "1 stop", "IR-9").is_advice
    assert refused(moving(), "1 play trendsetter 1 again", "IR-28").is_advice


@pytest.mark.parametrize(
    "sentences",
    [
        ("fix pawn 1 b2", "fix pawn 2 d4", "1 play administrator 1 swap b2.1 d4.2", "2 quit"),
        ("fix pawn 1 b2", "fix pawn 2 d4", "1 play administrator 1 swap b2.1 d4.2", "fix pawn 2 -"),
        ("fix table 1 2", "fix table 2 1", "1 play administrator 3 vip 1 2 - - -", "2 quit"),
        ("fix table 1 2", "fix table 2 1", "1 play administrator 3 vip 1 2 - - -", "fix card 4: 3 2 1 0 / -4"),
        ("1 play trendsetter 3 hype", *(f"fix table {table} 1" for table in range(1, 6))),
    ],
)
def test_a_power_that_waits_comes_to_nothing_when_something_is_corrected_or_somebody_leaves(sentences):
    match = say_all(moving(), *sentences)
    assert match.state.town.power is None
    assert "unopposed" not in texts(match.legal())


def test_corrections_around_the_restaurant():
    match = moving("fix pawn 2 a2")
    say_all(match, "1 move a1 a2", "1 rob a2", "fix pawn 1 b2", "fix pawn 2 -", "fix hand 3 2")
    assert (match.state.town.fresh, match.state.town.done) == ((), (PLACES.index("b2"),)), "the mark follows"
    assert sum(match.state.town.hands) + match.state.town.pile + match.state.town.discards == 55
    say_all(match, "1 move a1 a2", "fix pawn 1 a2 a2 b2")
    assert match.state.town.fresh == (PLACES.index("a2"),)
    twice = moving()
    say_all(twice, "1 move a1 a2", "1 move a1 a2", "fix pawn 1 a2")
    assert twice.state.town.fresh == (PLACES.index("a2"),)
    say_all(match, "fix turn 2")
    assert (match.state.turn, match.state.town.phase) == (2, Phase.BEGUN)
    assert refused(played(CARD, "3 quit"), "fix pawn 3 b2", "M-6").why.key == "insider.gone"


def test_m_6_who_leaves_takes_pawns_and_cards_along():
    match = moving("fix pawn 1 b2", "fix table 1 1")
    say_all(match, "1 move b2 a2", "1 quit")
    assert (spots(match, 1), match.state.town.hands[0], match.state.turn) == ([], 0, 2)
    assert refused(match, "1 points", "M-6").why.key == "insider.gone"
    assert refused(match, "1 quit", "M-6").why.key == "insider.gone"
    assert refused(say_all(match, "2 points"), "2 play scandal 1 scandal 1", "M-6").why.key == "insider.gone"
    say_all(match, "3 quit")
    assert match.standing().winners == (2,)
    waiting = say_all(moving("fix table 2 3"), "1 play administrator 3 vip 3 - - - -", "2 guard 1", "2 quit")
    assert waiting.state.town.power is None, "it comes to nothing"
    alone = played(CARD, "1 points", "1 play scandal 1 scandal 2", "2 quit", seats=2)
    assert alone.standing().over


def test_the_table_may_play_on_after_a_correction_has_shown_a_winner():
    match = moving("fix table 1 1")
    say_all(
        match, "1 play trendsetter 3 hype", "unopposed", CARD, "fix round 1 table 1 2", "fix step 2 40", "undo"
    )
    assert match.state.inn.evaluations == 1
