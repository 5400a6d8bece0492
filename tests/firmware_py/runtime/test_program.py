"""The program: a crash in a screen loses nothing, the disk may be slow, and it runs without a terminal."""

import gc
import os
import threading
import weakref
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from drivers.buzzer import Sound
from drivers.presses import Key, Kind, Press
from drivers.terminal import Signal, Stroke
from engine.game import Setup
from engine.verdicts import say
from firmware_py.commands import run
from firmware_py.commands.shared.options import read_options
from firmware_py.display.panel import NullPanel
from firmware_py.display.prompt import Pages, pages
from firmware_py.i18n.translations import Translations
from firmware_py.runtime import frontends
from firmware_py.runtime import program as program_module
from firmware_py.runtime.event_loop import EventLoop
from firmware_py.runtime.frontends import Frontend
from firmware_py.runtime.program import TICK_SECONDS, Program
from firmware_py.storage.crash_log import CALM_SECONDS, TOO_MANY_CRASHES, CrashLog
from firmware_py.storage.journal import Journal, Status
from firmware_py.storage.match_store import MatchStore
from firmware_py.ui.flows import match as match_flow
from firmware_py.ui.flows.home import FLOWS, home, start, switch_off
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.match.view import large_table
from firmware_py.ui.screens.dialog_screen import DialogScreen
from firmware_py.ui.screens.question import NavigatorScreen
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.task import UiTask
from firmware_py.ui.stack.waiting import Tick
from tests.firmware_py.ui.stacks import PLAIN, NoPage, press, text

PATIENCE = 60.0
"""Seconds after which something that should have come will not come."""
OK, BROKEN = Press(Key.OK, Kind.SHORT), Press(Key.SEAT_6, Kind.SHORT)
"""`BROKEN` is a key that lets a screen crash, where a test says so."""
WORDS = Translations("en")


# --- the program


class Panel(NullPanel):
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

    def show(self, stack, over=None):
        stack.table()
        if over is None:
            stack.prompt()
            is_text = isinstance(stack.top, DialogScreen)
            title = text(stack) if is_text else stack.translations.text(stack.top.view_model().title)
            self.shown.append((stack.top, title))
        else:
            self.over.append(over)
        self.then(self)

    def presses(self, stroke):
        return [Press(stroke.key, Kind.LONG if stroke.long else Kind.SHORT)]

    def sound(self, name):
        self.heard.append(name)

    def handle_signal(self, signal):
        self.heeded.append(signal)


class StoredSession:
    """A program on a journal in a file, with a match of Inside on the table."""

    def __init__(self, folder, clock, journal=Journal, workers=(), config=PLAIN):
        self.folder, self.loop, self.panel = str(folder), EventLoop(clock), Panel()
        self.crash_log = CrashLog(self.folder)
        self.journal = journal(os.path.join(self.folder, "journal.db"))
        self.store = MatchStore(self.journal, *workers)

        def make_stack(services):
            return ScreenStack(
                self.store,
                config,
                self.crash_log,
                WORDS,
                flows=FLOWS,
                services=services,
                today=lambda: "2026-11-20",
            )

        self.program = Program(self.loop, self.panel, make_stack, page=NoPage(), workers=workers)

    @property
    def stack(self):
        return self.program.stack

    @property
    def log(self):
        return [str(act) for act in self.stack.top.match.log]

    def put(self, *events):
        for event in events:
            self.loop.put(event)
        return self

    def run(self, *events, begin=None):
        """Run until a player leaves, which is after these events."""
        self.put(*events, Signal.LEAVE)
        self.program.run(begin or begin_inside)
        return self

    def shut(self):
        self.journal.close()


def begin_inside(stack):
    home(stack)
    match_flow.begin(stack, Setup("inside", ("Anna", "Ben")))
    while stack.top.dialog is not None:
        press(stack, "OK")


@pytest.fixture(name="box")
def fixture_box(tmp_path, clock):
    box = StoredSession(tmp_path / "data", clock)
    yield box
    box.shut()


@pytest.fixture(name="_crashing")
def fixture_crashing(monkeypatch):
    """Let one key crash whatever takes it."""
    for screen in (MatchScreen, NavigatorScreen):

        def press(self, press, before=screen.press):
            if press == BROKEN:
                raise ZeroDivisionError("a mistake in a screen")
            before(self, press)

        monkeypatch.setattr(screen, "press", press)


def test_what_is_pressed_is_played_kept_shown_and_heard(box):
    box.run(OK, Stroke(Key.OK))
    assert box.log == ["1 place L112"]
    assert box.journal.lines(1) == box.log
    assert len(box.panel.shown) == 3, "one picture at the beginning, one for each event"
    assert box.panel.heard == [Sound.YOUR_TURN]


def test_what_the_start_has_made_is_frozen_until_the_program_ends(box, monkeypatch):
    monkeypatch.setattr(program_module, "gc", gc)
    frozen = []
    box.panel.then = lambda _panel: frozen.append(gc.get_freeze_count())
    box.run(OK)
    assert frozen[0] == 0 < frozen[1]
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_a_program_that_ran_before_in_this_process_is_not_kept(tmp_path, clock, monkeypatch):
    monkeypatch.setattr(program_module, "gc", gc)
    gone = StoredSession(tmp_path, clock).run(OK)
    gone.shut()
    stack = weakref.ref(gone.stack)
    del gone
    again = StoredSession(tmp_path, clock)
    again.run(OK)
    again.shut()
    assert stack() is None


def test_at_night_nothing_is_heard(tmp_path, clock):
    box = StoredSession(tmp_path, clock, config=PLAIN._replace(night=True))
    box.run(OK, OK)
    assert box.log
    assert box.panel.heard == []
    box.shut()


def test_who_leaves_finds_the_match_on_the_table_the_next_time(box, tmp_path, clock):
    box.run(OK, OK)
    again = StoredSession(tmp_path / "data", clock).run(begin=start)
    assert again.panel.titles[0] == "seat 2", "the match goes on by itself"
    assert again.log == ["1 place L112"]
    again.shut()


def test_the_panels_own_events_go_to_the_panel(box):
    box.run(Signal.RESIZE, Signal.PAUSE)
    assert box.panel.heeded == [Signal.RESIZE, Signal.PAUSE]


def test_switching_off_at_the_panel_ends_the_program_at_once(box):
    def begin(stack):
        start(stack)
        switch_off(stack)

    box.run(OK, "not taken any more", begin=begin)
    assert box.loop.take() == "not taken any more"


@pytest.mark.usefixtures("_crashing")
def test_after_a_crash_the_match_is_there_again_and_the_players_are_told(box):
    box.run(OK, OK, BROKEN)
    assert box.panel.titles[-1].startswith("Error ")
    assert "a mistake in a screen" in box.panel.titles[-1]
    with open(box.crash_log.path, encoding="utf-8") as file:
        kept = file.read()
    assert "Traceback" in kept
    assert "ZeroDivisionError: a mistake in a screen" in kept
    again = StoredSession(box.folder, box.loop._clock).run(OK, begin=start)
    assert again.log == ["1 place L112"]
    again.shut()


@pytest.mark.usefixtures("_crashing")
def test_after_a_crash_the_same_match_goes_on_with_the_next_key(box):
    box.run(OK, OK, BROKEN, OK, OK, OK)
    assert isinstance(box.stack.top, MatchScreen)
    assert box.log[0] == "1 place L112"
    assert len(box.log) == 2
    assert box.journal.lines(1) == box.log
    assert [entry.number for entry in box.journal.entries()] == [1]


@pytest.mark.usefixtures("_crashing")
def test_a_crash_without_a_match_leads_to_the_start(box):
    box.run(BROKEN, OK, begin=start)
    assert any(title.startswith("Error ") for title in box.panel.titles)
    assert box.panel.titles[-1] == "Sideline"


def test_a_picture_that_cannot_be_drawn_is_a_crash_like_any_other(box, monkeypatch):
    def table(_self):
        raise ZeroDivisionError("a mistake in a picture")

    monkeypatch.setattr(MatchScreen, "table", table)
    box.run(OK, OK)
    assert [title.split(" ")[0] for title in box.panel.titles] == ["Error", "Error", "Safe"]
    assert "a mistake in a picture" in box.panel.titles[0]


@pytest.mark.usefixtures("_crashing")
def test_after_several_crashes_in_a_row_it_is_safe_mode_and_the_match_can_be_parked(box):
    box.run(OK, OK, *[BROKEN, OK] * (TOO_MANY_CRASHES - 1), BROKEN, OK)
    titles = [title.split(" ")[0] for title in box.panel.titles]
    assert titles.count("Error") == TOO_MANY_CRASHES - 1
    assert titles[-2:] == ["Safe", "Sideline"]
    (entry,) = box.journal.entries()
    assert (entry.status, entry.last) == (Status.PARKED, "1 place L112")
    assert box.crash_log.crashes == 0


@pytest.mark.usefixtures("_crashing")
def test_crashes_before_a_restart_count_too(box):
    for _ in range(TOO_MANY_CRASHES - 1):
        CrashLog(box.folder).crash(RuntimeError("before the plug was pulled"))
    box.run(BROKEN)
    assert box.panel.titles[-1] == "Safe mode"


@pytest.mark.usefixtures("_crashing")
def test_in_safe_mode_one_can_try_again_and_read_what_happened(box):
    up, down = Press(Key.UP, Kind.SHORT), Press(Key.DOWN, Kind.SHORT)
    box.run(OK, OK, *[BROKEN, OK] * (TOO_MANY_CRASHES - 1), BROKEN, down, down, OK, OK, up, OK)
    told = box.panel.titles[-4]
    assert f"crashed {TOO_MANY_CRASHES} times" in told
    assert "a mistake in a screen" in told
    assert box.log == ["1 place L112"]


@pytest.mark.usefixtures("_crashing")
def test_a_crash_is_forgotten_after_a_while_without_another(box, clock):
    counted = []

    def then(_panel):
        counted.append(box.crash_log.crashes)
        if len(counted) == 2:
            clock.now += CALM_SECONDS
            box.put(Press(Key.RIGHT, Kind.SHORT))
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
    assert "the display is gone" in box.crash_log.last


def test_a_refusal_blinks_by_itself_and_comes_to_rest(box, clock):
    pictures, clock.step = [], 1.0

    def then(panel):
        if Tick.BLINK in box.stack.ticks:
            pictures.append(box.stack.table().tobytes())
        elif len(panel.shown) > 2:
            box.put(Signal.LEAVE)

    box.panel.then = then
    box.put(Press(Key.RIGHT, Kind.LONG), OK)
    box.program.run(begin_inside)
    assert box.log == []
    assert len(set(pictures)) == 2
    assert box.loop._timers == {}, "and then nobody is woken any more"


def test_the_table_grows_large_while_nobody_presses_a_key_and_then_nobody_is_woken(tmp_path, clock):
    box = StoredSession(tmp_path, clock, config=PLAIN._replace(large_table=True))
    clock.step, seen = TICK_SECONDS[Tick.IDLE], []

    def then(_panel):
        screen, drawn = box.stack.top, box.stack.table().tobytes()
        seen.append("large" if drawn == large_table(screen.view).tobytes() else "usual")
        if seen == ["usual", "large"]:
            assert "idle" not in box.loop._timers
            box.put(Press(Key.RIGHT, Kind.SHORT))
        elif seen[2:] == ["usual", "large"]:
            box.put(Signal.LEAVE)

    box.panel.then = then
    box.program.run(begin_inside)
    assert seen == ["usual", "large", "usual", "large"]
    box.shut()


def is_large(stack):
    return stack.table().tobytes() == large_table(stack.top.view).tobytes()


def test_the_large_table_waits_for_dialogs_and_needs_two_displays(box):
    box.run()
    stack = box.stack
    stack.config = stack.config._replace(large_table=True)
    stack.tick(Tick.IDLE)
    assert is_large(stack)
    stack.displays = 1
    assert not is_large(stack)
    stack.displays = 2
    press(stack, "BACK!")
    assert stack.top.dialog is not None
    assert stack.table().tobytes() == stack.top.table().tobytes()


def test_work_in_the_background_holds_no_key(box):
    is_free, order = threading.Event(), []

    def work():
        assert is_free.wait(PATIENCE)
        return [say("backup.title")]

    def then(_panel):
        if not order:
            order.append("picture")
            box.stack.services.in_background(box.stack, work, show)
        elif order == ["picture"]:
            order.append("key")
            is_free.set()

    def show(_stack, lines):
        order.append(lines[0].key)
        box.put(Signal.LEAVE)

    box.panel.then = then
    box.put(Press(Key.RIGHT, Kind.SHORT))
    box.program.run(begin_inside)
    assert order == ["picture", "key", "backup.title"]
    box.shut()


def test_what_came_of_work_in_the_background_is_shown_after_a_crash_too(box):
    is_free, shown = threading.Event(), []

    def work():
        assert is_free.wait(PATIENCE)
        return []

    def show(stack, _lines):
        shown.append(stack)
        box.put(Signal.LEAVE)

    def crash(stack):
        stack.services.in_background(stack, work, show)
        is_free.set()
        raise ZeroDivisionError

    before = box.stack
    box.put(UiTask(crash))
    box.program.run(begin_inside)
    assert before is not box.program.stack
    assert shown == [box.program.stack]
    box.shut()


class SlowJournal(Journal):
    """A journal on a disk that waits until somebody has seen that it is slow."""

    seen = threading.Event()

    def keep(self, *args, **named):
        assert self.seen.wait(PATIENCE)
        super().keep(*args, **named)


def test_a_slow_disk_is_shown_before_the_act_is(tmp_path, clock, worker):
    box = StoredSession(tmp_path, clock, journal=SlowJournal, workers=[worker])
    logs = []

    def then(panel):
        if panel.over:
            logs.append(box.log)
            SlowJournal.seen.set()

    box.panel.then = then
    box.run(OK, OK)
    saving = pages(Pages("Saving …", ("The disk is slow.",)), [], WORDS)
    assert [picture.tobytes() for picture in box.panel.over] == [saving.tobytes()]
    assert logs[0] == [], "nothing is shown as accepted before it is kept"
    assert box.log == box.journal.lines(1) == ["1 place L112"]
    box.shut()


def test_what_cannot_be_kept_is_not_played_and_can_be_said_again(box):
    def begin(stack):
        begin_inside(stack)
        box.journal._database.execute("PRAGMA query_only = ON")

    def then(panel):
        if len(panel.shown) == 3:
            assert text(box.stack).startswith("Not saved! ")
            assert "read-only" in text(box.stack)
            assert box.log == []
            box.journal._database.execute("PRAGMA query_only = OFF")

    box.panel.then = then
    box.run(OK, OK, OK, OK, OK, begin=begin)
    assert len(box.panel.shown) == 6
    assert box.crash_log.crashes == 0
    assert box.log == box.journal.lines(1) == ["1 place L112"]


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


def run_box(monkeypatch, *typed):
    """Run the box as `sideline run` does; give the program and the exit status."""
    programs = []

    class Watched(Program):
        def __init__(self, *arguments, **named):
            programs.append(self)
            super().__init__(*arguments, **named)

    monkeypatch.setattr(run, "Program", Watched)
    monkeypatch.setattr(frontends, "Terminal", NoTerminal)
    monkeypatch.setattr(run, "choose_frontend", lambda *_, **__: Frontend.TERMINAL)
    monkeypatch.setattr(NoTerminal, "typed", typed)
    with closing(run._Storage()) as storage:
        status = run._run(read_options("run", []), None, WORDS, storage)
    return programs[0], status


FRENCH, SIX = (Stroke(Key.DOWN), Stroke(Key.OK)), Stroke(Key.SEAT_6)


def test_the_first_start_asks_for_the_language_and_speaks_it_from_then_on(monkeypatch):
    program, status = run_box(monkeypatch, *FRENCH)
    assert status == 0
    assert (program.stack.config.language, program.stack.translations.language) == ("fr", "fr")


@pytest.mark.usefixtures("_crashing")
def test_what_was_set_on_the_panel_holds_after_a_crash_too(monkeypatch):
    program, status = run_box(monkeypatch, *FRENCH, SIX)
    assert status == 0
    assert program.stack.translations.language == "fr"


def test_a_fault_of_the_publisher_is_in_the_log_of_the_box(monkeypatch):
    def start(_settings, note):
        note("the broker is gone")
        return Mock()

    monkeypatch.setattr("firmware_py.mqtt.publisher.start_publisher", start)
    Path(os.environ["SIDELINE_CONFIG"]).write_text('[mqtt]\nhost = "127.0.0.1"\n', encoding="utf-8")
    program, _ = run_box(monkeypatch)
    assert "the broker is gone" in Path(program.stack.crash_log.path).read_text(encoding="utf-8")
