"""Whatever is killed during play: no result is lost, and none is there twice."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from firmware_py.club import subscriber
from firmware_py.club.simulation import SimulatedTable
from firmware_py.storage.results import ResultReader
from tests.depth import depth
from tests.firmware_py.club.clubs import BOX, RunningClub, message
from tests.firmware_py.club.victims import ACTS
from tests.firmware_py.mqtt.brokers import (
    LOCALHOST,
    PATIENCE,
    Box,
    Broker,
    Listener,
    free_port,
    needs_mosquitto,
    quick_client,
    until,
)

pytestmark = needs_mosquitto
ROOT = Path(__file__).parents[3]
SIDELINE = Path(sys.executable).with_name("sideline")
TABLES = 3
PAUSE_SECONDS = 0.02
"""Between two acts of a table that plays in a thread of the test."""


def played(folder):
    """Give the id and the revision of every result in the journal of a box."""
    known = json.loads((folder / "mqtt.json").read_text())
    with closing(ResultReader(str(folder / "journal.db"))) as results:
        revisions = results.revisions()
    return {f"{known['box']}-{known['journal']}-{number}": revision for number, revision in revisions.items()}


def stored(path):
    """Give the id and the revision of every result that a club has."""
    with closing(sqlite3.connect(path)) as database:
        return dict(database.execute("SELECT id, revision FROM results WHERE NOT withdrawn"))


def agree(folders, path):
    """Wait until the club has all results of all boxes; it must never have others."""
    everything = {name: revision for folder in folders for name, revision in played(folder).items()}
    until(lambda: everything == stored(path), 4 * PATIENCE)
    return len(everything)


@contextmanager
def tables(broker, tmp_path, count=TABLES):
    """Let tables play in a thread; give their folders, the tables, and what stops them from playing on."""
    folders = [tmp_path / f"box-{at}" for at in range(count)]
    stop, faults = threading.Event(), []
    settings = [broker.settings(table=folder.name, names=True) for folder in folders]
    boxes = [
        SimulatedTable(
            each,
            partial(quick_client, each),
            str(folder),
            seed=at,
            note=faults.append,
            games=["inside"],
            most_acts=ACTS,
        )
        for at, (each, folder) in enumerate(zip(settings, folders, strict=True))
    ]

    def play():
        while not stop.wait(PAUSE_SECONDS):
            for box in boxes:
                box.act()

    def stop_playing():
        stop.set()
        thread.join()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield folders, boxes, stop_playing
    finally:
        stop_playing()
        for box in boxes:
            box.close(PATIENCE)
    assert faults == []


def wait_for_matches(boxes, count):
    """Wait until so many more matches have ended."""
    wanted = sum(box.finished for box in boxes) + count
    until(lambda: sum(box.finished for box in boxes) >= wanted)


@pytest.mark.parametrize("keeps", [False, True], ids=["forgetful", "keeping"])
def test_a_broker_that_is_killed_again_and_again_loses_nothing(tmp_path, keeps):
    with (
        Broker(tmp_path / "broker", keeps=keeps) as broker,
        RunningClub(broker, tmp_path / "club"),
        tables(broker, tmp_path) as (folders, boxes, stop_playing),
    ):
        for _ in range(depth(2, full=25)):  # each way, with and without a file of the broker
            wait_for_matches(boxes, 4)
            broker.kill()
            wait_for_matches(boxes, 2)
            broker.start()
        wait_for_matches(boxes, 1)
        stop_playing()
        assert agree(folders, tmp_path / "club" / "club.db") >= TABLES


def test_a_day_without_a_network_arrives_afterwards(tmp_path):
    broker = Broker(tmp_path / "broker")
    folder, matches = tmp_path / "box-0", depth(20, full=500)
    settings = broker.settings(table="Table 1", names=True)
    make = partial(SimulatedTable, settings, partial(quick_client, settings), str(folder), note=print)
    for part in range(2):  # the box is switched off and on in between
        box = make(seed=part, games=["inside"], most_acts=ACTS)
        while box.finished < matches / 2:
            box.act()
        box.close(PATIENCE)
    with broker, RunningClub(broker, tmp_path / "club"):
        box = make(seed=3)
        assert agree([folder], tmp_path / "club" / "club.db") >= matches
        box.close(PATIENCE)


def test_a_box_that_is_killed_again_and_again_loses_nothing(tmp_path):
    folder = tmp_path / "box"
    with Broker(tmp_path / "broker") as broker, RunningClub(broker, tmp_path / "club"):
        command = [sys.executable, "-m", "tests.firmware_py.club.victims", str(broker.port), str(folder)]
        for kill in range(depth(2, full=100)):
            with subprocess.Popen([*command, str(kill)], cwd=ROOT, stdout=subprocess.PIPE, text=True) as box:
                for _ in range(kill % 4 + 1):
                    assert box.stdout.readline()
                box.kill()
        settings = broker.settings(table="Table 1", names=True)
        last = SimulatedTable(settings, partial(quick_client, settings), str(folder), seed=1, note=print)
        assert agree([folder], tmp_path / "club" / "club.db") >= depth(2, full=100)
        last.close(PATIENCE)


def test_a_club_server_that_is_killed_again_and_again_loses_nothing(tmp_path):
    path = tmp_path / "data" / "club.db"
    with Broker(tmp_path / "broker") as broker, tables(broker, tmp_path) as (folders, boxes, stop_playing):
        environment = {
            **os.environ,
            "SIDELINE_DATA": str(path.parent),
            "SIDELINE_CONFIG": str(tmp_path / "club.toml"),
            "PYTHONPATH": str(ROOT),
        }
        (tmp_path / "club.toml").write_text(f'[mqtt]\nhost = "{LOCALHOST}"\nport = {broker.port}\n')
        command = [SIDELINE, "club", "--interface", "lo", "--port"]
        for kill in range(depth(2, full=100)):
            port = str(free_port())
            with subprocess.Popen([*command, port], env=environment, stdout=subprocess.PIPE, text=True) as club:
                assert club.stdout.readline()
                wait_for_matches(boxes, kill % 5)
                club.send_signal(signal.SIGKILL)
        with subprocess.Popen(
            [*command, str(free_port())], env=environment, stdout=subprocess.PIPE, text=True
        ) as club:
            assert club.stdout.readline()
            stop_playing()
            assert agree(folders, path)
            club.terminate()
            assert club.wait(PATIENCE) == 0


def test_what_a_full_disk_of_the_club_has_lost_is_asked_for_again(tmp_path, monkeypatch):
    monkeypatch.setattr(subscriber, "RETRY_SECONDS", 0.05)
    with Broker(tmp_path / "broker") as broker, RunningClub(broker, tmp_path / "club") as club:
        failures, add = [], club.store.add

        def fail(*results, **_more):
            failures.append(results)
            raise sqlite3.OperationalError("database or disk is full")

        with Box(broker, tmp_path / "box") as box:
            box.finish()
            until(lambda: club.store.count() == 1)
            monkeypatch.setattr(club.store, "add", fail)
            box.finish()
            box.stack.store.delete(1)
            box.publisher.publish(box.stack)
            until(lambda: len(failures) >= 4)
            monkeypatch.setattr(club.store, "add", add)
            until(lambda: [result.id[-2:] for result in club.store.results()] == ["-2"])
        assert len(club.faults) == 1
        club.faults.clear()


def test_a_result_that_a_flood_has_pushed_out_is_asked_for_again(tmp_path, monkeypatch):
    monkeypatch.setattr(subscriber, "RETRY_SECONDS", 0.05)
    monkeypatch.setattr(subscriber, "MOST_WAITING", 1)
    with (
        Broker(tmp_path / "broker") as broker,
        RunningClub(broker, tmp_path / "club") as club,
        Listener(broker.port, "nothing") as enemy,
    ):
        is_free, add, ignored = threading.Event(), club.store.add, club.server.club.ignored

        def add_slowly(*results, **more):
            is_free.wait(PATIENCE)
            return add(*results, **more)

        monkeypatch.setattr(club.store, "add", add_slowly)
        for number in range(1, 4):
            enemy.say(f"sideline/box/{BOX}/result", message(number))
        until(lambda: ignored["flood"] >= 1)  # two, if the first is not taken yet when the second comes
        with Box(broker, tmp_path / "box") as box:
            box.finish()
            box.wait_confirmed(1)
            until(lambda: ignored["flood"] >= 4)
            is_free.set()
            until(lambda: not played(tmp_path / "box").keys() - stored(str(tmp_path / "club" / "club.db")).keys())
