"""`make run-club`: a broker, tables that play by themselves, and the club server, all on this computer."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack
from functools import partial

from firmware_py.club.server import ClubServer
from firmware_py.club.simulation import NAMES, SimulatedTable, play_on
from firmware_py.config.mqtt import Mqtt
from firmware_py.i18n.default_names import MOST_SEATS
from firmware_py.mqtt.client import make_client

TABLES = 3
ACT_SECONDS = 1.0
MOST_ACTS = 80
"""Of a match, so that one ends every minute or so."""
FIRST_MATCHES = 45
"""Played at once at the start, so that the league has ratings to show."""
PORT = 8090
LOCALHOST = "127.0.0.1"
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def main(arguments: list[str]) -> int:
    """Run the demonstration until Ctrl-C; the arguments are the number of tables and the port of the pages."""
    if MOSQUITTO is None:
        sys.stderr.write("No mosquitto: on Debian, sudo apt install mosquitto\n")
        return 2
    count, port = [*map(int, arguments), *(TABLES, PORT)[len(arguments) :]]
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sideline-club-"))
        settings = Mqtt(host=LOCALHOST, port=_free_port(), names=True)
        stack.callback(_start_broker(settings.port, folder).terminate)
        server = ClubServer(
            settings,
            partial(make_client, settings, is_clean=False),
            os.path.join(folder, "club.db"),
            interfaces=["lo"],
            port=port,
            note=_print,
        )
        stack.callback(server.close)
        tables = [_table(settings, folder, number, count) for number in range(1, count + 1)]
        for table in tables:
            stack.callback(table.close)
        code = server.sessions.code
        _print(f"The club is at http://localhost:{port}/ and plays by itself; the code is {code}. Ctrl-C quits.")
        play_on(tables, lambda _: stop.is_set() or sum(t.finished for t in tables) >= FIRST_MATCHES, 0.0)
        play_on(tables, stop.wait, ACT_SECONDS)
    return 0


def _table(settings: Mqtt, folder: str, number: int, count: int) -> SimulatedTable:
    """Return one of so many tables; if there are few, each has players of its own."""
    own = settings._replace(table=f"Table {number}")
    path = os.path.join(folder, f"box-{number}")
    names = NAMES[number - 1 :: count] if count * MOST_SEATS <= len(NAMES) else NAMES
    client = partial(make_client, own)
    return SimulatedTable(own, client, path, seed=number, note=_print, names=names, most_acts=MOST_ACTS)


def _start_broker(port: int, folder: str) -> subprocess.Popen[bytes]:
    config = os.path.join(folder, "mosquitto.conf")
    with open(config, "w", encoding="utf-8") as file:
        file.write(f"listener {port} {LOCALHOST}\nallow_anonymous true\n")
    assert MOSQUITTO is not None  # otherwise it is not called
    return subprocess.Popen([MOSQUITTO, "-c", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOCALHOST, 0))
        return int(probe.getsockname()[1])


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
