"""Inside, rule by rule: each test names the rule it holds."""

import pytest

from engine.acts import Act, read_act
from engine.game import Setup
from engine.inside import State, legal, play, standing, start
from engine.inside.pyramid import BOARD, CARRIERS, CELLS, EVERY_CELL, FACES, INDEX, names
from engine.inside.scoring import squares
from engine.verdicts import BadSetup, Impossible, say
from tests.engine.games import begin, played, random_game, refused

SETUP = Setup("inside", ("Anna", "Ben"))
LIGHT, DARK = say("inside.player-light"), say("inside.player-dark")

# Three light cubes under 300, the last of them placed by Light.
THREE_LIGHT = ("1 place L400", "2 place L310", "1 place L301")


def cells(*wanted: str) -> int:
    return sum(1 << INDEX[name] for name in wanted)


def position(light: str, dark: str, stocks: tuple[tuple[int, int], tuple[int, int]], turn: int = 1) -> State:
    """Set up a position with cubes on the named cells; the rest is Inside's own business."""
    state = start(SETUP)
    wanted = dict.fromkeys(light.split(), "L") | dict.fromkeys(dark.split(), "D")
    for cell in sorted(wanted, key=INDEX.__getitem__):
        state = play(state, read_act(f"fix {cell} {wanted[cell]}"))
    return state._replace(stocks=stocks, turn=turn)


def test_id_1_there_are_35_cells_and_15_of_them_are_the_board():
    assert len(CELLS) == len(set(CELLS)) == 35
    assert all(sum(map(int, cell)) <= 4 for cell in CELLS)
    assert BOARD.bit_count() == 15
    assert all(sum(map(int, cell)) == 4 for cell in names(BOARD))
    assert "000" in CELLS


@pytest.mark.parametrize("sentence", ["1 place L500", "1 place D311", "1 bonus L999", "fix 500 L", "fix 222 -"])
def test_id_1_a_cell_that_does_not_exist_is_refused(sentence):
    refusal = refused(begin(), sentence)
    assert refusal.rule == "ID-1"
    assert refusal.why.key == "inside.no-cell"


def test_id_2_a_cell_above_the_board_rests_on_three():
    assert names(CARRIERS[INDEX["000"]]) == ("001", "010", "100")
    assert set(names(CARRIERS[INDEX["210"]])) == {"310", "220", "211"}
    assert CARRIERS[INDEX["310"]] == 0
    assert all(CARRIERS[i].bit_count() == 3 for i in range(15, 35))


def test_id_2_a_cell_that_is_not_carried_is_refused_and_what_is_missing_is_named():
    match = played("1 place L310", "2 place D220")
    refusal = refused(match, "1 place L210")
    assert refusal.rule == "ID-2"
    assert refusal.why == say("inside.not-carried", cell="210", empty=("211",))
    assert str(refusal.allowed[0]) == "1 place L211"
    assert match.play(read_act("1 place L211")) is None
    assert "2 place D210" in map(str, match.legal())


def test_id_2_a_taken_cell_is_refused():
    refusal = refused(played("1 place D310"), "2 place L310")
    assert refusal.rule == "ID-2"
    assert refusal.why == say("inside.taken", cell="310", cube=say("inside.cube-dark"))
    assert all(act in begin().rules.legal(played("1 place D310").state) for act in refusal.allowed)


def test_id_3_each_face_shows_fifteen_cells_and_four_show_on_none():
    assert [face.bit_count() for face in FACES.values()] == [15, 15, 15]
    assert set(names(EVERY_CELL & ~(FACES["X"] | FACES["Y"] | FACES["Z"]))) == {"111", "211", "121", "112"}
    assert names(FACES["X"] & FACES["Y"] & FACES["Z"]) == ("000",)
    assert set(names(FACES["X"] & FACES["Y"])) == {"004", "003", "002", "001", "000"}


def test_id_3_a_cube_on_an_edge_counts_on_two_faces():
    assert squares(played("1 place L400").state) == {"X": (0, 0), "Y": (1, 0), "Z": (1, 0)}


def test_id_4_the_stocks_and_who_begins():
    state = start(SETUP)
    assert state.stocks == ((13, 5), (5, 13))
    assert state.turn == 1
    assert sum(map(sum, state.stocks)) == 36


@pytest.mark.parametrize(
    ("setup", "key"),
    [
        (Setup("inside", ("Anna",)), "inside.two-players"),
        (Setup("inside", ("Anna", "Ben", "Carla")), "inside.two-players"),
        (Setup("inside", ("Anna", "Ben"), first=2), "inside.light-begins"),
    ],
)
def test_id_4_other_setups_are_refused(setup, key):
    with pytest.raises(BadSetup) as caught:
        start(setup)
    assert caught.value.why.key == key


def test_id_5_players_take_turns():
    match = played("1 place L310")
    refusal = refused(match, "1 place L400")
    assert refusal.rule == "ID-5"
    assert refusal.why == say("inside.not-your-turn", who=LIGHT, other=DARK)
    assert str(refusal.allowed[0]) == "2 place L400"


def test_id_5_either_colour_comes_from_the_own_stock():
    assert played("1 place D310").state.stocks == ((13, 4), (5, 13))
    assert played("1 place L310", "2 place L400").state.stocks == ((12, 5), (4, 13))


def test_id_5_a_colour_that_is_used_up_is_refused():
    state = position("400", "", ((12, 5), (0, 13)), turn=2)
    refusal = begin().rules.judge(state, read_act("2 place L310"))
    assert refusal.rule == "ID-5"
    assert refusal.why == say("inside.none-left", who=DARK, cube=say("inside.cube-light"))
    assert str(refusal.allowed[0]) == "2 place D310"


def test_id_5_a_placed_cube_never_moves():
    for rules, state, act in random_game(SETUP, seed=5):
        after = rules.play(state, act)
        for colour in (0, 1):
            assert state.cubes[colour] & ~after.cubes[colour] == 0


def test_id_6_three_of_one_colour_oblige_to_a_bonus_from_the_opponents_stock():
    match = played(*THREE_LIGHT)
    assert match.state.turn == 1
    assert [str(act) for act in match.legal()] == ["1 bonus L300", "1 bonus D300"]
    before = match.state.stocks
    match.play(read_act("1 bonus D300"))
    assert match.state.stocks == (before[0], (before[1][0], before[1][1] - 1))
    assert match.state.turn == 2


def test_id_6_nothing_else_is_placed_before_the_bonus():
    refusal = refused(played(*THREE_LIGHT), "1 place L220")
    assert refusal.rule == "ID-6"
    assert refusal.why == say("inside.bonus-first", cells=("300",), other=DARK)
    assert [str(act) for act in refusal.allowed] == ["1 bonus L300"]


def test_id_6_the_bonus_goes_on_the_new_cell_only():
    refusal = refused(played(*THREE_LIGHT), "1 bonus L220")
    assert refusal.rule == "ID-6"
    assert refusal.why == say("inside.not-owed", cell="220", cells=("300",))


def test_id_6_the_opponent_waits_for_the_bonus():
    refusal = refused(played(*THREE_LIGHT), "2 place D220")
    assert refusal.rule == "ID-6"
    assert refusal.why == say("inside.other-owes", who=LIGHT, cells=("300",), other=DARK)


def test_id_6_a_bonus_of_a_colour_the_opponent_lacks_is_refused():
    state = played(*THREE_LIGHT).state._replace(stocks=((12, 5), (0, 13)))
    refusal = begin().rules.judge(state, read_act("1 bonus L300"))
    assert refusal.rule == "ID-6"
    assert refusal.why == say("inside.none-left", who=DARK, cube=say("inside.cube-light"))
    assert [str(act) for act in refusal.allowed] == ["1 bonus D300"]


def test_id_6_without_three_of_one_colour_there_is_no_bonus():
    match = played("1 place L400", "2 place D310", "1 place L301")
    assert match.state.turn == 2
    refusal = refused(match, "2 bonus L300")
    assert refusal.rule == "ID-6"
    assert refusal.why == say("inside.no-bonus", who=DARK)


def test_id_6_the_three_may_be_of_the_other_colour():
    match = played("1 place L004", "2 place D400", "1 place D310", "2 place D301")
    assert [str(act) for act in match.legal()] == ["2 bonus L300", "2 bonus D300"]


def test_id_7_several_bonus_cells_are_filled_in_any_order():
    lead = ("1 place L400", "2 place L301", "1 place L220", "2 place L211", "1 place L310")
    match = played(*lead)
    assert names(match.state.owed) == ("210", "300")
    other_way = played(*lead)
    for sentence in ("1 bonus D300", "1 bonus D210"):
        assert match.play(read_act(sentence)) is None
    for sentence in ("1 bonus D210", "1 bonus D300"):
        assert other_way.play(read_act(sentence)) is None
    assert match.state == other_way.state
    assert match.state.turn == 2


def test_id_8_a_bonus_cube_can_oblige_to_another():
    state = position("400 310 301 220 211 210 202 201", "", ((8, 5), (3, 13)))
    state = play(state, read_act("fix 300 -"))._replace(owed=cells("300"))
    state = play(state, read_act("1 bonus L300"))
    assert state.turn == 1
    assert names(state.owed) == ("200",)
    state = play(state, read_act("1 bonus D200"))
    assert (state.turn, state.owed) == (2, 0)


def test_id_9_no_bonus_from_an_empty_stock_and_the_cell_stays_open():
    state = position("400 310", "", ((11, 5), (0, 0)))
    state = play(state, read_act("1 place L301"))
    assert (state.turn, state.owed) == (1, 0)
    assert "1 place L300" in map(str, legal(state))
    refusal = begin().rules.judge(state, read_act("1 bonus L300"))
    assert refusal.rule == "ID-9"
    assert refusal.why == say("inside.no-bonus-stock", other=DARK)
    assert begin().is_ruling(refusal)


def test_id_9_the_last_cube_of_the_opponent_pays_only_one_of_two_bonuses():
    state = position("400 301 220 211", "", ((9, 5), (0, 1)))
    state = play(state, read_act("1 place L310"))
    assert names(state.owed) == ("210", "300")
    state = play(state, read_act("1 bonus D300"))
    assert (state.turn, state.owed) == (1, 0)
    assert {"1 place L210", "1 place L202"} <= set(map(str, legal(state)))


def test_id_10_who_has_no_cube_left_is_passed_over():
    state = position("400", "", ((12, 5), (0, 0)))
    state = play(state, read_act("1 place L040"))
    assert state.turn == 1
    refusal = begin().rules.judge(state, read_act("2 place D310"))
    assert refusal.rule == "ID-10"
    assert refusal.why == say("inside.empty-handed", who=DARK, other=LIGHT)


def test_id_11_the_full_pyramid_ends_the_game_and_two_faces_win():
    for seed in range(20):
        for rules, state, act in random_game(SETUP, seed):
            assert not standing(state).over
            last = rules.play(state, act)
        result = standing(last)
        assert result.over
        assert sum(map(sum, last.stocks)) == 1
        assert sum(result.points.values()) == 3
        (winner,) = result.winners
        assert result.points[winner] >= 2
        assert legal(last) == []
        refusal = rules.judge(last, read_act("1 place L000"))
        assert (refusal.rule, refusal.why.key) == ("ID-11", "inside.over-full")


def test_id_11_eight_squares_take_a_face():
    light = "004 013 022 031 040 003 012 021"
    others = "103 112 121 202"
    assert standing(position(light, others, ((5, 5), (5, 13)))).points == {1: 1, 2: 0}
    assert standing(position(light.removesuffix(" 021"), others, ((6, 5), (5, 13)))).points == {1: 0, 2: 0}


def test_the_standing_tells_faces_and_stocks_as_json_can_hold_them():
    details = standing(played("1 place L400", "2 place D310").state).details
    assert details["faces"] == {
        "X": {"light": 0, "dark": 0},
        "Y": {"light": 1, "dark": 0},
        "Z": {"light": 1, "dark": 1},
    }
    assert details["stocks"] == {"1": {"light": 12, "dark": 5}, "2": {"light": 5, "dark": 12}}


@pytest.mark.parametrize(
    "sentence",
    [
        "1 place", "1 place L310 L400", "1 place X310", "1 place 310", "1 place L31", "1 place L3100",
        "1 place L٣١٠",
        "0 place L310", "3 place L310", "place L310", "1 dance", "1 quit now", "3 quit", "quit", "fix", "fix 310",
        "fix 310 X", "fix turn 3", "fix turn", "1 fix 310 L", "fix zzz L",
    ],
)  # fmt: skip
def test_words_that_are_no_act_get_a_sentence_and_no_rule(sentence):
    assert refused(begin(), sentence).rule is None


def test_a_player_who_quits_loses_and_nobody_plays_on():
    match = played("1 place L310", "2 quit")
    assert match.standing().over
    assert match.standing().winners == (1,)
    assert match.legal() == []
    assert refused(match, "1 place L400").rule == "M-6"
    assert refused(match, "1 quit").rule == "M-6"


def test_m_6_nobody_leaves_a_game_that_is_over():
    for rules, state, act in random_game(SETUP, seed=1):
        last = rules.play(state, act)
    assert rules.judge(last, read_act("1 quit")).rule == "ID-11"


# --- corrections


def test_fix_sets_changes_and_empties_a_cell():
    match = played("fix 310 L")
    assert match.state.stocks == ((12, 5), (5, 13))
    match.play(read_act("fix 310 D"))
    assert match.state.stocks == ((13, 4), (5, 13))
    match.play(read_act("fix 310 -"))
    assert match.state == begin().state


def test_fix_keeps_what_could_not_exist_out():
    match = played("fix 400 L", "fix 310 L", "fix 301 L", "fix 300 D")
    assert refused(match, "fix 310 -").rule == "ID-2"
    assert refused(match, "fix 310 -").why == say("inside.carries", cell="310", carried=("300",))
    assert refused(match, "fix 210 D").rule == "ID-2"


def test_fix_cannot_set_a_nineteenth_cube_of_a_colour():
    match = begin()
    for cell in CELLS[:18]:
        assert match.play(read_act(f"fix {cell} L")) is None
    assert match.state.stocks == ((0, 5), (0, 13))
    refusal = refused(match, f"fix {CELLS[18]} L")
    assert refusal.rule == "ID-4"
    assert match.play(read_act(f"fix {CELLS[17]} -")) is None
    assert match.state.stocks == ((1, 5), (0, 13))


def test_an_empty_word_is_no_cube():
    assert begin().rules.judge(begin().state, Act(1, "place", ("",))).rule is None


def test_fix_turn_gives_the_turn_and_drops_a_bonus():
    match = played(*THREE_LIGHT, "fix turn 2")
    assert (match.state.turn, match.state.owed) == (2, 0)
    assert refused(played(*THREE_LIGHT), "fix turn 0").rule is None


def test_fix_turn_does_not_wake_who_has_no_cubes():
    state = position("400", "", ((12, 5), (0, 0)))
    assert begin().rules.judge(state, read_act("fix turn 2")).rule == "ID-10"


def test_fix_settles_an_owed_bonus_when_its_reason_is_gone():
    still = played(*THREE_LIGHT, "fix 220 D").state
    assert (still.turn, still.owed) == (1, cells("300"))
    for sentence in ("fix 310 D", "fix 300 D"):
        after = played(*THREE_LIGHT, sentence).state
        assert (after.turn, after.owed) == (2, 0), "Light has had its turn"


def test_fix_to_what_is_there_changes_nothing():
    match = played("1 place D310", "2 place L400")
    before = match.state
    match.play(read_act("fix 400 L"))
    match.play(read_act("fix turn 1"))
    assert match.state == before


def test_fix_of_a_mistyped_colour_is_charged_to_who_placed_the_cube():
    assert (
        played("1 place L400", "2 place D310", "fix 310 L").state == played("1 place L400", "2 place L310").state
    )


def test_overruling_keeps_the_duty_of_who_owes_a_bonus():
    for sentence in ("overrule 1 place L220", "overrule 2 place L220"):
        state = played(*THREE_LIGHT, sentence).state
        assert (state.turn, state.owed) == (1, cells("300"))


def test_who_has_left_stays_away_whatever_is_overruled():
    match = played("1 place L310", "2 quit", "overrule 1 place L400", "overrule 2 place L301", "fix 220 D")
    assert match.standing().winners == (1,)


def test_fix_that_takes_the_last_cube_passes_the_turn():
    state = position("400", "", ((1, 0), (5, 13)))
    after = play(state, read_act("fix 310 L"))
    assert after.turn == 2


def test_fix_that_takes_the_opponents_last_cube_drops_the_bonus():
    state = played(*THREE_LIGHT).state._replace(stocks=((0, 5), (1, 0)))
    after = play(state, read_act("fix 220 L"))
    assert after.stocks == ((0, 5), (0, 0))
    assert (after.turn, after.owed) == (1, 0)


def test_what_the_state_cannot_hold_raises_and_says_why():
    state = begin().state
    for sentence in ("1 place L210", "1 dance", "1 place", "3 place L310"):
        with pytest.raises(Impossible):
            play(state, read_act(sentence))
    with pytest.raises(Impossible) as caught:
        play(position("400", "", ((12, 5), (0, 13))), read_act("2 place L310"))
    assert caught.value.rule == "ID-5"


def corrections(*sentences, begun="fix *"):
    """List what the keys offer to correct: the value, and whether it is hollow."""
    match = played(*sentences)
    return {answer.step.value: answer for answer in match.rules.answers(match.state, read_act(begun))}


def test_a_correction_is_said_with_the_keys_a_cell_and_what_stands_there_or_whose_turn_it_is():
    assert list(corrections()) == ["cell", "turn"]
    cells = corrections(begun="fix cell *")
    assert str(cells["310"].act) == "fix 310 *"
    assert [str(answer.act) for answer in corrections(begun="fix 310 *").values()] == [
        "fix 310 L",
        "fix 310 D",
        "fix 310 -",
    ]
    assert [str(answer.act) for answer in corrections(begun="fix turn *").values()] == ["fix turn 1", "fix turn 2"]


def test_a_correction_that_could_not_exist_is_hollow():
    carried = ("1 place L310", "2 place D211", "1 place L220")
    assert corrections(*carried, "2 place D210", begun="fix 310 *")["-"].hollow, "210 rests on it"
    assert corrections(*carried, begun="fix 210 *")["L"].hollow is False
    assert corrections(begun="fix 000 *")["L"].hollow
    assert not corrections(begun="fix 000 *")["-"].hollow, "it is empty, and stays so"


def test_nothing_else_of_inside_has_an_open_value():
    assert corrections(begun="1 place *") == {}
    assert corrections(begun="fix 500 *") == {}
