"""Online, whole games: beside a real table with real hands, and shaken."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES
from engine.acts import read_act
from engine.game import FIX
from engine.online import answers, judge, legal, play, start, wellformed
from engine.online.cards import CARDS, CATEGORIES, COPIES, NAMES, NONE
from engine.online.draft import shown_of
from engine.online.state import Phase
from engine.verdicts import Impossible
from tests.depth import seeds
from tests.engine.games import SETUPS, filled, random_game, setups_of
from tests.engine.online.slow_online import RealTable
from tests.engine.test_contract import agree

setups = pytest.mark.parametrize(
    "setup", setups_of("online"), ids=lambda setup: f"{len(setup.players)}-{setup.tags.get('Parties', 'teams')}"
)
SPENT = ("lay", "download", "block")


def in_hand(table, act):
    """Whether the real hand (or for a search the real bank) has what an act needs."""
    hand = table.hands[act.seat]
    if act.verb in SPENT:
        return act.args[0] in hand
    if act.verb == "search":
        return "search" in hand and act.args[0] in table.deck
    return {"hacker": "hacker" in hand, "patrol": "cyber-patrol" in hand}.get(act.verb, True)


@setups
@pytest.mark.parametrize("seed", seeds(15, fast=3))
def test_beside_a_real_table_exactly_its_legal_plays_are_accepted(setup, seed):
    chance = random.Random(seed)
    state = start(setup)
    table = RealTable(state.deal.parties, chance, is_line_late=state.deal.is_line_late)
    while (allowed := table.legal()) and state.end is None:
        listed = {str(act) for act in legal(state) if act.verb != "time" and in_hand(table, act)}
        assert listed == allowed
        verbs = sorted({sentence.split()[1] for sentence in allowed})
        verb = chance.choice([verb for verb in verbs if verb not in {"exchange", "stop"}] * 4 + verbs)
        sentence = chance.choice(sorted(said for said in allowed if said.split()[1] == verb))
        table.do(sentence)
        state = play(state, read_act(sentence))
        same_table(state, table)
    assert (table.winner is None) == (state.end is None)
    if state.end is not None:
        assert state.deal.parties[state.end.winners[0]][0] == table.winner


def same_table(state, table):
    assert state.hands == tuple(len(table.hands[seat]) for seat in state.seats)
    assert state.bank == len(table.deck)
    assert len(state.discards) == len(table.trash)
    assert state.turn == table.turn
    assert state.owed == tuple(table.missing[seat] for seat in state.seats)
    for party, seats in zip(state.parties, state.deal.parties, strict=True):
        assert [NAMES[card] for card in party.line] == table.line[seats[0]]
        assert [NAMES[card] for card in party.memory] == table.memory[seats[0]]
        assert dict(zip(("e-mail", "music", "game", "movie"), party.piles, strict=True)) == table.piles[seats[0]]


def whole(state, *, allowed=True):
    """The invariants of every position."""
    table = sum(len(party.line) + len(party.memory) + sum(party.piles) for party in state.parties)
    assert table + len(state.discards) + state.bank + sum(state.hands) == 112
    assert list(state.shown) == shown_of(list(state.parties), list(state.discards))
    assert all(shown <= copies for shown, copies in zip(state.shown, COPIES, strict=True))
    assert all(count >= 0 for count in state.hands)
    for party in state.parties:
        assert all(count <= goal for count, goal in zip(party.piles, state.deal.goals, strict=True))
        assert not any(
            s and count < goal for s, count, goal in zip(party.secured, party.piles, state.deal.goals, strict=True)
        )
    if allowed:
        assert all(count <= 8 for count in state.hands)
        assert all(count <= 7 for seat, count in zip(state.seats, state.hands, strict=True) if seat != state.turn)
        assert state.phase is not Phase.BEGUN or state.hands[state.turn - 1] <= 7
    hidden = state.bank + sum(state.hands) + state.discards.count(NONE)
    assert hidden == sum(state.unseen(card) for card in range(len(NAMES)))


@setups
@pytest.mark.parametrize("seed", seeds(10, fast=2))
def test_whole_random_games_keep_the_invariants(setup, seed):
    for rules, state, act in random_game(setup, seed):
        whole(rules.play(state, act))


SIX = start(SETUPS["online"][-2])
piles = st.sampled_from(["1.line", "2.line", "1.memory", "2.memory"])
stacks = st.lists(st.sampled_from(NAMES[:9]), max_size=4).map(lambda cards: " ".join(cards) or "-")
fixes = st.one_of(
    st.builds("fix {} {}".format, piles, stacks),
    st.builds("fix {}.{} {}".format, st.sampled_from("12"), st.sampled_from(NAMES[9:13]), st.integers(0, 7)),
    st.builds("fix hand {} {}".format, st.integers(1, 3), st.integers(0, 8)),
    st.builds("fix bank {}".format, st.integers(0, 112)),
    st.builds("fix discard {}".format, st.sampled_from([*NAMES, "?", "-"])),
    st.builds("{} quit".format, st.integers(1, 3)),
).map(read_act)
said = st.lists(
    st.one_of(*(st.sampled_from(wellformed(start(setup))) for setup in SETUPS["online"]), fixes), max_size=50
)


@setups
@settings(max_examples=15)
@given(acts=said)
def test_whatever_is_said_allowed_or_not_no_card_is_lost(setup, acts):
    rules, state = GAMES["online"].rules(), start(setup)
    for act in acts:
        refusal = judge(state, act)
        try:
            after = play(state, act)
        except Impossible:
            assert refusal is not None
            continue
        whole(after, allowed=False)
        state = after
    agree(rules, state, random.Random(1))


def test_the_words_of_cards_are_those_of_the_notation():
    assert set(CARDS) == set(NAMES)
    assert [NAMES[card] for card in CATEGORIES] == ["e-mail", "music", "game", "movie"]


@setups
@pytest.mark.parametrize("seed", seeds(6, fast=2))
def test_every_correction_can_be_said_with_the_keys_and_is_answered(setup, seed):
    chance = random.Random(seed)
    for rules, state, _act in list(random_game(setup, seed))[::15]:
        act = filled(rules, state, FIX, chance)
        refusal = judge(state, act)
        if refusal is None:
            whole(play(state, act), allowed=False)
        else:
            assert refusal.rule is not None, act
    assert answers(state, read_act("1 draw")) == []
