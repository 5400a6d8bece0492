"""A club under load: `python -m tests.bench.club_load 25 50 100 200` measures so many tables.

One Mosquitto, one club server in a process of its own, the tables in a few processes, each an act a second.
A line for each number: how long an act takes to reach a wall, what the server needs, and whether every result was
stored exactly once.
"""

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from firmware_py.club.simulation import SimulatedTable, play_on
from firmware_py.config.mqtt import Mqtt
from firmware_py.mqtt.client import make_client
from tests.bench.memory import status_number
from tests.bench.processes import ROOT
from tests.firmware_py.club.test_faults import played, stored
from tests.firmware_py.mqtt.brokers import LOCALHOST, Broker, free_port, until

SECONDS = 40
"""How long the tables play."""
WARM_UP_SECONDS = 5
MOST_ACTS = 15
"""Of a match, so that many end."""
PROCESSES = 5
MEMORY = Path("/dev/shm")
"""Every box has a disk of its own, which this machine has not."""
HEADER = "tables  acts/s  to the wall: median   95 %    max   server: CPU    memory   results  lost  twice"
TICKS = os.sysconf("SC_CLK_TCK")


class Load(NamedTuple):
    """What was measured with so many tables."""

    tables: int
    acts: int
    waits: list[float]
    cpu: float
    memory: int
    results: int
    lost: int
    others: int

    def line(self) -> str:
        """Return the figures as a line of the table."""
        waits = sorted(self.waits)
        median, late, most = statistics.median(waits), waits[len(waits) * 95 // 100], waits[-1]
        told = f"{self.tables:6}  {self.acts / SECONDS:6.0f}  {median:20.3f}  {late:5.3f}  {most:5.3f}"
        server = f"{100 * self.cpu / SECONDS:10.1f} %  {self.memory / 1e6:5.0f} MB"
        return f"{told}  {server}  {self.results:8}  {self.lost:4}  {self.others:5}"


# --- the tables, in processes of their own


def play(port: str, folder: str, first: str, count: str) -> None:
    """Let tables play; write a line for each act: the box, how many acts, and when."""
    stop = threading.Event()
    numbers = range(int(first), int(first) + int(count))
    tables = [_table(Mqtt(host=LOCALHOST, port=int(port), names=True), folder, number) for number in numbers]

    def act(table: SimulatedTable, act=SimulatedTable.act) -> None:
        at = time.monotonic()
        act(table)
        sys.stdout.write(f"{table.publisher._outbox.identity.box} {len(table.match.log)} {at}\n")

    SimulatedTable.act = act  # type: ignore[method-assign]  # only to see when
    until(lambda: all(hasattr(table.publisher, "_outbox") for table in tables))
    threading.Thread(target=lambda: (sys.stdin.readline(), stop.set()), daemon=True).start()
    print("ready", flush=True)
    play_on(tables, stop.wait, 1.0)
    sys.stdout.flush()
    print("stopped", flush=True)
    sys.stdin.readline()
    for table in tables:
        table.close()


def _table(settings: Mqtt, folder: str, number: int) -> SimulatedTable:
    own = settings._replace(table=f"Table {number}")
    path = os.path.join(folder, f"box-{number}")
    return SimulatedTable(own, partial(make_client, own), path, seed=number, note=print, most_acts=MOST_ACTS)


# --- the measurement


def measure(count: int) -> Load:
    """Measure a club with so many tables."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        broker = stack.enter_context(Broker(folder / "broker"))
        server, port = stack.enter_context(_server(broker, folder))
        wall = Wall(port)
        share = count // PROCESSES
        command = [sys.executable, "-m", "tests.bench.club_load", "--play", str(broker.port)]
        boxes = stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.exists() else None))
        players = [
            subprocess.Popen(
                [*command, boxes, str(1 + at * share), str(share)],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for at in range(PROCESSES)
        ]
        acts: dict[tuple[str, int], list[float]] = {}
        readers = [threading.Thread(target=_read, args=(player, acts)) for player in players]
        for reader in readers:
            reader.start()
        time.sleep(WARM_UP_SECONDS)
        began, before = time.monotonic(), _cpu(server.pid)
        time.sleep(SECONDS)
        cpu, ended = _cpu(server.pid) - before, time.monotonic()
        for player in players:
            _tell(player)
        for reader in readers:
            reader.join()
        everything = {}
        for path in Path(boxes).glob("box-*"):
            everything |= played(path)
        path = folder / "data" / "club.db"
        with suppress(AssertionError):
            until(lambda: everything == stored(path))
        known = stored(path)
        memory = 1024 * status_number(f"/proc/{server.pid}/status", "VmRSS")
        for player in players:
            _tell(player)
            player.wait()
        waits = wall.waits(acts, began, ended)
    count_acts = sum(began <= at <= ended for times in acts.values() for at in times)
    lost = sum(known.get(name) != revision for name, revision in everything.items())
    others = len(known.keys() - everything.keys())
    return Load(share * PROCESSES, count_acts, waits, cpu, memory, len(known), lost, others)


def _read(player: subprocess.Popen[str], acts: dict[tuple[str, int], list[float]]) -> None:
    """Read what a process of tables writes, until they have stopped."""
    assert player.stdout is not None
    for line in player.stdout:
        words = line.split()
        if words == ["stopped"]:
            return
        if len(words) == len(("box", "acts", "when")):
            acts.setdefault((words[0], int(words[1])), []).append(float(words[2]))


def _tell(player: subprocess.Popen[str]) -> None:
    assert player.stdin is not None
    player.stdin.write("\n")
    player.stdin.flush()


def _cpu(process: int) -> float:
    """Return the seconds of CPU that a process has had."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def _server(broker: Broker, folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    port = free_port()
    config = folder / "club.toml"
    config.write_text(f'[mqtt]\nhost = "{LOCALHOST}"\nport = {broker.port}\n')
    command = [sys.executable, "-m", "tests.bench.club_load", "--serve", str(port)]
    env = {**os.environ, "SIDELINE_DATA": str(folder / "data"), "SIDELINE_CONFIG": str(config)}
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        server.stdout.readline()
        yield server, port
        server.terminate()


class Wall:
    """A television: it listens to the server and notes when it hears of which act."""

    def __init__(self, port: int) -> None:
        """Start to listen."""
        self._heard: list[tuple[str, int, float]] = []
        self._connection = http.client.HTTPConnection(LOCALHOST, port)
        self._connection.request("GET", "/events")
        self._answer = self._connection.getresponse()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while line := self._answer.readline():
            at = time.monotonic()
            if line.startswith(b"data: "):
                for name, value in json.loads(line.removeprefix(b"data: ")).items():
                    if name.startswith("table-"):
                        self._heard.append((name.removeprefix("table-"), value["acts"], at))

    def waits(self, acts: dict[tuple[str, int], list[float]], began: float, ended: float) -> list[float]:
        """Return how long each act took to get here."""
        found, last = [], dict[str, int]()
        for box, number, at in self._heard:
            if last.get(box) == number:
                continue  # something else of the table has changed
            last[box] = number
            times = [time for time in acts.get((box, number), ()) if time <= at]
            if times and began <= max(times) <= ended:
                found.append(at - max(times))
        return found


def main(arguments: list[str]) -> int:
    """Measure with each number of tables, or be one of the processes that are measured."""
    if arguments[:1] == ["--play"]:
        play(*arguments[1:])
        return 0
    if arguments[:1] == ["--serve"]:
        from firmware_py.cli import main as sideline

        return sideline(["club", "--interface", "lo", "--port", arguments[1]])
    print(HEADER)
    for count in arguments or ["25", "50", "100", "200"]:
        print(measure(int(count)).line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
