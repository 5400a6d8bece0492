"""The dice reader's firmware under a real MicroPython: it sees what CPython sees, and the driver is content."""

import json
import random
import subprocess
from queue import Queue

import pytest

from drivers.dice import Findings, Roll, State
from drivers.dice_port import Connected, DiceReader, Disconnected, Reason
from drivers.frames import next_sequence
from tests.hardware.board import pips
from tests.hardware.dice_pictures import HEIGHT, WIDTH, arrange, draw, picture
from tests.hardware.micropython import HEAP, Tray, environment, interpreter

pytestmark = pytest.mark.slow  # it needs MicroPython, which `make test` does not
PATIENCE = 120
LOOK = """
import json, sys
import pips
with open(sys.argv[1], "rb") as file:
    while len(picture := file.read(160 * 120)) == 160 * 120:
        print(json.dumps(list(pips.look(picture, 160, 120))))
"""


class Listener(Queue):
    """Hears what the driver puts."""

    def until(self, *shown):
        """Wait for a roll of that state and those faces; gives it."""
        heard = []
        while True:
            event = self.get(timeout=PATIENCE)
            heard.append(event)
            if isinstance(event, Roll) and (event.state.value, *event.faces) == shown:
                return event

    def until_a(self, kind):
        while not isinstance(event := self.get(timeout=PATIENCE), kind):
            pass
        return event


@pytest.fixture
def tray():
    interpreter()
    tray = Tray()
    yield tray
    tray.close()


@pytest.fixture
def events():
    return Listener()


def several(kind, faces=None, seed=1):
    """Take three pictures of one scene: only the noise differs, and the light a little."""
    chance = random.Random(seed)
    scene = arrange(chance, kind, faces)
    return [draw(scene, StillChance(seed, noise)).tobytes() for noise in range(3)]


class StillChance(random.Random):
    """Chance that is the same in every picture of a scene, but for the camera's noise."""

    def __init__(self, seed, noise):
        super().__init__(seed)
        self._noise = random.Random(noise)

    def randbytes(self, n):
        return self._noise.randbytes(n) if n == WIDTH * HEIGHT else super().randbytes(n)


def test_micropython_and_cpython_see_the_same(tmp_path):
    chance = random.Random(8)
    pictures = [picture(chance).image.tobytes() for _ in range(48)]
    (tmp_path / "pictures").write_bytes(b"".join(pictures))
    (tmp_path / "look.py").write_text(LOOK)
    command = [interpreter(), "-X", f"heapsize={HEAP}", str(tmp_path / "look.py"), str(tmp_path / "pictures")]
    seen = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True).stdout
    assert [tuple(json.loads(line)) for line in seen.splitlines()] == [
        pips.look(pixels, WIDTH, HEIGHT) for pixels in pictures
    ]


def test_the_driver_hears_every_roll_and_what_is_none(tray, events):
    tray.lay(*several("none"))
    tray.plug()
    with DiceReader(tray.path, events.put):
        hello = events.until_a(Connected).hello
        assert (hello.version, hello.dice, hello.name) == (1, 2, "openmv")
        assert events.until("few") == Roll(next_sequence(hello.sequence), State.FEW)
        for faces in [(3, 5), (1, 6)]:
            tray.lay(*several("good", faces, seed=sum(faces)))
            events.until("rolling")
            events.until("settled", *faces)
        tray.lay(*several("hand", seed=5))
        events.until("handled")
        tray.lay(*several("three", seed=2))
        events.until("unsure")


def test_unplugged_and_plugged_in_again_it_tells_what_lies_there(tray, events):
    tray.lay(*several("good", (2, 4)))
    tray.plug()
    with DiceReader(tray.path, events.put):
        first = events.until_a(Connected)
        events.until("settled", 2, 4)
        tray.unplug()
        assert events.until_a(Disconnected) == Disconnected(Reason.ABSENT)
        tray.lay(*several("good", (6, 6), seed=3))
        tray.plug()
        assert events.until_a(Connected) != first
        events.until("settled", 6, 6)


def test_garbage_on_the_line_stops_nothing_and_the_state_is_told_when_asked(tray, events):
    tray.lay(*several("good", (1, 2)))
    tray.plug()
    with open(tray.path, "r+b", buffering=0) as line:
        line.write(random.Random(8).randbytes(5000) + b"\x03\x04" * 50 + b"\nstate? 1 *00000000\n" + b"x" * 500)
    with DiceReader(tray.path, events.put) as reader:
        settled = events.until("settled", 1, 2)
        reader.ask()
        reader.test()
        findings = events.until_a((Findings, Roll))
        assert isinstance(findings, Findings), "its state has not changed, so it is not told again"
        assert {trouble.value for trouble in findings.troubles} <= {"slow"}
        assert settled.sequence < 65536


def test_its_self_test_finds_a_camera_that_sees_nothing(tray, events):
    tray.lay(bytes(WIDTH * HEIGHT))
    tray.plug()
    with DiceReader(tray.path, events.put) as reader:
        events.until("few")
        reader.test()
        assert [trouble.value for trouble in events.until_a(Findings).troubles] == ["blind"]
