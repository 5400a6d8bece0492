"""The sheet, the camera and hands, in drawn pictures; their ranges are in `shots.py`."""

import random

import numpy as np
import pytest

from firmware_py.sight.picture import decode
from firmware_py.sight.reading import State
from firmware_py.sight.sheet import A4, LETTER, free_sheet
from firmware_py.sight.view import View, look
from tests.depth import depth, slow_unless
from tests.firmware_py.sight.shots import Ground, Light, add_hand, draw_sheet, expose, lens

PHOTO, SMALL_PHOTO, LIVE = (2048, 1536), (1024, 768), (640, 480)
PLACES = np.array([(x, y, 0.0) for x in (0, 65, 130, 195, 261) for y in (0, 87, 174)])


def ground(chance, size, tilt, sheet=A4, *, has_paper=True):
    light = Light.of(chance)
    taken = lens(chance, size, tilt, 10 if size == LIVE else 180, sheet=sheet)
    return Ground(taken, light, draw_sheet(chance, sheet, has_paper=has_paper), sheet)


def seen(drawn, chance, colours=None, **how):
    return look(decode(expose(drawn.colours if colours is None else colours, drawn, chance, **how), "it"))


def errors(view, drawn):
    """Return how far places of the sheet are off, in mm: on the sheet, and 60 mm over its middle."""
    flat = np.abs(view.camera.on_plane(drawn.lens.sees(PLACES)) - PLACES[:, :2]).max()
    high = np.array([(130 + dx, 87 + dy, 60.0) for dx in (-30, 0, 30) for dy in (-30, 0, 30)])
    return flat, np.abs(view.camera.on_plane(drawn.lens.sees(high), 60.0) - high[:, :2]).max()


def test_a_photo_tells_places_to_two_millimetres_up_to_45_degrees():
    for seed in range(depth(1, full=40)):
        chance = random.Random(seed)
        drawn = ground(chance, PHOTO, 45)
        view = seen(drawn, chance, motion=2)
        assert isinstance(view, View)
        flat, high = errors(view, drawn)
        assert flat < 2.5
        assert high < 6
        assert len(view.covered) == 0


def test_a_live_picture_tells_places_to_three_millimetres():
    whole = 0
    for seed in range(depth(4, full=60)):
        chance = random.Random(seed)
        drawn = ground(chance, LIVE, 15)
        view = seen(drawn, chance)
        if isinstance(view, View):
            whole += 1
            flat, high = errors(view, drawn)
            assert flat < 3
            assert high < 6
            assert len(view.covered) == 0
    assert whole >= depth(3, full=52)


@pytest.mark.parametrize("size", slow_unless((PHOTO, SMALL_PHOTO, LIVE), (SMALL_PHOTO, LIVE)))
def test_an_arm_over_the_sheet_is_a_hand_or_hides_the_sheet(size):
    """An arm that lies over a corner, and over no three cells of the band beside it, is not seen yet."""
    noticed = 0
    for seed in range(depth(2, full=60)):
        chance = random.Random(1000 + seed)
        drawn = ground(chance, size, 15)
        view = seen(drawn, chance, add_hand(drawn.colours, drawn, chance))
        noticed += view is State.NO_SHEET or len(view.covered) > 0
    assert noticed >= depth(2, full=54)


def test_the_letter_sheet_and_single_tags_are_told_apart():
    for sheet in (LETTER, free_sheet(420, 300)):
        chance = random.Random(3)
        drawn = ground(chance, PHOTO, 10, sheet)
        view = look(decode(expose(drawn.colours, drawn, chance, glare=False), "it"), free_sheet(420, 300))
        assert isinstance(view, View)
        assert view.sheet.name == sheet.name


def test_a_table_without_a_sheet_and_a_dark_room_are_named():
    chance = random.Random(5)
    assert seen(ground(chance, SMALL_PHOTO, 20, has_paper=False), chance) is State.NO_SHEET
    drawn = ground(chance, LIVE, 10)
    assert seen(drawn, chance, drawn.colours * 0.05, glare=False) is State.DARK


def test_two_sheets_with_the_same_tags_are_no_sheet():
    chance = random.Random(6)
    drawn = ground(chance, SMALL_PHOTO, 5)
    picture = decode(expose(drawn.colours, drawn, chance, glare=False), "it")
    assert look(np.concatenate((picture[:, ::2], picture[:, ::2]), axis=1)) is State.NO_SHEET
