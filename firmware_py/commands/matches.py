"""`sideline matches`: list, show, export, import, delete and check stored matches."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING

from engine.acts import MOST_DIGITS
from engine.match import Match
from engine.owner_data import shown
from engine.records import write_record
from engine.verdicts import say
from firmware_py.commands.options import with_suggestion
from firmware_py.commands.output import is_agreed, json_line
from firmware_py.commands.progress import Progress
from firmware_py.commands.table import COMMANDS
from firmware_py.errors import UserError
from firmware_py.games.standings import result_text, standing_text
from firmware_py.storage import second_copy
from firmware_py.storage.analyses import delete_analysis
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.storage.journal_file import check_whole
from firmware_py.storage.match_store import UnreadableMatch, restore_match, stored_match
from firmware_py.storage.paths import journal_file
from firmware_py.storage.replay import cite, games_of, play_line, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware_py.commands.options import Given
    from firmware_py.i18n.translations import Translations
    from firmware_py.storage.journal import Entry
    from firmware_py.storage.verification import StoredActs

VERBS = COMMANDS["matches"].verbs
SLICE = 250
"""Matches that are imported in one transaction: the box can store its moves in between."""


def main(given: Given, translations: Translations) -> int:
    """List, show, export, import, delete or check stored matches."""
    try:
        journal = Journal(journal_file())
        try:
            return _do(journal, given, translations)
        finally:
            journal.close()
    except JournalFault as fault:
        raise UserError(fault.why) from None


def _do(journal: Journal, given: Given, translations: Translations) -> int:
    (verb, *rest), as_json = given.arguments or ["list"], "json" in given
    if verb == "list" and not rest:
        return _list(journal, translations, as_json=as_json)
    if verb not in VERBS:
        raise UserError(with_suggestion(say("matches.bad-verb", given=verb, verbs=VERBS), verb, VERBS))
    if verb == "check" and not rest:
        return _check(journal, translations, as_json=as_json)
    if not rest:
        raise UserError(say("matches.which-file" if verb == "import" else "matches.which-number"))
    if verb == "import":
        for source in rest:
            _import(journal, source, translations)
        return 0
    wanted = [_find(journal, number) for number in rest]
    match verb:
        case "delete":
            return _delete(journal, wanted, translations, is_asked="yes" not in given)
        case "export":
            return _export(journal, wanted, translations)
        case _:
            return _show_all(journal, wanted, translations, as_json=as_json)


def _show_all(journal: Journal, wanted: list[Entry], translations: Translations, *, as_json: bool) -> int:
    for entry in wanted:
        if as_json:
            sys.stdout.write(json_line(_values(journal, entry)))
        else:
            _show(journal, entry, translations)
    return 0


def _list(journal: Journal, translations: Translations, *, as_json: bool) -> int:
    entries = journal.entries()
    if not entries and not as_json:
        sys.stdout.write(translations("matches.none") + "\n")
    for entry in entries:
        line = json_line(_values(journal, entry)) if as_json else _line(journal, entry, translations) + "\n"
        sys.stdout.write(line)
    return 0


def _values(journal: Journal, entry: Entry) -> dict[str, object]:
    """Return a match as plain values, with its result if it is over."""
    ended = journal.result(entry.number)
    return {
        "number": entry.number,
        "date": entry.setup.tags.get("Date"),
        "game": entry.setup.game,
        "players": entry.players,
        "status": "paused" if entry.status is Status.PARKED else entry.status.value,
        "moves": entry.acts,
        "last": entry.last or None,
        "points": None if ended is None else {str(seat): points for seat, points in ended.points.items()},
        "winners": None if ended is None else list(ended.winners),
    }


def _line(journal: Journal, entry: Entry, translations: Translations) -> str:
    """Return a match as a line; one that is not finished with its last move, for which it is replayed."""
    is_played = entry.status in {Status.OPEN, Status.PARKED} and entry.acts
    return translations(
        "matches.line-last" if is_played else "matches.line",
        number=entry.number,
        date=entry.setup.tags.get("Date", "????-??-??"),
        game=entry.setup.game,
        players=entry.players,
        status=translations(f"matches.{entry.status.value}"),
        acts=entry.acts,
        **({"last": _last_move(journal, entry, translations)} if is_played else {}),
    )


def _last_move(journal: Journal, entry: Entry, translations: Translations) -> str:
    """Return the last move of a match in words; as it is stored if the match cannot be replayed."""
    try:
        match, _ = restore_match(journal, entry)
    except UnreadableMatch:
        return entry.last
    again = Match[object](match.rules, match.setup, match.base)
    acts = match.log[len(again.log) :]
    if not acts:
        return entry.last
    for act in acts[:-1]:
        again.play(act)
    return translations.naming(again.names).text(again.tell(acts[-1]))


def _find(journal: Journal, number: str) -> Entry:
    entry = journal.entry(int(number)) if number.isdecimal() and len(number) <= MOST_DIGITS else None
    if entry is None:
        raise UserError(say("matches.no-such", given=shown(number)))
    return entry


def _export(journal: Journal, wanted: list[Entry], translations: Translations) -> int:
    """Write matches line by line as stored, playable or not; return 1 if one is damaged."""
    is_damaged = False
    for at, entry in enumerate(wanted):
        stored = journal.acts(entry.number)
        sys.stdout.write("\n" * bool(at) + write_record(entry.setup, ()))
        sys.stdout.writelines(f"{line}\n" for line in stored.lines)
        if stored.missing:
            is_damaged = True
            sys.stderr.write(f"sideline: {_cut(entry, stored, translations)}\n")
    return int(is_damaged)


def _show(journal: Journal, entry: Entry, translations: Translations) -> None:
    from firmware_py.games.lookup import text_of

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


def _check(journal: Journal, translations: Translations, *, as_json: bool) -> int:
    """Verify the log of every match, and the second copy; return 1 if something is damaged."""
    check_whole(journal.path)
    entries, lines = journal.entries(), []
    for entry in entries:
        stored = journal.acts(entry.number)
        if as_json:
            cut = {"moves": len(stored.lines), "missing": stored.missing}
            sys.stdout.write(json_line({"number": entry.number, "ok": not stored.missing, **cut}))
        if stored.missing:
            lines.append(_cut(entry, stored, translations))
    is_copied = second_copy.is_sound(journal.path)
    if as_json:
        sys.stdout.write(json_line({"second_copy": second_copy.copy_path(journal.path), "ok": is_copied}))
        return int(bool(lines) or not is_copied)
    if not lines:
        sys.stdout.write(translations("matches.check-sound", count=len(entries)) + "\n")
    if not is_copied:
        lines.append(translations("matches.check-copy", path=second_copy.copy_path(journal.path)))
    for line in lines:
        sys.stdout.write(line + "\n")
    return int(bool(lines))


def _cut(entry: Entry, stored: StoredActs, translations: Translations) -> str:
    """Return the text about a match that is damaged."""
    count, missing = len(stored.lines), stored.missing
    return translations("matches.check-cut", number=entry.number, count=count, missing=missing)


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
            journal.back_up(*numbers)
            for number, (_, match) in zip(numbers, matches, strict=True):
                sys.stdout.write(translations("matches.imported", number=number, game=match.setup.game) + "\n")
            progress.show(lines + matches[-1][0])


def _played(text: str, source: str, translations: Translations) -> Iterator[tuple[int, Match[object]]]:
    """Yield each game of a text, played, with the line of its last act. Raises a `UserError`."""
    for record, match in games_of(text, source):
        for place, line in record.lines:
            act, refusal = play_line(match, line)
            if refusal is not None:
                rule, why = cite(refusal, match, translations), translations.naming(match.names).text(refusal.why)
                refused = translations("cli.refused", line=place, act=act, rule=rule, why=why)
                raise UserError(say("matches.not-imported", source=source, why=refused))
        yield max((place for place, _ in record.lines), default=0), match
