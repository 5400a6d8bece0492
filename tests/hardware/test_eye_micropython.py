"""The eye's firmware under a real MicroPython: it sees what CPython sees, in time, and the driver is content."""

import json
import random

import pytest

from drivers.eye import Check, State, View
from drivers.eye_port import Eye
from drivers.serial_port import Connected, Disconnected
from tests.hardware.board import EYE, looking
from tests.hardware.eye_micropython import look_under_micropython
from tests.hardware.eye_pictures import HEIGHT, WIDTH, Light, draw, find_tags, picture
from tests.hardware.eye_scenes import Scene, camera, card, pawn
from tests.hardware.micropython import Tray, interpreter
from tests.hardware.test_micropython import PATIENCE, Listener

pytestmark = pytest.mark.slow  # it needs MicroPython, which `make test` does not
MOST_MS = 20


def file_of(*images):
    """Return what the stand-in of the camera reads: pictures, and what its detector finds in them."""
    return (
        b"".join(image.tobytes() for image in images) + json.dumps([find_tags(image) for image in images]).encode()
    )


def test_micropython_and_cpython_see_the_same_and_ours_takes_little_time(tmp_path):
    chance = random.Random(8)
    images = [picture(chance).image for _ in range(40)]
    found = [find_tags(image) for image in images]
    seen, spent = look_under_micropython(tmp_path, images, found)
    for there, image, tags in zip(seen, images, found, strict=True):
        here = json.loads(json.dumps(looking.look(image.tobytes(), WIDTH, HEIGHT, tags)))
        assert there == here
    assert spent < MOST_MS


@pytest.fixture
def scene():
    chance = random.Random(5)
    laid = card(chance, 103, 4)
    pawns = tuple(pawn(chance, 10 * seat + 1, laid.on(laid.places[seat])) for seat in (1, 2, 3))
    return Scene(camera(chance), laid, pawns)


def shown(scene, count=2):
    light = Light.of(random.Random(4))
    return file_of(*(draw(scene, random.Random(number), light=light) for number in range(count)))


def until_seen(events, *numbers):
    while True:
        event = events.get(timeout=PATIENCE)
        if (
            isinstance(event, View)
            and event.state is State.SEEN
            and {tag.number for tag in event.tags} == set(numbers)
        ):
            return event


def test_the_driver_hears_what_lies_there_and_what_changes(scene):
    interpreter()
    board, events = Tray(EYE, heap="2m"), Listener()  # its pictures lie in a memory of their own on a board
    board.lay(shown(scene._replace(card=None, pawns=())))
    board.plug()
    try:
        with Eye(board.path, events.put) as eye:
            hello = events.until_a(Connected).hello
            assert (hello.version, hello.width_mm, hello.height_mm, hello.name) == (1, 160, 120, "openmv")
            until_seen(events)
            board.lay(shown(scene._replace(pawns=())))
            until_seen(events, 103)
            board.lay(shown(scene))
            until_seen(events, 103, 11, 21, 31)
            board.lay(shown(scene._replace(pawns=scene.pawns[:2])))
            until_seen(events, 103, 11, 21)
            eye.test()
            check = events.until_a(Check)
            assert (check.corners, check.tags) == (4, 3)
            board.unplug()
            events.until_a(Disconnected)
            board.plug()
            until_seen(events, 103, 11, 21)
    finally:
        board.close()
