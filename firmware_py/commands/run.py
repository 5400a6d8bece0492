"""`sideline run`: run the box, on its hardware, in a browser or in a terminal."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from engine import GAMES, Game
from engine.game import Setup
from engine.verdicts import say
from firmware_py.commands.options import read_options
from firmware_py.config import configuration
from firmware_py.errors import UserError
from firmware_py.i18n.default_names import LONGEST_NAME, default_name
from firmware_py.i18n.sentences import plain
from firmware_py.runtime.frontends import Frontend, choose_frontend, open_frontend, print_line
from firmware_py.storage.paths import data_folder, journal_file
from firmware_py.system import power
from firmware_py.ui.flows.home import home

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

    from engine.verdicts import Sentence
    from firmware_py.i18n.translations import Translations
    from firmware_py.ui.screen_stack import ScreenStack

INTERRUPTED, CRASHED = 130, 70
FIRST_VALID_YEAR = 2026
"""A year before this means that the clock is not set, as on a Pi without a network."""


def main(arguments: list[str], translations: Translations) -> int:
    """Run the box until it is left; return the exit status."""
    options, rest = read_options("run", arguments, ["players=", "tags=", "terminal"], records=range(2))
    wants_terminal = options.pop("--terminal", None) is not None
    begin = _begin(rest[0], options, translations) if rest else None
    if begin is None and options:
        raise UserError(say("terminal.which-game"))
    notices: list[Sentence] = []
    settings = configuration.load(notices)
    frontend = choose_frontend(settings.wiring, wants_terminal=wants_terminal)
    return _run(settings, frontend, begin, translations, notices)


def _run(
    settings: configuration.Config,
    frontend: Frontend,
    begin: Callable[[ScreenStack], None] | None,
    translations: Translations,
    notices: list[Sentence],
) -> int:
    from firmware_py.runtime.event_loop import EventLoop
    from firmware_py.runtime.program import Program
    from firmware_py.runtime.thinker import Thinker
    from firmware_py.runtime.worker import Worker
    from firmware_py.storage.crash_log import CrashLog
    from firmware_py.storage.match_store import MatchStore
    from firmware_py.ui.flows.home import start
    from firmware_py.ui.screen_stack import ScreenStack

    crash_log = CrashLog(data_folder())
    storage = _Storage()
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
        if lines := [*notices, *storage.notices]:
            stack.tell(say("desk.storage"), lines)
            if frontend is Frontend.BROWSER:
                print_line("\n".join(map(translations.text, lines)))
        if frontend is Frontend.BROWSER or settings.page:
            _open_page(stack, frontend, translations)

    status = 0
    crash_log.note("start")
    if how := power.how_last_run_ended():
        crash_log.killed(how)
    switch = power.switch_machine_off if frontend is Frontend.HARDWARE and power.is_service() else None
    try:
        with open_frontend(frontend, settings, loop, translations) as (panel, page):
            program = Program(
                loop, panel, make_stack, crash_log, workers=[disk], page=page, thinker=thinker, power=switch
            )
            program.run(first)
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
    storage.close()
    return status


def _open_page(stack: ScreenStack, frontend: Frontend, translations: Translations) -> None:
    """Switch the page on at the start and print its address; in a browser, leave if it cannot be on."""
    from firmware_py.ui.screen_stack import SwitchOff

    status = stack.page.turn_on(stack)
    if status.why is None:
        if frontend is Frontend.BROWSER:
            print_line(translations("terminal.page", address=status.addresses[0]))
    elif frontend is Frontend.BROWSER:
        print_line(translations.text(status.why))
        raise SwitchOff
    elif not status.is_on:
        stack.tell(say("pairing.title"), [status.why])


class _Storage:
    """The journal of this machine with its lock; if it cannot be opened, a journal in memory."""

    def __init__(self) -> None:
        from firmware_py.storage.journal import Journal, JournalFault
        from firmware_py.storage.lock import take_lock
        from firmware_py.storage.rescue import open_journal

        self.notices: list[Sentence] = []
        """Messages about the journal for the players."""
        self._lock: IO[str] | None = None
        self.is_kept = True
        try:
            self._lock = take_lock()
            self.journal, rescue = open_journal(journal_file())
        except (JournalFault, OSError) as error:
            why = error.why if isinstance(error, JournalFault) else plain(str(error))
            self.journal, self.is_kept = Journal(":memory:"), False
            self.notices = [why, say("journal.not-kept")]
        else:
            if rescue is not None:
                self.notices = rescue.sentences()

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
    return time.strftime("%Y-%m-%d", now) if now.tm_year >= FIRST_VALID_YEAR else "????-??-??"


def _begin(game: str, options: dict[str, str], translations: Translations) -> Callable[[ScreenStack], None]:
    """Return a function that begins a match without questions; an unfinished match is parked."""
    from engine.verdicts import BadSetup
    from firmware_py.games.owner_data import owner_tags
    from firmware_py.storage.match_store import new_match

    if game not in GAMES:
        raise UserError(say("record.unknown-game", given=game, games=tuple(GAMES)))
    setup = Setup(
        game,
        _names(GAMES[game], options.get("--players"), translations),
        tags=_tags(options.get("--tags")),
    )

    try:
        new_match(setup._replace(tags={**setup.tags, **owner_tags(game)}))
    except BadSetup as error:
        raise UserError(error.why) from None

    def begin(stack: ScreenStack) -> None:
        from firmware_py.ui import match_session
        from firmware_py.ui.flows.home import home

        home(stack)
        match_session.begin(stack, setup)

    return begin


def _tags(given: str | None) -> dict[str, str]:
    """Return the options of a game, given as in a record: `Parties=trios, Limit=30`."""
    pairs = [pair.partition("=") for pair in given.split(",")] if given else []
    if not all(sign and name.strip().isidentifier() for name, sign, _ in pairs):
        raise UserError(say("terminal.tags"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _names(game: Game, given: str | None, translations: Translations) -> tuple[str, ...]:
    if given is None:
        return tuple(default_name(game.name, seat, translations) for seat in range(1, game.usual_players + 1))
    names = tuple(name.strip() for name in given.split(","))
    if len(set(names)) < len(names):
        raise UserError(say("terminal.same-names"))
    if len(names) not in game.seats or not all(
        0 < len(name) <= LONGEST_NAME and name.isprintable() for name in names
    ):
        key = "terminal.names" if len(game.seats) == 1 else "terminal.names-between"
        raise UserError(say(key, least=game.seats[0], seats=game.seats[-1], most=LONGEST_NAME))
    return names
