"""Read records from files or the standard input, and report what is refused; shared by several commands."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from engine.match import Match
from engine.records import Record
from engine.verdicts import Refusal
from firmware_py import service_user
from firmware_py.config import text_files
from firmware_py.games.replay import games_of, play_line
from firmware_py.i18n.translations import Translations


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
        for place, line in record.lines:
            act, refusal = play_line(match, line)
            if refusal is not None:
                refused += 1
                report_refusal(place, act, refusal, match, translations)
        yield number, match, refused


def report_refusal(
    place: int, act: str, refusal: Refusal, match: Match[object], translations: Translations
) -> None:
    """Write to stderr why the act in a line of a record was refused."""
    rule, why = cite(refusal, match, translations), translations.naming(match.names).text(refusal.why)
    text = translations("cli.refused", line=place, act=act, rule=rule, why=why)
    sys.stderr.write(f"sideline: {text}\n")
