"""`sideline run`: the box itself, with its hardware, in a browser or in a terminal."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from engine import GAMES, Game
from engine.game import Setup
from firmware_py import config, power
from firmware_py.complaint import Complaint
from firmware_py.options import read_options
from firmware_py.places import data_folder, journal_file
from firmware_py.stage import Stage, on_stage, stage_for, tell
from firmware_py.usual import LONGEST_NAME, usual_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

    from firmware_py.desk import Desk
    from firmware_py.words import Words

USUAL_PLAYERS = {"insider": 3}
INTERRUPTED, CRASHED = 130, 70
CLOCK_IS_SET = 2026
"""A Pi without a network does not know the date; an earlier year is none."""


def main(arguments: list[str], words: Words) -> int:
    """Be the box until the person leaves."""
    options, rest = read_options("run", arguments, ["players=", "tags=", "terminal"], words, records=range(2))
    wants_terminal = options.pop("--terminal", None) is not None
    begin = _begin(rest[0], options, words) if rest else None
    if begin is None and options:
        raise Complaint(words("terminal.which-game"))
    notices: list[str] = []
    settings = config.load(words, notices)
    stage = stage_for(settings.wiring, words, wants_terminal=wants_terminal)
    return _run(settings, stage, begin, words, notices)


def _run(
    settings: config.Config, stage: Stage, begin: Callable[[Desk], None] | None, words: Words, notices: list[str]
) -> int:
    from firmware_py.blackbox import BlackBox
    from firmware_py.desk import Desk
    from firmware_py.desk.home import start
    from firmware_py.keeper import Keeper
    from firmware_py.loop import Loop
    from firmware_py.program import Program
    from firmware_py.worker import Worker

    blackbox = BlackBox(data_folder())
    storage = _Storage(words)
    disk, loop = Worker("disk"), Loop()
    keeper = Keeper(storage.journal, disk)

    def make_desk() -> Desk:
        """Make a desk that is set as the box is now."""
        nonlocal settings
        with suppress(Complaint):
            settings = config.load(words, [])
        return Desk(keeper, settings, blackbox, words, today=_today())

    def first(desk: Desk) -> None:
        (begin or start)(desk)
        if told := [*notices, *storage.notices]:
            desk.tell(words("desk.storage"), told)
            if stage is Stage.BROWSER:
                tell("\n".join(told))
        if stage is Stage.BROWSER or settings.page:
            _open_page(desk, stage, words)

    status = 0
    blackbox.note("start")
    if how := power.how_it_ended():
        blackbox.killed(how)
    switch = power.switch_machine_off if stage is Stage.HARDWARE and power.is_service() else None
    try:
        with on_stage(stage, settings, loop, words) as (panel, page):
            Program(loop, panel, make_desk, blackbox, workers=[disk], page=page, power=switch).run(first)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except Exception as error:  # noqa: BLE001 - not even a new beginning has helped
        blackbox.crash(error)
        sys.stderr.write(f"sideline: {words('cli.crashed', error=blackbox.last, path=blackbox.path)}\n")
        status = CRASHED
    disk.stop()
    blackbox.note("end")
    _say_goodbye(storage, words)
    storage.close()
    return status


def _open_page(desk: Desk, stage: Stage, words: Words) -> None:
    """Switch the page on from the start, and say where it is; without hardware it is the box."""
    from firmware_py.desk import SwitchOff

    status = desk.page.turn_on(desk)
    if status.why is None:
        if stage is Stage.BROWSER:
            tell(words("terminal.page", address=status.addresses[0]))
    elif stage is Stage.BROWSER:
        tell(words.text(status.why))
        raise SwitchOff
    elif not status.is_on:
        desk.tell(words("pairing.title"), [words.text(status.why)])


class _Storage:
    """The journal of this machine, held by this program alone; if it cannot be had, one that keeps nothing."""

    def __init__(self, words: Words) -> None:
        from firmware_py.journal import Journal, JournalFault
        from firmware_py.lock import take_lock
        from firmware_py.rescue import open_journal

        self.notices: list[str] = []
        """What the players have to know about it."""
        self._lock: IO[str] | None = None
        self.is_kept = True
        try:
            self._lock = take_lock()
            self.journal, rescue = open_journal(journal_file())
        except (JournalFault, OSError) as error:
            why = words.text(error.why) if isinstance(error, JournalFault) else str(error)
            self.journal, self.is_kept = Journal(":memory:"), False
            self.notices = [why, words("journal.not-kept")]
        else:
            if rescue is not None:
                self.notices = [words("journal.rescued", path=rescue.aside, count=rescue.matches)]

    def close(self) -> None:
        self.journal.close()
        if self._lock is not None:
            self._lock.close()


def _say_goodbye(storage: _Storage, words: Words) -> None:
    """Tell in the terminal what a person should know after leaving."""
    from firmware_py.journal import JournalFault, Status

    with suppress(OSError):
        for notice in storage.notices:
            sys.stderr.write(f"sideline: {notice}\n")
        sys.stderr.flush()
    if not sys.stdout.isatty():
        return  # a service, or the window was closed
    if storage.is_kept:
        with suppress(JournalFault):
            for entry in storage.journal.entries(Status.OPEN):
                sys.stdout.write(words("terminal.kept", number=entry.number) + "\n")


def _today() -> str:
    now = time.localtime()
    return time.strftime("%Y-%m-%d", now) if now.tm_year >= CLOCK_IS_SET else "????-??-??"


def _begin(game: str, options: dict[str, str], words: Words) -> Callable[[Desk], None]:
    """Make what begins a match at once, without questions; one that is on the table is parked."""
    from engine.verdicts import BadSetup
    from firmware_py.houses import house_tags
    from firmware_py.keeper import new_match

    if game not in GAMES:
        raise Complaint(words("record.unknown-game", given=game, games=tuple(GAMES)))
    setup = Setup(
        game, _names(GAMES[game], options.get("--players"), words), tags=_tags(options.get("--tags"), words)
    )

    try:
        new_match(setup._replace(tags={**setup.tags, **house_tags(game, words)}))
    except BadSetup as error:
        raise Complaint(words.text(error.why)) from None

    def begin(desk: Desk) -> None:
        from firmware_py.desk import evening
        from firmware_py.desk.home import home

        home(desk)
        evening.begin(desk, setup)

    return begin


def _tags(given: str | None, words: Words) -> dict[str, str]:
    """Read options of a game as a record would have them: `Parties=trios, Limit=30`."""
    pairs = [pair.partition("=") for pair in given.split(",")] if given else []
    if not all(sign and name.strip().isidentifier() for name, sign, _ in pairs):
        raise Complaint(words("terminal.tags"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _names(game: Game, given: str | None, words: Words) -> tuple[str, ...]:
    if given is None:
        count = max(game.seats[0], USUAL_PLAYERS.get(game.name, 2))
        return tuple(usual_name(game.name, seat, words) for seat in range(1, count + 1))
    names = tuple(name.strip() for name in given.split(","))
    if len(set(names)) < len(names):
        raise Complaint(words("terminal.same-names"))
    if len(names) not in game.seats or not all(
        0 < len(name) <= LONGEST_NAME and name.isprintable() for name in names
    ):
        key = "terminal.names" if len(game.seats) == 1 else "terminal.names-between"
        raise Complaint(words(key, least=game.seats[0], seats=game.seats[-1], most=LONGEST_NAME))
    return names
