"""The box as a service: how the last run ended, the switch of the machine, and what systemd is told."""

import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from firmware_py.commands import run
from firmware_py.commands.shared.options import read_options
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.frontends import Frontend, Opened
from firmware_py.storage.crash_log import TOO_MANY_CRASHES, CrashLog
from firmware_py.storage.journal import Journal
from firmware_py.storage.lock import take_lock
from firmware_py.system import power
from firmware_py.ui.flows.home import start
from firmware_py.ui.screens.dialog_screen import DialogScreen
from firmware_py.ui.screens.question import NavigatorScreen
from firmware_py.ui.stack.switch_off import SwitchOff
from tests.firmware_py.ui.stacks import box, choose, new_stack, offer, playing, press, text

PATIENCE = 60.0
"""Seconds after which something that should have come will not come."""
NO_HARDWARE = """
hardware = "real"
language = "en"
[prompt]
bus = 255
[table]
bus = 255
[dice]
port = "none"
"""
"""A box whose displays are not there, on any machine."""


# --- how the last run ended


@pytest.mark.parametrize("text", [None, "", "success", "exit-code", "\xff", "rm -rf"])
def test_what_was_no_kill_is_no_crash(tmp_path, monkeypatch, text):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    if text is not None:
        (tmp_path / "ended").write_text(text, encoding="latin-1")
    assert power.how_last_run_ended() == ""
    assert not (tmp_path / "ended").exists()


def test_without_a_service_manager_nobody_knows(monkeypatch):
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    assert power.how_last_run_ended() == ""


def test_after_a_kill_the_match_is_on_the_table_again_and_the_players_are_told(tmp_path):
    journal = playing("1 place L310").journal
    stack = new_stack(journal)
    stack.crash_log = CrashLog(str(tmp_path))
    stack.crash_log.killed("watchdog")
    start(stack)
    assert isinstance(stack.top, DialogScreen)
    assert "systemd: watchdog" in text(stack)
    press(stack, "OK")
    assert str(box(stack).match.log[-1]) == "1 place L310"


def test_after_several_kills_it_is_safe_mode(tmp_path):
    for _ in range(TOO_MANY_CRASHES):
        stack = new_stack()
        stack.crash_log = CrashLog(str(tmp_path))
        stack.crash_log.killed("watchdog")
        start(stack)
    assert isinstance(stack.top, NavigatorScreen)
    choose(stack, "safe-about")
    assert f"crashed {TOO_MANY_CRASHES} times" in text(stack)


# --- the program as systemd sees it


class Manager:
    """Starts the program as systemd does, hears what it tells, and notes how it ended."""

    def __init__(self, folder):
        self.folder = folder
        Path(os.environ["SIDELINE_CONFIG"]).write_text(NO_HARDWARE)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))
        self._socket.settimeout(PATIENCE)

    @contextmanager
    def run(self):
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "RUNTIME_DIRECTORY": str(self.folder),
            "WATCHDOG_USEC": "300000",
        }
        command = [Path(sys.executable).with_name("sideline"), "run"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
            try:
                yield process
            finally:
                process.kill()

    def hear_until(self, message):
        while self._socket.recv(100).decode() != message:
            pass

    def note(self, result):
        (self.folder / "ended").write_text(f"{result}\n")

    @property
    def crashes(self):
        return CrashLog(os.environ["SIDELINE_DATA"]).crashes

    def close(self):
        self._socket.close()


@pytest.fixture(name="manager")
def fixture_manager(tmp_path):
    manager = Manager(tmp_path)
    yield manager
    manager.close()


def test_a_program_that_is_killed_counts_it_at_the_next_start_and_one_that_is_stopped_does_not(manager):
    for count in range(2):
        with manager.run() as process:
            manager.hear_until("READY=1")
            assert manager.crashes == count
            manager.hear_until("WATCHDOG=1")
            process.kill()
        manager.note("watchdog")
    with manager.run() as process:
        manager.hear_until("READY=1")
        assert manager.crashes == 2
        process.send_signal(signal.SIGTERM)
        manager.hear_until("STOPPING=1")
        assert process.wait(PATIENCE) == 0
    assert manager.crashes == 0


# --- the switch


def asked_to_switch_off(answer):
    stack, calls = new_stack(), []
    offer(stack, power=lambda: calls.append("off") or answer)
    choose(stack, "off")
    assert calls == []
    press(stack, "OK")
    assert calls == ["off"]
    return text(stack)


def test_at_the_box_the_machine_is_switched_off_and_the_program_waits_for_its_end():
    assert "Unplug when the display says so" in asked_to_switch_off("")


def test_a_machine_that_may_not_be_switched_off_says_why():
    told = asked_to_switch_off("Call failed: Access denied")
    assert "Could not switch off" in told
    assert "Access denied" in told


def test_elsewhere_only_the_program_ends_and_the_question_says_so():
    stack = new_stack()
    choose(stack, "off")
    assert "The computer stays on" in text(stack)
    with pytest.raises(SwitchOff):
        press(stack, "OK")


@pytest.mark.parametrize("stage", Frontend)
@pytest.mark.parametrize("is_service", [False, True])
def test_only_a_box_of_metal_that_systemd_has_started_switches_the_machine_off(monkeypatch, stage, is_service):
    given = {}

    class Nothing:
        def __init__(self, *_args, **names):
            given.update(names)

        def run(self, _begin):
            """End at once."""

    @contextmanager
    def on_stage(*_args):
        yield Opened(None, None)

    monkeypatch.setattr("firmware_py.commands.run.Program", Nothing)
    monkeypatch.setattr(run, "open_frontend", on_stage)
    monkeypatch.setattr(run, "choose_frontend", lambda *_, **__: stage)
    if is_service:
        monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    with closing(run._Storage()) as storage:
        assert run._run(read_options("run", []), None, Translations("en"), storage) == 0
    is_ours = is_service and stage is Frontend.HARDWARE
    assert given["helpers"].power is (power.switch_machine_off if is_ours else None)


def test_a_service_waits_for_a_command_that_uses_the_games(monkeypatch):
    """Otherwise it would end, and systemd would not start it again."""
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    kept = []

    def open_and_close():
        with closing(run._Storage()) as storage:
            kept.append(storage.is_kept)

    opening = threading.Thread(target=open_and_close)
    with take_lock():
        opening.start()
    opening.join(30)
    assert kept == [True]


def test_the_screen_stack_that_is_made_again_after_a_crash_has_the_switch_too(tmp_path):
    from tests.firmware_py.runtime.test_program import StoredSession

    session = StoredSession(tmp_path, clock=lambda: 0.0, journal=lambda _path: Journal(":memory:"))
    before = session.stack.services
    session.program._recover(ValueError("an example"))
    assert session.stack.services is before


def test_the_call_goes_to_logind_and_asks_nobody_for_a_password():
    assert power.POWER_OFF[-3:] == ("PowerOff", "b", "false")
    assert "org.freedesktop.login1" in power.POWER_OFF


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("/bin/true",), ""),
        (("/bin/false",), "busctl: 1"),
        (("/bin/sh", "-c", "echo Access denied >&2; exit 1"), "Access denied"),
        (("/no/such/busctl",), "No such file or directory"),
    ],
)
def test_what_went_wrong_is_told_in_a_line(command, why):
    assert power.switch_machine_off(command) == why
