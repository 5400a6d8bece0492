"""Insider at stair depth, whole games: compared with a naive scorer, and shaken."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.acts import Act, read_act
from engine.game import FIX
from engine.insider import answers, judge, legal, play, start, steps, wellformed
from engine.insider.cards import SIZES
from engine.insider.publicity import HIGHEST, account
from engine.verdicts import Impossible
from tests.depth import examples, seeds, slow_unless
from tests.engine.games import STAIRS, TYPICAL, filled
from tests.engine.insider.slow_insider import SlowInsider

setups = pytest.mark.parametrize(
    "setup", slow_unless(STAIRS, TYPICAL), ids=lambda setup: f"{len(setup.players)} players"
)
BUSY = {"seat": 12, "swap": 2, "leave": 1, "card": 30, "stop": 2}
"""How often things are done at a real table, where most is sitting down; everything else counts 1."""


def lively_game(setup, chance, fixes=0.0):
    """Play a game as a table would, with corrections and players who leave now and then."""
    import engine.insider as rules

    state = rules.start(setup)
    while acts := legal(state):
        if chance.random() < fixes:
            act = a_fix(state, chance)
        elif chance.random() < 0.002:
            act = Act(chance.choice(legal(state)).seat or 1, "quit")
        else:
            verbs = sorted({act.verb for act in acts})
            verb = chance.choices(verbs, [BUSY.get(verb, 1) for verb in verbs])[0]
            act = filled(rules, state, chance.choice([act for act in acts if act.verb == verb]), chance)
        if judge(state, act) is None:
            yield state, act
            state = play(state, act)


def a_fix(state, chance):
    inn = state.inn
    who = chance.choice([*state.seats, "-"])
    kinds = [f"fix step {chance.choice(state.seats)} {chance.randint(-12, 38)}"]
    if inn.card is not None:
        kinds.append(f"fix table {chance.randint(1, len(inn.tables))} {who}")
    if inn.evaluations:
        past = chance.randint(1, inn.evaluations)
        kinds.append(f"fix round {past} table {chance.randint(1, 7)} {who}")
        size = chance.choice(SIZES[len(state.owed)])
        values = " ".join(str(chance.randint(-9, 20)) for _ in range(size))
        kinds.append(f"fix round {past} card {size}: {values} / {chance.randint(-20, 0)}")
    return read_act(chance.choice(kinds))


@setups
@pytest.mark.parametrize("seed", seeds(60, fast=15))
def test_random_games_agree_in_every_step_with_a_naive_scorer(setup, seed):
    slow = SlowInsider(len(setup.players))
    for state, act in lively_game(setup, random.Random(seed), fixes=0.0 if seed % 2 else 0.05):
        slow.say(str(act))
        after = play(state, act)
        same(after, slow)
    assert after.inn.evaluations == slow.evaluations()


def same(state, slow):
    """Compare a position with the naive scorer's."""
    inn = state.inn
    assert inn.steps == slow.steps()
    assert dict(filter(lambda item: item[1], enumerate(inn.tables, start=1))) == slow.sitting
    assert (state.turn, list(state.owed)) == (slow.turn, list(slow.missing.values()))
    assert inn.rumours == set(slow.rumours)
    assert (None if inn.card is None else list(inn.card.values)) == slow.values
    assert (None if inn.end is None else (inn.end.after, inn.end.winners)) == slow.over()
    if inn.card is None and not inn.is_over:
        assert [str(act) for act in legal(state) if act.seat is None] == slow.cards_due()


def whole(state):
    """The invariants of every position, however it came about."""
    inn, players = state.inn, len(state.owed)
    assert len(inn.steps) == players
    assert all(inn.cellar <= step <= HIGHEST for step in inn.steps)
    assert inn.steps == account(inn.history, players, inn.cellar)[-1].steps
    assert inn.evaluations <= 7
    assert len(inn.tables) == (len(inn.card.values) if inn.card else 0)
    assert all(sitting in {0, *state.seats} - inn.left for sitting in inn.tables)
    assert inn.card is None or 0 in inn.tables, "a full restaurant is evaluated"
    assert state.turn not in inn.left
    assert all(turns >= 0 for turns in state.owed)
    assert not inn.rumours & inn.left
    assert state.rolls_again not in inn.left


spoken = st.one_of(
    *(st.sampled_from(wellformed(start(setup))) for setup in STAIRS),
    st.sampled_from([read_act(f"{seat} quit") for seat in (1, 2, 3)]),
    st.builds(
        "fix round {} table {} {}".format, st.integers(1, 3), st.integers(1, 7), st.sampled_from("123-")
    ).map(read_act),
    st.builds("fix table {} {}".format, st.integers(1, 7), st.sampled_from("123-")).map(read_act),
    st.builds("fix step {} {}".format, st.integers(1, 3), st.integers(-12, 40)).map(read_act),
    st.builds("fix owed {} {}".format, st.integers(1, 3), st.integers(0, 3)).map(read_act),
    st.builds("fix rumours {} {}".format, st.integers(1, 3), st.sampled_from(["yes", "no"])).map(read_act),
    st.builds("fix turn {}".format, st.integers(1, 3)).map(read_act),
    st.builds("fix card {}: {} / -3".format, st.just(5), st.just("4 3 2 1 0")).map(read_act),
)


@setups
@settings(max_examples=examples(60))
@given(acts=st.lists(spoken, max_size=60), seed=st.integers(0, 1000))
def test_whatever_is_said_allowed_or_not_the_invariants_stay_whole(setup, acts, seed):
    import engine.insider as rules

    chance = random.Random(seed)
    state = start(setup)
    for said in acts:
        act = filled(rules, state, said, chance) if judge(state, said) is None or said in legal(state) else said
        refusal = judge(state, act)
        try:
            after = play(state, act)
        except Impossible:
            assert refusal is not None
            continue
        whole(after)
        state = after


@setups
@pytest.mark.parametrize("seed", seeds(10, fast=3))
def test_every_correction_can_be_said_with_the_keys_and_is_answered(setup, seed):
    import engine.insider as rules

    chance = random.Random(seed)
    for state, _act in lively_game(setup, chance, fixes=0.02):
        act = filled(rules, state, FIX, chance)
        refusal = judge(state, act)
        if refusal is None:
            whole(play(state, act))
        else:
            assert refusal.rule is not None


def test_an_act_without_open_values_needs_no_answers():
    state = start(STAIRS[0])
    for sentence in ("1 stop", "card 4: 3 2 1 0 / -4", "fix step 1 3", "1 vip 1 - - -"):
        assert answers(state, read_act(sentence)) == ()
    assert steps(state, Act(1, "seat", ("1",))) == ()


@setups
def test_the_keys_offer_only_cards_of_the_right_size(setup):
    state = start(setup)
    offered = [act.args[0] for act in wellformed(state) if act.seat is None and steps(state, act)]
    assert offered == [f"{size}:" for size in SIZES[len(setup.players)]]
