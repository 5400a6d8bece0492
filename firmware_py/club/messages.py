"""What boxes say, read from their messages. Whatever is not exactly as our boxes say it is foreign.

Nothing here trusts a message: anybody in the network can publish. A message is read into values with limits, and
speaks for the box of its topic only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from engine.acts import is_clean
from engine.game import LONGEST_NAME_IN_RECORD
from firmware_py.config.mqtt import LONGEST_TABLE
from firmware_py.mqtt.client import MOST_BYTES
from firmware_py.mqtt.outbox import SENT, WITHDRAWN
from firmware_py.mqtt.table_state import FORMAT, PLAYING, STATUSES

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
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
ID = re.compile(r"([0-9a-f]{8})-([0-9a-z]{1,8})-([1-9]\d{0,7})", re.ASCII)
JOURNAL = re.compile(r"[0-9a-z]{1,8}")
SURROGATE = re.compile("[\ud800-\udfff]")


class Foreign(Exception):
    """A message that no box of ours has sent."""


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
    since: str
    seats: tuple[Seat, ...]


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
    """Return the table that a message tells of. Raises `Foreign`."""
    values = _object(box, payload)
    status, game = values.get("status"), values.get("game")
    if status not in STATUSES or (status == PLAYING) > (game is not None):
        raise Foreign
    return Table(
        box,
        _text(values, "table", LONGEST_TABLE),
        str(status),
        None if game is None else _game(game),
        _number(values.get("acts"), MOST_NUMBER),
        _time(values.get("since")),
        tuple(_seat(seat) for seat in _list(values, "players", MOST_PLAYERS)),
    )


def _seat(given: object) -> Seat:
    values = _mapping(given)
    name, points = values.get("name"), values.get("points")
    return Seat(
        _number(values.get("seat"), MOST_PLAYERS),
        _number(values.get("mark"), MOST_PLAYERS),
        None if name is None else _text(values, "name", LONGEST_SEAT_NAME),
        None if points is None else _points(points),
        _boolean(values.get("is_turn")),
        _boolean(values.get("is_winner")),
    )


def read_result(box: str, payload: bytes) -> Result:
    """Return the result that a message tells of. Raises `Foreign`."""
    values = _object(box, payload)
    found = ID.fullmatch(str(values.get("id")))
    status = values.get("status")
    if found is None or found[1] != box or int(found[3]) != values.get("match") or status not in (SENT, WITHDRAWN):
        raise Foreign
    result = Result(
        found[0],
        _number(values.get("revision"), MOST_NUMBER),
        status == WITHDRAWN,
        box,
        _text(values, "table", LONGEST_TABLE),
    )
    if result.is_withdrawn:
        return result
    players = tuple(_player(player) for player in _list(values, "players", MOST_PLAYERS))
    record = values.get("record")
    if not players or not _is_text(record) or len({player.seat for player in players}) < len(players):
        raise Foreign
    date = values.get("date")
    return result._replace(
        game=_game(values.get("game")),
        date=date if isinstance(date, str) and DATE.fullmatch(date) else "",
        minutes=_number(values.get("minutes"), MOST_NUMBER),
        players=players,
        record=str(record),
    )


def _player(given: object) -> Player:
    values = _mapping(given)
    name = values.get("name")
    return Player(
        _number(values.get("seat"), MOST_PLAYERS),
        "" if name == "" else _text(values, "name", LONGEST_NAME_IN_RECORD),
        _points(values.get("points")),
        _boolean(values.get("won")),
        _number(values.get("team"), MOST_PLAYERS),
        _boolean(values.get("is_box")),
    )


def read_index(box: str, payload: bytes) -> Index:
    """Return which results a box says that it has. Raises `Foreign`."""
    values = _object(box, payload)
    journal = values.get("journal")
    if not isinstance(journal, str) or not JOURNAL.fullmatch(journal):
        raise Foreign
    results: dict[int, int] = {}
    for pair in [*_list(values, "results", MOST_LISTED), *_list(values, "withdrawn", MOST_LISTED)]:
        match pair:
            case [number, revision]:
                results[_number(number, MOST_NUMBER)] = _number(revision, MOST_NUMBER)
            case _:
                raise Foreign
    return Index(box, journal, results)


# --- values


def _object(box: str, payload: bytes) -> Mapping[str, object]:
    """Return the values of a message of a box: in our format, and in its own name."""
    if len(payload) > MOST_BYTES:
        raise Foreign
    try:
        values = _mapping(json.loads(payload))
    except (ValueError, RecursionError):
        raise Foreign from None
    if values.get("format") != FORMAT or values.get("box") != box:
        raise Foreign
    return values


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise Foreign
    return value


def _list(values: Mapping[str, object], name: str, most: int) -> list[object]:
    value = values.get(name)
    if not isinstance(value, list) or len(value) > most:
        raise Foreign
    return value


def _text(values: Mapping[str, object], name: str, most: int) -> str:
    value = values.get(name)
    if not isinstance(value, str) or not 0 < len(value.strip()) <= most or not is_clean(value):
        raise Foreign
    return value.strip()


def _is_text(value: object) -> bool:
    """Return whether a value is a text that can be stored; JSON may have halves of characters."""
    return isinstance(value, str) and not SURROGATE.search(value)


def _number(value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise Foreign
    return value


def _points(value: object) -> int:
    if type(value) is not int or abs(value) > MOST_POINTS:
        raise Foreign
    return value


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise Foreign
    return value


def _game(value: object) -> str:
    if not isinstance(value, str) or not GAME.fullmatch(value):
        raise Foreign
    return value


def _time(value: object) -> str:
    return value if isinstance(value, str) and TIME.fullmatch(value) else ""
