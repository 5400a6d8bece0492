"""`sideline matches`: list, show, export, import and delete stored matches."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from engine.acts import MOST_DIGITS
from engine.owner_data import shown
from engine.records import write_record
from engine.verdicts import say
from firmware_py.commands.options import read_options
from firmware_py.errors import UserError
from firmware_py.games.standings import result_text, standing_text
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.storage.match_store import MatchStore, UnreadableMatch, restore_match
from firmware_py.storage.paths import journal_file
from firmware_py.storage.replay import cite, open_games, play_line

if TYPE_CHECKING:
    from engine.match import Match
    from firmware_py.i18n.translations import Translations
    from firmware_py.storage.journal import Entry

VERBS = ("show", "export", "import", "delete")


def main(arguments: list[str], translations: Translations) -> int:
    """List, show, export, import or delete stored matches."""
    _, rest = read_options("matches", arguments, [], records=range(1000))
    verb, *given = rest or ["list"]
    try:
        journal = Journal(journal_file())
        try:
            return _do(journal, verb, given, translations)
        finally:
            journal.close()
    except JournalFault as fault:
        raise UserError(fault.why) from None


def _do(journal: Journal, verb: str, given: list[str], translations: Translations) -> int:
    if verb == "list" and not given:
        return _list(journal, translations)
    if verb not in VERBS:
        raise UserError(say("matches.bad-verb", given=verb, verbs=VERBS))
    if not given:
        raise UserError(say("matches.which-file" if verb == "import" else "matches.which-number"))
    if verb == "import":
        for source in given:
            _import(journal, source, translations)
        return 0
    wanted = [_find(journal, number) for number in given]
    if verb == "export":
        sys.stdout.write("\n".join(_record(journal, entry) for entry in wanted))
    if verb == "delete":
        _delete(journal, wanted, translations)
    if verb == "show":
        for entry in wanted:
            _show(journal, entry, translations)
    return 0


def _list(journal: Journal, translations: Translations) -> int:
    entries = journal.entries()
    if not entries:
        sys.stdout.write(translations("matches.none") + "\n")
    for entry in entries:
        sys.stdout.write(_line(entry, translations) + "\n")
    return 0


def _line(entry: Entry, translations: Translations) -> str:
    return translations(
        "matches.line",
        number=entry.number,
        date=entry.setup.tags.get("Date", "????-??-??"),
        game=entry.setup.game,
        players=entry.players,
        status=translations(f"matches.{entry.status.value}"),
        acts=entry.acts,
        last=entry.last or "-",
    )


def _find(journal: Journal, number: str) -> Entry:
    entry = journal.entry(int(number)) if number.isdecimal() and len(number) <= MOST_DIGITS else None
    if entry is None:
        raise UserError(say("matches.no-such", given=shown(number)))
    return entry


def _record(journal: Journal, entry: Entry) -> str:
    """Return the record of a match, line by line as stored, even if this version cannot replay it."""
    return write_record(entry.setup, ()) + "".join(f"{line}\n" for line in journal.lines(entry.number))


def _show(journal: Journal, entry: Entry, translations: Translations) -> None:
    from firmware_py.games.lookup import text_of

    sys.stdout.write(_line(entry, translations) + "\n")
    try:
        match, notice = restore_match(journal, entry)
    except UnreadableMatch as error:
        if (ended := journal.result(entry.number)) is not None:
            sys.stdout.write(result_text(entry.setup.game, ended, entry.players, translations))
        raise UserError(say("matches.unreadable", number=entry.number, why=error.why)) from None
    drawing = text_of(entry.setup.game)
    sys.stdout.write(drawing.draw(match.state, translations.naming(match.names)) + "\n")
    sys.stdout.write(standing_text(match, translations, journal.result(entry.number)))
    if notice is not None:
        sys.stdout.write(translations.text(notice) + "\n")


def _delete(journal: Journal, wanted: list[Entry], translations: Translations) -> None:
    """Delete matches; if one of them is being played, delete none."""
    for entry in wanted:
        if entry.status is Status.OPEN:
            raise UserError(say("matches.on-the-table", number=entry.number))
    for entry in wanted:
        journal.delete(entry.number)
        sys.stdout.write(translations("matches.deleted", number=entry.number) + "\n")


def _import(journal: Journal, source: str, translations: Translations) -> None:
    """Import every game of a record; if one act is refused, import nothing of the file."""
    found: list[Match[Any]] = []
    for record, match in open_games(source):
        for place, line in record.lines:
            act, refusal = play_line(match, line)
            if refusal is not None:
                rule, why = cite(refusal, match, translations), translations.naming(match.names).text(refusal.why)
                refused = translations("cli.refused", line=place, act=act, rule=rule, why=why)
                raise UserError(say("matches.not-imported", source=source, why=refused))
        found.append(match)
    for match in found:
        number = MatchStore(journal).add(match, match.setup.tags.get("Date", "????-??-??"))
        sys.stdout.write(translations("matches.imported", number=number, game=match.setup.game) + "\n")
