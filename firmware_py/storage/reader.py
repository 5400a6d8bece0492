"""What a journal says: lists of matches, their acts, results, players and times, read from its database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

from engine.colours import COLOURS, colours_of
from engine.game import Standing
from firmware_py.storage.database import check_version, faults, open_read_only
from firmware_py.storage.entries import (
    Entry,
    Result,
    SeatResult,
    Status,
    StoredActs,
    StoredState,
    Summary,
    ThinkingTime,
    read_head,
)
from firmware_py.storage.match_lines import state_in, thinking_in
from firmware_py.storage.merging import acts_of, merge
from firmware_py.storage.notebook import Notebooks, read_line, texts_in
from firmware_py.storage.paths import notebooks_folder, people_file
from firmware_py.storage.people import People

_LISTED = """SELECT matches.number, series, status, date, head, minutes, last.act + 1, CAST(last.text AS TEXT)
FROM matches LEFT JOIN lines AS last ON last.match = matches.number AND last.number =
(SELECT number FROM lines WHERE match = matches.number AND act IS NOT NULL ORDER BY number DESC LIMIT 1)
WHERE {} ORDER BY matches.number DESC"""

TEXTS = "SELECT coalesce(CAST(text AS TEXT), '') FROM lines WHERE match = ? ORDER BY number"
"""A damaged row may have any type."""


class JournalReader:
    """A journal, open for reading; another program may write it meanwhile.

    It has a method for each question that is asked of stored matches.
    """

    def __init__(self, path: str) -> None:
        """Open a journal. Raises `JournalFault`."""
        with faults(path):
            database = open_read_only(path)
            try:
                check_version(database, path)
            except BaseException:
                database.close()
                raise
        self._use(path, database)

    def _use(self, path: str, database: sqlite3.Connection) -> None:
        self.path, self._database = path, database
        self.notebooks = None if path == ":memory:" else Notebooks(notebooks_folder(path))
        self.people = People(None if path == ":memory:" else people_file(path))
        """Names; what is read here has the names that count."""
        self._counts: tuple[int, dict[str, int]] | None = None
        """The version of the file, and how many matches of each status it has; None if we have changed some."""

    def close(self) -> None:
        """Close the files."""
        self._database.close()
        if self.notebooks is not None:
            self.notebooks.close()

    def entries(self, *states: Status) -> list[Entry]:
        """Return matches, the latest first: all, or those with one of the given statuses."""
        wanted = [status.value for status in states or Status]
        return self._entries(f"status IN ({', '.join('?' * len(wanted))})", wanted)

    def entry(self, number: int) -> Entry | None:
        """Return a match by its number, or None."""
        return next(iter(self._entries("matches.number = ?", [number])), None)

    def _entries(self, which: str, values: Sequence[str | int]) -> list[Entry]:
        seats: dict[int, list[str]] = {}
        found = []
        with faults(self.path):
            of_them = f"SELECT match, player FROM seats JOIN matches ON match = matches.number WHERE {which}"
            for number, player in self._database.execute(f"{of_them} ORDER BY match, seat", values):
                seats.setdefault(number, []).append(self.people.player(player))
            for number, series, status, date, head, minutes, acts, last in self._database.execute(
                _LISTED.format(which), values
            ):
                setup, line = read_head(head), None if last is None else read_line(last)
                if setup is not None and status in _STATUSES:
                    said = "" if line is None else line.said
                    players = tuple(seats.get(number, ()))
                    found.append(
                        Entry(number, series, Status(status), setup, players, acts or 0, said, minutes, date)
                    )
        return found

    def count(self, *states: Status) -> int:
        """Return how many matches have one of the given statuses; counted again only if some have changed."""
        with faults(self.path):
            (version,) = self._database.execute("PRAGMA data_version").fetchone()  # of other programs that write
            if self._counts is None or self._counts[0] != version:
                counted = self._database.execute("SELECT status, count(*) FROM matches GROUP BY status")
                self._counts = version, dict(counted.fetchall())
        return sum(self._counts[1].get(status.value, 0) for status in states)

    def texts(self, number: int) -> list[str]:
        """Return the lines of a match as they stand in the database."""
        with faults(self.path):
            rows = self._database.execute(TEXTS, (number,))
            return [text for (text,) in rows]

    def lines(self, number: int) -> list[str]:
        """Return the sound acts of a match as text."""
        return self.acts(number).lines

    def acts(self, number: int) -> StoredActs:
        """Return the acts of a match; where the database is damaged, those of its notebook."""
        texts = self.texts(number)
        merged = merge(number, texts)
        if len(merged.lines) < len(texts) and self.notebooks is not None:
            merged = merge(number, texts, texts_in(self.notebooks.read(number) or b""))
        said = [line.said for line in acts_of(merged.lines)]
        return StoredActs(said, max(len(texts) - len(merged.lines), 0))

    def state(self, number: int) -> StoredState | None:
        """Return the stored state of a match, or None."""
        with faults(self.path):
            found = self._database.execute(
                """SELECT text FROM lines WHERE match = ? AND act IS NULL AND text LIKE '; % state %'
                ORDER BY number DESC""",
                (number,),
            ).fetchall()
        notes = (line.note for (text,) in found if (line := read_line(text)) is not None)
        return next((state for note in notes if (state := state_in(note)) is not None), None)

    def result(self, number: int) -> Standing | None:
        """Return the stored result of a match, or None if it is not over."""
        with faults(self.path):
            rows = self._database.execute(
                """SELECT seat, points, won FROM seats JOIN matches ON match = number
                WHERE number = ? AND status = 'over' AND won IS NOT NULL""",
                (number,),
            ).fetchall()
        won = tuple(seat for seat, _, is_won in rows if is_won)
        points = {seat: points or 0 for seat, points, _ in rows}
        return Standing(over=True, winners=won, points=points) if rows else None

    def results(self, series: int | None = None) -> list[Result]:
        """Return the results of all players in every match that is over, or in those of a series."""
        with faults(self.path):
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

    def names(self) -> list[str]:
        """Return the names of all players, the latest first."""
        with faults(self.path):
            rows = self._database.execute(
                "SELECT player FROM seats GROUP BY player ORDER BY max(match) DESC, min(seat)"
            )
            return list(dict.fromkeys(self.people.player(name) for (name,) in rows))

    def last_colour(self, player: str) -> str | None:
        """Return the colour of a player's pieces in the latest match that names colours; None if none does."""
        with faults(self.path):
            row = self._database.execute(
                """SELECT head, seat FROM seats JOIN matches ON match = number
                WHERE player = ? AND head LIKE ? ORDER BY match DESC LIMIT 1""",
                (player, f"%[{COLOURS} %"),
            ).fetchone()
        setup = None if row is None else read_head(row[0])
        return colours_of(setup)[row[1] - 1] if setup is not None and row[1] <= len(setup.players) else None

    def acts_with(self, word: str) -> Iterator[tuple[int, int, str]]:
        """Yield match, place and text of every act with a word in its middle, the oldest first."""
        with faults(self.path):
            rows = self._database.execute(
                "SELECT match, act, text FROM lines WHERE act IS NOT NULL AND text LIKE ? ORDER BY match, number",
                (f"% {word} %",),
            )
            for match, place, text in rows:
                if (line := read_line(text)) is not None and f" {word} " in line.said:
                    yield match, place, line.said

    def copy_to(self, path: str) -> None:
        """Write a copy of the database; another program may write meanwhile."""
        with faults(self.path), closing(sqlite3.connect(path)) as copy:
            self._database.backup(copy)

    # --- for `reconcile`

    def check_pages(self) -> None:
        """Check the pages of the database and the order of its rows. Raises `sqlite3.DatabaseError`."""
        (found,) = self._database.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)

    def statuses(self) -> dict[int, str]:
        """Return the status of every match."""
        with faults(self.path):
            return dict(self._database.execute("SELECT number, status FROM matches"))

    def gone(self) -> dict[int, int]:
        """Return the numbers of matches that are gone: 1 if it was deleted, 0 if it is lost."""
        with faults(self.path):
            return dict(self._database.execute("SELECT match, is_deleted FROM gone"))

    def summary(self, number: int) -> Summary | None:
        """Return what the lists say about a match; None if they do not have it."""
        with faults(self.path):
            row = self._database.execute("SELECT * FROM matches WHERE number = ?", (number,)).fetchone()
            if row is None or row[2] not in _STATUSES:
                return None
            seats = self._database.execute(
                "SELECT seat, player, points, won FROM seats WHERE match = ? ORDER BY seat", (number,)
            )
            found = tuple(
                SeatResult(seat, name, points, None if won is None else bool(won))
                for seat, name, points, won in seats
            )
        _, series, status, date, time, head, minutes, revision = row
        return Summary(series, Status(status), date, time, head, minutes, revision, found)

    # --- times

    def started(self) -> dict[int, str]:
        """Return when each match began, date and time, as far as that is known."""
        with faults(self.path):
            return dict(self._database.execute("SELECT number, date || ' ' || time FROM matches WHERE time <> ''"))

    def durations(self) -> dict[int, int]:
        """Return how long each match was played, in milliseconds."""
        return thinking_sums(self._database)

    def longest_thought(self) -> tuple[int, ThinkingTime] | None:
        """Return the longest time that a player thought before an act, with the number of the match."""
        with faults(self.path):
            row = self._database.execute(
                "SELECT match, act, text FROM lines WHERE milliseconds > 0 ORDER BY milliseconds DESC LIMIT 1"
            ).fetchone()
        line = None if row is None else read_line(row[2])
        thinking = None if line is None else thinking_in(line.note)
        return None if thinking is None else (row[0], ThinkingTime(row[1] or 0, *thinking))

    def thinking_times(self, number: int) -> list[ThinkingTime]:
        """Return how long the players of a match thought before each act."""
        said = acts_of(line for text in self.texts(number) if (line := read_line(text)) is not None)
        times = ((place, thinking_in(line.note)) for place, line in enumerate(said))
        return [ThinkingTime(place, *thinking) for place, thinking in times if thinking is not None]


def thinking_sums(database: sqlite3.Connection, number: int | None = None) -> dict[int, int]:
    """Return how long the players of each match thought, or of one, in milliseconds."""
    found = database.execute(
        "SELECT match, sum(milliseconds) FROM lines WHERE ?1 IS NULL OR match = ?1 GROUP BY match", (number,)
    )
    return {match: milliseconds for match, milliseconds in found if milliseconds}


_STATUSES = frozenset(status.value for status in Status)
