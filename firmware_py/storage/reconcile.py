"""Compare the two copies of each match, and make one whole again from the other.

A line that only one copy has was on the disk before anybody saw it, so it stands. Where both copies are damaged
in the same place, the match ends before it; sound lines after it are kept as notes. Nothing is invented, and what
was found and done is said in a sentence. A database that is missing, damaged or foreign is set aside and made
again from the notebooks; that can be interrupted at any time: the next start goes on with what is missing.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from typing import NamedTuple

from engine.verdicts import Sentence, say
from firmware_py.storage.database import aside_name, doubt_path, faults, is_large, open_read_only, set_aside
from firmware_py.storage.entries import JournalFault, Status, Summary
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_lines import after_gap_drafts, summarize
from firmware_py.storage.merging import acts_of, merge
from firmware_py.storage.notebook import DELETED, LOST, NOTEBOOK, Line, page, read_line, texts_in, write_lines
from firmware_py.storage.paths import replace_file
from firmware_py.storage.reader import TEXTS, JournalReader

MOST_NAMED = 10
"""Matches that a sentence names by their numbers."""
MOST_LOST = 1000
"""Numbers that may be missing to be taken for lost matches."""
AT_A_TIME = 100
"""Matches that are made again in one transaction."""


class Report:
    """What was found, and what was done about it: the numbers of matches."""

    def __init__(self) -> None:
        """Begin with nothing found."""
        self.rebuilt: str | None = None
        """Where the old database lies if it was made again; empty if there was none."""
        self.database: list[int] = []
        """Made whole from their notebook."""
        self.notebooks: list[int] = []
        """Made whole from the database."""
        self.both: list[int] = []
        """Damaged in both copies, in different places, and whole again."""
        self.cut: dict[int, tuple[int, int]] = {}
        """Damaged in the same place: how many acts there are before it, and sound ones after it."""
        self.lost: list[int] = []
        """Nothing could be read."""

    @property
    def named(self) -> set[int]:
        """All matches that were found to differ."""
        return {*self.database, *self.notebooks, *self.both, *self.cut, *self.lost}

    def sentences(self) -> list[Sentence]:
        """Return what the players have to know."""
        found = []
        mended = {"notebooks": self.notebooks, "both": self.both}
        if self.rebuilt is None:
            mended = {"database": self.database, **mended}
        else:
            key = "journal.rebuilt" if self.rebuilt else "journal.rebuilt-missing"
            found.append(say(key, path=self.rebuilt, count=len(self.database)))
        found += [say(f"journal.mended-{what}", matches=_named(them)) for what, them in mended.items() if them]
        found += [say("journal.cut", number=at, count=acts, later=later) for at, (acts, later) in self.cut.items()]
        return [*found, say("journal.lost", matches=_named(self.lost))] if self.lost else found


def _named(numbers: Sequence[int]) -> tuple[str, ...]:
    more = ("…",) if len(numbers) > MOST_NAMED else ()
    return (*map(str, numbers[:MOST_NAMED]), *more)


class Reconciliation:
    """The comparison of all matches that have to be compared before the journal is used."""

    def __init__(self, journal: Journal, numbers: Sequence[int], report: Report, old: str | None = None) -> None:
        """Compare some matches; `old` is a damaged database in which lines may still be readable."""
        self.journal, self.report = journal, report
        self._left, self._old = sorted(numbers, reverse=True), old  # the latest first
        self.total = len(self._left)

    @property
    def done(self) -> int:
        """How many matches have been compared."""
        return self.total - len(self._left)

    def step(self) -> bool:
        """Compare some more matches; return whether there are more. Raises `JournalFault`."""
        if not self._left:
            return False
        some, before = self._left[:AT_A_TIME], len(self.report.named)
        try:
            gone = self.journal.gone()
            with self.journal.repairing():
                for number in some:
                    self._compare(number, is_deleted=bool(gone.get(number)))
                if len(self.report.named) > before:
                    os.sync()  # at once, because a disk needs as long for a file as for a hundred
            if len(self._left) <= len(some):
                self.journal.park_all_but_last()
        except JournalFault as fault:
            if fault.why.key in {"journal.damaged", "journal.failed"}:
                with suppress(OSError):
                    replace_file(doubt_path(self.journal.path), f"{fault}\n")
            raise
        del self._left[: len(some)]
        return bool(self._left)

    def finish(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Compare all; `progress` gets how many are done, and may raise to interrupt it.

        A database that turns out to be damaged is set aside and made again: nobody uses the journal yet.
        """
        while self._left:
            try:
                self.step()
            except JournalFault:
                if self.report.rebuilt is not None or not os.path.exists(doubt_path(self.journal.path)):
                    raise
                self._begin_again()
            if progress is not None:
                progress(self.done, self.total)

    def _begin_again(self) -> None:
        path = self.journal.path
        self.journal.close()
        with faults(path):
            self._old = set_aside(path)
            os.remove(doubt_path(path))
        self.journal, self.report = Journal(path), Report()
        self.report.rebuilt = self._old
        self._left = sorted(_to_compare(self.journal, is_all=True), reverse=True)
        self.total = len(self._left)

    def _compare(self, number: int, *, is_deleted: bool) -> None:
        journal, notebooks, report = self.journal, self.journal.notebooks, self.report
        assert notebooks is not None  # a journal in memory has one copy
        if is_deleted or os.path.lexists(notebooks.path(number, DELETED)):
            notebooks.mark(number, DELETED)
            journal.remove_lines(number, is_gone=True)
            notebooks.forget(number)
            return
        compared = compare(journal, number, self._old)
        if compared is None:
            return
        if compared.summary is None:
            self._set_aside(number, b"")
            notebooks.mark(number, LOST)
            journal.remove_lines(number, is_gone=True, is_deleted=False)
            report.lost.append(number)
            return
        texts = [line.text for line in compared.lines]
        if compared.differs_in_file:
            self._set_aside(number, page(texts))
            notebooks.write(number, texts, is_synced=False)
        if compared.differs_in_database:
            journal.remove_lines(number, is_gone=False)
            journal.put_lines(number, compared.lines, compared.summary)
        with suppress(FileNotFoundError):  # somebody has put its notebook back
            os.remove(notebooks.path(number, LOST))
        if compared.later is not None:
            report.cut[number] = len(acts_of(compared.lines)), compared.later
        elif not compared.differs_in_file:
            report.database.append(number)
        elif compared.differs_in_database and report.rebuilt is None:
            report.both.append(number)
        else:
            report.notebooks.append(number)

    def _set_aside(self, number: int, new: bytes) -> None:
        """Keep a notebook, or what is in its place, unless all of its lines are in the new one."""
        notebooks = self.journal.notebooks
        assert notebooks is not None
        path, data = notebooks.path(number), notebooks.read(number)
        is_part = data is not None and new.startswith(data[:-1])
        if os.path.lexists(path) and not is_part:
            os.rename(path, aside_name(path))


class Compared(NamedTuple):
    """A match whose copies differ."""

    lines: list[Line]
    """All that is sound, without a gap."""
    summary: Summary | None
    """None if the beginning cannot be read."""
    differs_in_file: bool
    differs_in_database: bool
    later: int | None
    """How many acts after a gap are sound; None if there is no gap."""


def compare(journal: JournalReader, number: int, old: str | None = None) -> Compared | None:
    """Compare the copies of a match; None if both are whole and the same."""
    assert journal.notebooks is not None
    data, in_database = journal.notebooks.read(number), _texts(journal, number)
    if data == page(in_database) and _is_whole(journal, number, in_database):
        return None
    in_file = texts_in(data or b"")
    in_old = [] if old is None else _old_texts(old, number)
    lines, after = merge(number, in_file, in_database, in_old)
    texts, later = [line.text for line in lines], None
    # after a power cut a notebook may end with half a line that nobody has seen; any other remains are a gap
    is_one_whole = texts in (in_database, in_old) or data == page(texts)
    if after or (not is_one_whole and _has_more(texts, in_file, in_database, in_old)):
        kept = [line for line in after if line.said]
        later = len(kept)
        lines += write_lines(lines[-1].checksum if lines else "", len(lines) + 1, after_gap_drafts(kept))
        texts = [line.text for line in lines]
    is_same = in_database == texts and _is_listed(journal, number, texts)
    return Compared(lines, summarize(lines), data != page(texts), not is_same, later)


def _is_whole(journal: JournalReader, number: int, texts: list[str]) -> bool:
    """Return whether the lines of the database follow from each other, and its lists from them."""
    return bool(texts) and merge(number, texts).texts == texts and _is_listed(journal, number, texts)


def _has_more(texts: Sequence[str], *copies: Sequence[str]) -> bool:
    """Return whether a copy ends with a line that is not among those that could be put together."""
    return any(copy and copy[-1] not in texts for copy in copies)


def _texts(journal: JournalReader, number: int) -> list[str]:
    with suppress(JournalFault):
        return journal.texts(number)
    return []


def _old_texts(path: str, number: int) -> list[str]:
    """Return the lines of a match that can still be read in a damaged database."""
    found: list[str] = []
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(open_read_only(path)) as database:
        for (text,) in database.execute(TEXTS, (number,)):
            found.append(text)
    return found


def _is_listed(journal: JournalReader, number: int, texts: Sequence[str]) -> bool:
    """Return whether the lists of the database say what follows from the lines of a match."""
    found = summarize(line for text in texts if (line := read_line(text)) is not None)
    with suppress(JournalFault):
        return found == journal.summary(number)
    return False


# --- at the start


def open_journal(path: str) -> Reconciliation:
    """Open a journal for writing, and return what is left to compare. Raises `JournalFault`."""
    report, is_missing = Report(), not os.path.lexists(path)
    try:
        journal, numbers = _open(path)
    except JournalFault as fault:
        if fault.why.key != "journal.damaged":
            raise
        with faults(path):
            report.rebuilt = set_aside(path)
        journal, numbers = _open(path)
    if is_missing and journal.has_notebooks:
        report.rebuilt = ""
    with suppress(FileNotFoundError):
        os.remove(doubt_path(path))
    return Reconciliation(journal, numbers, report, report.rebuilt or None)


def _open(path: str) -> tuple[Journal, list[int]]:
    """Open a database, or make an empty one; return it, and the matches to compare. Raises `JournalFault`."""
    journal = Journal(path)
    try:
        with faults(path):
            is_all = not is_large(path)
            if is_all:
                journal.check_pages()
            return journal, _to_compare(journal, is_all=is_all)
    except BaseException:
        journal.close()
        raise


def _to_compare(journal: Journal, *, is_all: bool) -> list[int]:
    """Return the matches to compare: all, or those that are unfinished, missing in one copy, or deleted in one."""
    assert journal.notebooks is not None
    files, known, gone = journal.notebooks.files(), journal.statuses(), journal.gone()
    unfinished = {Status.OPEN.value, Status.PARKED.value}
    had = {*known, *gone}  # all numbers up to the last one were used
    if max(had, default=0) <= len(had) + MOST_LOST:  # else somebody has put a notebook with a high number there
        had.update(range(1, max(had, default=0)))
    found = []
    for number in sorted(had | files.keys()):
        kinds, status = files.get(number, set()), known.get(number)
        is_gone = kinds in ({DELETED}, {LOST}) and number in gone and status is None
        is_here = kinds == {NOTEBOOK} and status is not None and number not in gone
        if not is_gone and (is_all or not is_here or status in unfinished):
            found.append(number)
    return found


# --- while the journal is in use


def check_whole(path: str) -> list[int]:
    """Compare all matches and check the pages of the database, without changing anything.

    Returns the matches that differ. Raises `JournalFault`; after damaged pages the next start makes it again.
    """
    with faults(path), closing(JournalReader(path)) as journal:
        try:
            journal.check_pages()
        except sqlite3.DatabaseError as error:
            if not isinstance(error, sqlite3.OperationalError):  # which says nothing about the pages
                replace_file(doubt_path(path), f"{error}\n")
            raise
        return [number for number in sorted(journal.statuses()) if _differs(journal, number)]


def _differs(journal: JournalReader, number: int) -> bool:
    """Return whether the copies of a match differ; looked at again, because somebody may be writing it."""
    return all(compare(journal, number) is not None and journal.entry(number) is not None for _ in range(2))


def reconcile(journal: Journal, numbers: Sequence[int]) -> Report:
    """Compare some matches of a journal that is in use. Raises `JournalFault`."""
    found = Reconciliation(journal, numbers if journal.notebooks is not None else (), Report())
    while found.step():
        pass
    return found.report
