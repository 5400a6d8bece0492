"""`sideline run`: run the box, on its hardware, in a browser or in a terminal."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from typing import IO

from engine.game import Setup
from engine.verdicts import Sentence, say
from firmware_py.commands.new_setup import MATCH_OPTIONS, new_setup
from firmware_py.commands.shared.options import Arguments
from firmware_py.config import configuration
from firmware_py.config.wiring import Wiring
from firmware_py.errors import UserError
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.event_loop import EventLoop
from firmware_py.runtime.frontends import Frontend, choose_frontend, open_frontend
from firmware_py.runtime.helpers import Helpers, Publisher
from firmware_py.runtime.looker import Looker
from firmware_py.runtime.plain_terminal import print_line
from firmware_py.runtime.program import Program
from firmware_py.runtime.thinker import Thinker
from firmware_py.runtime.watcher import Watcher
from firmware_py.runtime.worker import Worker
from firmware_py.storage.clock import is_clock_set
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.database import is_large
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.storage.lock import InUse, note_address, take_lock
from firmware_py.storage.match_store import MatchStore, keep_states
from firmware_py.storage.paths import accepted_backup_file, data_folder, journal_file, restoring_backup_file
from firmware_py.storage.reconcile import Reconciliation, Report, check_whole, open_journal
from firmware_py.system import power
from firmware_py.ui.flows import match as match_flow
from firmware_py.ui.flows.home import FLOWS, home, start
from firmware_py.ui.flows.rebuild import rebuild
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.services import Services
from firmware_py.ui.stack.switch_off import SwitchOff
from firmware_py.ui.stack.task import UiTask

INTERRUPTED, CRASHED = 130, 70
CHECK_SECONDS = 10.0
"""After the start, the whole of a large journal is checked: not while people wait for the first picture."""
MOST_AT_ONCE = 300
"""Matches that are compared before the first picture; with more, the display shows how far it is."""


def main(given: Arguments, translations: Translations) -> int:
    """Run the box until it is left; return the exit status."""
    begin = None
    if given.arguments:
        begin = _begin(new_setup(given, translations))
    elif any(name in given for name in MATCH_OPTIONS):
        raise UserError(say("terminal.which-game"))
    while True:
        with closing(
            _Storage(is_another="another" in given)
        ) as storage:  # first: it may restore a backup, with its configuration
            status = _run(given, begin, translations, storage)
        if status is not None:
            return status
        begin = None  # a backup was restored


def _settings(given: Arguments, notices: list[Sentence]) -> configuration.Config:
    """Return the configuration with what the command line says for this run. Raises a `UserError`."""
    settings = configuration.load(notices)
    if language := given.value("language"):
        settings = settings._replace(language=language)
    return configuration.with_port(settings, given.value("port")) if "port" in given else settings


def _run(
    given: Arguments,
    begin: Callable[[ScreenStack], None] | None,
    translations: Translations,
    storage: _Storage,
) -> int | None:
    """Run the box; return the exit status, or None if it has to start again."""
    settings = _settings(given, storage.notices)
    frontend = choose_frontend(settings.wiring, wants_terminal="terminal" in given, wants_plain="plain" in given)
    crash_log = CrashLog(data_folder())
    disk, loop = Worker("disk"), EventLoop()
    thinker, looker = Thinker(loop.put), Looker()
    store = MatchStore(storage.journal, disk)

    def make_stack(services: Services) -> ScreenStack:
        """Return a new screen stack with the current settings."""
        nonlocal settings
        with suppress(UserError):
            settings = _settings(given, [])
        return ScreenStack(store, settings, crash_log, translations, flows=FLOWS, services=services, today=_today)

    def first(stack: ScreenStack) -> None:
        (begin or start)(stack)
        storage.note_findings()
        if lines := [*storage.notices]:
            stack.tell(say("home.storage"), lines)
            if frontend is Frontend.BROWSER:
                print_line("\n".join(map(translations.text, lines)))
        if frontend is Frontend.BROWSER or settings.page:
            storage.note_address(_open_page(stack, frontend, translations))

    status: int | None = 0
    _note_start(crash_log)
    switch = power.switch_machine_off if frontend is Frontend.HARDWARE and power.is_service() else None
    try:
        with (
            open_frontend(frontend, settings, loop, translations) as opened,
            _publishing(
                settings.wiring if storage.is_kept and storage.is_whole else Wiring(), loop, storage.notices
            ) as publishers,
        ):
            watcher = None if opened.camera is None else Watcher(opened.camera, looker, opened.put_picture)
            program = Program(
                loop,
                opened.panel,
                make_stack,
                page=opened.page,
                workers=[disk],
                helpers=Helpers(thinker, switch, publishers, looker, watcher, opened.taught),
            )
            if storage.is_checked_later:
                loop.after(CHECK_SECONDS, "check", partial(_check_later, storage.journal.path, loop))
            try:
                status = None if program.run(partial(storage.complete, put=loop.put, then=first)) else 0
            finally:
                looker.stop()
                if watcher is not None:
                    watcher.stop()
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
    """Compare the copies of all matches of a large journal in a thread; mend them and tell the players."""

    def check() -> None:
        try:
            numbers = check_whole(path)
        except JournalFault as fault:
            lines = [fault.why, say("journal.restart")]
            loop.put(UiTask(lambda stack: stack.tell(say("home.storage"), lines)))
        else:
            if numbers:
                loop.put(UiTask(lambda stack: mend(stack, numbers)))

    def mend(stack: ScreenStack, numbers: list[int]) -> None:
        with suppress(JournalFault):
            if lines := stack.store.reconcile(*numbers).sentences():
                stack.tell(say("home.storage"), lines)

    threading.Thread(target=check, name="check of the journal", daemon=True).start()


@contextmanager
def _publishing(wiring: Wiring, loop: EventLoop, notices: list[Sentence]) -> Iterator[list[Publisher]]:
    """Publish the table as the owner wants that; a wrong setting is told to the players and stops nobody."""

    def note(text: str) -> None:
        loop.put(UiTask(lambda stack: stack.crash_log.note(text)))

    publishers: list[Publisher] = []
    if wiring.mqtt.is_on:
        from firmware_py.mqtt.publisher import start_publisher  # late: most boxes publish nothing

        try:
            publishers.append(start_publisher(wiring.mqtt, note))
        except UserError as error:
            notices += error.why
    if wiring.events.is_on:
        from firmware_py.event_calls import EventCalls  # late: most boxes call nobody

        publishers.append(EventCalls(wiring.events, note))
    yield publishers
    for publisher in publishers:
        publisher.close()


def _open_page(stack: ScreenStack, frontend: Frontend, translations: Translations) -> str:
    """Switch the page on at the start and print its address; in a browser, leave if it cannot be on.

    Return the address; it is empty if the page is off.
    """
    status = stack.services.page.turn_on(stack)
    if status.why is None:
        if frontend is Frontend.BROWSER:
            print_line(translations("terminal.page", address=status.addresses[0]))
            _show_in_browser(f"http://{status.addresses[0]}/")
    elif frontend is Frontend.BROWSER:
        print_line(translations.text(status.why))
        raise SwitchOff
    elif not status.is_on:
        stack.tell(say("pairing.title"), [status.why])
    return f"http://{status.addresses[0]}/" if status.why is None else ""


def _show_in_browser(address: str) -> None:
    """Open the page in a browser, if somebody sits at a desktop."""
    is_desktop = any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY"))) or sys.platform == "darwin"
    if is_desktop and sys.stdout.isatty():
        import webbrowser  # late: needed only here

        webbrowser.open(address)


def _restore_accepted() -> list[Sentence]:
    """Restore the backup that was accepted, if there is one; return what to tell."""
    if not any(map(os.path.exists, (accepted_backup_file(), restoring_backup_file()))):
        return []
    from firmware_py.backups.restore import restore_accepted  # late: zip and OpenSSL, needed seldom

    return restore_accepted()


class _Storage:
    """The journal of this machine with its lock; if it cannot be opened, a journal in memory."""

    def __init__(self, *, is_another: bool = False) -> None:
        """Open the journal. Raises a `UserError` if a box runs already, unless this shall be another one."""
        self.notices: list[Sentence] = []
        """Messages about the journal for the players."""
        self._lock: IO[str] | None = None
        self.is_kept, self.is_checked_later, self._is_restored = True, False, False
        try:
            # a service waits for a command that uses the games: systemd would not start it again
            self._lock = take_lock((lambda: None) if power.is_service() else None)
            self.notices = _restore_accepted()
            self._is_restored = bool(self.notices)
            self.comparison = open_journal(journal_file())
            self.is_checked_later = is_large(journal_file())
            if self.comparison.total <= MOST_AT_ONCE:
                self.comparison.finish()
        except (JournalFault, OSError) as error:
            if isinstance(error, InUse) and not is_another:
                raise UserError(error.why, say("cli.another")) from None
            why = error.why if isinstance(error, JournalFault) else plain(str(error))
            self.comparison, self.is_kept = Reconciliation(Journal(":memory:"), (), Report()), False
            self.notices = [why, say("journal.not-kept")]

    @property
    def journal(self) -> Journal:
        """The journal."""
        return self.comparison.journal

    @property
    def is_whole(self) -> bool:
        """Whether all matches that had to be compared were compared."""
        return self.comparison.done == self.comparison.total

    def complete(
        self, stack: ScreenStack, put: Callable[[object], None], then: Callable[[ScreenStack], None]
    ) -> None:
        """Compare what is left to compare, with the progress on the display; then show the first screen."""
        if self.is_whole:
            then(stack)
        else:
            rebuild(stack, self.comparison, put, then)

    def note_address(self, address: str) -> None:
        """Write down where this box can be used: whoever starts a second one is told."""
        if self._lock is not None:
            note_address(self._lock, address)

    def note_findings(self) -> None:
        """Add to the notices what was found about the two copies of the matches."""
        report = self.comparison.report
        if self._is_restored:  # the database had to be made again
            report.rebuilt, report.database = None, []
        self.notices += [*report.sentences(), *self.comparison.journal.people.check()]
        if not self.is_whole:
            self.notices.append(say("journal.rebuild-later"))
        self.comparison.report = Report()

    def close(self) -> None:
        if self.is_kept:
            with suppress(JournalFault):
                keep_states(self.journal)  # an update may follow, with other rules
        self.journal.close()
        if self._lock is not None:
            self._lock.close()


def _print_notices(storage: _Storage, translations: Translations) -> None:
    """Print the notices and the unfinished matches after the program has ended."""
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
        home(stack)
        match_flow.begin(stack, setup)

    return begin
