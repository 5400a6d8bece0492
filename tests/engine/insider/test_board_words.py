"""Insider at `board` depth: what is said in words, what is told, and what the keys offer."""

import pytest

from engine.acts import read_act
from engine.game import FIX
from engine.verdicts import Impossible, player, say
from tests.engine.insider.boards import CARD, moving, played, refused

# --- words


@pytest.mark.parametrize(
    ("sentence", "key"),
    [
        ("1 dance", "act.unknown"),
        ("points", "act.needs-seat"),
        ("4 points", "act.no-such-seat"),
        ("1 unopposed", "act.table-only"),
        ("1 points now", "insider.no-words"),
        ("1 roll 7", "insider.roll-words"),
        ("1 draw 9", "insider.draw-words"),
        ("1 move a1", "insider.move-words"),
        ("1 move a1 zz", "insider.spot-words"),
        ("1 rob", "insider.rob-words"),
        ("1 rob a1-a2.1", "insider.place-words"),
        ("1 out b3", "insider.out-words"),
        ("1 out none", "insider.out-words"),
        ("1 out", "insider.out-words"),
        ("1 guard 4", "insider.guard-words"),
        ("1 play scandal", "insider.play-words"),
        ("1 play party 1 again", "insider.play-words"),
        ("1 play administrator 1 swap b2.1", "insider.swap-pawns"),
        ("1 play administrator 1 swap b2 b3", "insider.pawn-words"),
        ("1 play administrator 3 vip 7", "insider.vip-words"),
        ("1 play helicopter 1 fly b2", "insider.fly-words"),
        ("1 play helicopter 1 fly b2 a1-a2.1", "insider.place-words"),
        ("1 play scandal 1 scandal 9", "insider.whom-words"),
        ("1 play trendsetter 2 out b3 b4 c2 c1 d3 d1", "insider.out-words"),
        ("1 play trendsetter 2 out *", "act.open-value"),
        ("1 play trendsetter 2 out b3 *", "act.open-value"),
        ("1 play trendsetter 2 out b3 b4 *", "act.open-value"),
        ("fix pawn 1 zz", "insider.fix-spot-words"),
        ("fix pawn 1 a1 insider.1", "insider.fix-spot-words"),
        ("fix pawn 1 c3", "insider.fix-spot-words"),
        ("fix out b2 insider.1", "insider.fix-out-words"),
        ("fix nonsense", "insider.fix-words-board"),
        ("fix pawn 1", "insider.fix-words-board"),
        ("fix out", "insider.fix-words-board"),
        ("fix", "insider.fix-words-board"),
    ],
)
def test_words_that_are_no_act_are_answered_with_how_to_say_it(sentence, key):
    match = moving()
    assert refused(match, sentence, None).why.key == key
    with pytest.raises(Impossible):
        match.rules.play(match.state, read_act(sentence))


# --- what is told


def test_what_is_told_in_a_few_words():
    match = moving()

    def told(sentence):
        return match.tell(read_act(sentence))

    assert told("1 move a1 insider.2") == say(
        "insider.told-move",
        who=player(1),
        start=say("insider.pawn", pawn="a1"),
        target=say("insider.at-table", table="2"),
    )
    assert told("1 play scandal 2 rumours 3") == say("insider.told-rumours", who=player(1), other=player(3))
    assert told("1 play scandal 3 bomb").key == "insider.told-play"
    assert told("1 rob b2") == say("insider.told-rob", who=player(1), place="b2")
    assert told("2 guard 2") == say("insider.told-guard", who=player(2), count="2")
    assert told("1 roll 3 5").key == "insider.told-roll"
    assert told(CARD) == say("insider.told-card", size=5)
    assert told("unopposed") == say("insider.told-unopposed", who=say("nobody"))
    assert match.rules.reveals(read_act("1 exchange"))
    details = match.standing().details
    assert details["home"] == {"1": 7, "2": 7, "3": 7}
    assert (details["out"], details["phase"]) == (["b3", "c2", "c4", "d3"], "moving")


# --- the keys


def answered(match, act, *values):
    for value in values:
        offered = {answer.step.value: answer for answer in match.rules.answers(match.state, act)}
        act = offered[value].act
    return str(act)


def test_open_values_are_filled_in_with_the_keys():
    match = moving("fix table 2 3", "fix table 4 1")
    out, vip = read_act("1 play trendsetter 2 out *"), read_act("1 play administrator 3 vip *")
    assert answered(match, out, "none") == "1 play trendsetter 2 out none"
    assert answered(match, out, "b3", "b4", "none") == "1 play trendsetter 2 out b3 b4"
    assert answered(match, out, "b3", "b4", "c2", "d2") == "1 play trendsetter 2 out b3 b4 c2 d2"
    assert answered(match, vip, "1", "-", "3", "-", "-") == "1 play administrator 3 vip 1 - 3 - -"
    assert answered(match, vip, "-", "-", "-", "1", "3") == "1 play administrator 3 vip - - - 1 3"
    double = played(CARD, "1 roll 2 2")
    assert answered(double, read_act("1 out *"), "b3", "b4") == "1 out b3 b4"
    assert answered(match, FIX, "pawn", "2", "b2", "b2", "done") == "fix pawn 2 b2 b2"
    assert answered(match, FIX, "pawn", "2", "done") == "fix pawn 2 -"
    assert answered(match, FIX, "out", "b4", "b5", "c1", "c5") == "fix out b4 b5 c1 c5"
    assert answered(match, FIX, "out", "done") == "fix out -"
    assert answered(match, FIX, "hand", "2", "4") == "fix hand 2 4"
    assert answered(match, FIX, "step", "2", "4") == "fix step 2 4"
    assert answered(match, read_act("card 5: * / *"), "another", "typed").startswith("card 5: *")
    assert match.rules.answers(match.state, read_act("1 points")) == ()
    full = moving("fix pawn 1 b2 b2 b2 b2 b2 b2")
    assert answered(full, FIX, "pawn", "1", *["c1"] * 7) == "fix pawn 1 c1 c1 c1 c1 c1 c1 c1"


def test_the_keys_ask_for_the_size_of_a_card_while_none_lies_there():
    anew = played()
    (size,) = anew.rules.steps(anew.state, read_act("card 5: * / *"))
    assert size.value == "5"
    assert anew.rules.steps(moving().state, read_act("card 5: * / *")) == ()


def test_ir_10_after_a_seven_the_keys_offer_the_dice_only():
    match = played(CARD, "1 roll 3 4")
    offered = {act.verb for act in match.rules.wellformed(match.state) if match.rules.steps(match.state, act)}
    assert offered == {"roll"}
    assert match.rules.steps(match.state, read_act("1 points")) == ()
