"""The journal for commands: read beside a running box, written only by one program at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

from firmware_py.commands.shared.progress import Progress
from firmware_py.i18n.translations import Translations
from firmware_py.storage.entries import JournalFault
from firmware_py.storage.journal import Journal
from firmware_py.storage.lock import take_lock
from firmware_py.storage.paths import journal_file
from firmware_py.storage.reader import JournalReader
from firmware_py.storage.reconcile import Report, open_journal


@contextmanager
def journal_to_read(translations: Translations) -> Iterator[JournalReader]:
    """Open the journal read-only; if that is not possible, as its owner does. Raises `JournalFault`."""
    try:
        journal = JournalReader(journal_file()) if os.path.exists(journal_file()) else None
    except JournalFault as fault:
        if fault.why.key not in {"journal.damaged", "journal.cannot-open"}:
            raise
        journal = None
    if journal is not None:
        with closing(journal):
            yield journal
        return
    with journal_to_write(translations) as (opened, _):
        yield opened


@contextmanager
def journal_to_write(translations: Translations) -> Iterator[tuple[Journal, Report]]:
    """Wait for the lock, then open the journal; say what was found in it. Raises `JournalFault`."""

    def wait() -> None:
        sys.stderr.write(f"sideline: {translations('journal.waits')}\n")
        sys.stderr.flush()

    with take_lock(wait):
        work = open_journal(journal_file())
        with closing(work.journal):
            with Progress(max(work.total, 1)) as progress:
                work.finish(lambda done, _total: progress.show(done))
            for sentence in work.report.sentences():
                sys.stderr.write(f"sideline: {translations.text(sentence)}\n")
            yield work.journal, work.report
