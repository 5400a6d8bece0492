"""The board and the cards: what owners enter is checked, and records carry it (IR-34, IR-35)."""

import pytest

from engine.game import Setup
from engine.insider import start
from engine.insider.cards import KNOWN, Card
from engine.insider.owner_data import (
    PLACEHOLDER,
    Board,
    KnownCard,
    OwnerData,
    board_data,
    board_tags,
    learn,
    of_size,
    read_owner_data,
)
from engine.match import Match
from engine.verdicts import BadSetup, say
from tests.engine import games
from tests.engine.games import say_all
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
