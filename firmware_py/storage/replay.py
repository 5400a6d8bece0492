"""Read records from files and play them act by act; shared by the commands `referee`, `legal` and `show`."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from engine import GAMES
from engine.acts import LONGEST, Act, read_act
from engine.match import Match
from engine.records import Record, read_records
from engine.verdicts import BadRecord, BadSetup, NotAnAct, Refusal, say
from firmware_py.errors import UserError
from firmware_py.system import service_user

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware_py.i18n.translations import Translations

MOST_BYTES = 16_000_000
KILOBYTES_BELOW = 1_000_000
"""Limits up to this number of bytes are shown in kilobytes, larger ones in megabytes."""


def read_text(
    source: str,
    *,
    what: str = "record",
    most: int = MOST_BYTES,
    may_be_empty: bool = False,
) -> str:
    """Return the text of a file, or of the standard input for `-`. Raises a `UserError`."""
    kind = say(f"text.{what}")
    try:
        if source == "-":
            data = sys.stdin.buffer.read(most + 1)
        elif source in service_user.preloaded_files:
            data = service_user.preloaded_files[source][: most + 1]
        else:
            with open(source, "rb") as file:
                data = file.read(most + 1)
    except IsADirectoryError:
        raise UserError(say("cli.folder", source=source, what=kind)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(say("cli.cannot-read", source=source, reason=reason)) from None

    def error_at(key: str, at: int, **args: str) -> UserError:
        line, why = data.count(b"\n", 0, at) + 1, say("text.is-none", what=kind, why=say(key, **args))
        return UserError(say("cli.in-line", source=source, line=line, why=why))

    if not data.strip() and not may_be_empty:
        raise error_at("text.empty", 0)
    if b"\0" in data:
        raise error_at("text.binary", data.index(b"\0"))
    if len(data) > most:
        raise error_at(
            "text.too-long",
            most,
            most=f"{most // 1_000_000} MB" if most > KILOBYTES_BELOW else f"{most // 1000} kB",
        )
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise error_at("text.bad-utf8", error.start) from None


def open_games(source: str) -> Iterator[tuple[Record, Match[object]]]:
    """Yield each game of a record with a new match for it. Raises a `UserError`."""
    return games_of(read_text(source), source)


def games_of(text: str, source: str) -> Iterator[tuple[Record, Match[object]]]:
    """Yield each game of the text of a record with a new match for it. Raises a `UserError`."""
    try:
        for record in read_records(text):
            yield record, _begin(record)
    except BadRecord as error:
        raise UserError(say("cli.in-line", source=source, line=error.line, why=error.why)) from None


def _begin(record: Record) -> Match[object]:
    game = GAMES.get(record.setup.game)
    try:
        if game is None:
            raise BadSetup(say("record.unknown-game", given=record.setup.game, games=tuple(GAMES)), "Game")
        return Match(game.rules(), record.setup)
    except BadSetup as error:
        raise BadRecord(record.places[error.tag], error.why) from None


def play_line(match: Match[object], line: str) -> tuple[str, Refusal | None]:
    """Play a line of a record; return the act as it was parsed, and the refusal if it was refused."""
    sentence, act = read_line(line)
    return sentence, match.play(act) if isinstance(act, Act) else act


@lru_cache(maxsize=4096)  # the same acts occur in many games
def read_line(line: str) -> tuple[str, Act | Refusal]:
    """Parse a line; return its text and the act, or the refusal of a line that is not an act."""
    try:
        act = read_act(line)
    except NotAnAct as error:
        return _printable(line.partition(";")[0].strip()), Refusal(None, error.why)
    return str(act), act


def _printable(line: str) -> str:
    """Return a line in printable characters and with limited length, so that it can be quoted."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in line[: LONGEST + 1])
    return printable if len(printable) <= LONGEST else printable[:LONGEST] + "…"


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
