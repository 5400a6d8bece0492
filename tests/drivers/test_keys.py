"""Keys on gpiozero's mock pins: edges in, presses out, whatever a contact or a caller does."""

import random
import threading
import time

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from drivers.budget import TooMuch
from drivers.keys import (
    EDGES_PER_SECOND,
    HELD_MILLISECONDS,
    MOST_EDGES,
    POLL_MILLISECONDS,
    QUIET_MILLISECONDS,
    Keys,
)
from drivers.presses import (
    BOUNCE_MILLISECONDS,
    LONG_MILLISECONDS,
    REPEAT_MILLISECONDS,
    Edge,
    Key,
    Kind,
    Press,
    Recogniser,
)
from drivers.simulated.keys import SimulatedKeys

OK, BACK, UP = Key.OK, Key.BACK, Key.UP
PINS = {key: pin for pin, key in enumerate(Key, start=5)}
BOUNCING = ((1, 2), (4, 5), (9, 12))


def presses(edges, until):
    recogniser = Recogniser()
    return [press for edge in edges for press in recogniser.feed(edge)] + recogniser.advance(until)


@pytest.fixture
def edges():
    return []


@pytest.fixture
def keys(edges):
    keys = SimulatedKeys(PINS, edges.append, clock=lambda: 0.0)
    yield keys
    keys.close()


@pytest.mark.parametrize("key", Key)
def test_every_key_gives_its_edges_with_their_times(keys, edges, key):
    keys.press(key, at=1007)
    keys.release(key, at=1100)
    assert edges == [Edge(key, down=True, at=1007), Edge(key, down=False, at=1100)]


def test_a_press_that_bounces_is_one_press(keys, edges):
    keys.bounce = BOUNCING
    keys.press(OK, at=1000)
    keys.release(OK, at=1090)
    assert len(edges) == 14
    assert presses(edges, until=5000) == [Press(OK, Kind.SHORT)]


def test_two_keys_at_once_are_two_presses(keys, edges):
    keys.bounce = BOUNCING
    keys.press(OK, at=1000)
    keys.press(UP, at=1040)
    keys.release(OK, at=1080)
    keys.release(UP, at=1040 + LONG_MILLISECONDS + REPEAT_MILLISECONDS)
    assert presses(edges, until=5000) == [Press(OK, Kind.SHORT), Press(UP, Kind.LONG), Press(UP, Kind.REPEAT)]


@given(
    strokes=st.lists(st.tuples(st.sampled_from(Key), st.integers(BOUNCE_MILLISECONDS * 3, 1500)), max_size=10),
    seed=st.integers(0, 10**6),
)
def test_any_presses_with_any_bounce_are_heard_as_what_they_were(strokes, seed):
    chance, edges, expected, now = random.Random(seed), [], [], 0
    keys = SimulatedKeys(PINS, edges.append, clock=lambda: 0.0)
    for key, length in strokes:
        times = sorted(chance.sample(range(1, BOUNCE_MILLISECONDS), 2 * chance.randrange(5)))
        keys.bounce = list(zip(times[::2], times[1::2], strict=True))
        keys.press(key, at=now)
        keys.release(key, at=now + length)
        now += length + 2 * BOUNCE_MILLISECONDS
        kinds = (
            [Kind.SHORT]
            if length < LONG_MILLISECONDS
            else [Kind.LONG] + [Kind.REPEAT] * ((length - LONG_MILLISECONDS) // REPEAT_MILLISECONDS)
        )
        expected += [Press(key, kind) for kind in kinds]
    keys.close()
    assert presses(edges, until=now + 1000) == expected


def test_keys_that_are_held_at_the_start_are_ignored_until_they_are_released():
    edges = []
    keys = SimulatedKeys(PINS, edges.append, clock=lambda: 0.0, held=[OK])
    keys.bounce = BOUNCING
    assert keys.held == [OK]
    keys.press(BACK, at=500)
    keys.release(BACK, at=600)
    keys.release(OK, at=3000)
    assert {edge.key for edge in edges} == {BACK}, "the release, with its bounce, is not a press"
    keys.press(OK, at=4000)
    keys.release(OK, at=4100)
    assert keys.held == []
    assert presses(edges, until=9000) == [Press(BACK, Kind.SHORT), Press(OK, Kind.SHORT)]
    keys.close()


def test_a_stuck_key_says_nothing_more_and_the_others_do(keys, edges):
    keys.press(OK, at=1000)
    keys.stick(OK)
    keys.release(OK, at=1100)
    keys.press(OK, at=1200)
    keys.press(UP, at=1300)
    assert edges == [Edge(OK, down=True, at=1000), Edge(UP, down=True, at=1300)]
    keys.free(OK)
    assert edges[2:] == [Edge(OK, down=False, at=0)]


def test_a_pin_that_cannot_be_had_is_named_and_the_others_work(edges):
    keys = SimulatedKeys(PINS, edges.append, clock=lambda: 0.0, missing=[OK])
    assert keys.missing == {9: "GPIO9: GPIO9 is in use by somebody else"}
    keys.press(OK, at=1000)
    keys.press(BACK, at=2000)
    assert edges == [Edge(BACK, down=True, at=2000)]
    keys.close()


@pytest.mark.parametrize(("pin", "why"), [(99, "not a valid pin name"), (None, "No pin")])
def test_a_wrong_pin_is_named_with_its_reason(edges, pin, why):
    keys = Keys({5: UP, pin: OK, 6: BACK}, edges.append, MockFactory())
    assert list(keys.missing) == [pin]
    assert why in keys.missing[pin]
    keys.close()


def test_without_gpio_every_key_is_missing(edges, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nowhere")
    keys = Keys({5: UP, 6: OK}, edges.append)
    assert keys.missing == {
        5: "GPIO5: Unable to find pin factory 'nowhere'",
        6: "GPIO6: Unable to find pin factory 'nowhere'",
    }
    keys.close()


def test_whatever_put_raises_no_key_dies_of_it():
    edges = []

    def put(edge):
        edges.append(edge)
        if edge.key is OK:
            raise RuntimeError("the queue is closed")

    keys = SimulatedKeys(PINS, put, clock=lambda: 0.0)
    for at in (1000, 2000):
        for key in (OK, BACK):
            keys.press(key, at)
            keys.release(key, at + 100)
    assert [edge.key for edge in edges] == [OK, OK, BACK, BACK] * 2
    assert keys.dropped == 4
    keys.close()


def test_times_are_those_of_the_steady_clock(edges):
    mock = MockFactory()
    keys = Keys({5: OK}, edges.append, mock)
    before = int(time.monotonic() * 1000) - 1
    mock.pin(5).drive_low()
    mock.pin(5).drive_high()
    assert [edge.down for edge in edges] == [True, False]
    assert before <= edges[0].at <= edges[1].at <= time.monotonic() * 1000 + 1
    keys.close()


def test_a_time_stamp_of_another_clock_is_not_believed(edges):
    mock = MockFactory()
    keys = Keys({5: OK}, edges.append, mock, clock=lambda: 70.0)
    mock.pin(5).when_changed(time.time() + 10**9, 0)
    assert edges == [Edge(OK, down=True, at=edges[0].at)]
    assert 70_000 <= edges[0].at < 130_000
    keys.close()


def test_no_thread_is_started_and_none_is_left(edges):
    before = threading.enumerate()
    mock = MockFactory()
    keys = Keys({pin: key for key, pin in PINS.items()}, edges.append, mock)
    assert threading.enumerate() == before, "nothing can wake while no key moves"
    mock.pin(5).drive_low()
    keys.close()
    assert threading.enumerate() == before


def test_after_closing_nothing_is_heard_and_the_pins_are_free(edges):
    mock = MockFactory()
    keys = Keys({pin: key for key, pin in PINS.items()}, edges.append, mock)
    keys.close()
    keys.close()
    mock.pin(5).drive_low()
    assert edges == []
    again = Keys({pin: key for key, pin in PINS.items()}, edges.append, mock)
    assert again.missing == {}
    again.close()


def test_a_pin_that_fails_while_it_is_closed_does_not_keep_the_others(edges, monkeypatch):
    mock = MockFactory()
    keys = Keys({5: UP, 6: OK}, edges.append, mock)
    failures = [OSError("no such device")]

    def fail_once():
        if failures:
            raise failures.pop()

    monkeypatch.setattr(mock.pin(5), "close", fail_once)
    keys.close()
    assert failures == []
    mock.pin(6).drive_low()
    assert edges == []


# --- a key that bounces without end


def shake(keys, key, begin, seconds, hertz=1000):
    """Let a loose wire close and open a key; give the time at which it stops, open."""
    for number in range(seconds * hertz // 2):
        at = begin + 2000 * number // hertz
        keys._drive(key, at, is_down=True)
        keys._drive(key, at + 1000 // hertz, is_down=False)
    return begin + 1000 * seconds


def test_a_key_that_bounces_without_end_is_named_once_and_then_ignored(keys, edges):
    end = shake(keys, OK, begin=1000, seconds=60)
    assert edges.count(TooMuch("keys", "ok")) == 1
    assert len(edges) <= MOST_EDGES + EDGES_PER_SECOND
    assert edges[-2:] == [Edge(OK, down=False, at=edges[-2].at), TooMuch("keys", "ok")], "nobody takes it for held"
    assert keys.dropped > 50_000
    assert keys.held == []
    keys.press(BACK, at=end)
    assert edges[-1] == Edge(BACK, down=True, at=end), "the other keys work"


def test_a_key_that_has_been_quiet_for_a_second_counts_again(keys, edges):
    end = shake(keys, OK, begin=1000, seconds=3)
    keys.press(OK, at=end + 500)
    keys.release(OK, at=end + 600)
    assert isinstance(edges[-1], TooMuch), "too early"
    keys.press(OK, at=end + 600 + QUIET_MILLISECONDS)
    assert edges[-2:] == [
        TooMuch("keys", "ok", is_over=True),
        Edge(OK, down=True, at=end + 600 + QUIET_MILLISECONDS),
    ]


def test_quick_fingers_on_poor_keys_are_not_ignored(keys, edges):
    keys.bounce = BOUNCING
    for number in range(600):
        keys.press(OK, at=1000 + number * 250)
        keys.release(OK, at=1100 + number * 250)
    assert len(presses(edges, until=10**6)) == 600


# --- edges that get lost, and pins that report none


def test_a_key_whose_release_got_lost_is_released_within_a_second(keys, edges):
    keys.press(OK, at=1000)
    keys.lose_edges()
    keys.release(OK, at=1100)
    assert keys.deadline == 1000 + HELD_MILLISECONDS
    keys.advance(keys.deadline)
    assert edges == [Edge(OK, down=True, at=1000), Edge(OK, down=False, at=1000 + HELD_MILLISECONDS)]
    assert keys.deadline is None
    keys.lose_edges(is_lost=False)
    keys.press(OK, at=5000)
    keys.release(OK, at=5100)
    assert presses(edges[2:], until=9000) == [Press(OK, Kind.SHORT)]


def test_a_key_that_is_really_held_is_looked_at_once_a_second_and_stays_held(keys, edges):
    keys.press(OK, at=1000)
    looks = []
    while len(looks) < 5:
        looks.append(keys.deadline)
        keys.advance(keys.deadline)
    assert looks == [2000, 3000, 4000, 5000, 6000]
    assert edges == [Edge(OK, down=True, at=1000)]
    keys.release(OK, at=6500)
    assert keys.deadline is None


@pytest.mark.parametrize("seed", range(20))
def test_however_many_edges_get_lost_no_key_stays_held(seed):
    chance, edges, now = random.Random(seed), [], 1000
    keys = SimulatedKeys(PINS, edges.append, clock=lambda: 0.0)
    for _ in range(60):
        key = chance.choice(list(Key))
        keys.lose_edges(is_lost=chance.random() < 0.4)
        keys.press(key, at=now)
        keys.lose_edges(is_lost=chance.random() < 0.4)
        keys.release(key, at=now + 100)
        now += chance.randrange(200, 2000)
        keys.advance(now)
    keys.advance(now + HELD_MILLISECONDS)
    last = {edge.key: edge.down for edge in edges}
    assert last
    assert not any(last.values())
    assert keys.deadline is None, "no more wake-ups"
    keys.close()


def test_a_held_key_whose_pin_fails_is_released(keys, edges, monkeypatch):
    keys.press(OK, at=1000)
    monkeypatch.setattr(MockFactory.pin(keys._factory, PINS[OK]), "_get_state", lambda: 1 / 0)
    keys.advance(2000)
    assert edges[-1] == Edge(OK, down=False, at=2000)
    assert keys.deadline is None


def test_idle_keys_need_no_look(keys):
    assert keys.deadline is None
    keys.press(OK, at=1000)
    keys.release(OK, at=1100)
    assert keys.deadline is None
    shake(keys, UP, begin=2000, seconds=3)
    assert keys.deadline is None, "nor does one that is ignored"


def test_a_key_that_is_stuck_at_the_start_needs_no_look():
    keys = SimulatedKeys(PINS, [].append, clock=lambda: 0.0, held=[OK])
    assert keys.deadline is None
    keys.close()


@pytest.fixture
def polled(edges):
    keys = SimulatedKeys(PINS, edges.append, clock=lambda: 0.0, is_polled=True)
    keys.lose_edges()
    yield keys
    keys.close()


def poll(keys, begin, end):
    while (due := max(keys.deadline, begin)) < end:
        keys.advance(due)


def test_keys_without_edges_are_polled(polled, edges):
    poll(polled, 0, 1000)
    assert edges == []
    polled.press(OK, at=1000)
    poll(polled, 1000, 1100)
    polled.press(BACK, at=1100)
    polled.release(OK, at=1100)
    poll(polled, 1100, 2000)
    polled.release(BACK, at=2000)
    poll(polled, 2000, 3000)
    assert [(edge.key, edge.down) for edge in edges] == [(OK, True), (OK, False), (BACK, True), (BACK, False)]
    found = presses(edges, until=3000)
    assert found[:2] == [Press(OK, Kind.SHORT), Press(BACK, Kind.LONG)]
    assert polled.deadline == 2975 + POLL_MILLISECONDS


def test_edges_of_polled_keys_are_not_passed_on_twice(polled, edges):
    polled.lose_edges(is_lost=False)
    polled.press(OK, at=1000)
    poll(polled, 1000, 1100)
    polled.release(OK, at=1100)
    poll(polled, 1100, 1200)
    assert edges == [Edge(OK, down=True, at=1000), Edge(OK, down=False, at=1100)]


def test_a_polled_key_that_is_held_at_the_start_has_to_be_released_first():
    edges = []
    keys = SimulatedKeys(PINS, edges.append, clock=lambda: 0.0, held=[OK], is_polled=True)
    keys.lose_edges()
    poll(keys, 0, 1000)
    keys.release(OK, at=1000)
    poll(keys, 1000, 2000)
    assert edges == []
    keys.press(OK, at=2000)
    poll(keys, 2000, 2100)
    assert [edge.down for edge in edges] == [True]
    keys.close()
