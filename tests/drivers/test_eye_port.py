"""The eye at its port: over real pseudo-terminals, with every fault an eye can have."""

from queue import Queue

import pytest

from drivers import dice
from drivers.dice import Roll
from drivers.dice import write as write_dice
from drivers.eye import Check, Hello, State, Tag, Trouble, View, write
from drivers.eye_port import DiceAndEye, Eye
from drivers.frames import Ask
from drivers.serial_port import Connected, Disconnected, Reason, Timing
from drivers.simulated.eye import Fault, SimulatedEye
from drivers.simulated.reader import SimulatedReader
from tests.depth import depth

PATIENCE = 60
QUICK = Timing(answer_seconds=0.02, questions=100_000, shortest_wait_seconds=0.001, longest_wait_seconds=0.01)


class Listener(Queue):
    def next(self):
        return self.get(timeout=PATIENCE)

    def until(self, is_it):
        while not is_it(event := self.next()):
            pass
        return event

    def until_seen(self, *numbers):
        return self.until(
            lambda event: (
                isinstance(event, View)
                and event.state is State.SEEN
                and [tag.number for tag in event.tags] == list(numbers)
            )
        )


@pytest.fixture
def events():
    return Listener()


@pytest.fixture
def camera():
    with SimulatedEye() as camera:
        yield camera


def test_it_says_hello_and_what_is_seen(camera, events):
    with Eye(camera.path, events.put, timing=QUICK):
        hello = events.next().hello
        assert (hello.width_mm, hello.height_mm, hello.name) == (160, 120, "simulated")
        assert events.next() == camera.sees
        camera.lay(103, 500, 400, 90)
        assert events.next().state is State.MOVING
        assert events.next().tags == (Tag(103, 500, 400, 90),)


@pytest.mark.parametrize("fault", [Fault.NOISE, Fault.HALF, Fault.REPEATED, Fault.FLIPPED])
def test_whatever_the_line_does_every_view_arrives_and_no_other(camera, events, fault):
    camera.faults.add(fault)
    with Eye(camera.path, events.put, timing=QUICK):
        for number in range(10, depth(16, full=30)):
            camera.lay(number, number, 2 * number)
            seen = events.until_seen(*range(10, number + 1))
            assert seen.tags == tuple(sorted(camera.tags.values()))


@pytest.mark.parametrize("fault", [Fault.HAND, Fault.BLUR, Fault.AWAY])
def test_what_covers_the_frame_is_told_and_then_what_is_there(camera, events, fault):
    with Eye(camera.path, events.put, timing=QUICK):
        events.until_seen()
        camera.faults.add(fault)
        camera.lay(12, 1, 2)
        events.until(lambda event: isinstance(event, View) and event.state.value == fault.value)
        camera.faults.clear()
        camera.look()
        events.until_seen(12)


def test_unplugged_and_plugged_in_again_it_tells_what_lies_there(camera, events):
    with Eye(camera.path, events.put, timing=QUICK):
        events.until_seen()
        camera.unplug()
        lost = events.until(lambda event: isinstance(event, Disconnected))
        assert lost == Disconnected(Reason.ABSENT, device="eye")
        camera.lay(12, 1, 2)
        camera.plug()
        assert isinstance(events.until(lambda event: isinstance(event, Connected)).hello, Hello)
        events.until_seen(12)


def test_its_self_test_is_told_when_asked(camera, events):
    camera.troubles = (Trouble.DARK,)
    with Eye(camera.path, events.put, timing=QUICK) as eye:
        events.until_seen()
        eye.test()
        found = events.until(lambda event: isinstance(event, Check))
        assert (found.corners, found.tags, found.troubles) == (4, 0, (Trouble.DARK,))


def test_a_dice_reader_is_no_eye(events):
    hasty = Timing(answer_seconds=0.02, questions=2, shortest_wait_seconds=0.001, longest_wait_seconds=0.01)
    with SimulatedReader() as tray, Eye(tray.path, events.put, timing=hasty):
        assert events.next() == Disconnected(Reason.SILENT, device="eye")


def test_a_camera_that_does_both_jobs_is_heard_on_one_port(events):
    with SimulatedReader() as tray, DiceAndEye(tray.path, events.put, timing=QUICK):
        events.until(lambda event: isinstance(event, Roll))
        tray.say(write(Hello(5, 1, 160, 120, "both")) + write(View(6, State.SEEN, (Tag(12, 1, 2, 3),))))
        events.until(lambda event: event == Connected(Hello(5, 1, 160, 120, "both")))
        events.until_seen(12)
        tray.roll(3, 5)
        events.until(lambda event: isinstance(event, Roll) and event.faces == (3, 5))
        tray.say(write_dice(tray.sees))
        tray.unplug()
        lost = [events.until(lambda event: isinstance(event, Disconnected)) for _ in range(2)]
        assert [each.device for each in lost] == ["dice", "eye"]


class AskedReader(SimulatedReader):
    """A reader that notes what it is asked."""

    def __init__(self):
        self.asked = Queue()
        super().__init__()

    def _answer_to(self, question):
        self.asked.put(question.ask)
        return super()._answer_to(question)


def test_a_camera_that_does_both_jobs_is_asked_again_when_the_head_of_a_view_is_lost(events):
    with AskedReader() as tray, DiceAndEye(tray.path, events.put, timing=QUICK):
        events.until(lambda event: isinstance(event, Roll))
        tray.say(b"".join(write(View(7, State.SEEN, (Tag(13, 1, 2, 3),))).splitlines(keepends=True)[1:]))
        asked = [tray.asked.get(timeout=PATIENCE) for _ in range(3)]
    assert asked == [Ask.HELLO, Ask.STATE, Ask.STATE]


class BothReader(AskedReader):
    """A camera that does both jobs; the eye's hello is damaged on the line until it is asked for again."""

    hellos = 0

    def _answer_to(self, question):
        self.hellos += question.ask is Ask.HELLO
        return super()._answer_to(question)

    def _send(self, frame):
        if isinstance(frame, dice.Hello):
            hello = write(Hello(5, 1, 160, 120, "both"))
            self.say(write_dice(frame) + (hello if self.hellos > 1 else hello.replace(b"160", b"161")))
        else:
            self.say(write(View(6, State.SEEN, (Tag(12, 1, 2, 3),))) + write_dice(self.sees))


def test_a_camera_that_does_both_jobs_is_asked_for_its_hello_again_if_one_was_lost(events):
    with BothReader() as tray, DiceAndEye(tray.path, events.put, timing=QUICK):
        events.until(lambda event: event == Connected(Hello(5, 1, 160, 120, "both")))
        events.until_seen(12)
        tray.roll(3, 5)
        events.until(lambda event: isinstance(event, Roll) and event.faces == (3, 5))
