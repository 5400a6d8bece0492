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

import sqlite3
from typing import TYPE_CHECKING

from engine.colours import COLOURS, colours_of
from engine.game import Standing
from engine.records import write_record
from firmware_py.storage import second_copy
from firmware_py.storage.checksums import act_checksum, row_checksum, setup_checksum
from firmware_py.storage.entries import Entry, JournalFault, Result, Status, StoredMatch, read_head
from firmware_py.storage.journal_file import (
    aside_name,
    copy_database,
    fault_of,
    faults,
    open_database,
    transaction,
)
from firmware_py.storage.people import People, people_file
from firmware_py.storage.stored_state import StoredState, read_state, write_state
from firmware_py.storage.verification import StoredActs, check_row, read_acts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from engine.game import Setup

__all__ = ["Entry", "Journal", "JournalFault", "Result", "Status", "StoredMatch"]


_COLUMNS = ("number", "series", "status", "date", "head", "minutes", "sealed")
_MATCH = """SELECT number, series, status, date, head, minutes,
(SELECT coalesce(max(place) + 1, 0) FROM acts WHERE match = number) FROM matches WHERE number = ?"""
_LISTED = f"""SELECT {", ".join(_COLUMNS)}, checksum, (SELECT max(place) + 1 FROM acts WHERE match = number),
(SELECT act FROM acts WHERE match = number ORDER BY place DESC LIMIT 1)
FROM matches WHERE {{}} ORDER BY number DESC"""
_INSERT_ACT = "INSERT INTO acts VALUES (?, ?, ?, ?)"


class Journal:
    """The journal file, open for reading and writing."""

    def __init__(self, path: str) -> None:
        """Open a journal, or create it. Raises `JournalFault`."""
        self.path = path
        self._database = open_database(path)
        self.people = People(path if path == ":memory:" else people_file(path))
        """Names and times; what is read here has the names that count."""
        self._last: tuple[int, int, bytes] = (0, 0, b"")
        """Match, place and checksum of the last act that was stored."""
        self._counts: tuple[int, dict[str, int]] | None = None
        """The version of the file, and how many matches of each status it has; None if we have changed some."""

    def _faults(self) -> AbstractContextManager[None]:
        return faults(self.path)

    def _number(self, pragma: str) -> int:
        number: int = self._database.execute(f"PRAGMA {pragma}").fetchone()[0]
        return number

    def _transaction(self) -> AbstractContextManager[None]:
        return transaction(self._database)

    def copy_to(self, path: str) -> None:
        """Write a copy of the journal and flush it to the disk; other programs may write meanwhile."""
        with self._faults():
            copy_database(self._database, path)

    def close(self) -> None:
        """Close the file."""
        self._database.close()
        self.people.close()

    # --- writing: when a method returns, its change is durable

    def begin(self, setup: Setup, *, date: str, series: int | None = None) -> int:
        """Add a new match and return its number."""
        with self._faults(), self._transaction():
            seats = [(seat, name, None, None) for seat, name in enumerate(setup.players, start=1)]
            number = self._insert(StoredMatch(setup, (), date, Status.OPEN, series or 0, seats))
            self._park_others(number)
        return number

    def keep(self, number: int, place: int, act: str, *more: str) -> None:
        """Store acts from a place of a match's log on: all of them, or none."""
        if more:
            with self._faults():
                self._keep_many(number, place, (act, *more))
            return
        try:  # without a context manager, because players wait for every move
            checksum = act_checksum(self._checksum_before(number, place), place, act)
            self._database.execute(_INSERT_ACT, (number, place, act, checksum))
        except sqlite3.Error as error:
            raise JournalFault(fault_of(error, self.path)) from error
        self._last = number, place + 1, checksum

    def _keep_many(self, number: int, place: int, acts: Sequence[str]) -> None:
        checksum = self._checksum_before(number, place)
        with self._transaction():
            for at, act in enumerate(acts, start=place):
                checksum = act_checksum(checksum, at, act)
                self._database.execute(_INSERT_ACT, (number, at, act, checksum))
        self._last = number, place + len(acts), checksum

    def _checksum_before(self, number: int, place: int) -> bytes:
        """Return the checksum that the act at a place continues."""
        match, next_place, checksum = self._last
        if (match, next_place) == (number, place):
            return checksum
        if place:
            row = self._database.execute(
                "SELECT checksum FROM acts WHERE match = ? AND place = ?", (number, place - 1)
            ).fetchone()
            return b"" if row is None else bytes(row[0])
        row = self._database.execute("SELECT head FROM matches WHERE number = ?", (number,)).fetchone()
        return b"" if row is None else setup_checksum(number, row[0])

    def settle(
        self, number: int, status: Status, players: tuple[str, ...], standing: Standing | None = None
    ) -> None:
        """Store the status and the players of a match and, if a standing is given, the result."""
        with self._faults():
            with self._transaction():
                self._change(number, status=status.value)
                if status is Status.OPEN:
                    self._park_others(number)
                seats = [
                    (
                        seat,
                        name,
                        standing and standing.points.get(seat),
                        standing and int(seat in standing.winners),
                    )
                    for seat, name in enumerate(players, start=1)
                ]
                self._seat(number, seats)
            if status is not Status.OPEN:
                self.back_up()

    def restore(self, *matches: StoredMatch, gone: Iterable[int] = ()) -> list[int]:
        """Import complete matches with their status and result, all of them or none; return their numbers.

        `gone` are the numbers of matches that were deleted or lost.
        """
        with self._faults(), self._transaction():
            numbers = [self._insert(stored) for stored in matches]
            for number in sorted(gone):
                self._mark_gone(number)
        return numbers

    def keep_states(self, states: Mapping[int, StoredState]) -> None:
        """Store the states of matches, independent of how later rules replay their acts."""
        with self._faults(), self._transaction():
            for number, state in states.items():
                write_state(self._database, number, state)

    def store_minutes(self, number: int, minutes: int) -> None:
        """Store how long a match has been played."""
        with self._faults(), self._transaction():
            self._change(number, minutes=minutes)

    def delete(self, number: int) -> None:
        """Delete a match."""
        self._counts = None
        with self._faults():
            with self._transaction():
                if self._database.execute("DELETE FROM matches WHERE number = ?", (number,)).rowcount:
                    self._mark_gone(number)
            self.back_up()

    def _mark_gone(self, number: int) -> None:
        """Store that a number belongs to a match that is not there any more; no other match gets it."""
        self._database.execute("INSERT INTO deleted VALUES (?, ?)", (number, row_checksum(number)))
        last = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'matches'"
        if not self._database.execute(last, (number,)).rowcount:
            self._database.execute("INSERT INTO sqlite_sequence VALUES ('matches', ?)", (number,))

    def mend(self, number: int) -> bool:
        """Make a match with a damaged log whole again from the second copy, or else end its log before the damage.

        A copy of the damaged journal is kept. Returns whether acts were lost.
        """
        stored = self.acts(number)
        if not stored.missing:
            return False
        copied = second_copy.read_lines(self.path, number)
        lines = max(stored.lines, copied, key=len)
        with self._faults():
            copy_database(self._database, aside_name(self.path))
            with self._transaction():
                self._database.execute("DELETE FROM acts WHERE match = ?", (number,))
                (head,) = self._database.execute("SELECT head FROM matches WHERE number = ?", (number,)).fetchone()
                self._insert_acts(number, head, lines)
                self._change(number)
        self._last = (0, 0, b"")
        return len(lines) < len(stored.lines) + stored.missing

    def back_up(self, *numbers: int) -> None:
        """Bring the second copy up to date, or some matches in it; a copy that fails is no reason to stop."""
        if self.path != ":memory:":
            second_copy.update(self._database, self.path, numbers)

    def _insert(self, stored: StoredMatch) -> int:
        """Insert a match with all its rows and return its number."""
        self._counts = None
        (number,) = (
            (stored.number,)
            if stored.number is not None
            else self._database.execute(
                "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'matches'), 0) + 1"
            ).fetchone()
        )
        head, sealed = write_record(stored.setup, ()), len(stored.acts)
        row = (number, stored.series or number, stored.status.value, stored.date, head, stored.minutes, sealed)
        self._database.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, row_checksum(*row)))
        self._insert_acts(number, head, stored.acts)
        self._seat(number, stored.seats)
        if stored.state is not None:
            write_state(self._database, number, stored.state)
        return int(number)

    def _insert_acts(self, number: int, head: str, acts: Sequence[str]) -> None:
        checksum, rows = setup_checksum(number, head), []
        for place, act in enumerate(acts):
            checksum = act_checksum(checksum, place, act)
            rows.append((number, place, act, checksum))
        self._database.executemany(_INSERT_ACT, rows)

    def _change(self, number: int, **changes: str | int) -> None:
        """Change columns of a match, and seal its log: so many acts must be there from now on."""
        self._counts = None
        row = self._database.execute(_MATCH, (number,)).fetchone()
        if row is not None:
            values = tuple({**dict(zip(_COLUMNS, row, strict=True)), **changes}.values())
            columns = ", ".join(f"{name} = ?" for name in (*_COLUMNS[1:], "checksum"))
            change = f"UPDATE matches SET {columns} WHERE number = ?"
            self._database.execute(change, (*values[1:], row_checksum(*values), number))

    def _park_others(self, number: int) -> None:
        """Park every other open match: at most one may be open."""
        others = "SELECT number FROM matches WHERE status = ? AND number <> ?"
        for (other,) in self._database.execute(others, (Status.OPEN.value, number)).fetchall():
            self._change(other, status=Status.PARKED.value)

    def _seat(self, number: int, seats: Sequence[tuple[int, str, int | None, int | None]]) -> None:
        rows = [(number, *seat, row_checksum(number, *seat)) for seat in seats]
        self._database.executemany("INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?)", rows)

    # --- reading

    def entries(self, *states: Status) -> list[Entry]:
        """Return matches, the latest first: all, or those with one of the given statuses."""
        wanted = [status.value for status in states or Status]
        return self._entries(f"status IN ({', '.join('?' * len(wanted))})", wanted)

    def count(self, *states: Status) -> int:
        """Return how many matches have one of the given statuses; counted again only if some have changed."""
        with self._faults():
            version = self._number("data_version")  # of other programs that write
            if self._counts is None or self._counts[0] != version:
                counted = self._database.execute("SELECT status, count(*) FROM matches GROUP BY status")
                self._counts = version, dict(counted.fetchall())
        return sum(self._counts[1].get(status.value, 0) for status in states)

    def entry(self, number: int) -> Entry | None:
        """Return a match by its number, or None."""
        return next(iter(self._entries("number = ?", [number])), None)

    def _entries(self, which: str, values: Sequence[str | int]) -> list[Entry]:
        with self._faults():
            seats: dict[int, list[str]] = {}
            of_them = (
                f"SELECT seats.* FROM seats JOIN matches ON match = number WHERE {which} ORDER BY match, seat"
            )
            for number, *seat, checksum in self._database.execute(of_them, values):
                check_row(checksum, number, *seat)
                seats.setdefault(number, []).append(self.people.player(seat[1]))
            found = []
            for *row, checksum, acts, last in self._database.execute(_LISTED.format(which), values):
                check_row(checksum, *row)
                number, series, status, date, head, minutes, _ = row
                if (setup := read_head(head)) is not None:
                    players = tuple(seats.get(number, ()))
                    found.append(
                        Entry(number, series, Status(status), setup, players, acts or 0, last or "", minutes, date)
                    )
        return found

    def lines(self, number: int) -> list[str]:
        """Return the sound acts of a match as text."""
        return self.acts(number).lines

    def acts(self, number: int) -> StoredActs:
        """Return the acts of a match up to the first one that is damaged."""
        with self._faults():
            return read_acts(self._database, number)

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
            return list(dict.fromkeys(self.people.player(name) for (name,) in rows))

    def last_colour(self, player: str) -> str | None:
        """Return the colour of a player's pieces in the latest match that names colours; None if none does."""
        with self._faults():
            row = self._database.execute(
                """SELECT head, seat FROM seats JOIN matches ON match = number
                WHERE player = ? AND head LIKE ? ORDER BY match DESC LIMIT 1""",
                (player, f"%[{COLOURS} %"),
            ).fetchone()
        setup = None if row is None else read_head(row[0])
        return colours_of(setup)[row[1] - 1] if setup is not None and row[1] <= len(setup.players) else None

    def results(self, series: int | None = None) -> list[Result]:
        """Return the results of all players in every match that is over, or in those of a series."""
        with self._faults():
            rows = self._database.execute(
                """SELECT match, series, head, player, points, won FROM seats JOIN matches ON match = number
                WHERE status = 'over' AND won IS NOT NULL AND (?1 IS NULL OR series = ?1) ORDER BY match, seat""",
                (series,),
            ).fetchall()
        return [
            Result(number, series, setup.game, self.people.player(player), points or 0, bool(won))
            for number, series, head, player, points, won in rows
            if (setup := read_head(head)) is not None
        ]

    def acts_with(self, word: str) -> Iterator[tuple[int, int, str]]:
        """Yield match, place and text of every act with a word in its middle, the oldest first."""
        with self._faults():
            yield from self._database.execute(
                "SELECT match, place, act FROM acts WHERE act LIKE ? ORDER BY match, place", (f"% {word} %",)
            )
