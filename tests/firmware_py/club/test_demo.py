"""`make run-club`: everything starts by itself, and what is missing is named."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from firmware_py.club import demo
from tests.firmware_py.mqtt.brokers import PATIENCE, free_port, needs_mosquitto

ROOT = Path(__file__).parents[3]


@needs_mosquitto
def test_the_demonstration_plays_by_itself_and_prints_its_address():
    port = free_port()
    command = [sys.executable, "-m", "firmware_py.club.demo", "2", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        address = re.search(r"http://\S+/", program.stdout.readline())[0]
        with urllib.request.urlopen(f"{address}events", timeout=PATIENCE) as events:  # noqa: S310 - our own address
            tables, played = {}, 0
            while len(tables) < 2 or not played:
                line = events.readline()
                assert line
                news = json.loads(line.removeprefix(b"data: ")) if line.startswith(b"data: ") else {}
                tables |= {name: value for name, value in news.items() if name.startswith("table-")}
                played = sum(table["acts"] for table in tables.values())
        assert sorted(table["name"] for table in tables.values()) == ["Table 1", "Table 2"]
        program.send_signal(signal.SIGINT)
        assert program.wait(PATIENCE) == 0


def test_a_missing_broker_is_named(monkeypatch, capsys):
    monkeypatch.setattr(demo, "MOSQUITTO", None)
    assert demo.main([]) == 2
    assert "sudo apt install mosquitto" in capsys.readouterr().err
