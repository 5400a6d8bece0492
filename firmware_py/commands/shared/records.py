"""What commands that read records share: where the text comes from, games that are played, refusals in words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from engine.match import Match
from engine.records import Record
from engine.verdicts import Refusal
from firmware_py import service_user
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import report_error
from firmware_py.config import text_files
from firmware_py.errors import UserError
from firmware_py.games.replay import games_of, play_record
from firmware_py.i18n.translations import Translations

NOT_A_RECORD = 2


def for_each_record(
    given: Arguments, translations: Translations, judge: Callable[[str, dict[str, str]], int]
) -> int:
    """Call `judge` with each record and the labels of its JSON; return the highest of their exit statuses.

    With several records each is named, and one that cannot be read does not keep the others from being judged.
    """
    is_alone, worst = len(given.arguments) == 1, 0
    for source in given.arguments:
        labels = {} if is_alone else {"record": source}
        if not is_alone and "json" not in given:
            sys.stdout.write(f"{source}:\n")
        try:
            worst = max(worst, judge(source, labels))
        except UserError as error:
            if is_alone:
                raise
            sys.stdout.flush()
            report_error(error, translations)
            worst = NOT_A_RECORD
        if worst and "stop" in given:
            break
    return worst


def read_text(source: str) -> str:
    """Return the text of a record, or of the standard input for `-`. Raises a `UserError`."""
    read_input(source)
    return text_files.read_text(source)


def read_input(source: str) -> None:
    """Read the standard input if it is meant by a name, `-`; who reads that file gets it."""
    if source == "-":
        service_user.preloaded_files[source] = sys.stdin.buffer.read(text_files.MOST_BYTES + 1)


def open_games(source: str) -> Iterator[tuple[Record, Match[object]]]:
    """Yield each game of a record with a new match for it. Raises a `UserError`."""
    return games_of(read_text(source), source)


def cite(refusal: Refusal, match: Match[object], translations: Translations) -> str:
    """Return the name of the rule behind a refusal, marked if it is a ruling."""
    if refusal.rule is None:
        return translations("cli.no-act-rule")
    if refusal.is_advice:
        return translations("cli.advice", rule=refusal.rule)
    if match.is_ruling(refusal):
        return translations("cli.ruling", rule=refusal.rule)
    return refusal.rule


def play_all(source: str, translations: Translations) -> Iterator[tuple[int, Match[object], int]]:
    """Play every game of a record and yield number, match and count of refusals; write refusals to stderr."""
    for number, (record, match) in enumerate(open_games(source), start=1):
        refused = 0
        for place, act, refusal in play_record(record, match):
            if refusal is not None:
                refused += 1
                report_refusal(place, act, refusal, match, translations)
        yield number, match, refused


def report_refusal(
    place: int, act: str, refusal: Refusal, match: Match[object], translations: Translations
) -> None:
    """Write to stderr why the act in a line of a record was refused."""
    sys.stderr.write(f"sideline: {refused_line(place, act, refusal, match, translations)}\n")


def refused_line(place: int, act: str, refusal: Refusal, match: Match[object], translations: Translations) -> str:
    """Return why the act in a line of a record was refused."""
    rule, why = cite(refusal, match, translations), translations.naming(match.names).text(refusal.why)
    return translations("cli.refused", line=place, act=act, rule=rule, why=why)
