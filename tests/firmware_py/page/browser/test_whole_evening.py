"""Whole games with two phones and a television: every act by its player's phone, over a power cut."""

import random
from itertools import takewhile

import pytest
from playwright.sync_api import expect

from engine import GAMES
from engine.game import Setup
from engine.match import Match
from engine.records import read_records
from tests.engine.games import filled
from tests.firmware_py.page.browser.browsers import KILLED, PHONE, TELEVISION, recorded, standing_of
from tests.firmware_py.page.browser.players import Player

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

RECORDED = {
    "inside": "inside/whole-game.txt",
    "insider": "insider/seven-evaluations.txt",
    "online": "online/two-players.txt",
}


def game_of(name):
    """Return a whole game of two players; without a record it is one at random, set up in order."""
    if name in RECORDED:
        return recorded(RECORDED[name])
    chance, match = random.Random(name), Match(GAMES[name].rules(), Setup(name, ("Anna", "Ben")))
    while acts := match.legal():
        act = acts[0] if acts[0].verb == "deal" else chance.choice(acts)
        match.play(filled(match.rules, match.state, act, chance))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_two_phones_and_a_television_play_a_whole_game_over_a_power_cut(name, run, visit):
    whole = game_of(name)
    half = len(whole.log) // 2
    begun = Match(whole.rules, whole.setup)  # with the tiles that Offline begins with
    for act in takewhile(lambda act: act.verb == "deal", whole.log):
        begun.play(act)
    box = run(match=begun)
    phones = {seat: visit(box.address, viewport=PHONE) for seat in (1, 2)}
    television = visit(box.address, view="", path="tv", viewport=TELEVISION)
    for visitor in (*phones.values(), television):
        visitor.forgiven.append(KILLED)
    for seat, visitor in phones.items():
        visitor.locate("#ask .claim").select_option(str(seat))
        expect(visitor.locate("#ask .claim")).to_have_value(str(seat))
    player = Player(phones[1], begun)
    for number, act in tuple(enumerate(whole.log))[len(begun.log) :]:
        if number == half:
            box.kill()
            box.start()
        player.visitor = phones[act.seat or 1]
        expect(player.visitor.locate("#stale")).to_be_hidden()
        expect(player.visitor.locate("#table")).to_have_attribute("data-acts", str(number))
        player.visitor.read_on()
        if act.seat is None or player.match.ask().turn in {None, act.seat}:
            player.say(act)
        else:
            player.say_out_of_turn(act)
    for visitor in phones.values():
        expect(visitor.locate("#table")).to_have_attribute("data-acts", str(len(whole.log)))
        visitor.read_on()
        expect(visitor.locate("#result .winner")).to_be_visible()
        assert sorted(visitor.points) == sorted(standing_of(whole))
    expect(television.locate("body")).to_have_class("is-over")
    (kept,) = read_records(box.command("matches", "export", "1"))
    assert [sentence for _, sentence in kept.lines] == [str(act) for act in player.match.log]
    assert len(kept.lines) == len(whole.log)
