"""The outbox: which results the broker has confirmed. The results themselves are in the journal.

What was confirmed is a file with a line for each result: its number, its revision, what was said, the journal of
its id, and a checksum of its log. It is flushed to the disk before the next result is sent, so after a power cut
at most one result is sent twice; it has the same id, so that does no harm. A match that went on after
its result was sent is withdrawn, and sent again when it ends again; one that was deleted is withdrawn too. What
was played before the broker was switched on is not sent.

After an older backup was restored, the numbers of later matches are used again. Matches that are still the same
keep their ids, all others get new ones: no result is counted twice, and none replaces another.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sqlite3
from contextlib import suppress
from typing import NamedTuple

from firmware_py.mqtt.topics import BOX_ID
from firmware_py.outside import count, fields, matching, parse
from firmware_py.storage.paths import make_folder, replace_file
from firmware_py.storage.results import ResultReader, open_results

SENT, WITHDRAWN, OLD = "sent", "withdrawn", "old"
"""What a line says of a match: `old` was played before the broker was switched on."""
IDENTITY_FILE = "mqtt.json"
MOST_IDENTITY_CHARACTERS = 1000
JOURNAL_ID = re.compile(r"[0-9a-z]{0,8}")
MOST_LISTED = 500
"""Results that the index lists: the latest ones."""


class Confirmed(NamedTuple):
    """What the broker has confirmed of a match."""

    revision: int
    what: str
    journal: str = ""
    """The journal in the id of its result."""
    content: str = ""
    """What the log of the match was then; empty if that is not known."""


class Identity(NamedTuple):
    """Which box this is; made at random once, and then kept."""

    box: str
    journal: str
    """Changes when the journal goes back, so that no id is used twice; empty until a journal could be read."""
    last: int = 0
    """The highest number of a match so far: a journal that is not as far has gone back."""


class Letter(NamedTuple):
    """Something that the broker has yet to confirm."""

    number: int
    revision: int
    what: str


class Outbox:
    """The identity of a box and its confirmed results, in a folder. For one thread."""

    def __init__(self, folder: str, results: ResultReader | None) -> None:
        """Read the files, or create them. Raises `OSError`; `results` reads the journal, if there is one."""
        make_folder(folder)
        self.results = results
        self._names = os.path.join(folder, IDENTITY_FILE)
        self._path = os.path.join(folder, "mqtt-sent.txt")
        self.identity = self._read_identity() or Identity(secrets.token_hex(4), "")
        self._marks = self._read_marks() if self.identity.journal else {}
        if results is not None:
            self._compare(results)
        self._write_marks()
        self._write_identity()

    def _compare(self, results: ResultReader) -> None:
        """Compare the marks with the journal; if it is a new one, or has gone back, new ids begin."""
        revisions, before = results.revisions(), self._marks
        if not self.identity.journal or self._is_other(results):
            same = {number: mark for number, mark in before.items() if self._is_same(number, mark, results)}
            self._marks = same or {number: Confirmed(revision, OLD) for number, revision in revisions.items()}
            self.identity = Identity(self.identity.box, secrets.token_hex(2))
        else:  # a result from before its withdrawal has come back with a backup
            self._marks = {
                number: mark
                for number, mark in before.items()
                if mark.what != WITHDRAWN or revisions.get(number, mark.revision) >= mark.revision
            }
            if len(self._marks) < len(before):
                self.identity = self.identity._replace(journal=secrets.token_hex(2))
        for number, mark in self._marks.items():
            self._marks[number] = mark._replace(
                journal=mark.journal or self.identity.journal,
                content=mark.content or results.content(number, mark.revision),
            )

    def _is_other(self, results: ResultReader) -> bool:
        """Return whether matches are missing that were there, or are others."""
        if self.identity.last > results.last_number():
            return True
        contents = ((mark.content, results.content(number, mark.revision)) for number, mark in self._marks.items())
        return any(then and now and then != now for then, now in contents)

    @staticmethod
    def _is_same(number: int, mark: Confirmed, results: ResultReader) -> bool:
        return mark.what != WITHDRAWN and mark.content == results.content(number, mark.revision) != ""

    def result_id(self, number: int) -> str:
        """Return the id of a result, which no other result of any box has."""
        return f"{self.identity.box}-{self._journal_of(number)}-{number}"

    def _journal_of(self, number: int) -> str:
        return self._marks[number].journal if number in self._marks else self.identity.journal

    def pending(self) -> list[Letter]:
        """Return what the broker has not confirmed yet, the oldest first. Raises `OSError` or `sqlite3.Error`."""
        self._write_identity()
        found = [
            Letter(number, revision, SENT)
            for number, revision in self._revisions().items()
            if self._is_new(number, revision)
        ]
        sent = [number for number, mark in self._marks.items() if mark.what == SENT]
        if self.results is not None and sent:
            for number, revision in self.results.without_result(sent).items():
                found.append(Letter(number, max(revision, self._marks[number].revision + 1), WITHDRAWN))
        return sorted(found)

    def again(self, numbers: object) -> list[Letter]:
        """Return those of some results that can be sent again, because somebody lacks them."""
        wanted = {number for number in numbers if type(number) is int} if isinstance(numbers, list) else set()
        return [letter for letter in self._listed() if letter.number in wanted]

    def index(self, what: str) -> list[list[int]]:
        """Return number and revision of the latest results that the broker has confirmed as sent, or withdrawn."""
        found = [[letter.number, letter.revision] for letter in self._listed() if letter.what == what]
        return found[-MOST_LISTED:]

    def _listed(self) -> list[Letter]:
        """Return what was confirmed of this journal; results with earlier ids are not asked for again."""
        marks = sorted(self._marks.items())
        return [
            Letter(number, mark.revision, mark.what)
            for number, mark in marks
            if mark.what != OLD and mark.journal == self.identity.journal
        ]

    def _is_new(self, number: int, revision: int) -> bool:
        """Return whether a result was not sent; one from before its withdrawal gets a new id at the next start."""
        mark = self._marks.get(number)
        if mark is None or mark.what != WITHDRAWN:
            return mark is None or mark.revision != revision
        return revision > mark.revision

    def confirm(self, letter: Letter) -> None:
        """Note that the broker has something, and flush that to the disk. Raises `OSError`."""
        content = "" if self.results is None else self.results.content(letter.number, letter.revision)
        mark = Confirmed(letter.revision, letter.what, self._journal_of(letter.number), content)
        if self._marks.get(letter.number) == mark:
            return
        self._marks[letter.number] = mark
        with open(self._path, "a", encoding="ascii") as file:
            file.write(_line(letter.number, mark))
            file.flush()
            os.fsync(file.fileno())

    def _revisions(self) -> dict[int, int]:
        return {} if self.results is None else self.results.revisions()

    def _read_identity(self) -> Identity | None:
        with suppress(OSError, ValueError), open(self._names, encoding="utf-8") as file:
            known = parse(file.read(MOST_IDENTITY_CHARACTERS))
            return Identity(**fields(known, box=matching(BOX_ID), journal=matching(JOURNAL_ID), last=count))
        return None

    def _write_identity(self) -> None:
        """Write who the box is, if that is new, or if there are more matches than before."""
        last = 0 if self.results is None else self.results.last_number()
        self.identity = self.identity._replace(last=max(last, self.identity.last))
        if self.identity != self._read_identity():
            replace_file(self._names, json.dumps(self.identity._asdict()))

    def _read_marks(self) -> dict[int, Confirmed]:
        """Return the marks; a line that a power cut has cut off, or that is damaged, does not count."""
        marks: dict[int, Confirmed] = {}
        with suppress(OSError), open(self._path, encoding="ascii", errors="replace") as file:
            for line in file:
                match line.removesuffix("\n").split(" ") if line.endswith("\n") else []:
                    case [number, revision, what, journal, content] if (
                        number.isdecimal() and revision.isdecimal() and what in {SENT, WITHDRAWN, OLD}
                    ):
                        marks[int(number)] = Confirmed(int(revision), what, journal, content)
        return marks

    def _write_marks(self) -> None:
        """Write the file again with the last line of each match: it grows with each confirmation."""
        replace_file(self._path, "".join(_line(number, mark) for number, mark in sorted(self._marks.items())))


def _line(number: int, mark: Confirmed) -> str:
    return f"{number} {mark.revision} {mark.what} {mark.journal} {mark.content}\n"


def prepare_folder(folder: str, journal: str) -> None:
    """Compare the journal with what was sent, before another match ends. What fails is tried again later."""
    results = open_results(journal)
    with suppress(OSError, sqlite3.Error):
        Outbox(folder, results)
    if results is not None:
        results.close()
