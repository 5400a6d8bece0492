"""Play records act by act."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine import GAMES
from engine.acts import LONGEST, Act, read_act
from engine.match import Match
from engine.records import Record, read_records
from engine.verdicts import BadRecord, BadSetup, NotAnAct, Refusal, say
from firmware_py.errors import UserError


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


def play_record(record: Record, match: Match[object]) -> Iterator[tuple[int, str, Refusal | None]]:
    """Play the lines of a record; yield the place of each, its act, and the refusal if it was refused."""
    for place, line in record.lines:
        yield place, *play_line(match, line)


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
