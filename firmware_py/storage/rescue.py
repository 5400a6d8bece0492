"""Rescue of a damaged journal: set it aside, and put together a new one from what is sound in it."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple

from engine.verdicts import Sentence, say
from firmware_py.storage import schema
from firmware_py.storage.entries import JournalFault, Status
from firmware_py.storage.journal import Journal
from firmware_py.storage.journal_file import SUFFIXES, aside_name, doubt_path, remove_database
from firmware_py.storage.paths import sync_folder

if TYPE_CHECKING:
    from firmware_py.storage.salvage import Salvaged

DAMAGED = frozenset({"journal.damaged"})
"""The faults for which a rescue helps."""


class Rescue(NamedTuple):
    """The result of a rescue."""

    aside: str
    """The new path of the damaged file."""
    matches: int
    """How many matches were saved."""
    cut: tuple[tuple[int, int], ...] = ()
    """The matches that are known to lack something, each with the number of its acts that were saved."""
    lost: tuple[int, ...] = ()
    """The matches of which nothing could be saved."""
    unsure: tuple[int, ...] = ()
    """The matches whose last acts may be missing: nothing says how many there were."""

    def sentences(self) -> list[Sentence]:
        """Return what the players have to know."""
        found = [say("journal.rescued", path=self.aside, count=self.matches)]
        found += [say("journal.rescued-cut", number=number, count=acts) for number, acts in self.cut]
        for key, numbers in (("journal.rescued-lost", self.lost), ("journal.rescued-unsure", self.unsure)):
            if numbers:
                found.append(say(key, numbers=tuple(map(str, numbers))))
        return found


def open_journal(path: str) -> tuple[Journal, Rescue | None]:
    """Open a journal; rescue it first if it is damaged. Raises `JournalFault`."""
    fresh = f"{path}.rescued"
    if not os.path.exists(path) and os.path.exists(fresh):
        _swap(path, fresh, aside_name(path, -1))  # a power cut interrupted a rescue
    try:
        journal = Journal(path)
    except JournalFault as fault:
        if fault.why.key not in DAMAGED:
            raise
    else:
        _forget_doubt(path)
        return journal, None
    remove_database(fresh)
    from firmware_py.storage.salvage import Rows, salvage  # a sound journal does not need it

    rows = Rows(path)
    found = list(salvage(rows))
    saved = {match.stored.number for match in found}
    lost = tuple(sorted(rows.numbers - saved))
    with closing(Journal(fresh)) as journal:
        journal.restore(*(match.stored for match in _with_one_open(found)), gone=(*rows.deleted, *lost))
    aside = aside_name(path)
    try:
        _swap(path, fresh, aside)
    except OSError:
        Journal(path).close()  # raises a JournalFault that says what is wrong with the disk or the file
        raise
    _forget_doubt(path)
    return Journal(path), _report(aside, found, lost, has_checksums=rows.has_checksums)


def _forget_doubt(path: str) -> None:
    """Forget that a check found damage: the file was checked as a whole since, or is a new one."""
    with suppress(FileNotFoundError):
        os.remove(doubt_path(path))


def _with_one_open(found: list[Salvaged]) -> list[Salvaged]:
    """Return matches of which only the last open one is open: of the others, an old row was found."""
    numbers = [match.stored.number for match in found if match.stored.status is Status.OPEN]
    return [
        match._replace(stored=match.stored._replace(status=Status.PARKED))
        if match.stored.number in numbers[:-1]
        else match
        for match in found
    ]


def _report(aside: str, found: list[Salvaged], lost: tuple[int, ...], *, has_checksums: bool) -> Rescue:
    cut = tuple((match.stored.number or 0, len(match.stored.acts)) for match in found if match.missing)
    unsure = tuple(
        match.stored.number or 0
        for match in found
        if not match.missing and (not has_checksums or not match.is_checked or match.stored.status is Status.OPEN)
    )
    return Rescue(aside, len(found), cut, lost if has_checksums else (), unsure)


def restore_backup(path: str) -> str | None:
    """Replace a journal that a newer program has migrated by the backup made before the migration.

    Returns the new path of the migrated journal, or None if this program can read it.
    Raises `JournalFault` if there is no backup.
    """
    try:
        Journal(path).close()
    except JournalFault as fault:
        before = f"{path}.version-{schema.known_version()}"
        if fault.why.key != "journal.newer" or not os.path.exists(before):
            raise
        fresh, aside = f"{path}.rescued", aside_name(path)
        remove_database(fresh)
        with closing(Journal(before)) as journal:
            journal.copy_to(fresh)
        _swap(path, fresh, aside)
        return aside
    return None


def _swap(path: str, fresh: str, aside: str) -> None:
    """Rename the damaged files and move the fresh one into place; can be repeated after a power cut.

    The main file is renamed first: if it is missing, a rescue was interrupted.
    """
    sync_folder(os.path.dirname(path))
    for end in SUFFIXES:
        if os.path.exists(path + end):
            os.rename(path + end, aside + end)
            # synced one by one: a `-wal` file must never lie beside a database that it does not belong to
            sync_folder(os.path.dirname(path))
    os.rename(fresh, path)
    sync_folder(os.path.dirname(path))
