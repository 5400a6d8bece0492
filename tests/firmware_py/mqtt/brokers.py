"""A real Mosquitto for tests, somebody who listens to it, and boxes without displays that publish on it.

Nothing sleeps: who waits for something waits on a condition, and gives up after `PATIENCE`.
"""

import json
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Self

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from engine.acts import read_act
from engine.game import Setup
from firmware_py.config.mqtt import Mqtt
from firmware_py.mqtt.client import make_client
from firmware_py.mqtt.publisher import Publisher
from firmware_py.storage.journal import Journal
from firmware_py.ui.flows.match import begin
from firmware_py.ui.stack.screen_stack import ScreenStack
from tests.firmware_py.ui.stacks import PLAIN, box, new_stack

PATIENCE = 30.0
"""Seconds after which something that should have come will not come."""
LOOK_SECONDS = 0.02
LOCALHOST = "127.0.0.1"
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOCALHOST, 0))
        return int(probe.getsockname()[1])


def until(is_so: Callable[[], Any], patience: float = PATIENCE) -> None:
    """Look again and again until something is so that nobody tells us of, such as a file of another thread."""
    again = threading.Event()
    for _ in range(int(patience / LOOK_SECONDS)):
        if is_so():
            return
        again.wait(LOOK_SECONDS)
    raise AssertionError("it did not become so")


class Broker:
    """A Mosquitto of our own; with `keeps` it writes to the disk what Debian's would write."""

    def __init__(self, folder: Path, *, more: str = "", keeps: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        lines = [
            "max_queued_messages 10000",
            f"listener {self.port} {LOCALHOST}",
            more or "allow_anonymous true",
            "user root",
        ]
        if keeps:
            lines += ["persistence true", f"persistence_location {folder}/"]
        self._config.write_text("\n".join(lines) + "\n")
        self._log = folder / "mosquitto.log"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        assert MOSQUITTO is not None
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([MOSQUITTO, "-c", self._config], stdout=log, stderr=log)
        until(self._answers)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self._log.read_text()
        with suppress(OSError):
            socket.create_connection((LOCALHOST, self.port), timeout=1).close()
            return True
        return False

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def settings(self, **more: Any) -> Mqtt:
        return Mqtt(host=LOCALHOST, port=self.port, **more)


def quick_client(settings: Mqtt, client_id: str, **more: Any) -> Client:
    """Make a client that does not wait long before it tries again."""
    client = make_client(settings, client_id, **more)
    client.reconnect_delay_set(0.05, 0.2)  # type: ignore[arg-type]  # parts of a second work too
    return client


class Listener:
    """Somebody who listens to topics and waits for what comes."""

    def __init__(self, port: int, *topics: str) -> None:
        self.heard: list[tuple[str, str]] = []
        self.retained: dict[str, str] = {}
        """The last message of every topic."""
        self._news, self._topics, self._is_ready = threading.Condition(), topics or ("#",), False
        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.reconnect_delay_set(0.05, 0.2)  # type: ignore[arg-type]  # parts of a second work too
        self.client.on_connect, self.client.on_message = self._connected, self._message
        self.client.on_subscribe = self._subscribed
        self.client.connect_async(LOCALHOST, port)
        self.client.loop_start()

    def __enter__(self) -> Self:
        self.wait(lambda: self._is_ready)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def _connected(self, client: Client, *_: Any) -> None:
        client.subscribe([(topic, 1) for topic in self._topics])

    def _subscribed(self, *_: Any) -> None:
        with self._news:
            self._is_ready = True
            self._news.notify_all()

    def _message(self, _client: Any, _data: Any, message: Any) -> None:
        with self._news:
            self.heard.append((message.topic, message.payload.decode(errors="replace")))
            self.retained[message.topic] = message.payload.decode(errors="replace")
            self._news.notify_all()

    def wait(self, is_so: Callable[[], Any], patience: float = PATIENCE) -> Any:
        """Wait until something is so, and return it."""
        with self._news:
            assert self._news.wait_for(is_so, patience), self.heard[-10:]
            return is_so()

    def of(self, topic: str) -> list[Any]:
        """Give every message of the topics that end so, as values."""
        return [json.loads(text) for name, text in self.heard if name.endswith(topic)]

    def state(self) -> Any:
        """Return the last state that was published; an empty one before the first."""
        found = self.of("/state")
        return found[-1] if found else {}

    def say(self, topic: str, value: Any, *, retain: bool = False) -> None:
        payload = value if isinstance(value, str | bytes) else json.dumps(value)
        self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE)


class Box:
    """A box with a journal and a publisher, without displays and keys."""

    def __init__(self, broker: Broker, folder: Path, table: str = "Table 1", **settings: Any) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.path = str(folder / "journal.db")
        self.journal = Journal(self.path)
        self.stack: ScreenStack = new_stack(self.journal, PLAIN, str(folder))
        self.faults: list[str] = []
        mqtt = broker.settings(table=table, **settings)
        self.publisher = Publisher(
            mqtt, partial(quick_client, mqtt), str(folder), self.path, table=table, note=self.faults.append
        )
        self.publisher.publish(self.stack)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.publisher.close(PATIENCE)
        self.journal.close()
        assert self.faults == []

    def begin(self, *players: str, game: str = "inside", **tags: str) -> None:
        begin(self.stack, Setup(game, players or ("Anna", "Ben"), tags=tags))
        self.publisher.publish(self.stack)

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            box(self.stack).submit(read_act(sentence))
            self.publisher.publish(self.stack)

    def wait_confirmed(self, count: int) -> None:
        """Wait until so many results are noted as confirmed by the broker."""
        path = self.folder / "mqtt-sent.txt"
        until(lambda: path.exists() and path.read_text().count(" sent ") >= count)

    def finish(self, *players: str) -> None:
        """Begin a match and end it at once: the second player leaves."""
        self.begin(*players)
        self.say("2 quit")
