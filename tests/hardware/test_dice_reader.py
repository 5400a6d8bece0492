"""The dice reader's firmware over time and at the line: no clock, no camera, every word of the contract."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dice import Findings, Hello, Parser, Roll, State, write
from drivers.frames import Ask, Question, next_sequence
from tests.hardware.board import reader, talk
from tests.hardware.dice_pictures import HEIGHT, WIDTH, picture

STILL = bytes([30, 31]) * (WIDTH * HEIGHT // 2)
EVERY = 100
"""Milliseconds between pictures."""


class Tray:
    """A tray of which a test says what each picture shows."""

    def __init__(self, number=7):
        self.parser, self.frames, self.now, self.shows = Parser(), [], 0, ("few",)
        self.firmware = reader.Reader(self.say, number, "tray", look=lambda *_: self.shows)

    def say(self, data):
        self.frames += self.parser.feed(data)

    def see(self, *shows, pictures=1, moves=False):
        """Take pictures that show something; gives the rolls that were told."""
        before, self.shows = len(self.frames), shows
        for number in range(pictures):
            self.now += EVERY
            other = bytes([200, 30]) * (WIDTH * HEIGHT // 2) if moves and number % 2 == 0 else STILL
            self.firmware.see(other, WIDTH, HEIGHT, self.now)
        return [(frame.state.value, *frame.faces) for frame in self.frames[before:] if isinstance(frame, Roll)]

    def hear(self, data):
        before = len(self.frames)
        self.firmware.hear(data, self.now)
        return self.frames[before:]


@pytest.fixture
def tray():
    tray = Tray()
    tray.see("few", pictures=10)
    return tray


def test_it_says_hello_when_it_starts_and_tells_an_empty_tray_only_when_asked(tray):
    assert tray.frames == [Hello(7, 1, 2, "tray")]
    assert tray.hear(write(Question(1, Ask.STATE))) == [Roll(8, State.FEW)]
    assert sum(tray.parser.dropped.values()) == 0


def test_a_roll_is_told_once_and_only_after_a_third_of_a_second_of_equal_pictures(tray):
    assert tray.see("unsure", moves=True) == [("rolling",)]
    assert tray.see("settled", 3, 5, pictures=1) == []  # the last thing that moved
    assert tray.see("settled", 3, 5, pictures=3) == []
    assert tray.see("settled", 3, 5, pictures=5) == [("settled", 3, 5)]
    assert tray.see("settled", 3, 5, pictures=50) == []


def test_pictures_that_differ_begin_the_wait_anew(tray):
    tray.see("unsure", moves=True)
    for _ in range(5):
        assert tray.see("settled", 3, 5, pictures=3) == []
        assert tray.see("unsure", pictures=2) == []


def test_one_bad_picture_does_not_take_a_roll_back(tray):
    tray.see("settled", 3, 5, pictures=8)
    assert tray.see("unsure") == tray.see("settled", 3, 5, pictures=8) == []


def test_other_faces_without_a_movement_are_unsure(tray):
    tray.see("settled", 3, 5, pictures=8)
    assert tray.see("settled", 3, 4, pictures=8) == [("unsure",)]
    assert tray.see("handled") == [("handled",)]
    assert tray.see("settled", 3, 4, pictures=8) == [("settled", 3, 4)]


def test_the_same_faces_after_a_throw_are_a_new_roll(tray):
    tray.see("settled", 3, 5, pictures=8)
    first = tray.frames[-1]
    tray.see("unsure", moves=True)
    tray.see("settled", 3, 5, pictures=8)
    assert tray.frames[-1] == Roll(next_sequence(next_sequence(first.sequence)), State.SETTLED, (3, 5))


@pytest.mark.parametrize(
    ("shows", "told"),
    [
        (("cocked", 5), ("cocked", 5)),
        (("few", 2), ("few", 2)),
        (("many",), ("unsure",)),
        (("unsure",), ("unsure",)),
    ],
)
def test_what_is_no_roll_is_told_when_it_stays(tray, shows, told):
    assert tray.see(*shows, pictures=3) == []
    assert tray.see(*shows, pictures=3) == [told]


def test_a_hand_is_told_at_once_even_while_it_moves(tray):
    assert tray.see("handled", moves=True) == [("handled",)]


def test_numbers_begin_again_after_the_last():
    tray = Tray(number=65535)
    tray.see("handled")
    assert tray.frames == [Hello(65535, 1, 2, "tray"), Roll(1, State.HANDLED)]


@given(st.lists(st.one_of(st.binary(max_size=200), st.sampled_from([b"\n", b"\r\n", b"state? 1 *00000000\n"]))))
def test_garbage_is_passed_over_and_the_next_question_answered(garbage):
    tray = Tray()
    for piece in garbage:
        assert tray.hear(piece) == []
    assert (
        tray.hear(b"\n" + write(Question(3, Ask.HELLO))) == []
    )  # it said so already: the parser knows that hello
    assert tray.hear(write(Question(4, Ask.STATE))[:-1] + b"\r\n") == [Roll(8, State.FEW)]


def test_a_line_without_end_costs_no_memory(tray):
    for _ in range(100):
        tray.hear(b"x" * 1000)
    assert len(tray.firmware._questions._half) <= 97


def test_questions_that_it_does_not_know_are_passed_over(tray):
    assert tray.hear(talk.line("dance?", 3)) == tray.hear(talk.line("state?", "x")) == []


# --- the self-test


def found_by(tray):
    (findings,) = tray.hear(write(Question(9, Ask.TEST)))
    assert isinstance(findings, Findings)
    assert findings.sequence == 9
    return [trouble.value for trouble in findings.troubles]


def shown(tray, pixels, every=EVERY):
    for _ in range(2):
        tray.now += every
        tray.firmware.see(pixels, WIDTH, HEIGHT, tray.now)
    return found_by(tray)


def test_the_self_test_of_a_reader_over_a_tray_finds_nothing():
    chance = random.Random(8)
    for _ in range(10):
        assert shown(Tray(), picture(chance).image.tobytes()) == []


def test_the_self_test_finds_what_is_wrong_with_the_camera_and_the_light(tray):
    slope = bytes(20 + 180 * x // WIDTH for x in range(WIDTH)) * HEIGHT
    speckled = bytes([2, 3]) * (WIDTH * HEIGHT // 2)
    assert found_by(Tray()) == ["blind"]
    assert shown(Tray(), bytes(WIDTH * HEIGHT)) == ["blind"]
    assert shown(Tray(), speckled) == ["dark"]
    assert shown(Tray(), bytes(255 - value for value in speckled)) == ["bright"]
    assert shown(Tray(), slope) == ["uneven"]
    assert shown(Tray(), STILL, every=500) == ["slow"]
    tray.now += 5000
    assert found_by(tray) == ["blind"]
