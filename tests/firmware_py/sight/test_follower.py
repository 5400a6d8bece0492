"""The follower without any picture: a reading is explained by the shortest legal acts, asked about, or named."""

import random

import engine.inside as rules
from engine.acts import read_act
from engine.game import Setup
from firmware_py.games.inside import sight
from firmware_py.sight.follower import MOST_ANSWERS, Finding, follow
from firmware_py.sight.reading import MOST_COST, NOTHING, Reading

START = rules.start(Setup("inside", ("Anna", "Ben")))


def after(*acts):
    state = START
    for act in acts:
        assert rules.judge(state, read_act(act)) is None
        state = rules.play(state, read_act(act))
    return state


def reading(state, **costs):
    """Return a clear reading of a state; costs of pieces at some cells instead: `c310={"L": 0, "D": 1}`."""
    seen = {
        cell: {piece: 0.0 if piece == there else MOST_COST for piece in "LD-"}
        for cell, there in sight.expected(state)
    }
    return Reading(
        {
            **seen,
            **{name[1:]: {piece: float(cost) for piece, cost in some.items()} for name, some in costs.items()},
        }
    )


def found(state, seen):
    return follow(rules, state, sight, seen)


def words(acts):
    return [str(act) for act in acts]


def test_a_table_that_agrees_gives_nothing():
    state = after("1 place L310", "2 place D220")
    assert found(state, reading(state)) == Finding()


def test_one_act_is_entered():
    state = after("1 place L310")
    assert words(found(state, reading(after("1 place L310", "2 place D004"))).acts) == ["2 place D004"]


def test_a_cube_and_its_bonus_are_entered_in_their_order():
    before = ("1 place L310", "2 place L220", "1 place D004", "2 place D040")
    state = after(*before)
    then = after(*before, "1 place L211", "1 bonus L210")
    assert words(found(state, reading(then)).acts) == ["1 place L211", "1 bonus L210"]


def test_an_unclear_colour_is_asked_with_the_likelier_one_first():
    state = after("1 place L310")
    seen = reading(after("1 place L310", "2 place D004"), c004={"L": 1.5, "D": 0.0, "-": 30.0})
    finding = found(state, seen)
    assert [words(acts) for acts in finding.question] == [["2 place D004"], ["2 place L004"]]
    assert not finding.acts


def test_whether_a_cube_is_there_at_all_can_be_asked():
    state = after("1 place L310")
    seen = reading(after("1 place L310", "2 place D004"), c004={"L": 30.0, "D": 0.0, "-": 4.0})
    assert [words(acts) for acts in found(state, seen).question] == [["2 place D004"], []]


def test_at_most_three_answers_are_offered():
    state = after("1 place L310")
    unclear = {"L": 0.0, "D": 0.5, "-": 1.0}
    finding = found(state, reading(state, c004=unclear, c040=unclear, c022=unclear))
    assert len(finding.question) <= MOST_ANSWERS
    assert not finding.acts


def test_an_illegal_act_is_named_like_a_refusal_by_id_2():
    state = after("1 place L310", "2 place D220")
    floating = reading(state, c112={"-": 40.0, "L": 0.0, "D": 40.0}, c111={"-": 40.0, "L": 40.0, "D": 0.0})
    assert found(state, floating).differs is not None
    taken = after("1 place L310", "2 place L220", "1 place D004")
    turned = reading(taken, c310={"L": 40.0, "D": 0.0, "-": 40.0})
    assert found(taken, turned).differs.places == (("310", "D", "L"),)


def test_a_bonus_that_was_left_out_is_named_by_id_6():
    """Ben lays a cube while Anna still owes the bonus."""
    owed = after("1 place L310", "2 place L220", "1 place D004", "2 place D040", "1 place L211")
    seen = reading(owed, c022={"-": 40.0, "L": 40.0, "D": 0.0})
    differs = found(owed, seen).differs
    assert differs.refusal.rule == "ID-6"
    assert str(differs.act).endswith("place D022")
    assert differs.refusal.allowed


def test_a_cube_of_the_other_stock_is_named_by_id_6():
    """Anna has no dark cube left, and no bonus."""
    acts = ("1 place D310", "2 place L220", "1 place D004", "2 place L040", "1 place D022", "2 place L103")
    acts += ("1 place D301", "2 place L130", "1 place D112", "2 place L013")
    state = after(*acts)
    assert state.stocks == ((13, 0), (0, 13))
    differs = found(state, reading(state, c400={"-": 40.0, "L": 40.0, "D": 0.0})).differs
    assert (differs.refusal.rule, str(differs.act)) == ("ID-6", "1 bonus D400")


def test_cells_that_do_not_show_speak_against_nothing():
    state = after("1 place L310")
    then = reading(after("1 place L310", "2 place D004"))
    costs = {cell: some for cell, some in then.costs.items() if cell in {"310", "004"}}
    assert words(found(state, Reading(costs)).acts) == ["2 place D004"]
    assert found(state, Reading({})) == Finding()


def test_whole_random_games_are_followed_act_by_act():
    for seed in range(6):
        chance, state = random.Random(seed), START
        while not rules.standing(state).over:
            act = chance.choice(rules.legal(state))
            then = rules.play(state, act)
            assert found(state, reading(then)).acts == (act,)
            state = then


def test_a_reading_says_what_is_clear_and_what_is_not():
    seen = Reading(
        {"310": {"L": 0.0, "D": 9.0, "-": 20.0}, "004": {"L": 0.0, "D": 1.0}, "040": {NOTHING: 0.0, "L": 30.0}}
    )
    assert seen.pieces == {"310": "L"}
    assert seen.unsure == ("004",)
