"""The loop and its workers: real threads, a clock of our own, nothing sleeps."""

import os
import socket
import threading

import pytest

from drivers.presses import Key, Kind, Press
from firmware_py.i18n.translations import Translations
from firmware_py.runtime import worker as worker_module
from firmware_py.runtime.event_loop import EventLoop, Pong, Watchdog, notify_systemd
from firmware_py.runtime.worker import Worker

PATIENCE = 60.0
"""Seconds after which something that should have come will not come."""
OK, LEFT, BROKEN = Press(Key.OK, Kind.SHORT), Press(Key.LEFT, Kind.SHORT), Press(Key.SEAT_6, Kind.SHORT)
"""`BROKEN` is a key that lets a screen crash, where a test says so."""
WORDS = Translations("en")


# --- the loop


def test_events_are_taken_in_the_order_in_which_they_came():
    loop = EventLoop()
    for event in ("first", "second", "third"):
        loop.put(event)
    assert [loop.take() for _ in range(3)] == ["first", "second", "third"]


def test_an_event_of_another_thread_wakes_the_loop():
    loop = EventLoop()
    thread = threading.Thread(target=lambda: [loop.put(number) for number in range(100)])
    thread.start()
    assert [loop.take() for _ in range(100)] == list(range(100))
    thread.join()


def test_timers_ring_in_their_order_once_and_not_before_their_time(clock):
    loop, rung = EventLoop(clock), []
    for seconds, name in ((3, "third"), (1, "first"), (2, "second"), (9, "later")):
        loop.after(seconds, name, lambda name=name: rung.append(name))
    clock.now += 5
    assert loop.take() is None
    assert rung == ["first", "second", "third"]
    clock.now += 5
    assert loop.take() is None
    assert rung == ["first", "second", "third", "later"]


def test_a_timer_that_is_due_rings_even_if_events_keep_coming_and_none_is_lost(clock):
    loop, rung = EventLoop(clock), []
    loop.after(1, "due", lambda: rung.append("due"))
    clock.now += 1
    loop.put("a key")
    assert (loop.take(), rung) == (None, ["due"])
    assert loop.take() == "a key"


def test_a_timer_that_is_set_anew_replaces_the_old_one(clock):
    loop, rung = EventLoop(clock), []
    loop.after(1, "blink", lambda: rung.append("old"))
    loop.after(5, "blink", lambda: rung.append("new"))
    loop.after(2, "other", lambda: rung.append("other"))
    clock.now += 2
    assert loop.take() is None
    assert rung == ["other"]
    clock.now += 3
    assert loop.take() is None
    assert rung == ["other", "new"]


def test_a_timer_that_sets_itself_again_rings_once_at_a_time(clock):
    loop, rung = EventLoop(clock), []

    def ring():
        rung.append(clock.now)
        loop.after(0, "again", ring)

    loop.after(0, "again", ring)
    assert [loop.take() for _ in range(3)] == [None] * 3
    assert len(rung) == 3


def test_a_timer_can_put_off_another_that_is_due_too(clock):
    loop, rung = EventLoop(clock), []
    loop.after(1, "first", lambda: loop.after(5, "second", lambda: rung.append("new")))
    loop.after(2, "second", lambda: rung.append("old"))
    clock.now += 2
    loop.take()
    assert rung == []
    clock.now += 5
    loop.after(0, "now", lambda: None)  # so that nothing waits if it was forgotten
    loop.take()
    assert rung == ["new"]


# --- workers


def test_a_worker_answers_from_a_thread_of_its_own(worker):
    assert worker.do(threading.get_ident) != threading.get_ident()
    assert worker.do(lambda: 6 * 7) == 42


def test_a_worker_raises_what_the_work_raises_and_goes_on(worker):
    for error in (ValueError("bad"), TimeoutError("late"), KeyboardInterrupt()):

        def fail(error=error):
            raise error

        with pytest.raises(type(error)) as caught:
            worker.do(fail)
        assert caught.value is error
    assert worker.do(lambda: "still there") == "still there"


def test_who_waits_is_told_when_work_takes_long_and_gets_the_answer_all_the_same(worker):
    released, told = threading.Event(), []

    def slow():
        told.append("saving")
        released.set()

    assert worker.do(lambda: released.wait(PATIENCE) and "done", slow) == "done"
    assert told == ["saving"]


def test_who_waits_is_not_told_anything_when_work_is_quick(worker, monkeypatch):
    monkeypatch.setattr(worker_module, "SLOW_SECONDS", PATIENCE)
    told = []
    assert worker.do(lambda: "done", lambda: told.append("saving")) == "done"
    assert told == []


def test_stopping_finishes_what_was_asked_for():
    worker, released, done = Worker("disk"), threading.Event(), []
    worker.ping(lambda: released.wait(PATIENCE))
    for number in range(3):
        worker.ping(lambda number=number: done.append(number))
    released.set()
    worker.stop()
    assert done == [0, 1, 2]


class Late(worker_module.Future):
    """A future whose answer comes in the very moment in which the waiting ends."""

    def result(self, timeout=None):
        if timeout is None:
            return super().result()
        self.exception()
        raise TimeoutError


def test_work_that_is_done_in_the_very_moment_in_which_it_becomes_slow_is_done(worker, monkeypatch):
    monkeypatch.setattr(worker_module, "Future", Late)
    assert worker.do(lambda: "done") == "done"


# --- the watchdog


class Guarded:
    """A loop with workers and a watchdog that tells us instead of systemd."""

    def __init__(self, clock, *workers):
        self.told = []
        self.loop = EventLoop(clock)
        self.watchdog = Watchdog(self.loop, workers, self.told.append)

    def hear(self, count):
        """Take so many answers."""
        for _ in range(count):
            self.loop.after(PATIENCE, "patience", lambda: None)
            pong = self.loop.take()
            assert isinstance(pong, Pong)
            self.watchdog.receive(pong)


@pytest.fixture(name="_watched")
def fixture_watched(monkeypatch):
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")


@pytest.mark.usefixtures("_watched")
def test_systemd_hears_of_us_once_the_loop_and_every_worker_have_answered(clock, worker):
    guarded = Guarded(clock, worker)
    assert guarded.told == []
    guarded.hear(2)
    assert guarded.told == ["WATCHDOG=1"]
    clock.now += 10
    assert guarded.loop.take() is None, "a third of the time has passed: ping again"
    guarded.hear(2)
    assert guarded.told == ["WATCHDOG=1"] * 2


@pytest.mark.usefixtures("_watched")
def test_a_worker_that_hangs_keeps_the_others_from_saying_that_all_is_well(clock, worker):
    stuck, released = Worker("lights"), threading.Event()
    stuck.ping(lambda: released.wait(PATIENCE))
    guarded = Guarded(clock, worker, stuck)
    guarded.hear(2)
    assert guarded.told == []
    released.set()
    guarded.hear(1)
    assert guarded.told == ["WATCHDOG=1"]
    stuck.stop()


@pytest.mark.usefixtures("_watched")
def test_an_answer_to_an_earlier_ping_does_not_count(clock, worker):
    released = threading.Event()
    worker.ping(lambda: released.wait(PATIENCE))
    guarded = Guarded(clock, worker)
    guarded.watchdog.ping()
    released.set()
    guarded.hear(3)
    assert guarded.told == []
    guarded.hear(1)
    assert guarded.told == ["WATCHDOG=1"]


def test_without_a_watchdog_nobody_is_woken(clock, worker):
    guarded = Guarded(clock, worker)
    assert not guarded.loop.waiting
    assert guarded.loop._timers == {}
    assert worker._jobs.empty()


@pytest.mark.parametrize("is_abstract", [False, True])
def test_messages_reach_the_service_manager(tmp_path, monkeypatch, is_abstract):
    name = f"sideline-test-{os.getpid()}" if is_abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(PATIENCE)
        manager.bind(f"\0{name}" if is_abstract else name)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}" if is_abstract else name)
        notify_systemd("READY=1")
        assert manager.recv(100) == b"READY=1"
        monkeypatch.delenv("NOTIFY_SOCKET")
        notify_systemd("WATCHDOG=1")
        manager.setblocking(False)
        with pytest.raises(BlockingIOError):
            manager.recv(100)


def test_a_service_manager_that_does_not_listen_is_no_reason_to_stop(tmp_path, monkeypatch):
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    notify_systemd("READY=1")
