"""The subscriber: the club server's connection to the broker.

The broker knows it by its name and keeps what comes while it is away. What goes to the disk has a thread of its
own, so that a slow disk does not stop the wall. A result is confirmed when it is stored, or when that has failed.
What the disk or a broker has lost is seen in the index of its box, with the withdrawn results, and asked for.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from queue import Full, Queue
from typing import NamedTuple

from paho.mqtt.client import Client, MQTTMessage

from firmware_py.club.club import INDEX, READ, RESULT, Club, Outgoing
from firmware_py.config.mqtt import Mqtt
from firmware_py.mqtt.bounded_client import BoundedClient
from firmware_py.storage.crash_log import Faults

CLIENT_ID = "sideline-club"
RETRY_SECONDS = 5.0
"""After this the broker is asked for the index of every box again, if a result was not stored."""
STORED = (f"/{RESULT}", f"/{INDEX}")
"""The ends of the topics that need the disk."""
MOST_WAITING = 1000
"""Messages that wait for the disk. A broker sends far fewer before the first is confirmed; more are a flood."""


class _Received(NamedTuple):
    """A message, and in which connection it came: a broker does not know what an earlier one has sent."""

    message: MQTTMessage
    connection: int


class Subscriber:
    """Listens to all boxes of a club."""

    def __init__(
        self, settings: Mqtt, make_client: Callable[[str], BoundedClient], club: Club, note: Callable[[str], None]
    ) -> None:
        """Connect in a thread of paho, and store in another one; `note` gets exceptions as text."""
        self._prefix, self._club, self._faults = settings.prefix, club, Faults(note, "club")
        self._retry = threading.Timer(RETRY_SECONDS, lambda: None)
        """Subscribes again, once for all results that were not stored."""
        self.is_connected = False
        self.connected = threading.Event()
        self._client = client = make_client(f"{CLIENT_ID}-{club.store.id}")
        client.manual_ack_set(on=True)
        client.on_connect, client.on_disconnect, client.on_message = self._connected, self._lost, self._message
        self._connection = 0
        self._waiting: Queue[_Received | None] = Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._store, name="store", daemon=True)
        self._thread.start()
        client.connect_to(settings)

    def close(self) -> None:
        """Leave the broker, and store what has arrived."""
        self._client.disconnect()
        self._client.loop_stop()
        self._waiting.put(None)
        self._thread.join()

    def publish(self, message: Outgoing) -> None:
        """Publish a message; from any thread."""
        self._client.publish(message.topic, message.payload, qos=1, retain=message.retain)

    def publish_roster(self) -> None:
        """Publish the roster to all boxes."""
        self.publish(self._club.roster_message())

    def _connected(self, client: Client, _data: object, _flags: object, reason: object, _more: object) -> None:
        if getattr(reason, "is_failure", False):
            return  # a wrong password: paho tries again
        self._connection += 1
        self._subscribe(client)
        self.publish_roster()
        self.is_connected = True
        self.connected.set()
        self._club.changed()

    def _subscribe(self, client: Client) -> None:
        client.subscribe([(f"{self._prefix}/box/+/{name}", 1) for name in READ])

    def _lost(self, *_arguments: object) -> None:
        self.is_connected = False
        self._club.changed()

    def _message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        received = _Received(message, self._connection)
        if not message.topic.endswith(STORED):
            self._take(received)
            return
        try:
            self._waiting.put_nowait(received)
        except Full:
            self._club.ignored["flood"] += 1
            self._confirm(received)
            self._subscribe_later()  # it may have been a result

    def _store(self) -> None:
        """Take the messages that need the disk, one by one."""
        while (received := self._waiting.get()) is not None:
            self._take(received)

    def _confirm(self, received: _Received) -> None:
        if received.connection == self._connection:
            self._client.ack(received.message.mid, received.message.qos)

    def _take(self, received: _Received) -> None:
        message = received.message
        try:
            for answer in self._club.receive(message.topic, bytes(message.payload)):
                self.publish(answer)
        except sqlite3.Error as error:  # the index of the box, which comes again then, tells what is missing
            self._faults.note(error)
            self._subscribe_later()
        except Exception as error:  # noqa: BLE001 - one message must not stop the others
            self._faults.note(error)
        self._confirm(received)

    def _subscribe_later(self) -> None:
        if not self._retry.is_alive():
            self._retry = threading.Timer(RETRY_SECONDS, self._subscribe, (self._client,))
            self._retry.daemon = True
            self._retry.start()
