"""The players that the club knows: heard from the broker, kept, and offered at "Who plays?"."""

from pathlib import Path

import pytest

from engine.verdicts import say
from firmware_py.storage.roster import MOST_PLAYERS, load_roster, roster_file, save_roster
from firmware_py.ui.flows.new_match import ask_player
from tests.firmware_py.mqtt.brokers import Box, Listener, needs_mosquitto, until
from tests.firmware_py.ui.stacks import new_stack

TOPIC = "sideline/club/players"


@needs_mosquitto
def test_the_players_of_the_club_are_heard_and_kept(broker, tmp_path):
    with Listener(broker.port) as listener:
        listener.say(TOPIC, {"players": ["Anna", "Zoë"]}, retain=True)
        with Box(broker, tmp_path / "box"):
            until(lambda: load_roster() == ["Anna", "Zoë"])
            listener.say(
                TOPIC, {"players": ["Anna", "x" * 99, 7, "a\x1b[2J", " ", "Anna", "Player 1"]}, retain=True
            )
            until(lambda: load_roster() == ["Anna"])
            listener.say(TOPIC, {"players": [f"P{at}" for at in range(9000)]}, retain=True)
            until(lambda: len(load_roster()) == MOST_PLAYERS)


def test_who_plays_offers_the_own_players_first_then_those_of_the_club():
    save_roster(["Zoë", "Anna", "Ben"])
    stack = new_stack()
    ask_player(stack, say("home.new"), ["Ben"], lambda _name: None, "Light")
    assert [option.step.value for option in stack.top.navigator.options] == ["=Zoë", "=Anna", "=Light", "type"]


@pytest.mark.parametrize("damage", ["", "[", '{"a": 1}', "[1, 2]", "[" * 100_000])
def test_a_damaged_file_is_as_good_as_none(damage):
    save_roster(["Anna"])
    Path(roster_file()).write_text(damage)
    assert load_roster() == []
