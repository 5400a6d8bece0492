"""The club server with a real broker and real boxes: wall, league, roster, access, exports."""

import json
import sqlite3
from contextlib import closing

import pytest

from engine.acts import read_act
from engine.records import write_record
from firmware_py.club.imports import read_results
from firmware_py.club.messages import Result
from firmware_py.club.store import Store
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.storage.roster import load_roster
from tests.firmware_py.club.clubs import BOX, Browser, RunningClub, duel, message, state
from tests.firmware_py.mqtt.brokers import PATIENCE, Box, Listener, needs_mosquitto, until
from tests.firmware_py.ui.stacks import match

pytestmark = needs_mosquitto
RECORD = '[Game "inside"]\n[Players "Anna, Ben"]\n\n1 place L310\n2 quit\n'
PAGES = ("/", "/league", "/player", "/players")


@pytest.fixture(name="browser")
def fixture_browser(club):
    return Browser(club)


def add(club, *results):
    club.store.add(
        *(
            Result(one.id, 1, False, BOX, one.place, one.game, one.day, one.minutes, one.players, RECORD)
            for one in results
        )
    )


def tables(browser):
    return {name: value for name, value in browser.events().items() if name.startswith("table-")}


# --- with boxes


def test_a_table_is_on_the_wall_with_its_players_and_its_result_in_the_league(broker, club, browser, tmp_path):
    with Box(broker, tmp_path / "box", "Table 7", names=True) as box:
        box.begin("Anna", "Ben")
        until(lambda: any(table["status"] == "playing" for table in tables(browser).values()))
        (table,) = tables(browser).values()
        assert (table["name"], table["title"], table["is_there"]) == ("Table 7", "Inside", True)
        assert [seat["name"] for seat in table["seats"]] == ["Anna", "Ben"]
        box.say("2 quit")
        until(lambda: club.store.count() == 1)
        (row,) = [row for row in browser.data("/data/league")["rows"] if row["name"] == "Anna"]
        assert (row["games"], row["wins"], row["rating"]) == (1, 1, None)
    until(lambda: not next(iter(tables(browser).values()))["is_there"])


def test_a_disk_that_is_slow_stops_results_but_not_the_wall_and_nothing_is_lost(broker, club, browser):
    path = club.store._database.execute("PRAGMA database_list").fetchone()[2]
    with closing(sqlite3.connect(path, isolation_level=None)) as other, Listener(broker.port, "nothing") as box:
        club.store._database.execute(f"PRAGMA busy_timeout = {1000 * PATIENCE:.0f}")
        other.execute("BEGIN IMMEDIATE")  # as long as a disk that does not answer
        for number in range(1, 4):
            box.client.publish(f"sideline/box/{BOX}/result", json.dumps(message(number)), qos=1)
        for acts in range(1, 4):
            box.client.publish(f"sideline/box/{BOX}/state", json.dumps(state(acts=acts)))
        until(lambda: any(table["acts"] == 3 for table in tables(browser).values()))
        assert browser.data("/data/league")["rows"] == []
        assert club.store.count() == 0
        other.execute("ROLLBACK")
        until(lambda: club.store.count() == 3)


@pytest.mark.parametrize(("language", "name"), [("en", "Light"), ("fr", "Clair"), ("de", "Hell")])
def test_without_names_a_wall_calls_seats_in_the_language_of_its_reader(broker, club, tmp_path, language, name):
    with Box(broker, tmp_path / "box") as box:
        box.begin("Quirina", "Xaverl")
        browser = Browser(club, language)
        until(lambda: any(table["status"] == "playing" for table in tables(browser).values()))
        (table,) = tables(browser).values()
        assert table["seats"][0]["name"] == name


def test_the_wall_shows_the_colours_that_the_players_have_chosen(broker, browser, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        box.begin("Quirina", "Xaverl", game="insider", Colours="blue red")
        until(lambda: any(table["status"] == "playing" for table in tables(browser).values()))
        (table,) = tables(browser).values()
        assert [(seat["mark"], seat["name"]) for seat in table["seats"]] == [(4, "Blue"), (1, "Red")]


def test_a_seat_that_the_game_does_not_have_is_shown_by_its_number(broker, browser):
    with Listener(broker.port, "nothing") as box:
        seat = {**state()["players"][1], "seat": 7, "mark": 0}
        box.say(f"sideline/box/{BOX}/available", "online", retain=True)
        box.say(
            f"sideline/box/{BOX}/state", state(players=[{**seat, "mark": mark} for mark in (0, 7)]), retain=True
        )
        until(lambda: tables(browser))
    (table,) = tables(browser).values()
    assert [seat["name"] for seat in table["seats"]] == ["Player 0", "Player 7"]


def test_the_roster_reaches_every_box(broker, browser, tmp_path):
    browser.pair()
    assert browser.ask("/players", {"add": "Zoë"})[0] == 204
    with Box(broker, tmp_path / "box"):
        until(lambda: load_roster() == ["Zoë"])
        assert browser.ask("/players", {"add": "Anna"})[0] == 204
        until(lambda: load_roster() == ["Anna", "Zoë"])
        assert browser.ask("/players", {"remove": "Zoë"})[0] == 204
        until(lambda: load_roster() == ["Anna"])
    assert browser.data("/data/players") == {"players": ["Anna"], "others": []}


def test_a_club_that_comes_later_or_has_lost_its_file_gets_all_results(broker, tmp_path):
    with Box(broker, tmp_path / "box", names=True) as box:
        for _ in range(3):
            box.finish()
        box.wait_confirmed(3)
        with RunningClub(broker, tmp_path / "club") as club:
            until(lambda: club.store.count() == 3)
        with RunningClub(broker, tmp_path / "other") as club:
            until(lambda: club.store.count() == 3)
            box.finish()
            until(lambda: club.store.count() == 4)


# --- access


def test_everybody_may_read_and_only_who_has_the_code_may_change(club, browser):
    for path in (*PAGES, "/data/league", "/data/players", "/export/results.csv", "/words", "/static/club.js"):
        assert browser.ask(path)[0] == 200, path
    closed = {
        "/players": {"add": "Anna"},
        "/import": {"text": RECORD},
        "/strike": {"id": "x", "reason": "why"},
        "/retire": {"box": BOX},
    }
    for path, body in closed.items():
        assert browser.ask(path, body)[0] == 403
    assert browser.pair("000000" if club.server.sessions.code != "000000" else "111111") == 403
    until(lambda: browser.pair() == 200)  # after a wrong code one waits for a second
    assert browser.ask("/players", {"add": "Anna"})[0] == 204
    assert browser.ask("/players", {"add": "Ben"}, **{"X-Sideline-Token": "wrong"})[0] == 403
    assert club.store.roster() == ["Anna"]


def test_the_code_survives_a_restart_of_the_server(broker, tmp_path):
    with RunningClub(broker, tmp_path) as club:
        before = club.server.sessions.code
    with RunningClub(broker, tmp_path) as club:
        assert club.server.sessions.code == before


# --- corrections


def names_in_league(browser):
    return {row["name"] for row in browser.data("/data/league")["rows"]}


def test_a_result_is_struck_out_for_a_reason_and_brought_back(club, browser):
    add(club, duel(0, "Anna", "Ben"), duel(1, "Carla", "Dora"))
    struck = club.store.results()[1].id
    browser.pair()
    for reason in ("", "  ", "x" * 101, 7):
        assert browser.ask("/strike", {"id": struck, "reason": reason})[0] == 422
    assert browser.ask("/strike", {"id": "nobody", "reason": "why"})[0] == 404
    assert browser.ask("/strike", {"id": struck, "reason": "it was a demonstration"})[0] == 204
    assert (names_in_league(browser), club.store.count()) == ({"Anna", "Ben"}, 1)
    assert "Carla" not in browser.ask("/export/results.csv")[1]
    (told,) = browser.data("/data/struck")["results"]
    assert (told["id"], told["names"], told["reason"]) == (struck, ["Carla", "Dora"], "it was a demonstration")
    assert browser.ask("/strike", {"id": struck, "reason": None})[0] == 204
    assert names_in_league(browser) == {"Anna", "Ben", "Carla", "Dora"}
    assert browser.data("/data/struck")["results"] == []


def test_a_struck_result_stays_out_when_its_box_sends_it_again(broker, club, browser):
    with Listener(broker.port) as box:
        box.say(f"sideline/box/{BOX}/result", message(1))
        until(lambda: club.store.count() == 1)
        browser.pair()
        browser.ask("/strike", {"id": f"{BOX}-aaaa-1", "reason": "twice"})
        box.say(f"sideline/box/{BOX}/result", message(1, revision=9))
        box.say(f"sideline/box/{BOX}/result", message(2))
        until(lambda: len(club.store.revisions(BOX, "aaaa")) == 2)
        assert [result.id[-1] for result in club.store.results()] == ["2"]


def test_a_box_that_is_switched_off_is_taken_from_the_wall_until_it_plays_again(broker, browser, tmp_path):
    with Box(broker, tmp_path / "box", "Table 7") as box:
        box.begin()
        until(lambda: any(table["is_there"] for table in tables(browser).values()))
        browser.pair()
        (name,) = tables(browser)
        number = name.removeprefix("table-")
        assert browser.ask("/retire", {"box": number})[0] == 204
        assert name in tables(browser), "it is playing"
    until(lambda: not tables(browser)[name]["is_there"])
    with Listener(broker.port) as listener:
        assert browser.ask("/retire", {"box": number})[0] == 204
        assert tables(browser) == {}
        for kind in ("state", "available", "index"):  # the broker keeps nothing of it
            listener.wait(lambda kind=kind: listener.retained.get(f"sideline/box/{number}/{kind}") == "")
    with Box(broker, tmp_path / "box", "Table 7") as box:
        box.begin()
        until(lambda: name in tables(browser))


def test_requests_of_other_sites_and_under_other_names_are_refused(browser):
    browser.pair()
    assert browser.ask("/players", {"add": "Anna"}, Origin="http://evil.example")[0] == 403
    assert browser.ask("/data/league", Host="evil.example")[0] == 421
    assert browser.ask("/data/league", Sec_Fetch_Site="cross-site")[0] == 403
    assert browser.ask("/league", Sec_Fetch_Site="cross-site")[0] == 200


@pytest.mark.parametrize(
    "body", [{}, {"add": 7}, {"add": "x" * 99}, {"add": "<script>" * 9}, {"add": "Player 1"}, []]
)
def test_a_name_that_cannot_be_one_is_refused_in_a_sentence(club, browser, body):
    browser.pair()
    status, text, _ = browser.ask("/players", body)
    assert (status, club.store.roster()) in ((422, []), (204, []))
    assert status == 204 or json.loads(text)["why"].startswith("A name has 1 to 15 characters")


# --- pages


def test_the_league_can_be_asked_by_game_and_season(club, browser):
    add(
        club,
        *(duel(at, "Anna", "Ben") for at in range(6)),
        duel(7, "Cleo", "Dora", game="offline", day="2025-01-01"),
    )
    league = browser.data("/data/league?game=inside&season=2026")
    assert [(row["name"], row["games"]) for row in league["rows"]] == [("Anna", 6), ("Ben", 6)]
    assert league["rows"][0]["rating"] > 1500 > league["rows"][1]["rating"]
    assert league["seasons"] == ["2026", "2025"]
    assert [game["title"] for game in league["games"]] == ["Inside", "Offline"]
    assert len(browser.data("/data/league?game=nonsense")["rows"]) == 4


def test_what_another_process_has_imported_is_in_the_league(club, browser):
    assert browser.data("/data/league")["rows"] == []
    assert club.store.count() == 0
    path = club.store._database.execute("PRAGMA database_list").fetchone()[2]
    with closing(Store(path)) as other:
        other.add(*read_results(RECORD, "evening.txt"))
    assert club.store.count() == 1
    assert [row["name"] for row in browser.data("/data/league")["rows"]] == ["Anna", "Ben"]


def test_a_players_page_has_figures_and_history(club, browser):
    add(club, *(duel(at, "Anna", "Ben") for at in range(5)), duel(9, "Ben", "Anna"))
    anna = browser.data("/data/player?name=Anna")
    assert (anna["games"], anna["wins"], len(anna["ratings"])) == (6, 5, 6)
    assert anna["opponents"][0] == {"name": "Ben", "games": 6, "lost": 1}
    assert (anna["matches"][0]["won"], anna["matches"][0]["against"]) == (False, ["Ben"])
    assert browser.ask(f"/record/{anna['matches'][0]['id']}")[1] == RECORD
    assert browser.ask("/data/player?name=Nobody")[0] == 404
    assert browser.ask("/record/nothing")[0] == 404


def test_records_from_elsewhere_are_imported_once(club, browser):
    browser.pair()
    assert json.loads(browser.ask("/import", {"text": RECORD})[1]) == {"added": 1, "known": 0}
    assert json.loads(browser.ask("/import", {"text": RECORD})[1]) == {"added": 0, "known": 1}
    status, text, _ = browser.ask("/import", {"text": RECORD.replace("2 quit", "2 place L310")})
    assert (status, "text, line 5" in json.loads(text)["why"]) == (422, True)
    assert browser.ask("/import", {"text": 7})[0] == 422
    assert club.store.count() == 1


@pytest.mark.parametrize("is_imported_first", [True, False])
def test_a_match_that_a_box_sends_and_somebody_imports_counts_once(
    broker, club, browser, tmp_path, is_imported_first
):
    browser.pair()
    with Box(broker, tmp_path / "box", "Table 7", names=True) as box:
        box.begin("Anna", "Ben")
        setup = match(box.stack).setup
        record = {"text": write_record(setup, [read_act("1 place L310"), read_act("2 quit")])}
        if is_imported_first:
            assert json.loads(browser.ask("/import", record)[1]) == {"added": 1, "known": 0}
        box.say("1 place L310", "2 quit")
        until(lambda: [result.place for result in club.store.results()] == ["Table 7"])
        assert json.loads(browser.ask("/import", record)[1]) == {"added": 0, "known": 1}
    assert club.store.count() == 1


def test_a_match_of_a_box_without_a_clock_counts_once_when_it_is_imported_too(club):
    (elsewhere,) = read_results(RECORD, "evening.txt")
    assert elsewhere.date == ""
    club.store.add(elsewhere._replace(id=f"{BOX}-aaaa-1", box=BOX))
    assert club.store.add(elsewhere) == 0
    assert club.store.count() == 1


def test_exports_are_files(club, browser):
    add(club, duel(1, "Anna", "Ben"))
    for name in ("results.csv", "results.json", "bgstats.json"):
        status, text, headers = browser.ask(f"/export/{name}")
        assert (status, "Anna" in text, name in headers["Content-Disposition"]) == (200, True, True)
    assert browser.ask("/export/club.db")[0] == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_have_their_texts_in_every_language(club, language):
    words = Browser(club, language).data("/words")
    assert words["language"] == language
    assert {key.partition(".")[0] for key in words["words"]} == {"club", "page"}


# --- hostile input


def test_a_hostile_network_changes_nothing_and_is_counted(broker, club, browser):
    markup = "<img src=x onerror=alert(1)>"
    with Listener(broker.port, "nothing") as enemy:
        base = f"sideline/box/{BOX}"
        enemy.say(f"{base}/state", state(table=markup), retain=True)
        enemy.say(f"{base}/available", "online", retain=True)
        for payload in (b"\x00\xff", b"[" * 50_000, b"{}", b"x" * 200_000, json.dumps(state("5a6b7c8d")).encode()):
            for kind in ("state", "result", "index", "available"):
                enemy.say(f"{base}/{kind}", payload)
        enemy.say(f"{base}/result", message())
        until(lambda: club.store.count() == 1)
    assert browser.events()["club"]["ignored"] == 20
    (table,) = tables(browser).values()
    assert table["name"] == markup, "as data: the page makes text of it"
    assert browser.ask("/")[2]["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
