"""What boxes say, read from their messages. Whatever is not exactly as our boxes say it is foreign.

Nothing here trusts a message: anybody in the network can publish. A message is read into values with limits, and
speaks for the box of its topic only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from typing import NamedTuple, cast

from engine.game import LONGEST_NAME_IN_RECORD
from firmware_py.config.mqtt import LONGEST_TABLE
from firmware_py.mqtt.outbox import SENT, WITHDRAWN
from firmware_py.mqtt.table_state import FORMAT, PLAYING, STATUSES
from firmware_py.mqtt.topics import MOST_BYTES
from firmware_py.outside import (
    BadValue,
    boolean,
    fields,
    listed,
    matching,
    name,
    number,
    one_of,
    optional,
    parse,
    text,
)

ELSEWHERE = "record"
"""What stands in place of the id of a box in a result that was imported."""
LONGEST_SEAT_NAME = LONGEST_NAME_IN_RECORD + len(" (6)")
"""Whoever plays two seats is called "Anna (6)" at the second one."""
MOST_PLAYERS = 8
MOST_POINTS = 1_000_000
MOST_NUMBER = 10_000_000
MOST_LISTED = 1000
GAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
ID = re.compile(r"([0-9a-f]{8})-([0-9a-z]{1,8})-([1-9]\d{0,7})", re.ASCII)
JOURNAL = re.compile(r"[0-9a-z]{1,8}")
NUMBER, SEAT = number(0, MOST_NUMBER), number(0, MOST_PLAYERS)
POINTS = number(-MOST_POINTS, MOST_POINTS)


class Seat(NamedTuple):
    """A seat of a table on the wall."""

    seat: int
    mark: int
    """The number of the seat key that has its colour."""
    name: str | None
    points: int | None
    is_turn: bool
    is_winner: bool


class Table(NamedTuple):
    """A table on the wall."""

    box: str
    table: str
    status: str
    game: str | None
    acts: int
    minutes: int
    """How long the match has been played, as the box has measured it."""
    seats: tuple[Seat, ...]
    began: float = 0.0
    """When the match would have begun if there had been no pause, by the clock of the server."""


class Player(NamedTuple):
    """A player of a result."""

    seat: int
    name: str
    """Empty if the box publishes no names."""
    points: int
    won: bool
    team: int
    is_box: bool
    """The box itself has played this seat."""


class Result(NamedTuple):
    """A match that is over, or one that is not over any more."""

    id: str
    revision: int
    is_withdrawn: bool
    box: str
    table: str
    game: str = ""
    date: str = ""
    """Empty if the clock of the box was not set."""
    minutes: int = 0
    players: tuple[Player, ...] = ()
    record: str = ""


class Index(NamedTuple):
    """Which results a box has."""

    box: str
    journal: str
    results: dict[int, int]
    """Number and revision, of results that were withdrawn too."""


def imported_id(record: str) -> str:
    """Return the id of the result of a record from elsewhere: the same record always has the same id."""
    return f"{ELSEWHERE}-{sha256(record.encode()).hexdigest()[:24]}"


def read_state(box: str, payload: bytes) -> Table:
    """Return the table that a message tells of. Raises `BadValue`."""
    values = _object(box, payload)
    read = fields(
        values,
        table=name(LONGEST_TABLE),
        status=one_of(STATUSES),
        game=optional(matching(GAME)),
        acts=NUMBER,
        minutes=NUMBER,
        players=listed(_seat, MOST_PLAYERS),
    )
    seats = read.pop("players")
    if read["status"] == PLAYING and read["game"] is None:
        raise BadValue
    return Table(box=box, seats=seats, **read)


def _seat(given: object) -> Seat:
    return Seat(
        **fields(
            given,
            seat=SEAT,
            mark=SEAT,
            name=optional(name(LONGEST_SEAT_NAME)),
            points=optional(POINTS),
            is_turn=boolean,
            is_winner=boolean,
        )
    )


def read_result(box: str, payload: bytes) -> Result:
    """Return the result that a message tells of. Raises `BadValue`."""
    values = _object(box, payload)
    read = fields(
        values,
        id=matching(ID),
        match=NUMBER,
        status=one_of((SENT, WITHDRAWN)),
        revision=NUMBER,
        table=name(LONGEST_TABLE),
    )
    of, _, number_of = read["id"].rpartition("-")
    if not of.startswith(f"{box}-") or int(number_of) != read["match"]:
        raise BadValue
    is_withdrawn = read["status"] == WITHDRAWN
    result = Result(read["id"], read["revision"], is_withdrawn, box, read["table"])
    if is_withdrawn:
        return result
    told = fields(
        values,
        game=matching(GAME),
        minutes=NUMBER,
        players=listed(_player, MOST_PLAYERS),
        record=text(MOST_BYTES),
    )
    if not 0 < len({player.seat for player in told["players"]}) == len(told["players"]):
        raise BadValue
    return result._replace(date=_day(values.get("date")), **told)


def _player(given: object) -> Player:
    return Player(
        **fields(
            given,
            seat=SEAT,
            name=_player_name,
            points=POINTS,
            won=boolean,
            team=SEAT,
            is_box=boolean,
        )
    )


def _player_name(value: object) -> str:
    """Read a name, which is empty if the box publishes none."""
    return "" if value == "" else name(LONGEST_NAME_IN_RECORD)(value)


def read_index(box: str, payload: bytes) -> Index:
    """Return which results a box says that it has. Raises `BadValue`."""
    pairs = listed(listed(NUMBER, 2), MOST_LISTED)
    read = fields(_object(box, payload), journal=matching(JOURNAL), results=pairs, withdrawn=pairs)
    try:
        return Index(box, read["journal"], dict([*read["results"], *read["withdrawn"]]))
    except ValueError:  # a pair that is none
        raise BadValue from None


def _object(box: str, payload: bytes) -> Mapping[str, object]:
    """Return the values of a message of a box: in our format, and in its own name."""
    values = parse(payload, MOST_BYTES)
    fields(values, format=number(FORMAT, FORMAT), box=one_of((box,)))
    return cast("Mapping[str, object]", values)


def _day(value: object) -> str:
    """Return a day of the calendar; empty if it is none: the clock of a box may not be set.

    >>> _day("2026-11-20"), _day("2026-02-31"), _day("20261120"), _day("????-??-??")
    ('2026-11-20', '', '', '')
    """
    if not isinstance(value, str) or not DATE.fullmatch(value):
        return ""
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        return ""
