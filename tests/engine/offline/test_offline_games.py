"""Offline, whole games: every tile is somewhere exactly once, whatever the table plays and insists on."""

import random
from itertools import product
from json import dumps

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES
from engine.acts import Act, read_act
from engine.game import FIX
from engine.match import Match
from engine.offline.crosses import SIDES, Spot, arranged
from engine.offline.state import DISPLAY, OFFLINE, Phase
from engine.offline.tiles import ALL, NAMES, NONE
from firmware_py.games.offline import display as table
from firmware_py.games.offline import text as drawing
from firmware_py.games.views import TableView
from firmware_py.i18n.translations import Translations
from tests.depth import examples, seeds
from tests.engine.games import random_game, say_all, setups_of, texts
from tests.engine.offline.tables import NET_C, VERIFIED, fill, played, scored
from tests.engine.random_games import replays, shaken

WORDS = Translations("en")
setups = pytest.mark.parametrize("setup", setups_of("offline"), ids=str)


def whole(state):
    """The invariants of every position."""
    on_sites = [tile for tiles in state.nets for tile in tiles if tile != NONE]
    on_cards = [made.tile for made in state.analysed if made is not None]
    in_hand = [state.hand] if state.hand != NONE else []
    in_bag = [tile for tile in range(ALL) if not state.is_seen(tile)]
    everywhere = [*on_sites, *state.display, *state.offline, *state.out, *on_cards, *in_hand, *in_bag]
    assert sorted(everywhere) == list(range(ALL))
    assert len(in_bag) == state.bag
    assert len(state.display) <= DISPLAY
    assert len(state.offline) <= OFFLINE
    assert (state.hand != NONE) == (state.phase is Phase.SWAPPED)
    shown = [kind for cards in state.cards if cards is not None for kind in cards]
    assert len(set(shown)) == len(shown)
    if state.phase is Phase.TURN:
        assert state.display
        assert state.turn not in state.left
        assert not state.is_full
    if state.deal.is_board and state.is_full:
        assert state.phase is Phase.END
    for tiles, leads in zip(state.nets, state.leads, strict=True):
        assert not (any(leads) and any(tile != NONE for tile in tiles))


@setups
@pytest.mark.parametrize("seed", seeds(6, fast=3))
def test_whole_random_games_keep_every_tile_exactly_once(setup, seed):
    for rules, state, act in random_game(setup, seed):
        whole(rules.play(state, act))


@setups
@pytest.mark.parametrize("seed", seeds(6, fast=1))
def test_corrections_overruled_acts_and_leaving_do_no_harm(setup, seed):
    chance = random.Random(seed)
    match = Match(GAMES["offline"].rules(), setup)
    rules = match.rules
    for act, refusal in shaken(match, chance, leaving=0.01):
        if act is not None and act.verb == "fix":
            assert refusal is None, (act, refusal)
        whole(match.state)
        assert rules.ask(match.state).what
        assert table.draw(TableView(match.state, match.names, WORDS)).size == (128, 64)
        assert drawing.draw(match.state, WORDS)
        assert dumps(rules.standing(match.state).details)
    assert replays(match)


tiles = st.sampled_from(NAMES)
sites = st.builds("{}{}".format, st.sampled_from("ABCDEFGHI"), st.integers(0, 8))
said = st.one_of(
    st.builds("{} put {} {}".format, st.integers(1, 3), tiles, sites),
    st.builds("{} swap {} {}".format, st.integers(1, 3), tiles, sites),
    st.builds("{} swap {}".format, st.integers(1, 3), sites),
    st.builds("{} put {}".format, st.integers(1, 3), sites),
    st.builds("{} analyse {}".format, st.integers(1, 3), sites | tiles),
    st.builds("show {}".format, tiles),
    st.builds("deal {} {}".format, sites, tiles),
    st.builds("fix {} {}".format, sites, tiles | st.just("-")),
    st.builds(
        "fix {} {}".format, st.sampled_from(["display", "offline"]), st.lists(tiles, max_size=6).map(" ".join)
    ),
    st.builds("{} {}".format, st.integers(1, 3), st.sampled_from(["clear", "pass", "offline", "quit"])),
)


@settings(max_examples=examples(100))
@given(st.lists(st.tuples(said, st.booleans()), max_size=30))
def test_whatever_is_said_beside_a_board_that_is_set_up(sentences):
    match = played(*NET_C, Mode="expert")
    for sentence, insists in sentences:
        act = read_act(sentence)
        match.play(Act(None, "overrule", tuple(sentence.split())) if insists else act)
        whole(match.state)


# --- the keys


def answered(match, act, *values):
    """Answer open values by the values of their steps."""
    for value in values:
        offered = {answer.step.value: answer for answer in match.rules.answers(match.state, act)}
        act = offered[value].act
    return str(act)


def test_corrections_are_spelt_with_the_keys():
    match = played(*NET_C)
    assert answered(match, FIX, "site", "BCD", "C", "C1", "R", "E", "B") == "fix C1 REB"
    assert answered(match, FIX, "site", "BCD", "B", "B3", "-") == "fix B3 -"
    assert answered(match, FIX, "turn", "2") == "fix turn 2"
    assert answered(match, FIX, "offline", "-") == "fix offline -"
    assert answered(match, FIX, "offline", "G", "E", "C", "done") == "fix offline GEC"
    assert answered(match, FIX, "out", *"GEC", "done") == "fix out GEC"
    spelt = ("display", *"GEC", *"GEM", *"GET", *"GDC", *"GDM")
    assert answered(match, FIX, *spelt) == "fix display GEC GEM GET GDC GDM"
    offered = match.rules.answers(match.state, read_act("fix C1 YF *"))
    assert [answer.hollow for answer in offered] == [False] * 4, "what lies there can be said again"
    assert match.rules.answers(match.state, read_act("fix C2 YF *"))[3].hollow, "YFB lies on C1"
    fill(match)
    say_all(match, "1 reveal R F B")
    assert answered(match, FIX, "cards", "1", "Y", "F", "B") == "fix cards 1 Y F B"
    say_all(match, "2 reveal G S T")
    assert match.rules.answers(match.state, read_act("fix cards 1 * F B"))[2].hollow, "green is shown already"


def test_leads_are_corrected_with_the_keys():
    match = scored("lead A company Y 4", "site B1 YDM")
    assert answered(match, FIX, "lead", "A", "company", "3", "R") == "fix lead A company R 3"
    assert answered(match, FIX, "lead", "BCD", "C", "language", "-") == "fix lead C language -"
    assert answered(match, FIX, "lead", "EFGH", "G", "language", "other", "6", "D") == "fix lead G language D 6"
    nets = [answer.step.value for answer in match.rules.answers(match.state, read_act("fix lead BCD *"))]
    assert nets == ["C", "D"], "the tiles of B are told"
    everything = scored(*(f"lead {net} company -" for net in "ABCDEFGH"))
    assert [answer.step.value for answer in everything.rules.answers(everything.state, FIX)] == ["lead"]


def test_a_lead_takes_two_presses_and_more_than_there_are_sites_is_hollow():
    match = scored(Mode="expert", **VERIFIED)
    assert answered(match, read_act("lead H company * *"), "3", "Y") == "lead H company Y 3"
    offered = match.rules.answers(match.state, read_act("lead H company * *"))
    assert [(a.step.value, a.hollow) for a in offered] == [(word, False) for word in ("2", "3", "other", "-")]
    others = match.rules.answers(match.state, read_act("lead H company * other"))
    assert [a.step.value for a in others] == ["4", "1", "5", "6", "7"]
    assert [a.step.value for a in others if a.hollow] == ["5", "6", "7"]
    assert answered(match, read_act("1 analysed * *"), "B", *"YDM") == "1 analysed B YDM"
    say_all(match, "1 analysed A YDM")
    assert match.rules.answers(match.state, read_act("2 analysed * *"))[0].hollow
    assert match.rules.answers(match.state, read_act("1 reveal R F B")) == []
    assert texts(match.legal())[0] == "lead A company * *"
    assert answered(match, FIX, "analysed", "1", "B", *"RFB") == "fix analysed 1 B RFB"
    assert answered(match, FIX, "analysed", "1", "A", *"YDM") == "fix analysed 1 A YDM", "what lies there"
    assert answered(match, FIX, "analysed", "2", "-") == "fix analysed 2 -"


def test_every_site_and_tile_has_its_own_place_and_what_is_allowed_is_in_front():
    for count in range(1, 8):
        for likely in product(range(3), repeat=count):
            spots = arranged(likely)
            assert len(set(spots)) == count
            in_front, behind = (
                [each for each, spot in zip(likely, spots, strict=True) if (spot.first is None) == is_first]
                for is_first in (True, False)
            )
            assert 0 not in in_front or not any(behind), "nothing that is refused stands before what is allowed"
            kept = [at for at, each in enumerate(likely[:3]) if each]
            assert all(spots[at] == Spot(SIDES[at]) for at in kept), "what is allowed keeps its place"
