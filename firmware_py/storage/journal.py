"""The journal: every match in one SQLite file, and every accepted act durable before anybody sees it accepted.

The acts are the truth; what else is kept of a match (its status, who played, the points) follows from them and
is there so that lists and statistics need not replay every game. Matches are ordered by number: a Pi has no clock.

>>> from engine.game import Setup
>>> journal = Journal(":memory:")
>>> number = journal.begin(Setup("inside", ("Anna", "Ben")), date="2026-11-20")
>>> journal.keep(number, 0, "1 place L310")
>>> journal.lines(number)
['1 place L310']
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from engine.game import Standing
from engine.records import read_records, write_record
from engine.verdicts import BadRecord, Sentence, say
from firmware_py.storage.journal_file import fault_of, is_emptied, look_at, readable
from firmware_py.storage.paths import make_folder, sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from engine.acts import Act
    from engine.game import Setup

APPLICATION = 0x51DE11E
"""Marks an SQLite file as ours."""


class Status(Enum):
    """What became of a match."""

    OPEN = "open"
    """On the table now; at most one is."""
    PARKED = "parked"
    OVER = "over"
    ENDED = "ended"
    """Broken off by the table."""


class Entry(NamedTuple):
    """A match in a list."""

    number: int
    series: int
    """The number of the first match of its series."""
    status: Status
    setup: Setup
    players: tuple[str, ...]
    """Who plays now."""
    acts: int
    last: str
    """The last act as it was said, if there was one."""
    minutes: int
    """How long it has been on the table, if that matters."""


class Result(NamedTuple):
    """What became of a player in a match that is over."""

    match: int
    series: int
    game: str
    player: str
    points: int
    won: bool


class StoredState(NamedTuple):
    """How a match stood when it was put away for a program with other rules."""

    acts: int
    """How many of its acts lead there."""
    players: tuple[str, ...]
    text: str
    """The state, packed."""


class Kept(NamedTuple):
    """A whole match, as it is taken over from elsewhere."""

    setup: Setup
    acts: tuple[str, ...]
    date: str
    status: Status
    series: int
    seats: Sequence[tuple[int, str, int | None, int | None]]
    """Seat, player, and at the end points and whether it is won."""
    state: StoredState | None = None


class JournalFault(Exception):
    """The journal cannot be read or written; `why` says what, where, and what to do."""

    def __init__(self, why: Sentence) -> None:
        """Say why."""
        super().__init__(why.key)
        self.why = why


def _create(database: sqlite3.Connection) -> None:
    database.execute(
        """CREATE TABLE matches (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            series INTEGER NOT NULL,
            status TEXT NOT NULL,
            date TEXT NOT NULL,
            head TEXT NOT NULL,
            minutes INTEGER NOT NULL DEFAULT 0)"""
    )
    database.execute(
        """CREATE TABLE acts (
            match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
            place INTEGER NOT NULL,
            act TEXT NOT NULL,
            PRIMARY KEY (match, place)) WITHOUT ROWID"""
    )
    database.execute(
        """CREATE TABLE seats (
            match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            player TEXT NOT NULL,
            points INTEGER,
            won INTEGER,
            PRIMARY KEY (match, seat)) WITHOUT ROWID"""
    )


def _add_states(database: sqlite3.Connection) -> None:
    database.execute(
        """CREATE TABLE states (
            match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
            acts INTEGER NOT NULL,
            players TEXT NOT NULL,
            state TEXT NOT NULL)"""
    )


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_create, _add_states)
"""Each leads from one version of the schema to the next; the first makes an empty file."""


class Journal:
    """The file, open for reading and writing."""

    def __init__(self, path: str) -> None:
        """Open a journal, or make it. Raises `JournalFault`."""
        self.path = path
        with self._faults():
            if path != ":memory:":
                make_folder(os.path.dirname(path))
            is_sound = self._examine()
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
            self._database.text_factory = readable
            try:
                if not is_sound:
                    self._check(self._database)
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def _examine(self) -> bool:
        """Look at a file that is there without touching it; False if it can only be told by opening it.

        Whoever closes a file that can be written moves its `-wal` into it: a damaged one would not stay as it is.
        """
        if not os.path.isfile(self.path):
            return False
        if is_emptied(self.path):
            raise sqlite3.DatabaseError("it is empty")
        with closing(look_at(self.path)) as database:
            try:
                self._check(database)
            except sqlite3.OperationalError as error:
                code = error.sqlite_errorcode & 0xFF
                if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}:
                    return False  # the plug was pulled in its first moments, and SQLite has to put it right
                if code == sqlite3.SQLITE_ERROR:  # a table or a column is missing
                    raise sqlite3.DatabaseError(str(error)) from None
                raise
        return True

    def _check(self, database: sqlite3.Connection) -> None:
        """See whether it is ours, and whole."""
        (version,) = database.execute("PRAGMA user_version").fetchone()
        (application,) = database.execute("PRAGMA application_id").fetchone()
        (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != APPLICATION:
            raise JournalFault(say("journal.foreign", path=self.path))
        if version > len(MIGRATIONS):
            raise JournalFault(say("journal.newer", path=self.path, given=version, known=len(MIGRATIONS)))
        if tables and not version:
            raise sqlite3.DatabaseError("its version is gone")
        (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        if version == len(MIGRATIONS):
            database.execute("SELECT match, place, act FROM acts LIMIT 1")
            database.execute("SELECT series, date, minutes FROM matches LIMIT 1")
            database.execute("SELECT match, seat, player, points, won FROM seats LIMIT 1")
            database.execute("SELECT match, acts, players, state FROM states LIMIT 1")
            known = ", ".join(f"'{status.value}'" for status in Status)
            bad = f"SELECT number FROM matches WHERE head NOT LIKE '[Game %' OR status NOT IN ({known})"  # noqa: S608 - ours
            for (number,) in database.execute(bad):
                raise sqlite3.DatabaseError(f"match {number}")

    def _prepare(self) -> None:
        version = self._number("user_version")
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("PRAGMA foreign_keys = ON")
        if version < len(MIGRATIONS):
            if version:
                self._back_up(version)
            with self._transaction():
                for step in MIGRATIONS[version:]:
                    step(self._database)
                self._database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
                self._database.execute(f"PRAGMA application_id = {APPLICATION}")
            if self.path != ":memory:":
                sync_folder(os.path.dirname(self.path))

    def _number(self, pragma: str) -> int:
        number: int = self._database.execute(f"PRAGMA {pragma}").fetchone()[0]
        return number

    def _back_up(self, version: int) -> None:
        """Copy the file as it is before it is changed for a newer program."""
        with suppress(FileNotFoundError):  # of another change, which was taken back
            os.remove(f"{self.path}.version-{version}")
        self.copy_to(f"{self.path}.version-{version}")

    def copy_to(self, path: str) -> None:
        """Write a copy of everything, durably; others may go on writing meanwhile."""
        with self._faults():
            with closing(sqlite3.connect(path)) as copy:
                self._database.backup(copy)
            sync_folder(os.path.dirname(path))

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn what the disk says into a sentence with the place and what to do."""
        try:
            yield
        except OSError as error:
            why = say("journal.cannot-open", path=self.path, reason=error.strerror or str(error))
            raise JournalFault(why) from error
        except sqlite3.Error as error:
            raise JournalFault(fault_of(error, self.path)) from error
        except UnicodeDecodeError as error:  # SQLite quotes what it has found where its own words should be
            raise JournalFault(say("journal.damaged", path=self.path, reason=error.reason)) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    # --- writing: what has returned is durable

    def begin(self, setup: Setup, *, date: str, series: int | None = None) -> int:
        """Begin a match; gives its number."""
        with self._faults(), self._transaction():
            row = (series or 0, Status.OPEN.value, date, write_record(setup, ()))
            cursor = self._database.execute(
                "INSERT INTO matches (series, status, date, head) VALUES (?, ?, ?, ?)", row
            )
            number = cursor.lastrowid or 0
            self._park_others(number)
            if series is None:
                self._database.execute("UPDATE matches SET series = number WHERE number = ?", (number,))
            self._seat(number, setup.players, None)
        return number

    def keep(self, number: int, place: int, act: str) -> None:
        """Keep the act at a place of a match's log."""
        with self._faults():
            self._database.execute("INSERT INTO acts VALUES (?, ?, ?)", (number, place, act))

    def settle(
        self, number: int, status: Status, players: tuple[str, ...], standing: Standing | None = None
    ) -> None:
        """Note what became of a match, who plays it, and with a standing how they ended."""
        with self._faults(), self._transaction():
            self._database.execute("UPDATE matches SET status = ? WHERE number = ?", (status.value, number))
            if status is Status.OPEN:
                self._park_others(number)
            self._seat(number, players, standing)

    def add(self, setup: Setup, acts: Iterable[Act], *, date: str) -> int:
        """Take over a whole match from elsewhere; it is parked."""
        seats = [(seat, name, None, None) for seat, name in enumerate(setup.players, start=1)]
        return self.restore(Kept(setup, tuple(map(str, acts)), date, Status.PARKED, 0, seats))

    def restore(self, kept: Kept) -> int:
        """Take over a whole match with what became of it; a series that is not known here is its own."""
        with self._faults(), self._transaction():
            row = (kept.series, kept.status.value, kept.date, write_record(kept.setup, ()))
            cursor = self._database.execute(
                "INSERT INTO matches (series, status, date, head) VALUES (?, ?, ?, ?)", row
            )
            number = cursor.lastrowid or 0
            if not kept.series:
                self._database.execute("UPDATE matches SET series = number WHERE number = ?", (number,))
            rows = ((number, place, act) for place, act in enumerate(kept.acts))
            self._database.executemany("INSERT INTO acts VALUES (?, ?, ?)", rows)
            seats = ((number, *seat) for seat in kept.seats)
            self._database.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", seats)
            if kept.state is not None:
                self._keep_state(number, kept.state)
        return number

    def keep_states(self, states: Mapping[int, StoredState]) -> None:
        """Note how matches stand, whatever rules will make of their acts."""
        with self._faults(), self._transaction():
            for number, state in states.items():
                self._keep_state(number, state)

    def _keep_state(self, number: int, state: StoredState) -> None:
        row = (number, state.acts, "\n".join(state.players), state.text)
        self._database.execute("INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?)", row)

    def clock(self, number: int, minutes: int) -> None:
        """Note how long a match has lasted."""
        with self._faults():
            self._database.execute("UPDATE matches SET minutes = ? WHERE number = ?", (minutes, number))

    def delete(self, number: int) -> None:
        """Forget a match."""
        with self._faults():
            self._database.execute("DELETE FROM matches WHERE number = ?", (number,))

    def _park_others(self, number: int) -> None:
        """Let at most one match be on the table."""
        change = "UPDATE matches SET status = ? WHERE status = ? AND number <> ?"
        self._database.execute(change, (Status.PARKED.value, Status.OPEN.value, number))

    def _seat(self, number: int, players: tuple[str, ...], standing: Standing | None) -> None:
        rows = [
            (number, seat, name, standing and standing.points.get(seat), standing and seat in standing.winners)
            for seat, name in enumerate(players, start=1)
        ]
        self._database.executemany("INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?)", rows)

    # --- reading

    def entries(self, *states: Status) -> list[Entry]:
        """List matches, the latest first; all of them, or those of some states."""
        wanted = [status.value for status in states or Status]
        return self._entries(f"status IN ({', '.join('?' * len(wanted))})", wanted)

    def entry(self, number: int) -> Entry | None:
        """Find a match by its number."""
        return next(iter(self._entries("number = ?", [number])), None)

    def _entries(self, which: str, values: Sequence[str | int]) -> list[Entry]:
        with self._faults():
            rows = self._database.execute(
                f"""SELECT number, series, status, head, minutes,
                    (SELECT count(*) FROM acts WHERE match = number),
                    (SELECT act FROM acts WHERE match = number ORDER BY place DESC LIMIT 1)
                    FROM matches WHERE {which} ORDER BY number DESC""",  # noqa: S608 - ours
                values,
            ).fetchall()
            seats = self._players(row[0] for row in rows)
        return [
            Entry(number, series, Status(status), setup, tuple(seats[number]), acts, str(last or ""), minutes)
            for number, series, status, head, minutes, acts, last in rows
            if (setup := _setup(head)) is not None
        ]

    def _players(self, numbers: Iterable[int]) -> Mapping[int, list[str]]:
        found: dict[int, list[str]] = {number: [] for number in numbers}
        for number, name in self._database.execute("SELECT match, player FROM seats ORDER BY match, seat"):
            if number in found:
                found[number].append(name)
        return found

    def lines(self, number: int) -> list[str]:
        """Read the acts of a match as they were said."""
        with self._faults():
            rows = self._database.execute("SELECT act FROM acts WHERE match = ? ORDER BY place", (number,))
            return [str(act) for (act,) in rows]

    def state(self, number: int) -> StoredState | None:
        """Tell how a match stood when its state was noted, if it was."""
        with self._faults():
            return stored_state(self._database, number)

    def result(self, number: int) -> Standing | None:
        """Tell how a match has ended, as it was noted then; None if it is not over."""
        with self._faults():
            rows = self._database.execute(
                """SELECT seat, points, won FROM seats JOIN matches ON match = number
                WHERE number = ? AND status = 'over' AND won IS NOT NULL""",
                (number,),
            ).fetchall()
        won = tuple(seat for seat, _, is_won in rows if is_won)
        return (
            Standing(over=True, winners=won, points={seat: points or 0 for seat, points, _ in rows})
            if rows
            else None
        )

    def names(self) -> list[str]:
        """List everybody who ever played, the latest first."""
        with self._faults():
            rows = self._database.execute(
                "SELECT player FROM seats GROUP BY player ORDER BY max(match) DESC, min(seat)"
            )
            return [name for (name,) in rows]

    def results(self, series: int | None = None) -> list[Result]:
        """List how everybody ended in every match that is over, or in those of a series."""
        with self._faults():
            rows = self._database.execute(
                """SELECT match, series, head, player, points, won FROM seats JOIN matches ON match = number
                WHERE status = 'over' AND won IS NOT NULL AND (?1 IS NULL OR series = ?1) ORDER BY match, seat""",
                (series,),
            ).fetchall()
        return [
            Result(number, series, setup.game, player, points or 0, bool(won))
            for number, series, head, player, points, won in rows
            if (setup := _setup(head)) is not None
        ]

    def acts_with(self, word: str) -> Iterator[tuple[int, int, str]]:
        """Return every act with a word in its middle, the oldest first: match, place and act."""
        with self._faults():
            yield from self._database.execute(
                "SELECT match, place, act FROM acts WHERE act LIKE ? ORDER BY match, place", (f"% {word} %",)
            )


def _setup(head: object) -> Setup | None:
    """Read the head of a match, if it can be understood."""
    try:
        return next((record.setup for record in read_records(str(head))), None)
    except BadRecord:
        return None


def stored_state(database: sqlite3.Connection, number: int) -> StoredState | None:
    """Read the state of a match."""
    row = database.execute("SELECT acts, players, state FROM states WHERE match = ?", (number,)).fetchone()
    if row is None:
        return None
    try:
        return StoredState(int(row[0]), tuple(str(row[1]).split("\n")), str(row[2]))
    except (ValueError, TypeError):
        return None  # its acts are there
