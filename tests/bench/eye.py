"""The eye: how long its own part of a picture takes beside finding the tags, and from a sight to the display."""

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from drivers.eye import Hello, State, Tag, View
from drivers.serial_port import Connected
from engine.game import Setup
from engine.insider.cards import Card
from engine.insider.owner_data import OwnerData
from engine.insider.taught import Taught
from firmware_py.games import owner_data
from firmware_py.ui.flows.match import begin
from tests.bench.rows import Figure, Goal, Row, measured
from tests.firmware_py.eye_figures import play
from tests.firmware_py.eye_party import MOST_SECONDS
from tests.firmware_py.runtime.simulated_parts import WiredBox
from tests.hardware.board import watching
from tests.hardware.eye_micropython import look_under_micropython
from tests.hardware.eye_pictures import HEIGHT, WIDTH, find_tags, picture

PICTURES = 20
MOST_PICTURE_SECONDS = 0.02
OUR_SECONDS = 0.2
"""What the box may take from a sight to the act on the display."""
CARD = Taught(101, Card((3, 2, 1, 0), -4), ((20, 10), (45, 10), (70, 10), (20, 40)))


def rows() -> Iterator[Row]:
    """Time the firmware beside OpenCV's detector, and the box from a sight to the display."""
    yield from measured(_firmware, Goal("eye: our part of a picture, beside finding its tags", 1))
    yield from measured(_micropython, Goal("eye: our part of a picture under MicroPython", MOST_PICTURE_SECONDS))
    yield from measured(_to_the_act, Goal("eye: from a pawn that stands still to its act", MOST_SECONDS))
    yield from measured(_to_the_display, Goal("eye: from a sight to the act on the display", OUR_SECONDS))


def _firmware() -> Sequence[Figure]:
    chance = random.Random(8)
    images = [picture(chance, "good").image for _ in range(PICTURES)]
    eye, ours, theirs = watching.Eye(lambda _said: None, 1, "bench"), 0.0, 0.0
    for number, image in enumerate(images):
        pixels, began = image.tobytes(), time.perf_counter()
        found = find_tags(image)
        theirs += time.perf_counter() - began
        began = time.perf_counter()
        eye.see(pixels, (WIDTH, HEIGHT), found, 100 * number)
        ours += time.perf_counter() - began
    return (Figure(ours / PICTURES, theirs / PICTURES),)


def _micropython() -> Sequence[Figure]:
    chance = random.Random(8)
    images = [picture(chance).image for _ in range(2 * PICTURES)]
    with tempfile.TemporaryDirectory(prefix="sideline-bench-") as folder:
        _, spent = look_under_micropython(Path(folder), images, [find_tags(image) for image in images])
    return (Figure(spent / 1000, note="no yardstick"),)


def _to_the_act() -> Sequence[Figure]:
    return (Figure(play(1, rounds=1).slowest, note="one round"),)


def _to_the_display() -> Sequence[Figure]:
    owner_data.save("insider", OwnerData(taught=(CARD,)))
    wired = WiredBox()
    wired.begin(lambda stack: begin(stack, Setup("insider", ("Anna", "Ben", "Carla"))))
    wired.sources.eye.put(Connected(Hello(1, 1, 160, 120, "bench")))
    taken: list[float] = []
    tags: list[Tag] = [Tag(CARD.tag, 200, 200, 0)]
    for table in range(4):
        wired.settle(1.0)
        began = time.perf_counter()
        wired.sources.eye.put(View(2 + table, State.SEEN, tuple(tags)))
        wired.settle()
        taken.append(time.perf_counter() - began)
        assert wired.is_right()
        x, y = CARD.places[table]
        tags.append(Tag(11 + table, round(1000 * (32 + x) / 160), round(1000 * (24 + y) / 120), 0))
    assert wired.top.match.log
    return (Figure(median(taken), note="median of four"),)
