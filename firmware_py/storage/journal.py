"""The journal: all matches, each stored twice. An act is on the disk before the players see it as accepted.

Whatever is stored is a line. It is appended to the notebook of its match and flushed to the disk, then committed
to the database. After a power cut the notebook may have lines that the database lacks; `reconcile` completes it.
Matches are ordered by number, not by date, because a Raspberry Pi has no battery-backed clock.

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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from engine.game import Setup, Standing
from firmware_py.storage.database import faults, open_database, transaction
from firmware_py.storage.entries import (
    Entry,
    JournalFault,
    Result,
    SeatResult,
    Status,
    StoredMatch,
    StoredState,
    Summary,
    ThinkingTime,
)
from firmware_py.storage.match_lines import (
    act_draft,
    begin_drafts,
    minutes_draft,
    state_draft,
    status_draft,
    summarize,
    thinking_in,
)
from firmware_py.storage.notebook import (
    DELETED,
    Draft,
    Line,
    OtherLines,
    first_checksum,
    read_line,
    write_line,
    write_lines,
)
from firmware_py.storage.reader import JournalReader

__all__ = ["Entry", "Journal", "JournalFault", "Result", "Status", "StoredMatch"]


class _End(NamedTuple):
    """Where the lines of a match end."""

    match: int
    number: int
    """Of the last line."""
    acts: int
    last: str
    """The text of the last line."""
    checksum: str


class Journal(JournalReader):
    """The database with its notebooks, open for writing. In memory (`:memory:`) there are no notebooks."""

    def __init__(self, path: str) -> None:
        """Open a journal, or create it. Raises `JournalFault`."""
        with faults(path):
            self._use(path, open_database(path))
            self._last_number = max(self.notebooks.files() if self.notebooks is not None else (), default=0)
        self._end: _End | None = None
        """Where the match ends that was written last."""

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Store what is done inside in both copies, or in none. Raises `JournalFault`."""
        self._counts = None
        try:
            with faults(self.path):
                if self.notebooks is None:
                    with transaction(self._database):
                        yield
                else:
                    with self.notebooks.unless_it_fails(), transaction(self._database):
                        yield
        except BaseException:
            self._end = None
            raise

    # --- writing: when a method returns, its change is on the disk, in both copies

    def begin(self, setup: Setup, *, date: str, time: str = "", series: int | None = None) -> int:
        """Add a new match and return its number."""
        with self._writing():
            number = self._next_number()
            self._park_others(number)
            self._insert(number, begin_drafts(setup, number, series or number, date, time))
        return number

    def keep(
        self, number: int, place: int, act: str, *more: str, how: str = "", thinking: ThinkingTime | None = None
    ) -> None:
        """Store acts from a place of a match's log on: all of them, or none.

        `how` says how they were entered; `thinking` is the time before the first one.
        """
        drafts = [act_draft(act, how, thinking), *(act_draft(each, how) for each in more)]
        with self._writing():
            if self._end_of(number).acts != place:
                raise sqlite3.IntegrityError(f"match {number} has no place {place}")
            self._append(number, drafts)

    def settle(
        self, number: int, status: Status, players: tuple[str, ...], standing: Standing | None = None
    ) -> None:
        """Store the status and the players of a match and, if a standing is given, the result."""
        seats = [
            SeatResult(seat, name)
            if standing is None
            else SeatResult(seat, name, standing.points.get(seat), seat in standing.winners)
            for seat, name in enumerate(players, start=1)
        ]
        with self._writing():
            if status is Status.OPEN:
                self._park_others(number)
            self._set_status(number, status, seats)

    def restore(self, *matches: StoredMatch) -> list[int]:
        """Import complete matches, all of them or none; return their numbers."""
        numbers = []
        with self._writing():
            for stored in matches:
                numbers.append(number := self._next_number())
                drafts = begin_drafts(stored.setup, number, number, stored.date, "")
                drafts += [act_draft(act) for act in stored.acts]
                self._insert(number, [*drafts, status_draft(stored.status, stored.seats)], is_synced=False)
            os.sync()  # at once, because a disk needs as long for a file as for a hundred
        return numbers

    def keep_states(self, states: Mapping[int, StoredState]) -> None:
        """Store the states of matches, independent of how later rules replay their acts."""
        with self._writing():
            for number, state in states.items():
                if self.state(number) != state:
                    self._append(number, [state_draft(state)])

    def store_minutes(self, number: int, minutes: int) -> None:
        """Store how long a match has been played."""
        with self._writing():
            self._append(number, [minutes_draft(minutes)])
            self._database.execute("UPDATE matches SET minutes = ? WHERE number = ?", (minutes, number))

    def delete(self, number: int) -> None:
        """Delete a match."""
        with self._writing():
            if self.entry(number) is None:
                return
            if self.notebooks is not None:
                self.notebooks.mark(number, DELETED)
            self.remove_lines(number, is_gone=True)
        if self.notebooks is not None:
            with faults(self.path):
                self.notebooks.forget(number)

    def _next_number(self) -> int:
        numbers = "SELECT number FROM matches UNION ALL SELECT match FROM gone"
        (last,) = self._database.execute(f"SELECT max(number) FROM ({numbers})").fetchone()
        return int(max(last or 0, self._last_number)) + 1

    def _park_others(self, number: int) -> None:
        """Park every other open match: at most one may be open."""
        others = "SELECT number FROM matches WHERE status = ? AND number <> ?"
        for (other,) in self._database.execute(others, (Status.OPEN.value, number)).fetchall():
            self._set_status(other, Status.PARKED)

    def _set_status(self, number: int, status: Status, seats: Sequence[SeatResult] = ()) -> None:
        self._append(number, [status_draft(status, seats)])
        change = "UPDATE matches SET status = ?, revision = ? WHERE number = ?"
        self._database.execute(change, (status.value, self._end_of(number).acts, number))
        self._seat(number, seats)

    def _seat(self, number: int, seats: Sequence[SeatResult]) -> None:
        if seats:
            self._database.execute("DELETE FROM seats WHERE match = ?", (number,))
            rows = [(number, *seat) for seat in seats]
            self._database.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", rows)

    def _insert(self, number: int, drafts: Sequence[Draft], *, is_synced: bool = True) -> None:
        """Insert a new match with its first lines."""
        lines = write_lines(first_checksum(number), 1, drafts)
        self.put_lines(number, lines)
        if self.notebooks is not None:
            self.notebooks.write(number, [line.text for line in lines], is_synced=is_synced)

    def _append(self, number: int, drafts: Sequence[Draft]) -> None:
        """Append lines to both copies of a match; several are there together, or none."""
        match, at, acts, before, checksum = self._end_of(number)
        lines: list[Line] = []
        for place, draft in enumerate(drafts, start=1):
            lines.append(write_line(checksum, at + place, draft, is_joined=place < len(drafts)))
            checksum = lines[-1].checksum
        acts = self._insert_lines(number, lines, acts)
        if self.notebooks is not None:
            try:
                self.notebooks.append(number, before, lines)
            except OtherLines:  # somebody has changed the file since the start
                self.notebooks.write(number, self.texts(number))
        self._end = _End(match, lines[-1].number, acts, lines[-1].text, checksum)

    def _end_of(self, number: int) -> _End:
        if self._end is None or self._end.match != number:
            last = "SELECT text, (SELECT max(act) FROM lines WHERE match = ?1) FROM lines WHERE match = ?1"
            row = self._database.execute(f"{last} ORDER BY number DESC LIMIT 1", (number,)).fetchone()
            line = None if row is None else read_line(row[0])
            if line is None:
                raise sqlite3.IntegrityError(f"there is no match {number}")
            self._end = _End(number, line.number, 0 if row[1] is None else row[1] + 1, line.text, line.checksum)
        return self._end

    def _insert_lines(self, number: int, lines: Sequence[Line], acts: int) -> int:
        """Insert lines; `acts` is the number of acts before them. Returns the number of acts after them."""
        rows, has_begun = [], lines[0].number > 1
        for line in lines:
            has_begun = has_begun or not line.said  # before that there are tags
            is_act = has_begun and bool(line.said)
            thinking = thinking_in(line.note) if is_act and line.note else None
            place = acts if is_act else None
            rows.append((number, line.number, place, 0 if thinking is None else thinking[1], line.text))
            acts += is_act
        self._database.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", rows)
        return acts

    # --- for `reconcile`

    @property
    def has_notebooks(self) -> bool:
        """Whether there were notebooks when it was opened."""
        return self._last_number > 0

    @contextmanager
    def repairing(self) -> Iterator[None]:
        """Change lines inside one transaction; the notebooks are changed by themselves. Raises `JournalFault`."""
        self._counts = self._end = None
        with faults(self.path), transaction(self._database):
            yield

    def park_all_but_last(self) -> None:
        """Park every open match but the latest one: a power cut may have left two."""
        statuses = self.statuses()
        opened = [number for number, status in statuses.items() if status == Status.OPEN.value]
        if len(opened) > 1:
            with self._writing():
                self._park_others(max(opened))

    def put_lines(self, number: int, lines: Sequence[Line], summary: Summary | None = None) -> None:
        """Insert a match with all its lines, inside a transaction."""
        found = summary or summarize(lines)
        if found is None:
            raise sqlite3.IntegrityError(f"match {number} has no beginning")
        row = (number, found.series, found.status.value, *found[2:7])
        self._database.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        self._insert_lines(number, lines, 0)
        self._seat(number, found.seats)

    def remove_lines(self, number: int, *, is_gone: bool, is_deleted: bool = True) -> None:
        """Remove a match, inside a transaction; with `is_gone` its number is not used again."""
        self._end = None
        self._database.execute("DELETE FROM matches WHERE number = ?", (number,))
        self._database.execute("DELETE FROM lines WHERE match = ?", (number,))  # of a match without its row too
        self._database.execute("DELETE FROM seats WHERE match = ?", (number,))
        self._database.execute("DELETE FROM gone WHERE match = ?", (number,))
        if is_gone:
            self._database.execute("INSERT INTO gone VALUES (?, ?)", (number, is_deleted))
