"""The eye's firmware over time and at the line: no clock, no camera, every word of the contract."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.eye import Check, Hello, Parser, State, Tag, Trouble, View, write
from drivers.frames import Ask, Question, next_sequence
from tests.hardware.board import frame, talk, watching

WIDTH, HEIGHT = 320, 240
EVERY = 100
"""Milliseconds between pictures."""
CARD, PAWN = (103, 500, 400, 0), (12, 300, 400, 90)


def square(x, y, half=10):
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def at(x, y):
    """Return where in the picture a place of the frame is."""
    return 20 + 280 * x / 1000, 20 + 200 * y / 1000


def picture(*, hidden=False, light=200, dark=30, dim_right=1.0, borders=(), tones=(200, 30)):
    """Draw a frame straight from above, as its band needs it; of tags, only borders that are named."""
    pixels = bytearray([120]) * (WIDTH * HEIGHT)

    def fill(x, y, half, tone):
        tone = int(tone * (dim_right if x > WIDTH / 2 else 1))
        for row in range(int(y - half), int(y + half) + 1):
            for column in range(int(x - half), int(x + half) + 1):
                pixels[row * WIDTH + column] = tone

    for index, part in enumerate(frame.ALONG):
        for y in (20, 220):
            fill(20 + 280 * part, y, 3, light if index % 2 else dark)
    for index, part in enumerate(frame.DOWN):
        for x in (20, 300):
            fill(x, 20 + 200 * part, 3, light if index % 2 else dark)
    for x, y in borders:
        fill(x, y, 14, tones[0])
        fill(x, y, 10, tones[1])
    if hidden:
        fill(160, 20, 18, 150)
    return bytes(pixels)


FREE, ARM = picture(), picture(hidden=True)


def found(*tags, corners=(0, 1, 2, 3)):
    """Return what a detector finds: the corners, and tags at places of the frame."""
    places = ((20, 20), (300, 20), (300, 220), (20, 220))
    seen = [(name, *places[name], name * math.pi / 2, square(*places[name])) for name in corners]
    for name, x, y, turn in tags:
        seen.append((name, *at(x, y), math.radians(turn), square(*at(x, y))))
    return seen


class Table:
    """A frame of which a test says what each picture shows."""

    def __init__(self, number=7):
        self.parser, self.frames, self.now = Parser(), [], 0
        self.eye = watching.Eye(self.say, number, "eye")

    def say(self, data):
        self.frames += self.parser.feed(data)

    def see(self, *tags, pictures=1, pixels=FREE, corners=(0, 1, 2, 3)):
        """Take pictures that show something; gives the views that were told."""
        before = len(self.frames)
        for _ in range(pictures):
            self.now += EVERY
            self.eye.see(pixels, (WIDTH, HEIGHT), found(*tags, corners=corners), self.now)
        return [(view.state.value, *map(tuple, view.tags)) for view in self.frames[before:]]

    def hear(self, data):
        before = len(self.frames)
        self.eye.hear(data, self.now)
        return self.frames[before:]


@pytest.fixture
def table():
    table = Table()
    assert table.see(CARD, pictures=20) == [("seen", CARD)]
    return table


def test_it_says_hello_when_it_starts_and_tells_its_state_only_when_asked():
    table = Table()
    assert table.frames == [Hello(7, 1, 160, 120, "eye")]
    assert table.hear(write(Question(1, Ask.STATE))) == [View(8, State.NO_FRAME)]
    assert sum(table.parser.dropped.values()) == 0


def test_a_pawn_is_told_once_and_only_after_a_second_of_equal_pictures(table):
    assert table.see(CARD, PAWN) == []
    assert table.see(CARD, PAWN, pictures=9) == [("moving",)]
    assert table.see(CARD, PAWN, pictures=2) == [("seen", PAWN, CARD)]
    assert table.see(CARD, PAWN, pictures=50) == []


def test_a_pawn_that_is_moved_begins_the_second_anew(table):
    for x in range(300, 700, 40):
        assert ("seen",) not in {told[:1] for told in table.see(CARD, (12, x, 400, 90), pictures=5)}


def test_a_pawn_that_trembles_stands_still(table):
    views = [view for x in range(30) for view in table.see(CARD, (12, 300 + x % 3, 400 - x % 4, 90 + x % 5))]
    assert [view[0] for view in views] == ["moving", "seen"]


def test_one_odd_picture_is_no_news(table):
    assert table.see(CARD, PAWN) == table.see(CARD, pictures=3) == []
    assert table.see(corners=()) == table.see(CARD, pictures=3) == []
    assert table.see(CARD, pixels=ARM) == table.see(CARD, pictures=20) == []


def test_an_arm_over_the_band_hides_what_is_there_and_then_it_is_told_again(table):
    assert table.see(CARD, PAWN, pictures=30, pixels=ARM) == [("hidden",)]
    assert table.see(CARD, PAWN, pictures=12) == [("seen", PAWN, CARD)]


@pytest.mark.parametrize(("corners", "state"), [((0, 1, 2), "hidden"), ((0,), "no-frame"), ((), "no-frame")])
def test_without_all_corners_nothing_is_seen(table, corners, state):
    assert table.see(CARD, pictures=30, corners=corners) == [(state,)]


def test_a_tag_that_is_there_twice_makes_it_unsure(table):
    assert table.see(CARD, PAWN, (12, 800, 800, 0), pictures=10) == [("unsure",)]


def test_a_tag_that_is_not_read_but_still_there_has_not_gone():
    table, there = Table(), picture(borders=[at(*PAWN[1:3])])
    assert table.see(CARD, PAWN, pictures=15, pixels=there)[-1] == ("seen", PAWN, CARD)
    assert table.see(CARD, pictures=3, pixels=there) == []
    assert table.see(CARD, pictures=30, pixels=there) == [("unsure",)]
    assert table.see(CARD, pictures=15) == [("seen", CARD)], "now its place is free"


def test_what_is_printed_on_a_card_is_not_taken_for_a_tag_that_was_there():
    table, there = Table(), picture(borders=[at(*PAWN[1:3])])
    table.see(CARD, PAWN, pictures=15, pixels=there)
    printed = picture(borders=[at(*PAWN[1:3])], tones=(170, 130))
    table.see(CARD, pictures=4, pixels=ARM)
    assert table.see(CARD, pictures=15, pixels=printed) == [("seen", CARD)]


def test_a_pawn_in_the_place_of_another_replaces_it():
    table, there = Table(), picture(borders=[at(*PAWN[1:3])])
    table.see(CARD, PAWN, pictures=15, pixels=there)
    other = (22, *PAWN[1:])
    assert table.see(CARD, other, pictures=15, pixels=there)[-1] == ("seen", other, CARD)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("offset", [0, 0.3, 3.0])
def test_however_a_detector_counts_angles_the_turn_is_that_in_the_frame(sign, offset):
    upright = frame.turns([sign * quarter * math.pi / 2 + offset for quarter in range(4)])
    for turn in (0, 7, 90, 181, 359):
        assert frame.degrees(sign * math.radians(turn) + offset, upright) == turn


def test_numbers_begin_again_after_the_last():
    table = Table(number=65534)
    table.see(CARD, pictures=15)
    table.see(CARD, pictures=5, pixels=ARM)
    assert [view.sequence for view in table.frames[1:]] == [0, 1]


@given(st.lists(st.one_of(st.binary(max_size=200), st.sampled_from([b"\n", b"\r\n", b"state? 1 *00000000\n"]))))
def test_garbage_is_passed_over_and_the_next_question_answered(garbage):
    table = Table()
    for piece in garbage:
        assert table.hear(piece) == []
    assert table.hear(b"\n" + write(Question(4, Ask.STATE))[:-1] + b"\r\n") == [View(8, State.NO_FRAME)]
    assert table.hear(talk.line("dance?", 3)) == []


def test_the_state_is_told_whole_under_its_old_number(table):
    told = View(next_sequence(8), State.SEEN, (Tag(*CARD),))
    assert table.frames[-1] == told
    table.parser = Parser()
    assert table.hear(write(Question(4, Ask.STATE))) == [told]


# --- the self-test


def checked(pixels, every=EVERY, corners=(0, 1, 2, 3)):
    table = Table()
    for _ in range(2):
        table.now += every
        table.eye.see(pixels, (WIDTH, HEIGHT), found(CARD, corners=corners), table.now)
    (check,) = table.hear(write(Question(9, Ask.TEST)))
    assert isinstance(check, Check)
    return check


def test_the_self_test_tells_corners_tags_speed_and_light():
    assert checked(FREE) == Check(9, 4, 1, 10, 200)


def test_the_self_test_finds_what_is_wrong_with_the_camera_the_frame_and_the_light():
    found_by = {
        Trouble.BLIND: checked(bytes(WIDTH * HEIGHT)),
        Trouble.NO_FRAME: checked(FREE, corners=(0, 1, 3)),
        Trouble.DARK: checked(picture(light=50, dark=5)),
        Trouble.BRIGHT: checked(picture(light=250, dark=200)),
        Trouble.UNEVEN: checked(picture(dim_right=0.4)),
        Trouble.SLOW: checked(FREE, every=500),
    }
    assert {trouble: check.troubles for trouble, check in found_by.items()} == {
        trouble: (trouble,) for trouble in found_by
    }
    assert found_by[Trouble.NO_FRAME].corners == 3
