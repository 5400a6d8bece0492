"""Online on the page: cards, piles and players can be tapped, and every card that lies on the table shows."""

import random
from functools import cache

import pytest

from engine.online.cards import CARDS, CATEGORIES, NAMES, NONE
from engine.online.state import card_name, party_name
from engine.steps import Kind
from firmware_py.games.online.svg import draw
from firmware_py.games.online.svg_cards import SIGNS
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.ui.navigation.first_question import navigator_for
from firmware_py.ui.navigation.options import paths_of
from tests.depth import depth
from tests.engine.games import NAMES as PEOPLE
from tests.engine.games import SETUPS, setups_of
from tests.firmware_py.games.drawn import assert_plain, drawn, groups, states, taps, texts, titles

SAID_ELSEWHERE = {
    "choice:repair", "choice:others", "choice:end", "choice:nothing", "choice:secure", "choice:time",
    "seat:-", "seat:others",
}  # fmt: skip
"""What is no thing on the table: the page's list of answers has it."""
TAPPED = {"lay", "download", "block", "capture", "search", "draw", "patrol", "hacker"}


def draw_it(state, language="en", names=PEOPLE):
    return drawn(draw, state, names[: state.deal.players], language)


@cache
def played_positions(at):
    return list(states(SETUPS["online"][at], range(2)))[:: depth(21, full=7)]


def positions(setup):
    return played_positions(SETUPS["online"].index(setup))


@pytest.fixture(params=setups_of("online"), ids=str, name="played")
def fixture_played(request):
    return positions(request.param)


def test_each_card_pile_party_and_player_that_is_asked_for_can_be_tapped(played):
    for rules, state in played:
        offered = {
            f"{step.kind.value}:{step.value}"
            for path in paths_of(rules, state)
            for step in path.steps
            if step.kind is not Kind.NUMBER
        }
        speaking = {f"seat:{seat}" for seat in rules.ask(state).seats}
        assert (offered - SAID_ELSEWHERE) | speaking <= taps(draw_it(state))


def test_corrections_find_piles_parties_and_players(played):
    _, state = played[len(played) // 2]
    piles = {f"choice:{name}" for name in ("line", "memory", "bank", "discard", *NAMES)}
    parties = {f"choice:{seats[0]}" for seats in state.deal.parties}
    assert piles | parties | {f"seat:{seat}" for seat in state.seats} <= taps(draw_it(state))


def kept(paths, depth, tapped):
    """Keep what a tap means: its words in turn, each where it is asked for first; others say nothing."""
    for tap in tapped.split():
        at = [next((i for i, step in enumerate(path.steps[depth:]) if is_said(step, tap)), 99) for path in paths]
        if min(at) < 99:
            paths = [path for path, place in zip(paths, at, strict=True) if place == min(at)]
            if {path.steps[: depth + 1] for path in paths} == {paths[0].steps[: depth + 1]}:
                depth += 1
    return paths, depth


def is_said(step, tap):
    return f"{step.kind.value}:{step.value}" == tap


def tapped_through(root, navigator, act):
    """Tap the speaker, then card or pile, then the target, as somebody would; give what is left to be said."""
    paths = [path for option in navigator.options for path in option.paths]
    wanted = next(path for path in paths if path.leaf == act)
    elements = sorted({at.get("data-tap") for at in root.iter() if at.get("data-tap")})
    depth = 0
    for _ in range(8):
        if len(paths) == 1:
            return paths[0].leaf
        while len({path.steps[depth] for path in paths}) == 1:
            depth += 1
        best = min(
            (kept(paths, depth, tapped) for tapped in elements),
            key=lambda left: (wanted not in left[0], len(left[0])),
        )
        if wanted not in best[0] or len(best[0]) == len(paths):
            return None
        paths = best[0]
    return None


def test_taps_on_cards_piles_and_parties_say_everything_that_is_played():
    chance, verbs = random.Random(1), set()
    for rules, state in list(states(SETUPS["online"][5], range(2)))[35 :: depth(200, full=98)]:
        navigator = navigator_for(rules, state, rules.ask(state).seats)
        root = draw_it(state)
        acts = [act for act in rules.legal(state) if act.verb in TAPPED and act.args != ("nothing",)]
        for act in chance.sample(acts, min(len(acts), 3)):
            assert tapped_through(root, navigator, act) == act
            verbs.add(act.verb)
    assert verbs >= {"draw", "block", "capture", "search"}


def test_every_card_on_the_table_is_drawn_and_named(played):
    translations = Translations("en").naming(PEOPLE)
    for _, state in played:
        root = draw_it(state)
        parties = groups(root, "party")
        assert len(parties) == len(state.parties)
        for at, (party, shown) in enumerate(zip(state.parties, parties, strict=True)):
            for name, cards in (("line", party.line), ("memory", party.memory)):
                pile = next(at for at in groups(shown, "stack") if name in at.get("class").split())
                told = [translations.text(card_name(card)) for card in cards]
                assert titles(pile)[0] == translations(
                    "online.seen-pile",
                    party=party_name(state, at),
                    pile=translations(f"online.pile-{name}"),
                    cards=", ".join(told) or "nothing",
                )
                assert [at.get("d") for at in pile.iter() if at.get("class") == "sign"] == [
                    SIGNS[NAMES[card]] for card in cards[-1:]
                ]
                assert (str(len(cards)) in texts(pile)) == (len(cards) > 1)
                assert ("ill" in pile.get("class").split()) == party.is_ill(name)
            counts = [(texts(at)[0], texts(at)[1]) for at in groups(shown, "files")]
            assert counts == [
                (str(count), f"/{goal}") for count, goal in zip(party.piles, state.deal.goals, strict=True)
            ]
        assert str(state.bank) in texts(groups(root, "stack-of-all")[0])
        discards = groups(root, "discards")[0]
        assert str(len(state.discards)) in texts(discards)
        top = [card for card in state.discards[-1:] if card != NONE]
        assert [at.get("d") for at in discards.iter() if at.get("class") == "sign"] == [
            SIGNS[NAMES[card]] for card in top
        ]


def test_each_player_shows_with_hand_turn_and_missed_turns(played):
    for _, state in played:
        shown = groups(draw_it(state), "seat")
        order = [seat for seats in state.deal.parties for seat in seats]
        assert [int(texts(seat)[0]) for seat in shown] == order
        for seat, chip in zip(order, shown, strict=True):
            name = PEOPLE[2 if seat > state.deal.players else seat - 1]
            is_turn = seat == state.turn and state.end is None
            assert texts(chip)[1] == ("▶ " if is_turn else "") + name
            assert texts(chip)[2] == str(state.hands[seat - 1])
            owed = state.owed[seat - 1]
            assert any(f"misses {owed}" in text for text in texts(chip)) == bool(owed)


def test_a_complete_category_of_whoever_plays_is_secured_by_a_tap_on_it(played):
    _, state = played[0]
    at = state.deal.party_of[state.turn - 1]
    full = state.parties[at]._replace(piles=(state.deal.goals[0], 0, 0, 0))
    state = state._replace(parties=(*state.parties[:at], full, *state.parties[at + 1 :]))
    piles = groups(groups(draw_it(state), "party")[at], "files")
    assert piles[0].get("data-tap").split()[:2] == ["choice:secure", "choice:e-mail"]
    assert not any("secure" in pile.get("data-tap") for pile in piles[1:])
    secured = full._replace(secured=(True, False, False, False))
    state = state._replace(parties=(*state.parties[:at], secured, *state.parties[at + 1 :]))
    pile = groups(groups(draw_it(state), "party")[at], "files")[0]
    assert "secured" in pile.get("class").split()
    assert titles(pile)[0].endswith("secured")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_is_plain_svg_in_each_language_and_names_are_only_text(language):
    names = ("<b>&", *(f"Wilhelmine von und zu Mustermann {number}" for number in range(5)))
    for setup in SETUPS["online"]:
        for _, state in positions(setup)[:: depth(15, full=9)]:
            root = draw_it(state, language, names)
            assert_plain(root)
            assert any("<b>&" in shown for shown in texts(root))
            assert any(names[1] in shown for shown in titles(root))


def test_every_card_has_a_sign_of_its_own():
    assert list(SIGNS) == sorted(SIGNS, key=CARDS.__getitem__)
    assert set(SIGNS) == set(NAMES)
    assert len(set(SIGNS.values())) == len(NAMES)
    assert {NAMES[card] for card in CATEGORIES} <= set(SIGNS)
