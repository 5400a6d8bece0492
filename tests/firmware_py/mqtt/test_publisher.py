"""What a box publishes, on a real broker: its table, its results exactly once, and no names unless asked for."""

import json
import shutil
import sqlite3
import subprocess

import pytest

from engine.records import read_records
from firmware_py.club.messages import read_state
from firmware_py.mqtt import publisher
from firmware_py.mqtt.outbox import Outbox
from firmware_py.mqtt.publisher import start_publisher
from firmware_py.mqtt.table_state import TableSnapshot
from firmware_py.ui.flows.home import home
from firmware_py.ui.flows.match import resume
from tests.firmware_py.mqtt.brokers import (
    MOSQUITTO,
    PATIENCE,
    Box,
    Broker,
    Listener,
    needs_mosquitto,
)

pytestmark = needs_mosquitto
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")


@pytest.fixture(name="listener")
def fixture_listener(broker):
    with Listener(broker.port) as listener:
        yield listener


def results(listener):
    return listener.of("/result")


# --- the table


def test_the_table_is_published_as_it_changes(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box", names=True) as box:
        listener.wait(lambda: listener.state().get("status") == "idle")
        box.begin()
        state = listener.wait(lambda: (found := listener.state()) and found["game"] == "inside" and found)
        assert (state["table"], state["title"], state["status"]) == ("Table 1", "Inside", "playing")
        assert (state["turn"], state["leader"]) == ("Anna", "")
        box.say("1 place L310")
        state = listener.wait(lambda: (found := listener.state()) and found["acts"] == 1 and found)
        assert [seat["name"] for seat in state["players"]] == ["Anna", "Ben"]
        assert [seat["is_turn"] for seat in state["players"]] == [False, True]
        assert state["points_1"] == state["points_2"] == 0
        assert state["points_3"] is None
        box.say("1 quit")
        state = listener.wait(lambda: (found := listener.state()) and found["status"] == "over" and found)
        assert (state["turn"], state["leader"]) == ("", "Ben")


def test_no_name_leaves_the_box_unless_that_is_switched_on(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        box.begin("Quirina", "Xaverl")
        box.say("1 place L310", 'name 2 "Yolanthe"', "undo", "2 quit")
        listener.wait(lambda: results(listener))
        listener.wait(lambda: listener.state().get("status") == "over")
    heard = "".join(text for _, text in listener.heard)
    assert not [name for name in ("Quirina", "Xaverl", "Yolanthe") if name in heard]
    (record,) = read_records(results(listener)[0]["record"])
    assert record.setup.players == ("Light", "Dark")
    assert [line for _, line in record.lines] == ["1 place L310", 'name 2 "Dark"', "undo", "2 quit"]


def test_a_sixth_seat_of_five_players_is_published_without_names_too(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        box.begin("Anna", "Ben", "Cleo", "Dora", "Emil", game="online")
        box.say("fix turn 6")
        state = listener.wait(lambda: (found := listener.state()) and found.get("acts") == 1 and found)
    assert (state["turn"], len(state["players"])) == ("Player 6", 6)


def test_a_table_without_hints_publishes_no_lead_until_the_match_is_over(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        box.stack.config = box.stack.config._replace(hints=False)
        box.begin()
        box.say("1 place L310")
        state = listener.wait(lambda: (found := listener.state()) and found["acts"] == 1 and found)
        assert [seat["points"] for seat in state["players"]] == [None, None]
        assert (state["leader"], state["points_1"]) == ("", None)
        box.say("2 quit")
        state = listener.wait(lambda: (found := listener.state()) and found["status"] == "over" and found)
        assert state["points_1"] == 0


def test_what_happens_is_told_for_lights_and_sounds(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        listener.wait(listener.state)
        box.begin()
        box.say("1 place L310", "1 place L310", "2 quit")
        kinds = listener.wait(
            lambda: len(found := [event["event_type"] for event in listener.of("/event")]) > 5 and found
        )
    assert kinds == ["begun", "accepted", "turn", "refused", "accepted", "match_over"]


def test_a_hundred_acts_at_once_are_a_few_messages(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        box.begin()
        for _ in range(50):
            box.say("1 place L310", "undo")
        listener.wait(lambda: listener.state().get("acts") == 100)
    assert len(listener.of("/state")) < 50


# --- results


def test_a_result_arrives_with_its_record_and_is_sent_once(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box", names=True) as box:
        box.finish()
        listener.wait(lambda: results(listener))
        box.finish("Cleo", "Dora")
        listener.wait(lambda: len(results(listener)) > 1)
        box.wait_confirmed(2)
    first, second = results(listener)
    assert (first["game"], first["status"], first["table"], first["match"]) == ("inside", "sent", "Table 1", 1)
    assert [(seat["name"], seat["won"], seat["team"]) for seat in first["players"]] == [
        ("Anna", True, 1),
        ("Ben", False, 2),
    ]
    assert first["record"].endswith("\n2 quit\n")
    assert first["id"] != second["id"]
    with Box(broker, tmp_path / "box", names=True) as again:
        again.finish("Emil", "Fritz")
        listener.wait(lambda: len(results(listener)) > 2)
    assert [result["match"] for result in results(listener)] == [1, 2, 3]


@pytest.mark.parametrize("table", ["", "  "])
def test_a_machine_with_a_long_name_is_a_table_that_the_club_reads(broker, listener, monkeypatch, table):
    name = "the-box-of-the-games-club-in-the-long-room-upstairs"
    monkeypatch.setattr("firmware_py.mqtt.publisher.gethostname", lambda: name)
    box = start_publisher(broker.settings(table=table), lambda _text: None)
    box.put(TableSnapshot("en"))
    topic, text = listener.wait(lambda: next((one for one in listener.heard if one[0].endswith("/state")), None))
    box.close(PATIENCE)
    assert read_state(topic.split("/")[2], text.encode()).table == "the-box-of-the-games-club-in-the-long-ro"


def test_a_result_tells_how_long_was_played(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        box.begin()
        box.stack.match_screen.live.session.clock._since -= 42 * 60_000
        box.say("2 quit")
        listener.wait(lambda: results(listener))
    assert results(listener)[0]["minutes"] == 42


def test_the_minutes_of_a_match_go_on_after_it_was_parked(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        box.begin()
        box.stack.match_screen.live.session.clock._since -= 42 * 60_000
        box.say("1 place L310")
        number = box.stack.match_screen.live.session.number
        listener.wait(lambda: listener.state().get("minutes") == 42)
        home(box.stack)
        box.publisher.publish(box.stack)
        listener.wait(lambda: listener.state().get("status") == "idle")
        resume(box.stack, box.journal.entry(number))
        box.publisher.publish(box.stack)
        listener.wait(lambda: listener.state().get("status") == "playing")
        assert listener.state()["minutes"] == 42


def test_teams_are_told_and_the_box_as_an_opponent_too(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box", names=True) as box:
        box.begin("Anna", "Ben", "Cleo", "Dora", game="online")
        box.say("1 quit", "2 quit", "3 quit", "4 quit")
        result = listener.wait(lambda: results(listener) and results(listener)[-1])
        assert [seat["team"] for seat in result["players"]] == [1, 2, 1, 2]
        box.begin("Anna", "Box", Opponent="2 easy")
        box.say("1 quit")
        result = listener.wait(lambda: len(results(listener)) > 1 and results(listener)[-1])
        assert [seat["is_box"] for seat in result["players"]] == [False, True]


def test_what_was_played_before_it_was_switched_on_stays_in_the_box(broker, listener, tmp_path):
    folder = tmp_path / "box"
    with Box(broker, folder) as box:
        box.finish()
        box.wait_confirmed(1)
    (folder / "mqtt.json").unlink()
    with Box(broker, folder) as box:
        box.finish()
        listener.wait(lambda: len(results(listener)) > 1)
    assert [result["match"] for result in results(listener)] == [1, 2]


def test_a_match_that_goes_on_after_its_end_is_withdrawn_and_sent_again(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        box.finish()
        listener.wait(lambda: len(results(listener)) == 1)
        box.say("undo")
        listener.wait(lambda: len(results(listener)) == 2)
        box.say("1 quit")
        listener.wait(lambda: len(results(listener)) == 3)
    told = [(result["id"], result["status"], result["revision"]) for result in results(listener)]
    box_id = told[0][0]
    assert told == [(box_id, "sent", 1), (box_id, "withdrawn", 2), (box_id, "sent", 3)]
    assert [seat["won"] for seat in results(listener)[-1]["players"]] == [False, True]


def test_a_match_that_is_deleted_at_the_box_is_withdrawn_at_once(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        box.finish()
        box.wait_confirmed(1)
        box.begin()
        box.stack.store.delete(1)
        box.publisher.publish(box.stack)
        listener.wait(lambda: len(results(listener)) == 2)
        index = listener.wait(
            lambda: (found := listener.of("/index")) and found[-1].get("withdrawn") == [[1, 2]] and found[-1]
        )
    assert index["results"] == []
    told = [(result["id"], result["status"], result["revision"]) for result in results(listener)]
    assert told == [(told[0][0], "sent", 1), (told[0][0], "withdrawn", 2)]


def test_results_wait_for_a_broker_that_is_not_there_and_for_the_next_start(tmp_path):
    broker = Broker(tmp_path / "broker")
    with Box(broker, tmp_path / "box") as box:
        for _ in range(3):
            box.finish()
    with broker, Listener(broker.port) as listener:
        with Box(broker, tmp_path / "box") as box:
            box.finish()
            listener.wait(lambda: len(results(listener)) == 4)
        assert [result["match"] for result in results(listener)] == [1, 2, 3, 4]


def test_results_that_the_club_lacks_are_sent_again(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        for _ in range(3):
            box.finish()
        listener.wait(lambda: len(results(listener)) == 3)
        index = listener.wait(
            lambda: (found := listener.of("/index")) and len(found[-1]["results"]) == 3 and found[-1]
        )
        assert index["results"] == [[1, 1], [2, 1], [3, 1]]
        listener.say(f"sideline/box/{index['box']}/wanted", [2, 7, "x", None])
        listener.wait(lambda: len(results(listener)) == 4)
    assert results(listener)[-1]["match"] == 2


@pytest.mark.parametrize(
    "damage", [b"", b"1 1 sent\n2 1", b"\xff\xfe garbage\n\n1 x sent\n", b"1 1 sent\n2 1 perhaps\n"]
)
def test_a_damaged_mark_sends_a_result_once_more_and_loses_none(broker, listener, tmp_path, damage):
    folder = tmp_path / "box"
    with Box(broker, folder) as box:
        box.finish()
        box.finish()
        listener.wait(lambda: len(results(listener)) == 2)
    (folder / "mqtt-sent.txt").write_bytes(damage)
    with Box(broker, folder) as box:
        box.finish()
        listener.wait(lambda: {result["match"] for result in results(listener)[2:]} >= {2, 3})
    assert len({result["id"] for result in results(listener)}) == 3


def test_another_journal_in_the_same_folder_uses_no_id_twice(broker, listener, tmp_path):
    folder = tmp_path / "box"
    with Box(broker, folder) as box:
        box.finish()
        box.finish()
        box.wait_confirmed(2)
    for path in folder.glob("journal.db*"):
        path.unlink()
    states = len(listener.of("/state"))
    with Box(broker, folder) as box:
        listener.wait(lambda: len(listener.of("/state")) > states)  # it has read the empty journal
        box.finish()
        listener.wait(lambda: len(results(listener)) == 3)
    assert len({result["id"] for result in results(listener)}) == 3
    assert len({result["box"] for result in results(listener)}) == 1


# --- faults


def test_a_start_that_fails_is_tried_again(broker, listener, tmp_path, monkeypatch):
    failures = [sqlite3.OperationalError("disk I/O error"), OSError("No space left on device")]

    def outbox(*arguments):
        if failures:
            raise failures.pop()
        return Outbox(*arguments)

    monkeypatch.setattr(publisher, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(publisher, "Outbox", outbox)
    with Box(broker, tmp_path / "box") as box:
        listener.wait(lambda: listener.state().get("status") == "idle")
        box.finish()
        listener.wait(lambda: results(listener))
        assert [fault.splitlines()[-1] for fault in box.faults] == [
            "OSError: No space left on device",
            "sqlite3.OperationalError: disk I/O error",
        ]
        box.faults.clear()


def test_a_confirmation_that_the_disk_does_not_take_stops_no_other_result(tmp_path, monkeypatch):
    failures, confirm = [OSError("No space left on device")], Outbox.confirm

    def fail_once(outbox, letter):
        if failures:
            raise failures.pop()
        confirm(outbox, letter)

    monkeypatch.setattr(publisher, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(publisher, "MOST_IN_FLIGHT", 1)
    monkeypatch.setattr(Outbox, "confirm", fail_once)
    broker = Broker(tmp_path / "broker")
    with Box(broker, tmp_path / "box") as box:
        box.finish()
        box.finish()
        with broker, Listener(broker.port) as listener:
            listener.wait(lambda: {result["match"] for result in results(listener)} == {1, 2})
        assert len(box.faults) == 1
        box.faults.clear()


def test_a_journal_that_cannot_be_read_at_the_start_is_opened_later(broker, listener, tmp_path, monkeypatch):
    readers, opened = [None, None], publisher.open_results
    monkeypatch.setattr(publisher, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(publisher, "open_results", lambda path: readers.pop() if readers else opened(path))
    with Box(broker, tmp_path / "box") as box:
        listener.wait(lambda: listener.state().get("status") == "idle")
        box.finish()
        listener.wait(lambda: results(listener))
    assert readers == []


def test_garbage_on_the_topics_of_a_box_is_ignored(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box") as box:
        box.finish()
        listener.wait(lambda: results(listener))
        base = f"sideline/box/{results(listener)[0]['box']}"
        for payload in (b"", b"\xff\xfe", b"[" * 5000, b"null", b'{"players": 7}', b"x" * 300_000):
            for topic in (f"{base}/wanted", "sideline/club/players", "homeassistant/status"):
                listener.say(topic, payload)
        box.finish()
        listener.wait(lambda: len(results(listener)) == 2)


@pytest.fixture(name="guarded")
def fixture_guarded(tmp_path):
    """Give a broker with TLS that knows one user, and the file with the password."""
    folder = tmp_path / "guarded"
    folder.mkdir()
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject, *files]
    subprocess.run(command, check=True, capture_output=True)
    maker = str(MOSQUITTO).replace("/sbin/", "/bin/") + "_passwd"
    subprocess.run([maker, "-b", "-c", folder / "users", "anna", "sesame"], check=True, capture_output=True)
    (folder / "password").write_text("sesame\n")
    lines = ["allow_anonymous false", f"password_file {folder / 'users'}"]
    lines += [f"certfile {folder / 'cert.pem'}", f"keyfile {folder / 'key.pem'}"]
    with Broker(folder / "broker", more="\n".join(lines)) as broker:
        yield broker, {"tls": True, "ca_file": str(folder / "cert.pem"), "user": "anna"}, folder / "password"


@needs_openssl
def test_a_broker_with_tls_and_a_password_confirms_results(guarded, tmp_path):
    broker, settings, password = guarded
    with Box(broker, tmp_path / "box", password_file=str(password), **settings) as box:
        box.finish()
        box.wait_confirmed(1)


@needs_openssl
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho leaves the socket to Python
@pytest.mark.parametrize("wrong", ["password", "certificate"])
def test_a_wrong_password_or_certificate_stops_nobody_and_loses_nothing(guarded, tmp_path, wrong):
    broker, settings, password = guarded
    if wrong == "password":
        password.write_text("open\n")
    else:
        settings = {**settings, "ca_file": ""}
    with Box(broker, tmp_path / "box", password_file=str(password), **settings) as box:
        box.finish()
        assert len(box.journal.results()) == 2
    assert (tmp_path / "box" / "mqtt-sent.txt").read_text() == ""


def test_the_state_is_small_and_plain_json(broker, listener, tmp_path):
    with Box(broker, tmp_path / "box", names=True) as box:
        box.begin('<b>"A"</b>', "Ben")
        state = listener.wait(lambda: (found := listener.state()) and found["players"] and found)
    assert state["players"][0]["name"] == '<b>"A"</b>'
    assert len(json.dumps(state)) < 2000
