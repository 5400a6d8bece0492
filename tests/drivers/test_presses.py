"""The recogniser: what a person did with a key, from edges alone."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.presses import (
    BOUNCE_MILLISECONDS,
    LONG_MILLISECONDS,
    REPEAT_MILLISECONDS,
    SETTLE_MILLISECONDS,
    Edge,
    Key,
    Kind,
    Press,
    Recogniser,
)

OK, UP = Key.OK, Key.UP


def heard(*edges, until=None):
    recogniser = Recogniser()
    presses = [press for edge in edges for press in recogniser.feed(edge)]
    return presses + recogniser.advance(edges[-1].at + SETTLE_MILLISECONDS if until is None else until)


def down(at, key=OK):
    return Edge(key, down=True, at=at)


def up(at, key=OK):
    return Edge(key, down=False, at=at)


@pytest.mark.parametrize("length", [BOUNCE_MILLISECONDS, 50, 200, LONG_MILLISECONDS - 1])
def test_released_before_the_limit_is_short(length):
    assert heard(down(0), up(length)) == [Press(OK, Kind.SHORT)]


@pytest.mark.parametrize(
    "length", [LONG_MILLISECONDS, LONG_MILLISECONDS + 1, LONG_MILLISECONDS + REPEAT_MILLISECONDS - 1]
)
def test_held_to_the_limit_is_long_and_not_short_too(length):
    assert heard(down(0), up(length)) == [Press(OK, Kind.LONG)]


def test_a_long_press_is_heard_while_the_key_is_still_down():
    assert heard(down(0), until=LONG_MILLISECONDS - 1) == []
    assert heard(down(0), until=LONG_MILLISECONDS) == [Press(OK, Kind.LONG)]


def test_a_held_key_repeats_until_it_is_released():
    presses = heard(down(0), up(LONG_MILLISECONDS + 3 * REPEAT_MILLISECONDS), until=10_000)
    assert presses == [Press(OK, Kind.LONG)] + [Press(OK, Kind.REPEAT)] * 3


def test_time_may_pass_in_one_leap():
    assert (
        heard(down(0), until=LONG_MILLISECONDS + 2 * REPEAT_MILLISECONDS)
        == [Press(OK, Kind.LONG)] + [Press(OK, Kind.REPEAT)] * 2
    )


def test_two_keys_at_once_do_not_disturb_each_other():
    presses = heard(down(0), down(100, UP), up(200, UP), up(300))
    assert presses == [Press(UP, Kind.SHORT), Press(OK, Kind.SHORT)]


def test_a_key_that_was_held_from_the_start_is_ignored_until_released():
    assert heard(up(100), down(200), up(300)) == [Press(OK, Kind.SHORT)]


def test_bounce_is_one_press():
    edges = [down(0), up(2), down(4), up(6), down(8), up(100), down(103), up(105)]
    assert heard(*edges, until=10_000) == [Press(OK, Kind.SHORT)]


def test_ten_milliseconds_of_bounce_are_filtered_and_quick_double_presses_are_two():
    bouncing = [down(0), up(3), down(6), up(10), down(11), up(60), down(65), up(70)]
    assert heard(*bouncing, until=5000) == [Press(OK, Kind.SHORT)]
    assert heard(down(0), up(30), down(60), up(90), until=5000) == [Press(OK, Kind.SHORT)] * 2


@pytest.mark.parametrize("length", range(1, SETTLE_MILLISECONDS))
def test_a_spike_is_no_press_and_lets_go_of_no_held_key(length):
    assert heard(down(0), up(length), until=10_000) == []
    assert heard(down(0), up(100), down(100 + length), up(300)) == [Press(OK, Kind.SHORT)]
    assert heard(down(0), up(length), down(200), up(300)) == [Press(OK, Kind.SHORT)]


def test_a_press_is_heard_as_soon_as_its_release_has_settled():
    assert heard(down(0), up(80), until=80 + SETTLE_MILLISECONDS - 1) == []
    assert heard(down(0), up(80), until=80 + SETTLE_MILLISECONDS) == [Press(OK, Kind.SHORT)]


def test_a_tap_shorter_than_the_bounce_is_not_lost():
    assert heard(down(0), up(5), until=BOUNCE_MILLISECONDS) == [Press(OK, Kind.SHORT)]


def test_the_deadline_says_when_something_will_happen():
    recogniser = Recogniser()
    assert recogniser.deadline is None
    recogniser.feed(down(0))
    assert recogniser.deadline == SETTLE_MILLISECONDS
    recogniser.advance(SETTLE_MILLISECONDS)
    assert recogniser.deadline == LONG_MILLISECONDS
    recogniser.advance(LONG_MILLISECONDS)
    assert recogniser.deadline == LONG_MILLISECONDS + REPEAT_MILLISECONDS
    recogniser.feed(up(LONG_MILLISECONDS + 40))
    recogniser.advance(LONG_MILLISECONDS + 40 + SETTLE_MILLISECONDS)
    assert recogniser.deadline is None


@given(
    lengths=st.lists(
        st.tuples(st.sampled_from([OK, UP]), st.integers(BOUNCE_MILLISECONDS * 3, 2000)), max_size=12
    ),
    seed=st.integers(0, 10**6),
)
def test_any_presses_with_any_bounce_are_heard_as_what_they_were(lengths, seed):
    chance = random.Random(seed)
    edges, expected, now = [], [], 0
    for key, length in lengths:
        now += chance.randrange(BOUNCE_MILLISECONDS * 3, 500)
        for at, is_down in ((now, True), (now + length, False)):
            edges.append(Edge(key, is_down, at))
            bounces = sorted(chance.sample(range(1, BOUNCE_MILLISECONDS), 2 * chance.randrange(5)))
            edges += [Edge(key, is_down ^ (i % 2 == 0), at + bounce) for i, bounce in enumerate(bounces)]
        now += length
        if length < LONG_MILLISECONDS:
            expected.append(Press(key, Kind.SHORT))
        else:
            expected.append(Press(key, Kind.LONG))
            expected += [Press(key, Kind.REPEAT)] * ((length - LONG_MILLISECONDS) // REPEAT_MILLISECONDS)
    assert heard(*edges, until=now + 1000) == expected
