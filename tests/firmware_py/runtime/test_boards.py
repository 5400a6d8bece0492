"""Ready boards and a USB keyboard: whole games of Inside on simulated wires."""

import os
import random
import threading

import pytest

from drivers.keyboard import DOWN, EV_KEY, EVENT, KEYS, UP, Keyboard
from drivers.presses import Kind as Pressed
from engine.game import Setup
from firmware_py.config.boards import BOARDS
from firmware_py.config.wiring import Wiring, read_wiring
from firmware_py.ui.flows.match import begin
from tests.depth import depth
from tests.engine.games import NAMES
from tests.firmware_py.runtime.simulated_parts import WiredBox
from tests.firmware_py.ui.fingers import play_act
from tests.firmware_py.ui.stacks import PLAIN, match

SETUP = Setup("inside", NAMES[:2])
ACTS = depth(6, full=100)
SECONDS = 10
CODES = {key: code for code, key in KEYS.items()}


def play(box):
    box.begin(lambda stack: begin(stack, SETUP))
    chance = random.Random(3)
    while len(match(box).log) < ACTS and play_act(box, chance):
        assert box.is_right()
    return match(box)


def board(name):
    faults = []
    wiring = read_wiring({"board": name}, faults)
    assert not faults
    return wiring


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_is_played_on_a_ready_board(name):
    box = WiredBox(config=PLAIN._replace(displays=1), wiring=board(name))
    played = play(box)
    assert box.journal.lines(1) == [str(act) for act in played.log]
    assert played.standing().over or len(played.log) == ACTS


@pytest.mark.parametrize("name", BOARDS)
def test_the_middle_of_the_stick_is_ok_too(name):
    wiring = board(name)
    assert list(wiring.pins.values()).count("ok") == 2
    assert {"up", "down", "left", "right", "back"} < set(wiring.pins.values())


class PadBox(WiredBox):
    """A box that is played on a USB keyboard: the events of the kernel come through a pipe."""

    def __init__(self):
        super().__init__()
        self._reader, self._writer = os.pipe()
        self._arrived = threading.Semaphore(0)
        self.keyboard = Keyboard(
            self._put,
            find=lambda _port: ["pad"],
            open_device=lambda _path: os.dup(self._reader),
            open_news=no_news,
        )

    def _put(self, edge):
        self.sources.keys.put(edge._replace(at=round(self.now * 1000)))
        self._arrived.release()

    def press(self, press):
        self.settle(0.05)
        self._send(press.key, DOWN)
        self.settle(0.55 if press.kind is Pressed.LONG else 0.08)
        self._send(press.key, UP)
        self.settle(0.05)

    def _send(self, key, value):
        os.write(self._writer, EVENT.pack(0, 0, EV_KEY, CODES[key], value))
        assert self._arrived.acquire(timeout=SECONDS)

    def close(self):
        self.keyboard.close()
        os.close(self._reader)
        os.close(self._writer)


def no_news():
    raise OSError("there is no such socket here")


def test_a_game_is_played_on_a_usb_keyboard():
    box = PadBox()
    played = play(box)
    assert box.journal.lines(1) == [str(act) for act in played.log]
    box.close()


def test_a_board_changes_only_what_it_has():
    wiring = board("oled-bonnet")
    assert wiring.prompt.path == "/dev/i2c-1"
    assert board("oled-hat").prompt.path == "/dev/spidev0.0"
    assert wiring.dice == Wiring().dice
    assert read_wiring({"board": "oled-hat", "keys": {"ok": 16}}, []).keys["ok"] == 16, "own lines count more"
