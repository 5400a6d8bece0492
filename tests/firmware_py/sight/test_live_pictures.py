"""Live pictures: something moves, the light changes, all is still; and a game that is followed."""

import io
import random

import numpy as np
import pytest
from PIL import Image

import engine.inside as rules
from engine.acts import read_act
from firmware_py.runtime.picture_reader import PictureReader
from firmware_py.sight.looking import Request
from firmware_py.sight.reading import State
from firmware_py.sight.stillness import Stillness
from tests.firmware_py.sight.inside_figures import MIXED, START, Table, state_with


class Scene:
    """A patterned table, with the noise of a camera."""

    def __init__(self) -> None:
        self.chance = np.random.default_rng(7)
        tiles = self.chance.integers(40, 200, (27, 48)).astype(np.uint8)
        self.table = np.asarray(Image.fromarray(tiles).resize((640, 360), Image.Resampling.BILINEAR), float)

    def picture(self, *, light=1.0, over=None):
        drawn = self.table.copy()
        if over is not None:
            (x, y, size, value) = over
            drawn[y : y + size, x : x + size] = value
        noisy = drawn * light + self.chance.normal(0, 4, drawn.shape)
        return np.clip(noisy, 0, 255).astype(np.uint8)


def states(*pictures):
    stillness = Stillness()
    return [stillness.follow(picture) for picture in pictures]


def test_noise_is_still():
    scene = Scene()
    assert states(*(scene.picture() for _ in range(5))) == [State.MOVING, None, None, None, None]


@pytest.mark.parametrize("hand", [(300, 100, 60, 210), (10, 300, 50, 30)])
def test_what_comes_and_goes_moves_and_what_stays_is_still(hand):
    scene = Scene()
    seen = states(scene.picture(), scene.picture(over=hand), scene.picture(over=hand), scene.picture())
    assert seen == [State.MOVING, State.MOVING, None, State.MOVING]


@pytest.mark.parametrize("light", [0.6, 1.35])
def test_a_lamp_is_light_and_nothing_moves(light):
    scene = Scene()
    seen = states(scene.picture(), scene.picture(light=light), scene.picture(light=light))
    assert seen == [State.MOVING, State.LIGHT, None]


def test_what_is_dark_is_still():
    assert states(np.zeros((360, 640), np.uint8), np.zeros((360, 640), np.uint8))[1] is None


def test_a_small_change_between_two_readings_is_read_again():
    scene, stillness = Scene(), Stillness()
    for over in (None, None):
        stillness.follow(scene.picture(over=over))
    stillness.note_read()
    stillness.follow(scene.picture())
    assert stillness.is_as_read
    stillness.follow(scene.picture(over=(200, 100, 8, 255)))
    assert not stillness.is_as_read


def learnt(table, reader):
    """Return how bright the cubes are, as a picture with both colours shows it."""
    for cell, colour in MIXED.items():
        table.laid.put(cell, colour)
    taught = {"corners": table.laid.taught()}
    seen = reader.see(Request("mixed", table.picture(), "inside", state_with(MIXED), taught))
    for cell in MIXED:
        table.laid.take(cell)
    return seen.learnt


def test_a_game_is_followed_by_live_pictures():
    table, reader, state = Table(random.Random(7)), PictureReader(), rules.start(START)
    taught = {"corners": table.laid.taught(), **learnt(table, reader)}

    def look():
        return reader.see(
            Request("live", table.picture(), "inside", state, taught, is_live=True, is_followed=True)
        )

    def still():
        for _ in range(9):
            if (seen := look()).finding is not None:
                return seen
            assert seen.state in {State.MOVING, State.LIGHT}
        return pytest.fail("glare and lamps do not change all the time")

    assert still().finding.acts == ()
    for text in ("1 place L310", "2 place D220"):
        act = read_act(text)
        table.put(act)
        seen = still()
        assert seen.finding.acts == (act,)
        assert seen.spots["310"] != seen.spots["220"]
        state = rules.play(state, act)


def test_a_picture_as_the_one_before_is_not_read_again():
    file = io.BytesIO()
    Image.fromarray(Scene().picture()).save(file, "PNG")
    asked = Request("live", file.getvalue(), "inside", None, is_live=True)
    reader = PictureReader()
    assert reader.see(asked).state is State.MOVING
    seen = reader.see(asked)
    assert seen.state is State.NO_SHEET
    assert reader.see(asked) is seen
    assert reader.see(asked._replace(game="insider")) is not seen
