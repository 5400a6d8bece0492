"""Results for others, and records from elsewhere."""

import csv
import io
import json

import pytest

from firmware_py.club.exports import as_bg_stats, as_csv, as_json
from firmware_py.club.imports import read_results
from firmware_py.club.store import Store
from firmware_py.errors import UserError
from tests.firmware_py.club.clubs import duel, player, stored
from tests.firmware_py.errors import user_error

RECORD = '[Game "inside"]\n[Players "Anna, Ben"]\n[Date "2026-11-20"]\n\n1 place L310\n2 quit\n'
TEAMS = [player(1, "Anna", 5, won=True, team=1), player(2, "Ben", 3, team=2)]
TEAMS += [player(3, "Cleo", 5, won=True, team=1), player(4, "Dora", 3, team=2)]


def test_csv_has_a_line_for_each_player_and_no_formulas():
    rows = list(csv.DictReader(io.StringIO(as_csv([duel(1, "=1+1", "Ben"), stored(2, *TEAMS)]))))
    assert len(rows) == 6
    assert (rows[0]["player"], rows[0]["won"], rows[1]["player"]) == ("'=1+1", "1", "Ben")
    assert [row["team"] for row in rows[2:]] == ["1", "2", "1", "2"]


def test_json_has_everything():
    values = json.loads(as_json([duel(1, "Anna", "Ben")]))
    assert values["results"][0]["players"][0]["name"] == "Anna"


def test_bg_stats_gets_tables_that_are_joined_by_numbers():
    results = [duel(1, "Anna", "Ben"), stored(2, *TEAMS, game="online"), duel(3, "Anna", "")]
    values = json.loads(as_bg_stats(results))
    names = {one["id"]: one["name"] for one in values["players"]}
    games = {one["id"]: one["name"] for one in values["games"]}
    assert len(values["plays"]) == 2, "a result without names is nobody's"
    duel_play, team_play = values["plays"]
    assert games[duel_play["gameRefId"]] == "Inside (Gigamic)"
    assert [(names[one["playerRefId"]], one["winner"]) for one in duel_play["playerScores"]] == [
        ("Anna", True),
        ("Ben", False),
    ]
    assert duel_play["playDate"] == "2026-11-20 00:00:00"
    assert team_play["usesTeams"]
    assert not duel_play["usesTeams"]
    assert [one["team"] for one in team_play["playerScores"]] == ["1", "2", "1", "2"]
    again = json.loads(as_bg_stats(results))
    assert [one["uuid"] for one in again["plays"]] == [one["uuid"] for one in values["plays"]]


def test_a_record_from_elsewhere_is_added_once(tmp_path):
    store = Store(str(tmp_path / "club.db"))
    results = read_results(RECORD, "evening.txt")
    assert [(one.name, one.won) for one in results[0].players] == [("Anna", True), ("Ben", False)]
    assert (store.add(*results), store.add(*read_results(RECORD, "again.txt"))) == (1, 0)
    assert store.results()[0].day == "2026-11-20"
    store.close()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (RECORD.replace("2 quit", "1 place L310"), "evening.txt, line 6: “1 place L310” is refused"),
        (RECORD.replace("2 quit\n", ""), "evening.txt: game 1 is not finished"),
        ("nonsense", "evening.txt, line 1"),
    ],
)
def test_what_cannot_be_imported_is_one_sentence_with_its_place(text, why):
    with user_error(why):
        read_results(text, "evening.txt")
    with pytest.raises(UserError):
        read_results(text, "evening.txt")
