"""Pictures and panels for the tests of displays."""

import random

import pytest
from hypothesis import strategies as st
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image, ImageChops, ImageDraw

from drivers.displays import (
    MINUTE_MILLISECONDS,
    SHIFTS,
    SIZE,
    Display,
    DisplaySettings,
    Kind,
)
from drivers.simulated.panels import SimulatedPanel

LUMA = {Kind.SSD1306: ssd1306, Kind.SSD1309: ssd1309, Kind.SH1106: sh1106}
STILL = DisplaySettings(shift_every=None, dim_after=None, sleep_after=None)
by_luma = pytest.mark.filterwarnings("ignore:Image.Image.getdata")
"""Luma's own frames read pictures in a way that Pillow 14 will not know; ours do not."""
every_kind = pytest.mark.parametrize("kind", Kind)

boxes = st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 60), st.integers(1, 30))


def drawn(*rectangles):
    image = Image.new("1", SIZE)
    for x, y, width, height in rectangles:
        box = Image.new("1", SIZE)
        ImageDraw.Draw(box).rectangle((x, y, x + width - 1, y + height - 1), fill=1)
        image = ImageChops.logical_xor(image, box)
    return image


def noise(chance):
    """Any picture that leaves two dots free, as those do that wander."""
    image = Image.frombytes("1", SIZE, chance.randbytes(1024))
    image.paste(0, (126, 0, 128, 64))
    image.paste(0, (0, 62, 128, 64))
    return image


PICTURE, OTHER = noise(random.Random(1)), noise(random.Random(2))


def moved(image, now):
    return ImageChops.offset(image, *SHIFTS[now // MINUTE_MILLISECONDS % len(SHIFTS)])


def shows(panel, image):
    return panel.image().tobytes() == image.tobytes()


def begun(kind=Kind.SSD1306, settings=STILL, picture=PICTURE):
    panel = SimulatedPanel(kind)
    display = Display(panel.device, settings)
    display.show(picture, now=0)
    return panel, display
