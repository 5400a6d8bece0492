"""The program itself: `sideline run` publishes its table, and says that it is gone when it ends or is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_py.storage.paths import config_file
from tests.firmware_py.mqtt.brokers import PATIENCE, Listener, free_port, needs_mosquitto

SIDELINE = Path(sys.executable).with_name("sideline")


def start(broker_port, **settings):
    os.makedirs(os.path.dirname(config_file()), exist_ok=True)
    lines = [f'{name} = "{value}"' for name, value in settings.items()]
    network = f'hardware = "simulated"\n[network]\nport = {free_port()}\n'
    Path(config_file()).write_text(
        f'{network}[mqtt]\nhost = "127.0.0.1"\nport = {broker_port}\n' + "\n".join(lines) + "\n"
    )
    return subprocess.Popen(
        [SIDELINE, "run", "inside", "-pAnna", "-pBen"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@needs_mosquitto
@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGKILL])
def test_the_box_publishes_its_table_until_it_ends(broker, way):
    with Listener(broker.port) as listener, start(broker.port, table="Table 5") as program:
        state = listener.wait(lambda: (found := listener.state()) and found["game"] and found)
        assert (state["table"], state["game"], state["status"]) == ("Table 5", "inside", "playing")
        program.send_signal(way)
        listener.wait(
            lambda: [text for topic, text in listener.heard if topic.endswith("/available")][-1] == "offline"
        )
        program.wait(PATIENCE)


def test_a_broker_that_is_not_there_and_a_wrong_path_stop_nobody():
    wrong = {"user": "anna", "password_file": "/nowhere/password"}
    with start(free_port(), **wrong) as program:
        told = program.stdout.readline() + program.stdout.readline()
        assert "/nowhere/password" in told
        assert "The box is at http://localhost" in told
        program.terminate()
        assert program.wait(PATIENCE) == 0
        assert "Traceback" not in program.stderr.read()
