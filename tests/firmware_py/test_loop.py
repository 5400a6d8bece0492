"""The loop, its workers and the program around them: real threads, a clock of our own, nothing sleeps."""

import os
import socket
import threading

import pytest

from drivers import terminal
from drivers.presses import Key, Kind, Press
from drivers.terminal import Signal, Stroke
from engine.game import Setup
from firmware_py import program as program_module
from firmware_py import worker as worker_module
from firmware_py.blackbox import CALM, SEVERAL, BlackBox
from firmware_py.box import Box
from firmware_py.commands import run
from firmware_py.config import DEFAULTS
from firmware_py.desk import Desk, evening
from firmware_py.desk.home import home, start, switch_off
from firmware_py.desk.screens import Choosing, Reading
from firmware_py.journal import Journal, Status
from firmware_py.keeper import Keeper
from firmware_py.loop import Loop, Pong, Watchdog, notify_systemd
from firmware_py.panel.prompt import Pages, pages
from firmware_py.program import Program
from firmware_py.words import Words
from firmware_py.worker import Worker
from tests.firmware_py.desks import PLAIN, press, text

PATIENCE = 60.0
"""Seconds after which something that should have come will not come."""
OK, LEFT, BROKEN = Press(Key.OK, Kind.SHORT), Press(Key.LEFT, Kind.SHORT), Press(Key.SEAT_6, Kind.SHORT)
"""`BROKEN` is a key that lets a screen crash, where a test says so."""
WORDS = Words("en")


@pytest.fixture(autouse=True)
def without_systemd(monkeypatch):
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)


class Clock:
    """A clock that goes on when it is told to, or by a step whenever somebody looks at it."""

    def __init__(self):
        self.now, self.step = 1000.0, 0.0

    def __call__(self):
        self.now += self.step
        return self.now


@pytest.fixture(name="clock")
def fixture_clock():
    return Clock()


@pytest.fixture(name="worker")
def fixture_worker():
    worker = Worker("disk")
    yield worker
    worker.stop()


# --- the loop


def test_events_are_taken_in_the_order_in_which_they_came():
    loop = Loop()
    for event in ("first", "second", "third"):
        loop.put(event)
    assert [loop.take() for _ in range(3)] == ["first", "second", "third"]


def test_an_event_of_another_thread_wakes_the_loop():
    loop = Loop()
    thread = threading.Thread(target=lambda: [loop.put(number) for number in range(100)])
    thread.start()
    assert [loop.take() for _ in range(100)] == list(range(100))
    thread.join()


def test_timers_ring_in_their_order_once_and_not_before_their_time(clock):
    loop, rung = Loop(clock), []
    for seconds, name in ((3, "third"), (1, "first"), (2, "second"), (9, "later")):
        loop.after(seconds, name, lambda name=name: rung.append(name))
    clock.now += 5
    assert loop.take() is None
    assert rung == ["first", "second", "third"]
    clock.now += 5
    assert loop.take() is None
    assert rung == ["first", "second", "third", "later"]


def test_an_event_does_not_wait_for_timers_and_these_are_not_forgotten(clock):
    loop, rung = Loop(clock), []
    loop.after(1, "due", lambda: rung.append("due"))
    clock.now += 1
    loop.put("a key")
    assert (loop.take(), rung) == ("a key", [])
    assert (loop.take(), rung) == (None, ["due"])


def test_a_timer_that_is_set_anew_replaces_the_old_one(clock):
    loop, rung = Loop(clock), []
    loop.after(1, "blink", lambda: rung.append("old"))
    loop.after(5, "blink", lambda: rung.append("new"))
    loop.after(2, "other", lambda: rung.append("other"))
    clock.now += 2
    assert loop.take() is None
    assert rung == ["other"]
    clock.now += 3
    assert loop.take() is None
    assert rung == ["other", "new"]


def test_a_timer_that_is_cancelled_does_not_ring(clock):
    loop, rung = Loop(clock), []
    loop.after(1, "blink", lambda: rung.append("blink"))
    loop.after(1, "other", lambda: rung.append("other"))
    loop.cancel("blink")
    loop.cancel("never set")
    clock.now += 1
    assert loop.take() is None
    assert rung == ["other"]


def test_a_timer_that_sets_itself_again_rings_once_at_a_time(clock):
    loop, rung = Loop(clock), []

    def ring():
        rung.append(clock.now)
        loop.after(0, "again", ring)

    loop.after(0, "again", ring)
    assert [loop.take() for _ in range(3)] == [None] * 3
    assert len(rung) == 3


def test_a_timer_can_cancel_another_that_is_due_too(clock):
    loop, rung = Loop(clock), []
    loop.after(1, "first", lambda: loop.cancel("second"))
    loop.after(2, "second", lambda: rung.append("second"))
    clock.now += 2
    assert loop.take() is None
    assert rung == []


def test_a_timer_can_put_off_another_that_is_due_too(clock):
    loop, rung = Loop(clock), []
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
    monkeypatch.setattr(worker_module, "SLOW", PATIENCE)
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
        self.loop = Loop(clock)
        self.watchdog = Watchdog(self.loop, workers, self.told.append)

    def hear(self, count):
        """Take so many answers."""
        for _ in range(count):
            self.loop.after(PATIENCE, "patience", lambda: None)
            pong = self.loop.take()
            self.loop.cancel("patience")
            assert isinstance(pong, Pong)
            self.watchdog.hear(pong)


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
    assert guarded.loop._queue.empty()
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


# --- the program


class Panel:
    """A panel that draws everything and remembers what was to be seen."""

    def __init__(self):
        self.shown = []
        """The uppermost screen of each picture, and the title if it is a text."""
        self.over = []
        self.heard = []
        self.heeded = []
        self.then = lambda _panel: None

    @property
    def titles(self):
        return [title for _, title in self.shown]

    def show(self, desk, over=None):
        desk.table()
        if over is None:
            desk.prompt()
            title = text(desk) if isinstance(desk.top, Reading) else getattr(desk.top, "_name", "")
            self.shown.append((desk.top, title))
        else:
            self.over.append(over)
        self.then(self)

    def presses(self, stroke):
        return [Press(stroke.key, Kind.LONG if stroke.long else Kind.SHORT)]

    def sound(self, name):
        self.heard.append(name)

    def heed(self, signal):
        self.heeded.append(signal)


class Evening:
    """A program on a journal in a file, with a match of Inside on the table."""

    def __init__(self, folder, clock, journal=Journal, workers=(), config=PLAIN):
        self.folder, self.loop, self.panel = str(folder), Loop(clock), Panel()
        self.blackbox = BlackBox(self.folder)
        self.journal = journal(os.path.join(self.folder, "journal.db"))
        self.keeper = Keeper(self.journal, *workers)

        def make_desk():
            return Desk(self.keeper, config, self.blackbox, WORDS, today="2026-11-20")

        self.program = Program(self.loop, self.panel, make_desk, self.blackbox, workers)

    @property
    def desk(self):
        return self.program.desk

    @property
    def log(self):
        return [str(act) for act in self.desk.top.match.log]

    def put(self, *events):
        for event in events:
            self.loop.put(event)
        return self

    def run(self, *events, begin=None):
        """Run until somebody leaves, which is after these events."""
        self.put(*events, Signal.LEAVE)
        self.program.run(begin or begin_inside)
        return self

    def shut(self):
        self.journal.close()


def begin_inside(desk):
    home(desk)
    evening.begin(desk, Setup("inside", ("Anna", "Ben")))
    while desk.top._notice is not None:
        press(desk, "OK")


@pytest.fixture(name="box")
def fixture_box(tmp_path, clock):
    box = Evening(tmp_path / "data", clock)
    yield box
    box.shut()


@pytest.fixture(name="_crashing")
def fixture_crashing(monkeypatch):
    """Let one key crash whatever takes it."""
    for screen in (Box, Choosing):

        def press(self, press, before=screen.press):
            if press == BROKEN:
                raise ZeroDivisionError("a mistake in a screen")
            before(self, press)

        monkeypatch.setattr(screen, "press", press)


def test_what_is_pressed_is_played_kept_shown_and_heard(box):
    box.run(OK, Stroke(Key.LEFT))
    assert box.log == ["1 place L121"]
    assert box.journal.lines(1) == box.log
    assert len(box.panel.shown) == 3, "one picture at the beginning, one for each event"
    assert box.panel.heard == ["accepted"]


def test_at_night_nothing_is_heard(tmp_path, clock):
    box = Evening(tmp_path, clock, config=PLAIN._replace(night=True))
    box.run(OK, LEFT)
    assert box.log
    assert box.panel.heard == []
    box.shut()


def test_who_leaves_finds_the_match_on_the_table_the_next_time(box, tmp_path, clock):
    box.run(OK, LEFT)
    again = Evening(tmp_path / "data", clock).run(OK, begin=start)
    assert again.panel.titles[0] == "1 Inside"
    assert again.log == ["1 place L121"]
    again.shut()


def test_the_panels_own_events_go_to_the_panel(box):
    box.run(Signal.RESIZE, Signal.PAUSE)
    assert box.panel.heeded == [Signal.RESIZE, Signal.PAUSE]


def test_switching_off_at_the_panel_ends_the_program_at_once(box):
    def begin(desk):
        start(desk)
        switch_off(desk)

    box.run(OK, "not taken any more", begin=begin)
    assert box.loop.take() == "not taken any more"


@pytest.mark.usefixtures("_crashing")
def test_after_a_crash_the_match_is_there_again_and_the_players_are_told(box):
    box.run(OK, LEFT, BROKEN)
    assert box.panel.titles[-1].startswith("Fault ")
    assert "a mistake in a screen" in box.panel.titles[-1]
    with open(box.blackbox.path, encoding="utf-8") as file:
        kept = file.read()
    assert "Traceback" in kept
    assert "ZeroDivisionError: a mistake in a screen" in kept
    again = Evening(box.folder, box.loop._clock).run(OK, begin=start)
    assert again.log == ["1 place L121"]
    again.shut()


@pytest.mark.usefixtures("_crashing")
def test_after_a_crash_the_same_match_goes_on_with_the_next_key(box):
    box.run(OK, LEFT, BROKEN, OK, OK, LEFT)
    assert isinstance(box.desk.top, Box)
    assert box.log[0] == "1 place L121"
    assert len(box.log) == 2
    assert box.journal.lines(1) == box.log
    assert [entry.number for entry in box.journal.entries()] == [1]


@pytest.mark.usefixtures("_crashing")
def test_a_crash_without_a_match_leads_to_the_start(box):
    box.run(BROKEN, OK, begin=start)
    assert any(title.startswith("Fault ") for title in box.panel.titles)
    assert box.panel.titles[-1] == "Sideline"


def test_a_picture_that_cannot_be_drawn_is_a_crash_like_any_other(box, monkeypatch):
    def table(_self):
        raise ZeroDivisionError("a mistake in a picture")

    monkeypatch.setattr(Box, "table", table)
    box.run(OK, OK)
    assert [title.split(" ")[0] for title in box.panel.titles] == ["Fault", "Fault", "Safe"]
    assert "a mistake in a picture" in box.panel.titles[0]


@pytest.mark.usefixtures("_crashing")
def test_after_several_crashes_in_a_row_it_is_safe_mode_and_the_match_can_be_parked(box):
    box.run(OK, LEFT, *[BROKEN, OK] * (SEVERAL - 1), BROKEN, OK)
    titles = [title.split(" ")[0] for title in box.panel.titles]
    assert titles.count("Fault") == SEVERAL - 1
    assert titles[-2:] == ["Safe", "Sideline"]
    (entry,) = box.journal.entries()
    assert (entry.status, entry.last) == (Status.PARKED, "1 place L121")
    assert box.blackbox.crashes == 0


@pytest.mark.usefixtures("_crashing")
def test_crashes_before_a_restart_count_too(box):
    for _ in range(SEVERAL - 1):
        BlackBox(box.folder).crash(RuntimeError("before the plug was pulled"))
    box.run(BROKEN)
    assert box.panel.titles[-1] == "Safe mode"


@pytest.mark.usefixtures("_crashing")
def test_in_safe_mode_one_can_try_again_and_read_what_happened(box):
    about, again = Press(Key.UP, Kind.SHORT), Press(Key.RIGHT, Kind.SHORT)
    box.run(OK, LEFT, *[BROKEN, OK] * (SEVERAL - 1), BROKEN, about, OK, again)
    told = box.panel.titles[-3]
    assert f"crashed {SEVERAL} times" in told
    assert "a mistake in a screen" in told
    assert box.log == ["1 place L121"]


@pytest.mark.usefixtures("_crashing")
def test_a_crash_is_forgotten_after_a_while_without_another(box, clock):
    counted = []

    def then(_panel):
        counted.append(box.blackbox.crashes)
        if len(counted) == 2:
            clock.now += CALM
        elif len(counted) == 3:
            box.put(Signal.LEAVE)

    box.panel.then = then
    box.put(BROKEN)
    box.program.run(begin_inside)
    assert counted == [0, 1, 0]


def test_a_panel_that_shows_nothing_ends_the_program_and_the_reason_is_kept(box):
    def then(_panel):
        raise BrokenPipeError("the display is gone")

    box.panel.then = then
    with pytest.raises(BrokenPipeError):
        box.run()
    assert "the display is gone" in box.blackbox.last


def test_a_refusal_blinks_by_itself_and_comes_to_rest(box, clock):
    pictures, clock.step = [], 1.0

    def then(panel):
        if box.desk.blinking:
            pictures.append(box.desk.table().tobytes())
        elif len(panel.shown) > 2:
            box.put(Signal.LEAVE)

    box.panel.then = then
    box.put(Press(Key.RIGHT, Kind.LONG), OK)
    box.program.run(begin_inside)
    assert box.log == []
    assert len(set(pictures)) == 2
    assert box.loop._timers == {}, "and then nobody is woken any more"


class SlowJournal(Journal):
    """A journal on a disk that waits until somebody has seen that it is slow."""

    seen = threading.Event()

    def keep(self, number, place, act):
        assert self.seen.wait(PATIENCE)
        super().keep(number, place, act)


def test_a_slow_disk_is_shown_before_the_act_is(tmp_path, clock, worker):
    box = Evening(tmp_path, clock, journal=SlowJournal, workers=[worker])
    logs = []

    def then(panel):
        if panel.over:
            logs.append(box.log)
            SlowJournal.seen.set()

    box.panel.then = then
    box.run(OK, LEFT)
    saving = pages(Pages("Saving …", ("The disk is slow.",)), [], WORDS)
    assert [picture.tobytes() for picture in box.panel.over] == [saving.tobytes()]
    assert logs[0] == [], "nothing is shown as accepted before it is kept"
    assert box.log == box.journal.lines(1) == ["1 place L121"]
    box.shut()


def test_what_cannot_be_kept_is_not_played_and_can_be_said_again(box):
    def begin(desk):
        begin_inside(desk)
        box.journal._database.execute("PRAGMA query_only = ON")

    def then(panel):
        if len(panel.shown) == 3:
            assert text(box.desk).startswith("Not saved! ")
            assert "can only be read" in text(box.desk)
            assert box.log == []
            box.journal._database.execute("PRAGMA query_only = OFF")

    box.panel.then = then
    box.run(OK, LEFT, OK, OK, LEFT, begin=begin)
    assert len(box.panel.shown) == 6
    assert box.blackbox.crashes == 0
    assert box.log == box.journal.lines(1) == ["1 place L121"]


# --- `sideline run` without a terminal


class NoTerminal:
    """Types what it was told to, and has room for everything."""

    typed = ()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def listen(self, put):
        for event in (*self.typed, Signal.LEAVE):
            put(event)

    def size(self):
        return 300, 100

    def show(self, rows, *, faint=False):
        pass

    def ring(self):
        pass


def run_box(monkeypatch, *typed, config=DEFAULTS):
    """Run the box as `sideline run` does; give the program and the exit status."""
    programs, locks, lock = [], [], run._lock

    class Watched(Program):
        def __init__(self, *arguments):
            programs.append(self)
            super().__init__(*arguments)

    monkeypatch.setattr(program_module, "Program", Watched)
    monkeypatch.setattr(run, "_lock", lambda: locks.append(lock()) or locks[-1])
    monkeypatch.setattr(terminal, "Terminal", NoTerminal)
    monkeypatch.setattr(NoTerminal, "typed", typed)
    status = run._run(config, None, WORDS)
    locks[0].close()  # a real program ends here
    return programs[0], status


FRENCH, SIX = Stroke(Key.RIGHT), Stroke(Key.SEAT_6)


def test_the_first_start_asks_for_the_language_and_speaks_it_from_then_on(monkeypatch):
    program, status = run_box(monkeypatch, FRENCH)
    assert status == 0
    assert (program.desk.config.language, program.desk.words.language) == ("fr", "fr")


@pytest.mark.usefixtures("_crashing")
def test_what_was_set_on_the_panel_holds_after_a_crash_too(monkeypatch):
    program, status = run_box(monkeypatch, FRENCH, SIX)
    assert status == 0
    assert program.desk.words.language == "fr"
