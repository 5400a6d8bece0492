r"""What the lines of a notebook say about a match: its setup, acts, status, players, result and times.

>>> from engine.game import Setup
>>> drafts = begin_drafts(Setup("inside", ("Anna", "Ben")), 12, 12, "2026-11-20", "20:15")
>>> drafts.append(act_draft("1 place L310"))
>>> drafts.append(status_draft(Status.OVER, [SeatResult(1, "Anna", 3, True), SeatResult(2, "Ben", 0, False)]))
>>> found = summarize(write_lines(first_checksum(12), 1, drafts))
>>> found.status, found.date, found.revision, found.seats[0]
(<Status.OVER: 'over'>, '2026-11-20', 1, SeatResult(seat=1, name='Anna', points=3, won=True))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from engine.acts import quote, unquote
from engine.game import Setup
from engine.records import write_record
from firmware_py.storage.entries import (
    SeatResult,
    Status,
    StoredState,
    Summary,
    ThinkingTime,
    read_head,
)
from firmware_py.storage.notebook import Draft, Line, first_checksum, write_lines

__all__ = ["Draft", "first_checksum", "write_lines"]

_WORD = re.compile(r' ?("(?:[^"\\]|\\.)*"|\S+)')
_TIME = re.compile(r"(\w+) (\d{1,2}) (\d{1,9})\.(\d{3}) s")
MOST_DIGITS = 15


def begin_drafts(setup: Setup, match: int, series: int, date: str, time: str) -> list[Draft]:
    """Return the lines with which a match begins."""
    head = write_record(setup, ()).split("\n")
    began = f"match {match} series {series} began {quote(date)} {quote(time)}"
    return [*(Draft(tag) for tag in head if tag), Draft("", began)]


def act_draft(act: str, how: str = "", thinking: ThinkingTime | None = None) -> Draft:
    """Return the line of an act: how it was entered, and who thought for how long before it."""
    if thinking is None:
        return Draft(act, how)
    seconds, thousandths = divmod(thinking.milliseconds, 1000)
    return Draft(act, f"{how or 'entered'} {thinking.seat} {seconds}.{thousandths:03} s")


def status_draft(status: Status, seats: Sequence[SeatResult] = ()) -> Draft:
    """Return the line with the status of a match and its seats; without seats, those stay as they are."""
    words = ["status", status.value]
    for seat in seats:
        words.append(quote(seat.name))
        if seat.won is not None:
            words += ["-" if seat.points is None else str(seat.points), "won" if seat.won else "lost"]
    return Draft("", " ".join(words))


def minutes_draft(minutes: int) -> Draft:
    """Return the line with the minutes that a match has been played."""
    return Draft("", f"minutes {minutes}")


def state_draft(state: StoredState) -> Draft:
    """Return the line with a stored state."""
    return Draft(
        "", " ".join(["state", str(state.acts), str(len(state.players)), *map(quote, state.players), state.text])
    )


def after_gap_drafts(later: Sequence[Line]) -> list[Draft]:
    """Return lines that keep what is sound after a gap, so that people can read it."""
    return [Draft("", "gap"), *(Draft("", f"later {line.number} {line.said}") for line in later if line.said)]


def summarize(lines: Iterable[Line]) -> Summary | None:
    """Return what the database lists about a match; None if its lines do not say how it began.

    The same if they have a status that there is not, or a number that no database can store.
    """
    try:
        return _summarize(lines)
    except ValueError:
        return None


def _summarize(lines: Iterable[Line]) -> Summary | None:
    tags, acts, found = list[str](), 0, None
    for line in lines:
        if line.said:
            if found is None:
                tags.append(line.said)
            else:
                acts += 1
        elif found is None:
            found = _began("\n".join([*tags, "", ""]), line.note)
            if found is None:
                return None
        else:
            found = _changed(found, line.note, acts)
    return found


def _began(head: str, note: str) -> Summary | None:
    setup = read_head(head)
    match list(_words(note)):
        case ["match", _, "series", series, "began", date, time] if setup is not None:
            seats = tuple(SeatResult(seat, name) for seat, name in enumerate(setup.players, start=1))
            return Summary(_number(series), Status.OPEN, _text(date), _text(time), head, 0, 0, seats)
    return None


def _changed(before: Summary, note: str, acts: int) -> Summary:
    match note.split(" ", 2):
        case ["status", status, *seats]:
            found = tuple(_seats(" ".join(seats))) or before.seats
            return before._replace(status=Status(status), revision=acts, seats=found)
        case ["minutes", minutes]:
            return before._replace(minutes=_number(minutes))
    return before


def _seats(text: str) -> Iterator[SeatResult]:
    """Yield seats: a name in quotes, then points and `won` or `lost` if the match is over."""
    seat, words = 0, list(_words(text))
    for at, word in enumerate(words):
        if word.startswith('"'):
            seat += 1
            match words[at + 1 : at + 3]:
                case [points, "won" | "lost" as how] if not points.startswith('"'):
                    yield SeatResult(seat, _text(word), None if points == "-" else _number(points), how == "won")
                case _:
                    yield SeatResult(seat, _text(word))


def state_in(note: str) -> StoredState | None:
    """Return the stored state that a note has, or None."""
    if not note.startswith("state "):
        return None
    _, acts, count, rest = note.split(" ", 3)
    players, at = [], 0
    for _ in range(int(count)):
        word = _WORD.match(rest, at)
        if word is None:
            return None
        players.append(_text(word[1]))
        at = word.end()
    return StoredState(int(acts), tuple(players), rest[at + 1 :])


def thinking_in(note: str) -> tuple[int, int] | None:
    """Return who thought before an act and for how many milliseconds; None if its line does not say it."""
    found = _TIME.fullmatch(note)
    return None if found is None else (int(found[2]), int(found[3]) * 1000 + int(found[4]))


def _number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError("there is no such number")
    return int(digits)


def _words(text: str) -> Iterator[str]:
    return (word[1] for word in _WORD.finditer(text))


def _text(word: str) -> str:
    return unquote(word) or ""
