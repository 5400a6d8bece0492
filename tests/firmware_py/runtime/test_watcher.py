"""The thread that watches the table: pictures only while a match wants them, reported when something changes."""

import sys
import threading
from queue import SimpleQueue

import pytest

from drivers.camera import Camera, CameraFault, CameraReason, CameraTiming
from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.runtime import watcher
from firmware_py.runtime.watcher import CameraState, Watcher
from firmware_py.sight.follower import Finding
from firmware_py.sight.looking import Looked, Seen, Wanted
from firmware_py.sight.reading import State

PATIENCE = 30
WANTED = Wanted(1, 0, "inside", "a state", {})
SEEN, HAND = Seen(State.SEEN, finding=Finding()), Seen(State.HAND)


class Scene:
    """A camera that shows what is put into it, one after the other, and what is seen in its pictures."""

    def __init__(self):
        self.shows, self.events, self.stops = SimpleQueue(), SimpleQueue(), SimpleQueue()

    def picture(self):
        shown = self.shows.get(timeout=PATIENCE)
        if isinstance(shown, CameraFault):
            raise shown
        self.shown = shown
        return b"a picture"

    def stop(self):
        self.stops.put("stopped")

    def look(self, asked):
        assert (asked.data, asked.is_live, asked.is_followed) == (b"a picture", True, True)
        if isinstance(self.shown, UserError):
            raise self.shown
        return self.shown

    def show(self, *shown):
        for one in shown:
            self.shows.put(one)

    def event(self):
        return self.events.get(timeout=PATIENCE)


@pytest.fixture(name="scene")
def fixture_scene(monkeypatch):
    for pause in ("CALM_SECONDS", "MOVING_SECONDS", "RETRY_SECONDS"):
        monkeypatch.setattr(watcher, pause, 0)
    scene = Scene()
    watching = Watcher(scene, scene, scene.events.put)
    scene.watch = watching.watch
    yield scene
    scene.watch(None)
    scene.show(SEEN)
    watching.stop()


def test_what_is_seen_is_reported_when_it_changes_and_once_more(scene):
    scene.show(SEEN, SEEN, SEEN, SEEN, HAND)
    scene.watch(WANTED)
    events = [scene.event() for _ in range(4)]
    assert events[0] == CameraState()
    assert [(event.seen, event.is_again) for event in events[1:]] == [(SEEN, False), (SEEN, True), (HAND, False)]
    assert events[1].picture == b"a picture"


def test_another_position_is_reported_again(scene):
    scene.show(SEEN, SEEN)
    scene.watch(WANTED)
    assert [scene.event() for _ in range(3)][2].is_again
    other = WANTED._replace(acts=1)
    scene.watch(other)
    scene.show(SEEN, SEEN)  # one may belong to the position before
    while (event := scene.event()).wanted != other:
        pass
    assert isinstance(event, Looked)
    assert not event.is_again


def test_a_camera_that_is_silent_does_not_hold_up_the_end():
    events, is_started = SimpleQueue(), threading.Event()

    def find():
        is_started.set()
        return (sys.executable, "-S", "-c", "import time; time.sleep(3600)")

    watching = Watcher(Camera(find, CameraTiming(first_seconds=3600)), Scene(), events.put)
    watching.watch(WANTED)
    assert is_started.wait(PATIENCE)
    stopping = threading.Thread(target=watching.stop, daemon=True)
    stopping.start()
    stopping.join(PATIENCE)
    assert not stopping.is_alive()


def test_the_camera_is_off_while_no_match_looks(scene):
    scene.show(SEEN)
    scene.watch(WANTED)
    scene.event()
    scene.watch(None)
    scene.show(SEEN)
    assert scene.stops.get(timeout=PATIENCE)


def test_who_wants_pictures_does_not_wait_until_the_camera_is_off(scene, monkeypatch):
    is_stopping, is_off = threading.Event(), threading.Event()

    def stop():
        is_stopping.set()
        is_off.wait(PATIENCE)

    monkeypatch.setattr(scene, "stop", stop)
    scene.show(SEEN)
    scene.watch(WANTED)
    assert [scene.event(), scene.event().seen] == [CameraState(), SEEN]
    scene.watch(None)
    scene.show(SEEN)  # perhaps it waits for another picture
    assert is_stopping.wait(PATIENCE)
    wanting = threading.Thread(target=scene.watch, args=(WANTED._replace(acts=1),), daemon=True)
    wanting.start()
    wanting.join(PATIENCE / 2)
    assert not wanting.is_alive()
    is_off.set()


def test_a_camera_that_is_lost_and_comes_back_is_told(scene):
    lost = CameraFault(CameraReason.ENDED, "unplugged")
    otherwise = CameraFault(CameraReason.ENDED, "unplugged at 0x55d0")
    scene.show(lost, otherwise, UserError(say("look.cut-off", source="camera")), SEEN)
    scene.watch(WANTED)
    assert [scene.event() for _ in range(3)] == [
        CameraState("camera-ended", "unplugged"),
        CameraState("camera-garbage"),
        CameraState(),
    ]
