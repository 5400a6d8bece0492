"""`sideline matches`: list, show, export, import, delete and check stored matches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice

from engine.acts import MOST_DIGITS, shown
from engine.match import Match
from engine.records import write_record
from engine.verdicts import say
from firmware_py.commands.shared.open_journal import journal_to_read, journal_to_write
from firmware_py.commands.shared.options import Arguments, with_suggestion
from firmware_py.commands.shared.output import is_agreed, json_line
from firmware_py.commands.shared.progress import Progress
from firmware_py.commands.shared.records import read_text, refused_line
from firmware_py.commands.shared.table import COMMANDS
from firmware_py.errors import UserError
from firmware_py.games.lookup import text_of
from firmware_py.games.replay import games_of, play_record
from firmware_py.games.standings import result_text, standing_text
from firmware_py.i18n.translations import Translations
from firmware_py.storage.analyses import delete_analysis
from firmware_py.storage.journal import Entry, Journal, JournalFault, Status
from firmware_py.storage.lock import is_locked
from firmware_py.storage.match_store import UnreadableMatch, moves_of, restore_match, stored_match
from firmware_py.storage.paths import journal_file
from firmware_py.storage.reader import JournalReader
from firmware_py.storage.reconcile import check_whole, reconcile
from firmware_py.ui.match.history import HistoryRecorder

VERBS = COMMANDS["matches"].verbs
SLICE = 250
"""Matches that are imported in one transaction."""


def main(given: Arguments, translations: Translations) -> int:
    """List, show, export, import, delete or check stored matches."""
    (verb, *rest), as_json = given.arguments or ["list"], "json" in given
    if verb not in VERBS and (verb != "list" or rest):
        raise UserError(with_suggestion(say("matches.bad-verb", given=verb, verbs=VERBS), verb, VERBS))
    if not rest and verb not in {"list", "check"}:
        raise UserError(say("matches.which-file" if verb == "import" else "matches.which-number"))
    try:
        match verb:
            case "check" if not rest:
                return _check(translations, as_json=as_json)
            case "import" | "delete":
                with journal_to_write(translations) as (journal, _):
                    if verb == "import":
                        return _import_all(journal, rest, translations)
                    return _delete(journal, _find_all(journal, rest), translations, is_asked="yes" not in given)
        with journal_to_read(translations) as reader:
            if verb == "list":
                return _list(reader, translations, as_json=as_json)
            if verb == "export":
                return _export(reader, _find_all(reader, rest), translations)
            return _show_all(reader, _find_all(reader, rest), translations, as_json=as_json)
    except JournalFault as fault:
        raise UserError(fault.why) from None


def _show_all(journal: JournalReader, wanted: list[Entry], translations: Translations, *, as_json: bool) -> int:
    for entry in wanted:
        if as_json:
            sys.stdout.write(json_line(_values(journal, entry)))
        else:
            _show(journal, entry, translations)
    return 0


def _list(journal: JournalReader, translations: Translations, *, as_json: bool) -> int:
    entries = journal.entries()
    if not entries and not as_json:
        sys.stdout.write(translations("matches.none") + "\n")
    for entry in entries:
        line = json_line(_values(journal, entry)) if as_json else _line(journal, entry, translations) + "\n"
        sys.stdout.write(line)
    return 0


def _values(journal: JournalReader, entry: Entry) -> dict[str, object]:
    """Return a match as plain values, with its result if it is over."""
    ended = journal.result(entry.number)
    return {
        "number": entry.number,
        "date": entry.setup.tags.get("Date"),
        "game": entry.setup.game,
        "players": entry.players,
        "status": "paused" if entry.status is Status.PARKED else entry.status.value,
        "moves": moves_of(journal, entry.number),
        "last": entry.last or None,
        "points": None if ended is None else {str(seat): points for seat, points in ended.points.items()},
        "winners": None if ended is None else list(ended.winners),
    }


def _line(journal: JournalReader, entry: Entry, translations: Translations) -> str:
    """Return a match as a line; one that is not finished with its last move, for which it is replayed."""
    is_played = entry.status in {Status.OPEN, Status.PARKED} and entry.acts
    return translations(
        "matches.line-last" if is_played else "matches.line",
        number=entry.number,
        date=entry.setup.tags.get("Date", "????-??-??"),
        game=entry.setup.game,
        players=entry.players,
        status=translations(f"matches.{entry.status.value}"),
        acts=moves_of(journal, entry.number),
        **({"last": _last_move(journal, entry, translations)} if is_played else {}),
    )


def _last_move(journal: JournalReader, entry: Entry, translations: Translations) -> str:
    """Return the last move of a match in words; as it is stored if the match cannot be replayed."""
    try:
        match, _ = restore_match(journal, entry)
    except UnreadableMatch:
        return entry.last
    last = HistoryRecorder(match).follow().now
    return entry.last if last.sentence is None else translations.naming(last.speakers).text(last.sentence)


def _find_all(journal: JournalReader, numbers: list[str]) -> list[Entry]:
    return [_find(journal, number) for number in numbers]


def _find(journal: JournalReader, number: str) -> Entry:
    entry = journal.entry(int(number)) if number.isdecimal() and len(number) <= MOST_DIGITS else None
    if entry is None:
        raise UserError(say("matches.no-such", given=shown(number)))
    return entry


def _export(journal: JournalReader, wanted: list[Entry], translations: Translations) -> int:
    """Write matches line by line as stored, playable or not; return 1 if one is damaged in both copies."""
    is_damaged = False
    for at, entry in enumerate(wanted):
        stored = journal.acts(entry.number)
        sys.stdout.write("\n" * bool(at) + write_record(entry.setup, ()))
        sys.stdout.writelines(f"{line}\n" for line in stored.lines)
        if stored.missing:
            is_damaged = True
            count = len(stored.lines)
            sys.stderr.write(f"sideline: {translations('matches.cut', number=entry.number, count=count)}\n")
    return int(is_damaged)


def _show(journal: JournalReader, entry: Entry, translations: Translations) -> None:
    sys.stdout.write(_line(journal, entry, translations) + "\n")
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


def _delete(journal: Journal, wanted: list[Entry], translations: Translations, *, is_asked: bool) -> int:
    """Delete matches after a question; if one of them is being played, delete none. Return 1 for a no."""
    for entry in wanted:
        if entry.status is Status.OPEN:
            raise UserError(say("matches.on-the-table", number=entry.number))
    if is_asked:
        lines = [_line(journal, entry, translations) for entry in wanted]
        asks = translations("matches.delete-asks", count=len(wanted))
        agreed = is_agreed("\n".join([*lines, asks]), translations)
        if agreed is None:
            raise UserError(say("matches.delete-nobody"))
        if not agreed:
            sys.stdout.write(translations("setup.left") + "\n")
            return 1
    for entry in wanted:
        journal.delete(entry.number)
        delete_analysis(entry.number)
        sys.stdout.write(translations("matches.deleted", number=entry.number) + "\n")
    return 0


def _check(translations: Translations, *, as_json: bool) -> int:
    """Compare the two copies of every match; return 1 if some differed.

    Without a box that runs, they are made whole; else the box does that.
    """
    if is_locked():
        found = check_whole(journal_file())
        with journal_to_read(translations) as reader:
            numbers = sorted(reader.statuses())
        lines = [translations("matches.check-differs", matches=tuple(map(str, found)))] if found else []
    else:
        with journal_to_write(translations) as (journal, report):
            numbers = sorted({*journal.statuses(), *report.lost})
            more = reconcile(journal, [number for number in numbers if number not in report.named])
            found = sorted(report.named | more.named)
            lines = [translations.text(sentence) for sentence in more.sentences()]
            is_rebuilt = report.rebuilt is not None
        if is_rebuilt:
            found = found or [0]
    if as_json:
        sys.stdout.writelines(json_line({"number": number, "ok": number not in found}) for number in numbers)
    else:
        lines = lines or ([] if found else [translations("matches.check-sound", count=len(numbers))])
        sys.stdout.writelines(f"{line}\n" for line in lines)
    return int(bool(found))


def _import_all(journal: Journal, sources: list[str], translations: Translations) -> int:
    for source in sources:
        _import(journal, source, translations)
    return 0


def _import(journal: Journal, source: str, translations: Translations) -> None:
    """Import every game of a record; if one act is refused, import nothing of the file.

    The file is played twice, first to check it and then to store it, because its matches need far more memory
    than its text.
    """
    text = read_text(source)
    lines = text.count("\n") + 1
    with Progress(2 * lines) as progress:
        for at, (line, _) in enumerate(_played(text, source, translations)):
            if at % SLICE == 0:
                progress.show(line)
        found = iter(_played(text, source, translations))
        while matches := list(islice(found, SLICE)):
            stored = [stored_match(match, match.setup.tags.get("Date", "????-??-??")) for _, match in matches]
            numbers = journal.restore(*stored)
            for number, (_, match) in zip(numbers, matches, strict=True):
                sys.stdout.write(translations("matches.imported", number=number, game=match.setup.game) + "\n")
            progress.show(lines + matches[-1][0])


def _played(text: str, source: str, translations: Translations) -> Iterator[tuple[int, Match[object]]]:
    """Yield each game of a text, played, with the line of its last act. Raises a `UserError`."""
    for record, match in games_of(text, source):
        last = 0
        for last, act, refusal in play_record(record, match):
            if refusal is not None:
                refused = refused_line(last, act, refusal, match, translations)
                raise UserError(say("matches.not-imported", source=source, why=refused))
        yield last, match
