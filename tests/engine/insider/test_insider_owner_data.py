"""The board and the cards: what owners enter is checked, and records carry it (IR-34 to IR-36)."""

import pytest
from hypothesis import given, settings

from engine.game import Setup
from engine.insider import start
from engine.insider.cards import KNOWN, Card
from engine.insider.owner_data import (
    NO_LINK,
    PLACEHOLDER,
    Board,
    KnownCard,
    OwnerData,
    board_data,
    board_tags,
    changed_links,
    learn,
    of_size,
    read_board,
    read_owner_data,
)
from engine.match import Match
from engine.verdicts import BadSetup, say
from tests.depth import examples
from tests.engine import games
from tests.engine.games import say_all
from tests.engine.insider.own_boards import OWN, board_of, own_boards
from tests.engine.insider.stairs import CARD, played, refused, steps


def test_ir_34_until_somebody_has_looked_the_cellar_is_a_placeholder_and_says_so():
    assert Board(-10, verified=False) == PLACEHOLDER
    assert OwnerData().cards == (KnownCard(KNOWN, verified=False),)
    assert played().standing().details["cellar"] == {"step": -10, "verified": False}


def test_ir_34_a_record_carries_the_board_that_it_was_played_on():
    board = Board(-3, verified=True)
    tags = board_tags(board)
    assert board_tags(PLACEHOLDER) == {}
    assert tags["BoardData"] == board_data(board)
    match = Match(games.begin("insider", 3).rules, Setup("insider", ("A", "B", "C"), tags=tags))
    say_all(match, CARD, "1 hype")
    assert steps(match) == (-3, -3, -3)
    assert match.standing().details["cellar"] == {"step": -3, "verified": True}


@pytest.mark.parametrize(
    ("tags", "tag", "key"),
    [
        ({"Board": "123456789abc"}, "Board", "my-copy.no-data"),
        ({"Board": "1", "BoardData": board_data(Board(-3))}, "BoardData", "my-copy.other-data"),
        ({"BoardData": board_data(Board(-3))}, "BoardData", "my-copy.other-data"),
        ({"Board": "1", "BoardData": "{"}, "BoardData", "my-copy.bad-data"),
        ({"Board": "1", "BoardData": "[" * 100_000}, "BoardData", "my-copy.bad-data"),
        ({"Board": "1", "BoardData": "[]"}, "BoardData", "my-copy.bad-data"),
        ({"Board": "1", "BoardData": '{"cellar": 4}'}, "BoardData", "my-copy.bad-data"),
        ({"Board": "1", "BoardData": '{"cellar": -4}'}, "BoardData", "my-copy.bad-data"),
        ({"Depth": "city"}, "Depth", "insider.depth"),
    ],
)
def test_ir_34_a_board_that_does_not_fit_its_name_is_refused(tags, tag, key):
    with pytest.raises(BadSetup) as caught:
        start(Setup("insider", ("A", "B"), tags=tags))
    assert (caught.value.tag, caught.value.why.key) == (tag, key)


def test_ir_35_values_go_from_minus_9_to_20_and_the_corner_from_minus_20_to_0():
    say_all(played(), "card 4: -9 20 0 0 / -20")
    say_all(played(), "card 4: -9 20 0 0 / 0")
    for card in (
        "4: -10 2 1 0 / -4",
        "4: 21 2 1 0 / -4",
        "4: 3 2 1 0 / 1",
        "4: 3 2 1 0 / -21",
        "4: 999999999999 1 1 1 / 0",
    ):
        assert refused(played(), f"card {card}", "IR-35").why.key == "insider.bad-value"


def test_ir_35_cards_are_remembered_at_most_four_of_each_size():
    owned = OwnerData(cards=())
    for value in range(4):
        owned = learn(owned, Card((value, 1, 1), -1))
    assert len(of_size(owned, 3)) == 4
    assert learn(owned, Card((9, 1, 1), -1)) is None
    assert learn(owned, Card((9, 1, 1, 1), -1)).cards[-1] == KnownCard(Card((9, 1, 1, 1), -1), verified=True)
    assert learn(owned, Card((2, 1, 1), -1)) == owned, "known already"


def test_ir_35_a_card_that_is_picked_is_checked_by_that():
    assert learn(OwnerData(), KNOWN).cards == (KnownCard(KNOWN, verified=True),)


def test_ir_35_every_fault_of_a_catalogue_is_found_with_its_place():
    good = {"values": [1, 1, 1], "corner": 0, "verified": True}
    values = {
        "board": {"cellar": 3, "verified": "yes", "depth": 1},
        "cards": [
            good,
            good,
            {"values": [1, 2], "corner": -1},
            {"values": [1, 2, True], "corner": 1},
            {"values": [1, 2, 99]},
            "a card",
            *({"values": [value, 5, 5], "corner": 0} for value in range(4)),
        ],
        "path": 2,
    }
    _, faults = read_owner_data(values)
    assert [(place, why.key.rpartition(".")[2]) for place, why in faults] == [
        (("path",), "unknown-key"),
        (("board", "depth"), "unknown-key"),
        (("board", "cellar"), "bad-number"),
        (("board", "verified"), "not-boolean"),
        (("cards", 2, "values"), "card-size"),
        (("cards", 3, "values", 2), "bad-number"),
        (("cards", 3, "corner"), "bad-number"),
        (("cards", 4, "values", 2), "bad-number"),
        (("cards", 4, "corner"), "bad-number"),
        (("cards", 5), "not-table"),
        (("cards", 1), "card-twice"),
        (("cards", 9), "too-many-cards"),
    ]
    assert read_owner_data({"board": 3, "cards": 4})[1] == [
        (("board",), say("value.not-table")),
        (("cards",), say("my-copy.not-list", name="cards")),
    ]
    assert read_owner_data({}) == (OwnerData(), []), "without a word of cards the one of the rule sheet is known"
    assert read_owner_data({"cards": []}) == (OwnerData(cards=()), [])


# --- the paths


def faults_of(**links):
    """What is wrong with the paths of a file: the place, the sentence, and what it names."""
    _, faults = read_owner_data({"board": {"links": links}})
    return [(place[2:], why.key.removeprefix("my-copy.")) for place, why in faults]


def test_ir_36_a_path_of_the_grid_can_be_missing_and_any_two_places_can_have_one():
    data, faults = read_owner_data({"board": {"links": {"a2-a3": "none", "a2-c4": 5, "b2-b3": 0}}})
    assert faults == []
    assert data.board == board_of(["a2-a3"], a2_c4=5, b2_b3=0)
    assert changed_links(data.board) == {"a2-a3": NO_LINK, "a2-c4": 5, "b2-b3": 0}
    assert read_owner_data({"board": {"links": {"a2-c4": "none", "a2-b2": 2}}}) == (OwnerData(), [])


@given(own_boards())
@settings(max_examples=examples(200))
def test_ir_36_a_record_carries_any_board_of_an_owner(board):
    assert read_board(board_tags(board)) == board
    assert read_owner_data({"board": {"links": changed_links(board)}})[0].board == board


@pytest.mark.parametrize(
    ("links", "faults"),
    [
        ({"a1-a2": "none"}, [((), "home-paths")]),
        ({"b2-e5": 1}, [((), "home-paths")]),
        ({"a1-a2": "none", "a1-b2": 1}, []),
        ({"b2-c2": "none", "b2-b3": "none", "a2-b2": "none", "b1-b2": "none"}, [((), "no-way-to")]),
        ({"a2-a1": 2}, [(("a2-a1",), "bad-path")]),
        ({"a2-a2": 2}, [(("a2-a2",), "bad-path")]),
        ({"a2-f2": 2}, [(("a2-f2",), "bad-path")]),
        (
            {"a2-a3": 7, "a3-a4": "two", "a4-b4": True},
            [((name,), "bad-squares") for name in ("a2-a3", "a3-a4", "a4-b4")],
        ),
    ],
)
def test_ir_36_paths_that_cannot_be_those_of_a_board_are_refused_with_the_place(links, faults):
    assert faults_of(**links) == faults


def test_ir_36_the_refusal_names_the_home_and_the_places_that_nobody_reaches():
    _, faults = read_owner_data({"board": {"links": {"a1-a2": "none", "d2-e1": 1}}})
    assert [why for _, why in faults] == [
        say("my-copy.home-paths", home="a1", count=1, needs=2),
        say("my-copy.home-paths", home="e1", count=3, needs=2),
    ]
    alone = dict.fromkeys(("b2-c2", "b2-b3", "a2-b2", "b1-b2"), "none")
    _, faults = read_owner_data({"board": {"links": alone}})
    assert faults == [(("board", "links"), say("my-copy.no-way-to", start="a1", places=("b2",)))]
    assert read_owner_data({"board": {"links": 3}})[1] == [(("board", "links"), say("value.not-table"))]


def test_ir_36_a_record_with_paths_that_cannot_be_is_refused():
    board = OWN._replace(links=OWN.links[1:])
    with pytest.raises(BadSetup) as caught:
        start(Setup("insider", ("A", "B"), tags={"Depth": "board", **board_tags(board)}))
    assert (caught.value.tag, caught.value.why.key) == ("BoardData", "my-copy.bad-data")
