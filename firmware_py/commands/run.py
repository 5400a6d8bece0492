"""`sideline run`: run the box, on its hardware, in a browser or in a terminal."""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import closing, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from engine.verdicts import say
from firmware_py.commands.new_setup import MATCH_OPTIONS, new_setup
from firmware_py.config import configuration
from firmware_py.errors import UserError
from firmware_py.i18n.sentences import plain
from firmware_py.runtime.frontends import Frontend, choose_frontend, open_frontend, print_line
from firmware_py.storage.clock import is_clock_set
from firmware_py.storage.paths import accepted_backup_file, data_folder, journal_file, restoring_backup_file
from firmware_py.system import power
from firmware_py.ui.flows.home import home

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

    from engine.game import Setup
    from engine.verdicts import Sentence
    from firmware_py.commands.options import Given
    from firmware_py.config.mqtt import Mqtt
    from firmware_py.i18n.translations import Translations
    from firmware_py.mqtt.publisher import Publisher
    from firmware_py.runtime.event_loop import EventLoop
    from firmware_py.storage.crash_log import CrashLog
    from firmware_py.ui.screen_stack import ScreenStack

INTERRUPTED, CRASHED = 130, 70
CHECK_SECONDS = 10.0
"""After the start, the whole of a large journal is checked: not while people wait for the first picture."""


def main(given: Given, translations: Translations) -> int:
    """Run the box until it is left; return the exit status."""
    begin = None
    if given.arguments:
        begin = _begin(new_setup(given, translations))
    elif any(name in given for name in MATCH_OPTIONS):
        raise UserError(say("terminal.which-game"))
    if "port" in given:
        os.environ["SIDELINE_PORT"] = given.values("port")[-1]
    while True:
        with closing(_Storage()) as storage:  # first: it may restore a backup, with its configuration
            settings = configuration.load(storage.notices)
            frontend = choose_frontend(
                settings.wiring, wants_terminal="terminal" in given, wants_plain="plain" in given
            )
            status = _run(settings, frontend, begin, translations, storage)
        if status is not None:
            return status
        begin = None  # a backup was restored


def _run(
    settings: configuration.Config,
    frontend: Frontend,
    begin: Callable[[ScreenStack], None] | None,
    translations: Translations,
    storage: _Storage,
) -> int | None:
    """Run the box; return the exit status, or None if it has to start again."""
    from firmware_py.runtime.event_loop import EventLoop
    from firmware_py.runtime.program import Program
    from firmware_py.runtime.thinker import Thinker
    from firmware_py.runtime.worker import Worker
    from firmware_py.storage.crash_log import CrashLog
    from firmware_py.storage.match_store import MatchStore
    from firmware_py.ui.flows.home import start
    from firmware_py.ui.screen_stack import ScreenStack

    crash_log = CrashLog(data_folder())
    disk, loop = Worker("disk"), EventLoop()
    thinker = Thinker(loop.put)
    store = MatchStore(storage.journal, disk)

    def make_stack() -> ScreenStack:
        """Return a new screen stack with the current settings."""
        nonlocal settings
        with suppress(UserError):
            settings = configuration.load([])
        return ScreenStack(store, settings, crash_log, translations, home, today=_today)

    def first(stack: ScreenStack) -> None:
        (begin or start)(stack)
        if lines := [*storage.notices]:
            stack.tell(say("desk.storage"), lines)
            if frontend is Frontend.BROWSER:
                print_line("\n".join(map(translations.text, lines)))
        if frontend is Frontend.BROWSER or settings.page:
            _open_page(stack, frontend, translations)

    status: int | None = 0
    _note_start(crash_log)
    switch = power.switch_machine_off if frontend is Frontend.HARDWARE and power.is_service() else None
    try:
        with (
            open_frontend(frontend, settings, loop, translations) as (panel, page),
            _publishing(settings.wiring.mqtt if storage.is_kept else None, loop, storage.notices) as publisher,
        ):
            program = Program(
                loop, panel, make_stack, crash_log, workers=[disk], page=page, thinker=thinker, power=switch
            )
            if storage.is_checked_later:
                loop.after(CHECK_SECONDS, "check", partial(_check_later, storage.journal.path, loop))
            program.publisher = publisher
            status = None if program.run(first) else 0
    except KeyboardInterrupt:
        status = INTERRUPTED
    except Exception as error:  # noqa: BLE001 - recovery has failed too
        crash_log.crash(error)
        sys.stderr.write(f"sideline: {translations('cli.crashed', error=crash_log.last, path=crash_log.path)}\n")
        status = CRASHED
    thinker.stop()
    disk.stop()
    crash_log.note("end")
    _print_notices(storage, translations)
    return status


def _note_start(crash_log: CrashLog) -> None:
    crash_log.note("start")
    if how := power.how_last_run_ended():
        crash_log.killed(how)


def _check_later(path: str, loop: EventLoop) -> None:
    """Check a large journal in a thread of its own; tell the players if it is damaged."""
    from firmware_py.storage.journal import JournalFault
    from firmware_py.storage.journal_file import check_whole
    from firmware_py.ui.task import UiTask

    def check() -> None:
        try:
            check_whole(path)
        except JournalFault as fault:
            lines = [fault.why, say("journal.restart")]
            loop.put(UiTask(lambda stack: stack.tell(say("desk.storage"), lines)))

    threading.Thread(target=check, name="check of the journal", daemon=True).start()


@contextmanager
def _publishing(settings: Mqtt | None, loop: EventLoop, notices: list[Sentence]) -> Iterator[Publisher | None]:
    """Publish the table if the owner wants that; a wrong setting is told to the players and stops nobody."""
    if settings is None or not settings.is_on:
        yield None
        return
    from firmware_py.mqtt.publisher import start_publisher
    from firmware_py.ui.task import UiTask

    def note(text: str) -> None:
        loop.put(UiTask(lambda stack: stack.crash_log.note(text)))

    publisher = None
    try:
        publisher = start_publisher(settings, note)
    except UserError as error:
        notices += error.why
    yield publisher
    if publisher is not None:
        publisher.close()


def _open_page(stack: ScreenStack, frontend: Frontend, translations: Translations) -> None:
    """Switch the page on at the start and print its address; in a browser, leave if it cannot be on."""
    from firmware_py.ui.switch_off import SwitchOff

    status = stack.page.turn_on(stack)
    if status.why is None:
        if frontend is Frontend.BROWSER:
            print_line(translations("terminal.page", address=status.addresses[0]))
    elif frontend is Frontend.BROWSER:
        print_line(translations.text(status.why))
        raise SwitchOff
    elif not status.is_on:
        stack.tell(say("pairing.title"), [status.why])


def _restore_accepted() -> list[Sentence]:
    """Restore the backup that was accepted, if there is one; return what to tell."""
    if not any(map(os.path.exists, (accepted_backup_file(), restoring_backup_file()))):
        return []
    from firmware_py.system.restore import restore_accepted  # late: it needs much, and seldom

    return restore_accepted()


class _Storage:
    """The journal of this machine with its lock; if it cannot be opened, a journal in memory."""

    def __init__(self) -> None:
        from firmware_py.storage.journal import Journal, JournalFault
        from firmware_py.storage.journal_file import is_checked_later
        from firmware_py.storage.lock import take_lock
        from firmware_py.storage.rescue import open_journal

        self.notices: list[Sentence] = []
        """Messages about the journal for the players."""
        self._lock: IO[str] | None = None
        self.is_kept, self.is_checked_later = True, False
        try:
            self._lock = take_lock()
            self.notices = _restore_accepted()
            self.journal, rescue = open_journal(journal_file())
        except (JournalFault, OSError) as error:
            why = error.why if isinstance(error, JournalFault) else plain(str(error))
            self.journal, self.is_kept = Journal(":memory:"), False
            self.notices = [why, say("journal.not-kept")]
        else:
            self.is_checked_later = is_checked_later(journal_file())
            if rescue is not None:
                self.notices += rescue.sentences()

    def close(self) -> None:
        self.journal.close()
        if self._lock is not None:
            self._lock.close()


def _print_notices(storage: _Storage, translations: Translations) -> None:
    """Print the notices and the unfinished matches after the program has ended."""
    from firmware_py.storage.journal import JournalFault, Status

    with suppress(OSError):
        for notice in storage.notices:
            sys.stderr.write(f"sideline: {translations.text(notice)}\n")
        sys.stderr.flush()
    if not sys.stdout.isatty():
        return  # a service, or the terminal was closed
    if storage.is_kept:
        with suppress(JournalFault):
            for entry in storage.journal.entries(Status.OPEN):
                sys.stdout.write(translations("terminal.kept", number=entry.number) + "\n")


def _today() -> str:
    now = time.localtime()
    return time.strftime("%Y-%m-%d", now) if is_clock_set(now) else "????-??-??"


def _begin(setup: Setup) -> Callable[[ScreenStack], None]:
    """Return a function that begins a match without questions; an unfinished match is parked."""

    def begin(stack: ScreenStack) -> None:
        from firmware_py.ui import match_session
        from firmware_py.ui.flows.home import home

        home(stack)
        match_session.begin(stack, setup)

    return begin
