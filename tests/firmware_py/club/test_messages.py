"""What anybody may publish: only what our boxes say is read, and only in their own name."""

import contextlib
import json
import sqlite3
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES
from engine.game import LONGEST_NAME_IN_RECORD, Setup
from engine.match import Match
from firmware_py.club.club import MOST_TABLES, Club
from firmware_py.club.messages import read_index, read_result, read_state
from firmware_py.club.store import Store
from firmware_py.club.wall import Wall
from firmware_py.mqtt.table_state import TableSnapshot, table_json
from firmware_py.outside import BadValue
from tests.firmware_py.club.clubs import BOX, OTHER_BOX, message, player, state

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
KEYS = tuple(message()) + tuple(state())


def read(reader, values, box=BOX):
    return reader(box, json.dumps(values).encode())


def test_what_our_boxes_say_is_read():
    result = read(read_result, message())
    assert (result.id, result.game, [player.name for player in result.players]) == (
        f"{BOX}-aaaa-1",
        "inside",
        ["Anna", "Ben"],
    )
    table = read(read_state, state())
    assert (table.table, [seat.name for seat in table.seats]) == ("Table 1", ["Anna", None])
    assert [seat.mark for seat in table.seats] == [1, 2], "an older box does not tell the marks"
    index = {"format": 1, "box": BOX, "journal": "aaaa", "results": [[1, 7], [3, 9]], "withdrawn": []}
    assert read(read_index, index).results == {1: 7, 3: 9}


@pytest.mark.parametrize(
    "changes",
    [
        {"box": OTHER_BOX},
        {"id": f"{OTHER_BOX}-aaaa-1"},
        {"id": f"{BOX}-aaaa-2"},
        {"id": f"{BOX}-aaaa-1'; DROP TABLE results"},
        {"format": 2},
        {"status": "cheated"},
        {"revision": -1},
        {"revision": True},
        {"game": "<b>"},
        {"players": []},
        {"players": [{}] * 99},
        {"players": [{"seat": 1}]},
        {"table": "x" * 999},
        {"table": "\x1b[2J"},
        {"table": ""},
        {"record": 7},
        {"record": "\ud800"},
        {"id": f"{BOX}-aaaa-01"},
        {"id": f"{BOX}-aaaa-\u0661"},
    ],
    ids=str,
)
def test_a_result_that_no_box_of_ours_would_send_is_foreign(changes):
    with pytest.raises(BadValue):
        read(read_result, message(**changes))


def test_the_longest_names_are_read_also_where_somebody_plays_two_seats():
    match = Match(
        GAMES["online"].rules(), Setup("online", tuple(letter * LONGEST_NAME_IN_RECORD for letter in "abcde"))
    )
    moment = TableSnapshot("en", 1, match.setup, match.state, match.names)
    table = read(read_state, {**table_json(moment, names=True), "box": BOX, "table": "Table 1"})
    assert [seat.name for seat in table.seats] == list(match.names)
    assert len(match.names) == 6


@pytest.mark.parametrize("payload", [b"", b"\xff", b"null", b"[1]", b"[" * 100_000, b'"x"', b" " * 300_000])
@pytest.mark.parametrize("reader", [read_state, read_result, read_index])
def test_garbage_is_foreign(reader, payload):
    with pytest.raises(BadValue):
        reader(BOX, payload)


@given(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4))
def test_nothing_but_foreign_comes_out_of_a_message_with_wrong_values(changes):
    for reader, values in ((read_result, message()), (read_state, state())):
        with contextlib.suppress(BadValue):
            read(reader, {**values, **changes})


@pytest.fixture(name="club")
def fixture_club(tmp_path):
    store = Store(str(tmp_path / "club.db"))
    yield Club(store, "sideline")
    store.close()


def tell(club, kind, values, box=BOX, prefix="sideline"):
    payload = values if isinstance(values, bytes) else json.dumps(values).encode()
    return club.receive(f"{prefix}/box/{box}/{kind}", payload)


def test_what_is_foreign_is_counted_and_changes_nothing(club):
    tell(club, "state", state(), box=OTHER_BOX)
    tell(club, "result", message(box=OTHER_BOX))
    tell(club, "available", b"perhaps")
    tell(club, "index", b"{}")
    tell(club, "secret", b"{}")
    tell(club, "state", state(), box="../../etc")
    tell(club, "state", state(), prefix="other")
    assert club.tables() == []
    assert club.store.count() == 0
    assert club.ignored == {"state": 1, "result": 1, "available": 1, "index": 1, "topic": 3}


def test_a_flood_of_boxes_has_an_end(club):
    for at in range(MOST_TABLES + 10):
        box = f"{at:08x}"
        tell(club, "state", state(box), box=box)
    assert len(club.tables()) == MOST_TABLES
    assert club.ignored["state"] == 10


def test_two_boxes_with_one_name_stay_two_tables(club):
    tell(club, "state", state())
    tell(club, "state", state(OTHER_BOX), box=OTHER_BOX)
    assert [table.box for table, _ in club.tables()] == [BOX, OTHER_BOX]


# --- exactly once


def test_the_wall_is_made_once_for_all_browsers_of_a_language(club):
    wall = Wall(club)
    tell(club, "state", state())
    before = wall.parts("en")
    assert wall.parts("en") is before
    tell(club, "result", message())
    assert wall.parts("en") is before, "a result is no table"
    tell(club, "available", b"online")
    assert json.loads(wall.parts("en")[f"table-{BOX}"])["is_there"]
    tell(club, "state", state(acts=5))
    assert json.loads(wall.parts("en")[f"table-{BOX}"])["acts"] == 5
    assert not json.loads(before[f"table-{BOX}"])["is_there"]


def test_a_result_that_comes_twice_is_stored_once(club):
    for _ in range(3):
        tell(club, "result", message())
    assert club.store.count() == 1


def test_the_last_revision_counts_in_whatever_order_they_come(club):
    tell(club, "result", message(revision=9, game="offline"))
    tell(club, "result", message(revision=7))
    assert [result.game for result in club.store.results()] == ["offline"]
    tell(club, "result", {**message(revision=10), "status": "withdrawn"})
    assert club.store.count() == 0
    tell(club, "result", message(revision=9))
    assert club.store.count() == 0
    tell(club, "result", message(revision=11))
    assert club.store.count() == 1


def test_results_that_are_missing_are_asked_for(club):
    tell(club, "result", message(1))
    tell(club, "result", message(3, revision=2))
    index = {"format": 1, "box": BOX, "journal": "aaaa", "results": [[1, 7], [2, 7], [3, 4]], "withdrawn": []}
    (asked,) = tell(club, "index", index)
    assert (asked.topic, json.loads(asked.payload)) == (f"sideline/box/{BOX}/wanted", [2, 3])
    assert tell(club, "index", {**index, "results": [[1, 7]]}) == []


def test_a_season_and_a_game_choose_results_and_a_box_without_a_clock_gets_the_day_of_arrival(club):
    tell(club, "result", message(1, date="2025-03-01"))
    tell(club, "result", message(2, date="2026-11-20", game="offline"))
    tell(club, "result", message(3, date="????-??-??"))
    assert {result.id[-1] for result in club.store.results(season="2025")} == {"1"}
    assert {result.id[-1] for result in club.store.results(game="offline")} == {"2"}
    assert {"2025", "2026"} <= set(club.store.seasons())


@pytest.mark.parametrize("day", ["9999-99-99", "2026-02-31", "3026-11-20", "1970-01-01", 20261120, None])
def test_a_day_that_cannot_be_true_is_that_of_arrival(club, day):
    tell(club, "result", message(date=day))
    (result,) = club.store.results()
    assert result.day == result.received[:10]
    assert club.store.seasons() == [result.day[:4]]


def test_the_wall_counts_on_from_the_minutes_that_a_box_has_measured(club):
    before = time.monotonic()
    tell(club, "state", state(minutes=40))
    ((table, _),) = club.tables()
    assert before <= table.began + 40 * 60 <= time.monotonic()


def test_the_store_keeps_what_it_has_over_a_restart(tmp_path):
    path = str(tmp_path / "club.db")
    first = Store(path)
    first.add(read(read_result, message()))
    first.change_roster(add=["Zoë", "anna"], remove=["nobody"])
    first.close()
    second = Store(path)
    assert (second.count(), second.roster(), second.id) == (1, ["anna", "Zoë"], first.id)
    second.close()
    with pytest.raises(sqlite3.Error):
        second.add(read(read_result, message(2)))


def index(*results, withdrawn=()):
    listed = {"results": [list(pair) for pair in results], "withdrawn": [list(pair) for pair in withdrawn]}
    return json.dumps({"format": 1, "box": BOX, "journal": "aaaa", **listed}).encode()


def said(club, kind, payload):
    told = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return club.receive(f"sideline/box/{BOX}/{kind}", told)


def test_a_revision_that_somebody_else_has_raised_is_replaced_by_what_the_box_itself_has(tmp_path):
    with contextlib.closing(Store(str(tmp_path / "club.db"))) as store:
        club = Club(store, "sideline")
        said(club, "result", message(1, revision=9_999_999, players=[player(1, "Mallory", 9, won=True)._asdict()]))
        (asked,) = said(club, "index", index((1, 7)))
        assert json.loads(asked.payload) == [1]
        said(club, "result", message(1, revision=7))
        assert [[one.name for one in result.players] for result in store.results()] == [["Anna", "Ben"]]
        assert said(club, "index", index((1, 7))) == []


@pytest.mark.parametrize("revision", [0, 7])
def test_an_older_result_that_nobody_has_asked_for_changes_nothing(tmp_path, revision):
    with contextlib.closing(Store(str(tmp_path / "club.db"))) as store:
        club = Club(store, "sideline")
        said(club, "result", message(1, revision=9))
        said(club, "result", message(1, revision=revision, game="online"))
        assert [result.game for result in store.results()] == ["inside"]


def test_what_was_not_stored_takes_no_room(tmp_path, monkeypatch):
    monkeypatch.setattr("firmware_py.club.store.MOST_BYTES_EACH", 20_000)
    with contextlib.closing(Store(str(tmp_path / "club.db"))) as store:
        club = Club(store, "sideline")
        said(club, "result", message(1, revision=9))
        for _ in range(30):
            said(club, "result", message(1, revision=7, record="x" * 3000))
        said(club, "result", message(2))
        assert store.count() == 2


def test_no_box_fills_the_disk_of_the_club(tmp_path, monkeypatch):
    monkeypatch.setattr("firmware_py.club.store.MOST_BYTES_EACH", 20_000)
    path = str(tmp_path / "club.db")
    with contextlib.closing(Store(path)) as store:
        club = Club(store, "sideline")
        for number in range(1, 30):
            said(club, "result", message(number, record="x" * 3000))
        assert (store.count(), club.ignored["result"]) == (5, 24)
        other = message(1, OTHER_BOX)
        club.receive(f"sideline/box/{OTHER_BOX}/result", json.dumps(other).encode())
        assert store.count() == 6
    with contextlib.closing(Store(path)) as store:
        said(again := Club(store, "sideline"), "result", message(99))
        assert (store.count(), again.ignored["result"]) == (6, 1)
