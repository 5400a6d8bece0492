"""The search of Inside: its positions follow the rules, its proofs are right, its levels keep to their budget."""

import random
from itertools import pairwise

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.advisor import OPPONENT, opponent_of, opponent_tag
from engine.game import Setup
from engine.inside import legal, play, start
from engine.inside.scoring import standing
from engine.inside.search import Advisor
from engine.inside.search.alphabeta import WON, AlphaBeta
from engine.inside.search.estimate import light_chance
from engine.inside.search.levels import LEVELS
from engine.inside.search.position import act_of, after, cells_left, key, moves, pack, winner
from engine.inside.search.solver import Solver
from engine.inside.search.work import Meter, run
from engine.inside.state import State, is_over
from tests.depth import depth, seeds
from tests.engine.games import played, random_game
from tests.engine.inside.naive_minimax import winning
from tests.engine.inside.slow_inside import SlowInside

SETUP = Setup("inside", ("Anna", "Ben"))
MIDDLE = (("121", "211"), ("211", "121"))
ENOUGH = 10_000_000
NODES_OF_15 = 1_600
"""Positions that the solver looks at with 15 cells left, in one game; 1,502 when this was written."""
FORCED = (
    *("1 place L310", "2 place D040", "1 place L301", "2 place D004", "1 place L400"),
    *("1 bonus D300", "2 place D130", "1 place L112"),
)


def random_state(seed: int, left: int) -> State:
    """Play at random until so many cells are left."""
    acts = list(random_game(SETUP, seed))
    return acts[35 - left][1]


def slow_copy(state: State, seed: int, left: int) -> SlowInside:
    slow = SlowInside()
    for _rules, before, act in random_game(SETUP, seed):
        if before == state:
            break
        slow.hear(act)
    assert len(slow.cubes) == 35 - left
    return slow


def solve(position, entries=250_000):
    meter = Meter()
    return run(meter, Solver(meter, entries).winner(position), ENOUGH)


# --- positions


@pytest.mark.parametrize("seed", seeds(30, fast=8))
def test_packed_positions_follow_the_rules_act_by_act(seed):
    for _rules, state, act in random_game(SETUP, seed):
        position = pack(state)
        by_act = {act_of(position, move): move for move in moves(position)}
        assert set(by_act) == set(legal(state))
        assert cells_left(position) == Advisor().left(state)
        following = play(state, act)
        if not is_over(following):
            assert key(after(position, by_act[act])) == key(pack(following))
            assert moves(after(position, by_act[act])) == moves(pack(following))


@pytest.mark.parametrize("seed", seeds(40, fast=6))
def test_a_position_is_won_early_only_if_the_rest_cannot_change_it(seed):
    states = [state for _, state, _ in random_game(SETUP, seed)]
    *_, (_, last, act) = random_game(SETUP, seed)
    (won,) = standing(play(last, act)).winners
    known = [winner(pack(state)) for state in states]
    assert set(known) <= {None, won - 1}
    assert all(first is None or first == second for first, second in pairwise(known))


def test_positions_that_no_future_can_tell_apart_share_a_key():
    """211 and 121 show on no face, and every cell above them rests on both colours whichever is light."""
    mixed = (
        *("1 place L310", "2 place D220", "1 place L301", "2 place D202"),
        *("1 place L130", "2 place D022", "1 place L031"),
    )
    one = played(*mixed, "2 place D211", "1 place L121").state
    other = played(*mixed, "2 place D121", "1 place L211").state
    assert one.cubes != other.cubes
    assert key(pack(one)) == key(pack(other))
    early = [played("1 place D022", f"2 place D{dark}", f"1 place L{light}").state for dark, light in MIDDLE]
    assert key(pack(early[0])) != key(pack(early[1])), "021 can still get three dark carriers"


# --- proofs


@pytest.mark.parametrize("seed", seeds(60, fast=6))
def test_winners_and_winning_acts_agree_with_naive_minimax(seed):
    left = 12 - seed % 7
    state = random_state(seed, left)
    slow = slow_copy(state, seed, left)
    best = winning(slow, {})
    verdict = Advisor().verdict(state, left=12, nodes=ENOUGH)
    assert {(a.seat, a.verb, a.args[0][0], tuple(map(int, a.args[0][1:]))) for a in verdict.best} == best
    assert verdict.winner == (state.turn if best else 3 - state.turn)
    assert verdict.chances == ((1, 0) if verdict.winner == 1 else (0, 1))


@pytest.mark.parametrize("left", range(10, 19))
def test_a_position_is_worth_its_best_successor_and_perfect_plays_it(left):
    for seed in range(depth(1, full=111)):
        state = random_state(1000 + seed, left)
        position = pack(state)
        after_each = {act_of(position, move): solve(after(position, move)) for move in moves(position)}
        best = {act for act, won in after_each.items() if won == position[6]}
        assert solve(position) == (position[6] if best else 1 - position[6])
        thinking = Advisor().think(state, "perfect")
        assert thinking.work(ENOUGH)
        assert thinking.is_proven
        assert thinking.best in best or not best
        assert thinking.winner == solve(position)


@pytest.mark.parametrize("seed", range(3))
def test_a_small_table_forgets_but_never_errs(seed):
    position = pack(random_state(seed, 14))
    meter = Meter()
    solver = Solver(meter, entries=50)
    assert run(meter, solver.winner(position), ENOUGH) == solve(position)
    assert len(solver._table) <= 50 + 1024


@pytest.mark.parametrize("seed", range(4))
def test_the_main_line_keeps_the_win_to_its_end(seed):
    position = pack(random_state(seed, 13))
    meter = Meter()
    solver = Solver(meter)
    won = run(meter, solver.winner(position), ENOUGH)
    line = run(meter, solver.line(position), ENOUGH)
    for move in line:
        assert move in moves(position)
        position = after(position, move)
        assert solve(position) == won
    assert winner(position) == won


def test_work_in_slices_finds_the_same_with_the_same_nodes():
    position = pack(random_state(7, 15))
    whole, sliced = Meter(), Meter()
    won = run(whole, Solver(whole).winner(position), ENOUGH)
    search = Solver(sliced).winner(position)
    while (found := run(sliced, search, 100)) is None:
        assert sliced.nodes <= whole.nodes
    assert (found, sliced.nodes) == (won, whole.nodes)


def test_a_position_that_was_solved_is_not_solved_again():
    meter = Meter()
    solver = Solver(meter)
    position = pack(random_state(7, 15))
    run(meter, solver.winner(position), ENOUGH)
    assert meter.nodes <= NODES_OF_15
    before = meter.nodes
    run(meter, solver.winner(position), ENOUGH)
    assert meter.nodes == before


# --- verdicts


def test_a_position_that_is_too_large_or_too_hard_is_not_solved():
    state = random_state(5, 18)
    advisor = Advisor()
    for left, nodes in ((17, ENOUGH), (18, 30)):
        verdict = advisor.verdict(state, left, nodes)
        assert verdict.winner is None
        assert verdict.best is None
        assert 0 < verdict.chances[0] < 1
        assert sum(verdict.chances) == pytest.approx(1)
    before = advisor.meter.nodes
    advisor.verdict(state, 18, 500)
    assert advisor.meter.nodes - before <= 1000, "the proof, then an estimate"
    assert Advisor().verdict(state, 18, 0).chances == (0.5, 0.5)


def test_the_estimate_of_one_state_is_fair_to_both_seats():
    start_chances = Advisor().verdict(start(SETUP), 18, ENOUGH).chances
    assert 0.3 < start_chances[0] < 0.7
    dark_moves = Advisor().verdict(played("1 place L310").state, 18, ENOUGH).chances
    assert 0.3 < dark_moves[0] < 0.7


def test_a_game_that_is_over_has_its_winner():
    assert Advisor().verdict(played("1 quit").state, 18, 0).winner == 2
    *_, (rules, state, act) = random_game(SETUP, 3)
    over = rules.play(state, act)
    verdict = Advisor().verdict(over, 18, 0)
    assert (verdict.winner,) == standing(over).winners
    assert verdict.best == ()


# --- looking ahead


@pytest.mark.parametrize("seed", range(5))
def test_alpha_beta_to_the_end_agrees_with_the_solver(seed):
    position = pack(random_state(seed, 8))
    meter = Meter()
    ranked = run(meter, AlphaBeta(meter, entries=20).rank(position, 30, 0, moves(position)), ENOUGH)
    assert abs(ranked[0].value) >= WON
    assert (ranked[0].value > 0) == (solve(position) == position[6])


@pytest.mark.parametrize("seed", range(3))
def test_alpha_beta_agrees_with_plain_minimax_at_every_depth(seed):
    position = pack(random_state(seed, 22))

    def plain(position, turns, player):
        decided = winner(position)
        if decided is not None:
            value = WON + cells_left(position) / 100
            return value if decided == player else -value
        if turns == 0:
            value = 2 * light_chance(position) - 1
            return -value if player else value
        values = []
        for move in moves(position):
            child = after(position, move)
            values.append(plain(child, turns if child[2] else turns - 1, player))
        return max(values) if position[6] == player else min(values)

    meter = Meter()
    alphabeta = AlphaBeta(meter)
    for turns in (1, 2, 3):
        ranked = run(meter, alphabeta.rank(position, turns, 0, moves(position)), ENOUGH)
        assert ranked[0].value == pytest.approx(plain(position, turns, position[6]))


# --- levels


def test_the_levels_are_those_that_the_game_names():
    assert tuple(LEVELS) == GAMES["inside"].levels
    assert isinstance(GAMES["inside"].advisor(entries=10), Advisor)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_whole_game_by_the_rules(level):
    advisor, state = Advisor(nodes=500), start(SETUP)
    while not is_over(state):
        thinking = advisor.think(state, level, seed=4)
        while not thinking.work(1000):
            assert thinking.best in legal(state)
        state = play(state, thinking.best)


def test_the_same_seed_chooses_the_same_and_another_one_differs():
    def opening(seed):
        advisor, state, said = Advisor(), start(SETUP), []
        for _ in range(6):
            thinking = advisor.think(state, "beginner", seed)
            thinking.work(ENOUGH)
            said.append(thinking.best)
            state = play(state, said[-1])
        return said

    assert opening(1) == opening(1)
    assert len({tuple(opening(seed)) for seed in range(5)}) > 1


def test_each_level_above_easy_looks_further_ahead_than_the_one_below():
    looked_at = []
    for level in ("easy", "medium", "hard"):
        advisor = Advisor(nodes=ENOUGH)
        advisor.think(random_state(3, 24), level).work(ENOUGH)
        looked_at.append(advisor.meter.nodes)
    assert looked_at == sorted(set(looked_at))


def test_there_is_an_answer_before_any_work_and_it_stops_in_the_budget():
    advisor = Advisor(nodes=20_000)
    thinking = advisor.think(start(SETUP), "perfect")
    assert thinking.best in legal(start(SETUP))
    assert not thinking.work(5_000)
    assert advisor.meter.nodes == 5_000
    assert thinking.work(30_000)
    assert advisor.meter.nodes <= 22_000


def result(levels, seed):
    chance, state = random.Random(seed), start(SETUP)
    for _ in range(2):
        state = play(state, chance.choice(legal(state)))
    advisors = [Advisor(nodes=2_000) for _ in levels]
    while not is_over(state):
        thinking = advisors[state.turn - 1].think(state, levels[state.turn - 1], seed)
        thinking.work(ENOUGH)
        state = play(state, thinking.best)
    return standing(state).winners[0]


@pytest.mark.parametrize(("strong", "weak"), [("easy", "beginner"), ("medium", "easy")])
def test_a_level_beats_the_one_below(strong, weak):
    """The benchmark measures all of them; these are quick."""
    won = sum(result((strong, weak), seed) == 1 for seed in range(10))
    won += sum(result((weak, strong), seed) == 2 for seed in range(10))
    assert won >= 13


# --- reasons


def why(state, level="perfect", nodes=ENOUGH):
    thinking = Advisor().think(state, level)
    thinking.work(nodes)
    return thinking.reason()


def reason_of(state, said, known=None):
    from engine.inside.search.reasons import reason

    position = pack(state)
    return reason(position, next(m for m in moves(position) if str(act_of(position, m)) == said), known)


def test_a_proven_move_wins_by_force_or_makes_it_hardest():
    keys = {why(random_state(seed, 9)).key for seed in range(8)}
    assert keys == {"inside.why-wins", "inside.why-hardest"}


def test_what_a_move_does_is_its_reason():
    threat = played("1 place L310", "2 place D040", "1 place L301").state
    assert reason_of(threat, "2 place D400").key == "inside.why-avoids"
    assert reason_of(threat, "2 place L400").args == (("cells", ("300",)),)
    assert reason_of(threat, "2 place D130").key == "inside.why-best"
    assert reason_of(start(SETUP), "1 place L310").key == "inside.why-best"


def test_taking_a_face_is_a_reason():
    for seed in range(40):
        for _, state, act in random_game(SETUP, seed):
            before, after_it = standing(state), standing(play(state, act))
            if after_it.points[state.turn] > before.points[state.turn] and not state.owed:
                told = reason_of(state, str(act))
                assert told.key == "inside.why-face"
                (face,) = (
                    face
                    for face, counts in after_it.details["faces"].items()
                    if max(counts.values()) >= 8 > max(before.details["faces"][face].values())
                )
                assert told.args == (("face", face),)
                return
    pytest.fail("no face was taken")


def test_a_correction_is_just_another_state():
    state = played(*FORCED).state
    fixed = play(state, read_act("fix turn 2"))
    assert Advisor().verdict(fixed, 35, 100).winner is None
    thinking = Advisor().think(fixed, "easy")
    thinking.work(ENOUGH)
    assert thinking.best in legal(fixed)


# --- the tag


@pytest.mark.parametrize(
    "value", ["", "2", "3 hard", "0 hard", "2  hard", "hard", "2 godlike", "² hard", "2 hard "]
)
def test_a_tag_that_names_no_opponent_is_ignored(value):
    assert opponent_of(SETUP._replace(tags={OPPONENT: value}), LEVELS) is None


def test_the_tag_of_an_opponent_is_read_as_it_is_written():
    assert opponent_of(SETUP, LEVELS) is None
    for seat in (1, 2):
        assert opponent_of(SETUP._replace(tags={OPPONENT: opponent_tag(seat, "easy")}), LEVELS) == (seat, "easy")
