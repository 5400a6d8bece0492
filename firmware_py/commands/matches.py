"""`sideline matches`: the journal on the command line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from engine.acts import MOST_DIGITS
from engine.house import shown
from engine.records import write_record
from firmware_py.commands.options import read_options
from firmware_py.errors import UserError
from firmware_py.games.standings import result_text, standing_text
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.storage.match_store import MatchStore, Unreadable, restored
from firmware_py.storage.paths import journal_file
from firmware_py.storage.replay import cite, hear, open_games

if TYPE_CHECKING:
    from engine.match import Match
    from firmware_py.i18n.translations import Translations
    from firmware_py.storage.journal import Entry

VERBS = ("show", "export", "import", "delete")


def main(arguments: list[str], words: Translations) -> int:
    """List, show, export, import or delete matches."""
    _, rest = read_options("matches", arguments, [], words, records=range(1000))
    verb, *given = rest or ["list"]
    try:
        journal = Journal(journal_file())
        try:
            return _do(journal, verb, given, words)
        finally:
            journal.close()
    except JournalFault as fault:
        raise UserError(words.text(fault.why)) from None


def _do(journal: Journal, verb: str, given: list[str], words: Translations) -> int:
    if verb == "list" and not given:
        return _list(journal, words)
    if verb not in VERBS:
        raise UserError(words("matches.bad-verb", given=verb, verbs=VERBS))
    if not given:
        raise UserError(words("matches.which-file" if verb == "import" else "matches.which-number"))
    if verb == "import":
        for source in given:
            _import(journal, source, words)
        return 0
    wanted = [_find(journal, number, words) for number in given]
    if verb == "export":
        sys.stdout.write("\n".join(_record(journal, entry) for entry in wanted))
    if verb == "delete":
        _delete(journal, wanted, words)
    if verb == "show":
        for entry in wanted:
            _show(journal, entry, words)
    return 0


def _list(journal: Journal, words: Translations) -> int:
    entries = journal.entries()
    if not entries:
        sys.stdout.write(words("matches.none") + "\n")
    for entry in entries:
        sys.stdout.write(_line(entry, words) + "\n")
    return 0


def _line(entry: Entry, words: Translations) -> str:
    return words(
        "matches.line",
        number=entry.number,
        date=entry.setup.tags.get("Date", "????-??-??"),
        game=entry.setup.game,
        players=entry.players,
        status=words(f"matches.{entry.status.value}"),
        acts=entry.acts,
        last=entry.last or "-",
    )


def _find(journal: Journal, number: str, words: Translations) -> Entry:
    entry = journal.entry(int(number)) if number.isdecimal() and len(number) <= MOST_DIGITS else None
    if entry is None:
        raise UserError(words("matches.no-such", given=shown(number)))
    return entry


def _record(journal: Journal, entry: Entry) -> str:
    """Write a match as it is kept, line by line, even if this program understands it no more."""
    return write_record(entry.setup, ()) + "".join(f"{line}\n" for line in journal.lines(entry.number))


def _show(journal: Journal, entry: Entry, words: Translations) -> None:
    from firmware_py.games.lookup import text_of

    sys.stdout.write(_line(entry, words) + "\n")
    try:
        match, notice = restored(journal, entry)
    except Unreadable as error:
        if (ended := journal.result(entry.number)) is not None:
            sys.stdout.write(result_text(entry.setup.game, ended, entry.players, words))
        raise UserError(words("matches.unreadable", number=entry.number, why=error.why)) from None
    drawing = text_of(entry.setup.game)
    sys.stdout.write(drawing.draw(match.state, words.naming(match.names)) + "\n")
    sys.stdout.write(standing_text(match, words, journal.result(entry.number)))
    if notice is not None:
        sys.stdout.write(words.text(notice) + "\n")


def _delete(journal: Journal, wanted: list[Entry], words: Translations) -> None:
    """Forget matches; if one of them cannot be, none is."""
    for entry in wanted:
        if entry.status is Status.OPEN:
            raise UserError(words("matches.on-the-table", number=entry.number))
    for entry in wanted:
        journal.delete(entry.number)
        sys.stdout.write(words("matches.deleted", number=entry.number) + "\n")


def _import(journal: Journal, source: str, words: Translations) -> None:
    """Take over every game of a record; if one act of it is refused, nothing of the file is taken over."""
    found: list[Match[Any]] = []
    for record, match in open_games(source, words):
        for place, line in record.lines:
            act, refusal = hear(match, line)
            if refusal is not None:
                rule, why = cite(refusal, match, words), words.naming(match.names).text(refusal.why)
                told = words("cli.refused", line=place, act=act, rule=rule, why=why)
                raise UserError(words("matches.not-imported", source=source, why=told))
        found.append(match)
    for match in found:
        number = MatchStore(journal).add(match, match.setup.tags.get("Date", "????-??-??"))
        sys.stdout.write(words("matches.imported", number=number, game=match.setup.game) + "\n")
