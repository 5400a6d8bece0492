"""The drawn table: what is put there is seen by the real reader, and what troubles a camera hides it."""

import pytest

import engine.inside as rules
import engine.insider
from engine.game import Setup
from engine.insider.cards import card_act
from firmware_py.games.inside import tabletop
from firmware_py.games.insider import owner_data
from firmware_py.games.insider import tabletop as restaurant
from firmware_py.page.virtual.table_picture import Trouble, draw
from firmware_py.runtime.picture_reader import PictureReader
from firmware_py.sight.looking import Request
from firmware_py.sight.reading import State

START = rules.start(Setup("inside", ("Anna", "Ben")))


def middle(cell):
    return next(thing.place for thing in tabletop.things({cell: "L"}) if thing.name == cell)


def seen(laid, troubles=(), state=START):
    picture = draw(tabletop.things(laid), troubles, 1)
    return PictureReader().see(Request("drawn", picture, "inside", state, tabletop.TAUGHT, is_followed=True))


def test_a_cube_that_is_put_somewhere_is_seen_there():
    laid = tabletop.put(tabletop.lies(START), "L", middle("211"))
    assert laid == {"211": "L"}
    assert [str(act) for act in seen(laid).finding.acts] == ["1 place L211"]


def test_cubes_lie_only_where_they_can():
    corners = {"220": "L", "211": "D", "310": "L"}
    assert tabletop.put({}, "L", middle("210")) != {"210": "L"}  # in the air; beside it there is room
    laid = tabletop.put(corners, "D", middle("210"))
    assert laid["210"] == "D"
    assert tabletop.put(laid, "310", tabletop.AWAY) == laid  # a cube rests on it
    assert tabletop.put(laid, "210", tabletop.AWAY) == corners
    assert tabletop.put(laid, "board", tabletop.AWAY) == laid
    assert tabletop.put(laid, "210", middle("400")) == {**corners, "400": "D"}


@pytest.mark.parametrize(
    ("trouble", "state"),
    [
        (Trouble.HAND, State.HAND),
        (Trouble.SHEET, State.NO_SHEET),
        (Trouble.BLUR, State.NO_SHEET),
        (Trouble.LAMP, State.SEEN),
    ],
)
def test_what_troubles_a_camera_troubles_this_one(trouble, state):
    assert seen({"310": "L"}, {trouble}).state is state


def test_cards_and_pawns_of_insider_are_followed():
    state, reader = engine.insider.start(Setup("insider", ("Anna", "Ben", "Carla"))), PictureReader()
    laid, entered = restaurant.lies(state), []

    def follow():
        nonlocal state
        for number, troubles in enumerate(((Trouble.HAND,), (), ()), start=len(entered)):
            picture = draw(restaurant.things(laid), troubles, number)
            asked = Request("drawn", picture, "insider", state, restaurant.TAUGHT, is_live=True, is_followed=True)
            seen = reader.see(asked)
        for act in seen.finding.acts:
            entered.append(str(act))
            state = engine.insider.play(state, act)

    follow()
    laid = restaurant.put(laid, restaurant.PILE, restaurant.PILE_AT)
    follow()
    for ring in ("11", "21"):
        (pawn,) = (thing for thing in restaurant.things(laid) if thing.name == ring)
        laid = restaurant.put(laid, ring, pawn.goes)
        follow()
    laid = restaurant.put(laid, "11", (0.0, 0.0))  # beside the card
    follow()
    assert entered == ["card 4: 1 4 0 3 / -2", "1 seat 1", "2 seat 2", "1 leave 1"]
    assert restaurant.lies(state).card == laid.card


def test_invented_cards_are_not_learnt():
    cards = owner_data.Cards(owner_data.PLACEHOLDER)
    cards.is_simulated = True
    (card, *_) = (known.card for known in restaurant.CARDS.values())
    assert cards.follow([card_act(card)]) is None
    assert all(entry.card != card for entry in cards.data.cards)
