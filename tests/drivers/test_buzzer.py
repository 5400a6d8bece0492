"""The buzzer: patterns in the caller's time, silence at once, and no error that gets out."""

import threading

import pytest
from gpiozero.pins.mock import MockFactory

from drivers.buzzer import PATTERNS, Buzzer, Sound, changes


@pytest.fixture
def mock():
    return MockFactory()


@pytest.fixture
def buzzer(mock):
    buzzer = Buzzer(18, mock)
    yield buzzer
    buzzer.close()


def played(buzzer, pin):
    """Play on, as a loop does that is always in time; give the milliseconds of each level."""
    lengths, now = [], 1000
    while buzzer.deadline is not None:
        assert pin.state == buzzer.is_on == (len(lengths) % 2 == 0)
        lengths.append(buzzer.deadline - now)
        now = buzzer.deadline
        buzzer.advance(now)
    return tuple(lengths)


@pytest.mark.parametrize("sound", Sound)
def test_every_sound_is_played_as_its_pattern_says_and_ends_in_silence(buzzer, mock, sound):
    buzzer.play(sound, now=1000)
    assert played(buzzer, mock.pin(18)) == PATTERNS[sound]
    assert not mock.pin(18).state


@pytest.mark.parametrize("sound", Sound)
def test_a_pattern_begins_and_ends_with_sound_and_is_over_in_a_second(sound):
    pattern = PATTERNS[sound]
    assert len(pattern) % 2 == 1
    assert sum(pattern) <= 1000
    assert min(pattern) >= 30, "shorter is not heard"
    assert changes(sound, now=0)[-1] == (sum(pattern), False)


def test_no_two_sounds_are_alike():
    assert len(set(PATTERNS.values())) == len(Sound) == len(PATTERNS)


def test_a_new_sound_takes_the_place_of_the_old_one(buzzer, mock):
    buzzer.play(Sound.OVER, now=500)
    buzzer.advance(550)
    buzzer.play(Sound.YOUR_TURN, now=1000)
    assert played(buzzer, mock.pin(18)) == PATTERNS[Sound.YOUR_TURN]


def test_a_quiet_buzzer_plays_nothing(mock):
    buzzer = Buzzer(18, mock, is_quiet=True)
    buzzer.play(Sound.OVER, now=0)
    assert (buzzer.deadline, buzzer.is_on, mock.pin(18).state) == (None, False, False)
    buzzer.is_quiet = False
    buzzer.play(Sound.OVER, now=0)
    assert mock.pin(18).state
    buzzer.close()


def test_quiet_silences_a_sound_at_once(buzzer, mock):
    buzzer.play(Sound.REFUSED, now=0)
    buzzer.is_quiet = True
    assert (buzzer.is_quiet, buzzer.deadline, mock.pin(18).state) == (True, None, False)


def test_a_loop_that_comes_late_skips_and_the_sound_is_not_longer(buzzer, mock):
    buzzer.play(Sound.EVALUATION, now=0)
    buzzer.advance(400)
    assert (buzzer.is_on, buzzer.deadline) == (False, 480)
    buzzer.advance(60_000)
    assert (mock.pin(18).state, buzzer.deadline) == (False, None)


def test_before_the_deadline_nothing_changes(buzzer, mock):
    buzzer.advance(10)
    buzzer.play(Sound.ACCEPTED, now=0)
    buzzer.advance(29)
    assert mock.pin(18).state
    mock.pin(18).assert_states([False, True])


def test_a_module_that_sounds_while_its_pin_is_low_is_silent_at_first(mock):
    buzzer = Buzzer(18, mock, is_active_high=False)
    assert mock.pin(18).state
    buzzer.play(Sound.ACCEPTED, now=0)
    assert not mock.pin(18).state
    buzzer.close()


def test_a_pin_that_cannot_be_had_is_named_and_playing_does_nothing(mock):
    buzzer = Buzzer(99, mock)
    assert buzzer.is_lost
    assert buzzer.why == "GPIO99: 99 is not a valid pin name"
    buzzer.play(Sound.OVER, now=0)
    buzzer.advance(10_000)
    buzzer.is_quiet = True
    buzzer.close()
    assert buzzer.deadline is None


@pytest.mark.parametrize("level", [True, False])
def test_a_pin_that_fails_later_is_named_and_given_back(buzzer, mock, monkeypatch, level):
    def fail(value):
        if value is level:
            raise OSError("no such device")

    pin = mock.pin(18)
    monkeypatch.setattr(pin, "_set_state", fail)
    buzzer.play(Sound.ACCEPTED, now=0)
    buzzer.advance(30)
    assert (buzzer.is_lost, buzzer.why) == (True, "no such device")
    assert (buzzer.is_on, buzzer.deadline, pin.function) == (False, None, "input")


def test_an_error_without_words_is_named_by_its_kind(buzzer, mock, monkeypatch):
    def fail(_value):
        raise OSError

    monkeypatch.setattr(mock.pin(18), "_set_state", fail)
    buzzer.play(Sound.ACCEPTED, now=0)
    assert buzzer.why == "OSError"


def test_closing_is_silent_and_leaves_neither_pin_nor_thread(mock):
    before = threading.enumerate()
    buzzer = Buzzer(18, mock)
    buzzer.play(Sound.OVER, now=0)
    assert threading.enumerate() == before
    buzzer.close()
    buzzer.close()
    assert [state.state for state in mock.pin(18).states] == [False, True, False]
    Buzzer(18, mock).close()
