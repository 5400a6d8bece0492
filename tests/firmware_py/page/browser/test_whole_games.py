"""Whole games through the page, from the first start to the last word: they end like the engine alone."""

import random

import pytest
from playwright.sync_api import expect

from engine import GAMES
from engine.colours import KEY_COLOURS
from engine.game import Setup
from engine.match import Match
from engine.records import read_records
from tests.firmware_py.page.browser.browsers import recorded, standing_of
from tests.firmware_py.page.browser.players import Player

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

SCORE = ("choice:score", "choice:expert", "choice:printed")
RECORDED = [
    pytest.param("inside/whole-game.txt", (), id="inside"),
    pytest.param("insider/three-to-the-top.txt", ("choice:stair", "choice:1"), id="insider-stair"),
    pytest.param("offline/score-by-leads.txt", SCORE, id="offline-score"),
]


def set_up(visitor, setup, answers):
    """Set a match up as a person does: the language, the game, who plays, the options, who begins."""
    expect(
        visitor.locate('#ask [data-answer="choice:new"]')
    ).to_be_attached()  # the box takes the language of the page
    visitor.answer("choice:new")
    visitor.answer(f"choice:{setup.game}")
    if "choice:people" in visitor.shown().options:
        visitor.answer("choice:people")
    if f"choice:{len(setup.players)}" in visitor.shown().options:
        visitor.answer(f"choice:{len(setup.players)}")
    for name in setup.players:
        visitor.answer("choice:type")
        visitor.type(name)
        if free := [token for token in visitor.shown().allowed if token.removeprefix("choice:") in KEY_COLOURS]:
            visitor.answer(free[0])
    for answer in answers:
        visitor.answer(answer)
    expect(visitor.locate("#standing .seat")).to_have_count(len(setup.players))
    visitor.read_on()


def play(visitor, record):
    """Enter the acts of a record that were accepted."""
    player = Player(visitor, Match(record.rules, record.setup))
    for act in record.log:
        player.say(act)
    assert player.match.standing().over
    return player.match


def assert_ended(visitor, box, match):
    """The page shows the winners and the points of the engine, and the journal has kept every act."""
    expect(visitor.locate("#standing .seat.is-winner")).to_have_count(len(match.standing().winners))
    assert visitor.points == standing_of(match)
    (kept,) = read_records(box.command("matches", "export", "1"))
    assert [sentence for _, sentence in kept.lines] == [str(act) for act in match.log]


@pytest.mark.parametrize(("name", "answers"), RECORDED)
def test_a_whole_game_from_the_first_start_on(run, visit, name, answers):
    record, box = recorded(name), run(settings="")
    visitor = visit(box.address)
    set_up(visitor, record.setup, answers)
    assert_ended(visitor, box, play(visitor, record))


def test_a_whole_game_of_online_by_tapping_cards_and_piles(run, visit):
    record = recorded("online/two-players.txt")
    box = run("online", "-pAnna", "-pBen", "-o", f"Goals={record.setup.tags['Goals']}")
    visitor = visit(box.address)
    visitor.read_on()
    assert_ended(visitor, box, play(visitor, record))


def test_a_whole_game_of_offline_on_the_board(run, visit):
    setup = Setup("offline", ("Anna", "Ben"))
    box = run(settings="")
    visitor = visit(box.address)
    set_up(visitor, setup, ("choice:board", "choice:basic", "choice:1"))
    player, chance = Player(visitor, Match(GAMES["offline"].rules(), setup)), random.Random("offline")
    while player.say_anything(chance):
        pass
    assert player.match.standing().over
    assert_ended(visitor, box, player.match)
