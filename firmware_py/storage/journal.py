"""The journal: all matches in one SQLite file. An accepted act is durable before the players see it as accepted.

The acts are the source of truth. The other columns of a match (status, players, points) follow from them and are
stored so that lists and statistics do not have to replay every game. Matches are ordered by number, not by date,
because a Raspberry Pi has no battery-backed clock.

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
from firmware_py.storage import schema
from firmware_py.storage.journal_file import decode_text, fault_of, is_emptied, open_read_only
from firmware_py.storage.paths import make_folder, sync_folder
from firmware_py.storage.stored_state import StoredState, read_state, write_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.acts import Act
    from engine.game import Setup


class Status(Enum):
    """The status of a match."""

    OPEN = "open"
    """Being played now; at most one match is."""
    PARKED = "parked"
    OVER = "over"
    ENDED = "ended"
    """Ended by the players before it was over."""


class Entry(NamedTuple):
    """A match as it appears in a list."""

    number: int
    series: int
    """The number of the first match of its series."""
    status: Status
    setup: Setup
    players: tuple[str, ...]
    """The current players."""
    acts: int
    last: str
    """The text of the last act, or an empty string."""
    minutes: int
    """How long it has been played, if the game measures that."""


class Result(NamedTuple):
    """The result of one player in a match that is over."""

    match: int
    series: int
    game: str
    player: str
    points: int
    won: bool


class StoredMatch(NamedTuple):
    """A complete match, as it is imported or rescued."""

    setup: Setup
    acts: tuple[str, ...]
    date: str
    status: Status
    series: int
    seats: Sequence[tuple[int, str, int | None, int | None]]
    """Seat, player and, if the match is over, points and whether the player won."""
    state: StoredState | None = None


class JournalFault(Exception):
    """The journal cannot be read or written; `why` is the message for the user."""

    def __init__(self, why: Sentence) -> None:
        """Store the message."""
        super().__init__(why.key)
        self.why = why


class Journal:
    """The journal file, open for reading and writing."""

    def __init__(self, path: str) -> None:
        """Open a journal, or create it. Raises `JournalFault`."""
        self.path = path
        with self._faults():
            if path != ":memory:":
                make_folder(os.path.dirname(path))
            is_sound = self._examine()
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
            self._database.text_factory = decode_text
            try:
                if not is_sound:
                    self._check(self._database)
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def _examine(self) -> bool:
        """Check an existing file read-only; return False if it must be opened for writing to be checked.

        Closing a writable connection moves the `-wal` file into the database; a damaged file must stay unchanged.
        """
        if not os.path.isfile(self.path):
            return False
        if is_emptied(self.path):
            raise sqlite3.DatabaseError("it is empty")
        with closing(open_read_only(self.path)) as database:
            try:
                self._check(database)
            except sqlite3.OperationalError as error:
                code = error.sqlite_errorcode & 0xFF
                if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}:
                    return False  # a power cut while the file was created: SQLite has to recover it
                if code == sqlite3.SQLITE_ERROR:  # a table or a column is missing
                    raise sqlite3.DatabaseError(str(error)) from None
                raise
        return True

    def _check(self, database: sqlite3.Connection) -> None:
        """Check that the file is a journal of ours, of a known version, and intact."""
        (version,) = database.execute("PRAGMA user_version").fetchone()
        (application,) = database.execute("PRAGMA application_id").fetchone()
        (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != schema.APPLICATION:
            raise JournalFault(say("journal.foreign", path=self.path))
        if version > len(schema.MIGRATIONS):
            raise JournalFault(say("journal.newer", path=self.path, given=version, known=len(schema.MIGRATIONS)))
        if tables and not version:
            raise sqlite3.DatabaseError("its version is gone")
        schema.check_content(database, version, [status.value for status in Status])

    def _prepare(self) -> None:
        version = self._number("user_version")
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("PRAGMA foreign_keys = ON")
        if version < len(schema.MIGRATIONS):
            if version:
                self._back_up(version)
            with self._transaction():
                schema.migrate(self._database, version)
            if self.path != ":memory:":
                sync_folder(os.path.dirname(self.path))

    def _number(self, pragma: str) -> int:
        number: int = self._database.execute(f"PRAGMA {pragma}").fetchone()[0]
        return number

    def _back_up(self, version: int) -> None:
        """Copy the file before a migration."""
        with suppress(FileNotFoundError):  # left by an earlier migration that was rolled back
            os.remove(f"{self.path}.version-{version}")
        self.copy_to(f"{self.path}.version-{version}")

    def copy_to(self, path: str) -> None:
        """Write a copy of the journal and flush it to the disk; other programs may write meanwhile."""
        with self._faults():
            with closing(sqlite3.connect(path)) as copy:
                self._database.backup(copy)
            sync_folder(os.path.dirname(path))

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Convert errors of the disk and of SQLite into a `JournalFault`."""
        try:
            yield
        except OSError as error:
            why = say("journal.cannot-open", path=self.path, reason=error.strerror or str(error))
            raise JournalFault(why) from error
        except sqlite3.Error as error:
            raise JournalFault(fault_of(error, self.path)) from error
        except UnicodeDecodeError as error:  # a damaged file can make SQLite's own error messages undecodable
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
        """Close the file."""
        self._database.close()

    # --- writing: when a method returns, its change is durable

    def begin(self, setup: Setup, *, date: str, series: int | None = None) -> int:
        """Add a new match and return its number."""
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
        """Store the act at a place of a match's log."""
        with self._faults():
            self._database.execute("INSERT INTO acts VALUES (?, ?, ?)", (number, place, act))

    def settle(
        self, number: int, status: Status, players: tuple[str, ...], standing: Standing | None = None
    ) -> None:
        """Store the status and the players of a match and, if a standing is given, the result."""
        with self._faults(), self._transaction():
            self._database.execute("UPDATE matches SET status = ? WHERE number = ?", (status.value, number))
            if status is Status.OPEN:
                self._park_others(number)
            self._seat(number, players, standing)

    def add(self, setup: Setup, acts: Iterable[Act], *, date: str) -> int:
        """Import a complete match as parked, and return its number."""
        seats = [(seat, name, None, None) for seat, name in enumerate(setup.players, start=1)]
        return self.restore(StoredMatch(setup, tuple(map(str, acts)), date, Status.PARKED, 0, seats))

    def restore(self, stored: StoredMatch) -> int:
        """Import a complete match with its status and result; series 0 starts a new series. Returns its number."""
        with self._faults(), self._transaction():
            row = (stored.series, stored.status.value, stored.date, write_record(stored.setup, ()))
            cursor = self._database.execute(
                "INSERT INTO matches (series, status, date, head) VALUES (?, ?, ?, ?)", row
            )
            number = cursor.lastrowid or 0
            if not stored.series:
                self._database.execute("UPDATE matches SET series = number WHERE number = ?", (number,))
            rows = ((number, place, act) for place, act in enumerate(stored.acts))
            self._database.executemany("INSERT INTO acts VALUES (?, ?, ?)", rows)
            seats = ((number, *seat) for seat in stored.seats)
            self._database.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", seats)
            if stored.state is not None:
                write_state(self._database, number, stored.state)
        return number

    def keep_states(self, states: Mapping[int, StoredState]) -> None:
        """Store the states of matches, independent of how later rules replay their acts."""
        with self._faults(), self._transaction():
            for number, state in states.items():
                write_state(self._database, number, state)

    def store_minutes(self, number: int, minutes: int) -> None:
        """Store how long a match has been played."""
        with self._faults():
            self._database.execute("UPDATE matches SET minutes = ? WHERE number = ?", (minutes, number))

    def delete(self, number: int) -> None:
        """Delete a match."""
        with self._faults():
            self._database.execute("DELETE FROM matches WHERE number = ?", (number,))

    def _park_others(self, number: int) -> None:
        """Park every other open match: at most one may be open."""
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
        """Return matches, the latest first: all, or those with one of the given statuses."""
        wanted = [status.value for status in states or Status]
        return self._entries(f"status IN ({', '.join('?' * len(wanted))})", wanted)

    def entry(self, number: int) -> Entry | None:
        """Return a match by its number, or None."""
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
        """Return the acts of a match as text."""
        with self._faults():
            rows = self._database.execute("SELECT act FROM acts WHERE match = ? ORDER BY place", (number,))
            return [str(act) for (act,) in rows]

    def state(self, number: int) -> StoredState | None:
        """Return the stored state of a match, or None."""
        with self._faults():
            return read_state(self._database, number)

    def result(self, number: int) -> Standing | None:
        """Return the stored result of a match, or None if it is not over."""
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
        """Return the names of all players, the latest first."""
        with self._faults():
            rows = self._database.execute(
                "SELECT player FROM seats GROUP BY player ORDER BY max(match) DESC, min(seat)"
            )
            return [name for (name,) in rows]

    def results(self, series: int | None = None) -> list[Result]:
        """Return the results of all players in every match that is over, or in those of a series."""
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
        """Yield match, place and text of every act with a word in its middle, the oldest first."""
        with self._faults():
            yield from self._database.execute(
                "SELECT match, place, act FROM acts WHERE act LIKE ? ORDER BY match, place", (f"% {word} %",)
            )


def _setup(head: object) -> Setup | None:
    """Return the setup of a match, or None if its head cannot be parsed."""
    try:
        return next((record.setup for record in read_records(str(head))), None)
    except BadRecord:
        return None
