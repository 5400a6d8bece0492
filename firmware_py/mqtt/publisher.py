"""The publisher: hands what happens at a table to a broker, in threads of its own.

The thread of the keys calls `publish`, which puts a moment into a queue and returns. paho has a thread for the
network; its callbacks only put notes into the same place. All work is done in the thread of the publisher, which
sleeps until there is some. While there is no broker the table goes on: its state is published when there is one
again, its results are in the journal.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from socket import gethostname
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.config.mqtt import LONGEST_TABLE, Mqtt
from firmware_py.i18n.translations import translations_of
from firmware_py.mqtt.client import make_client
from firmware_py.mqtt.discovery import BIRTH_TOPIC, discovery_json, discovery_topic
from firmware_py.mqtt.outbox import SENT, WITHDRAWN, Letter, Outbox, prepare_folder
from firmware_py.mqtt.results import result_json
from firmware_py.mqtt.table_state import (
    FORMAT,
    TableSnapshot,
    TableWatch,
    events_between,
    may_change_results,
    table_json,
)
from firmware_py.mqtt.topics import AVAILABLE, MOST_BYTES, UNAVAILABLE, Topics
from firmware_py.outside import BadValue, parse
from firmware_py.storage.clock import is_clock_set
from firmware_py.storage.crash_log import Faults
from firmware_py.storage.paths import data_folder, journal_file
from firmware_py.storage.results import open_results
from firmware_py.storage.roster import good_names, load_roster, save_roster
from firmware_py.ui.stack.screen_stack import ScreenStack

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage

    from firmware_py.mqtt.bounded_client import BoundedClient

STATE_SECONDS = 0.25
"""At most one state in this time: four a second."""
BATCH_SECONDS = 0.03
"""Moments of so long are published together: the threads share one interpreter, and the keys come first."""
MOST_MOMENTS = 256
"""Moments that wait for the publisher; if there are more, the oldest are dropped."""
RETRY_SECONDS = 2.0
"""After this a step that has failed is tried again: the files are read again, and what waits is sent."""
MOST_IN_FLIGHT = 10
"""Results that are sent before the broker has confirmed the first of them."""
MOST_MESSAGES = 64
"""Messages that wait for the publisher; if there are more, the oldest are dropped."""


class Message(NamedTuple):
    """A message of the broker."""

    topic: str
    payload: bytes


class Publisher:
    """Publishes the table of one box.

    Half of its methods run in the program's thread, half in its own; they stay in one class because the lock and
    the rules for who may call what are one thing.
    """

    def __init__(
        self,
        settings: Mqtt,
        make_client: Callable[[str], BoundedClient],
        folder: str,
        journal: str,
        *,
        table: str,
        note: Callable[[str], None] = lambda _text: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the threads; `make_client` gets a client id, `folder` keeps what was confirmed.

        `journal` is the path of the journal, `table` the name of the table, `note` writes to the crash log.
        """
        self._settings, self._make_client, self._folder, self._journal = settings, make_client, folder, journal
        self._table, self._faults, self._clock = table, Faults(note, "mqtt"), clock
        prepare_folder(folder, journal)
        # what other threads put here
        self._work = threading.Event()
        self._moments: deque[TableSnapshot] = deque(maxlen=MOST_MOMENTS)
        self._messages: deque[Message] = deque(maxlen=MOST_MESSAGES)
        self._confirmed: deque[int] = deque()
        self._is_connected = self._is_new_connection = self._is_closing = False
        self._watch = TableWatch()
        """What `publish` has seen last; for the thread of the keys."""
        # for the thread of the publisher
        self._moment: TableSnapshot | None = None
        self._last = ""
        self._state_sent: str | None = None
        self._state_at = float("-inf")
        self._in_flight: dict[int, Letter] = {}
        self._wanted: list[Letter] = []
        self._is_outbox_due = self._is_state_due = True
        self._index_sent: str | None = None
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)
        self._thread.start()

    # --- for the thread of the keys

    def publish(self, stack: ScreenStack) -> None:
        """Take a moment of the table if something has changed. Never waits."""
        if (moment := self._watch.news(stack)) is not None:
            self.put(moment)

    def put(self, moment: TableSnapshot) -> None:
        """Hand a moment to the publisher. Never waits."""
        self._moments.append(moment)
        self._work.set()

    def close(self, wait_seconds: float = 0.0) -> None:
        """Publish that the box is offline and end the threads; wait for them at most some seconds.

        A program that ends without waiting needs no more: then the broker says it.
        """
        self._is_closing = True
        self._work.set()
        if wait_seconds:
            self._thread.join(wait_seconds)

    # --- callbacks of paho, in its thread

    def _on_connect(self, client: Client, _data: object, _flags: object, reason: object, _more: object) -> None:
        if getattr(reason, "is_failure", False):
            return  # a wrong password: paho tries again
        topics = self._topics
        client.subscribe([(topics.players, 1), (topics.wanted, 1), (BIRTH_TOPIC, 1)])
        self._is_connected = self._is_new_connection = True
        self._work.set()

    def _on_disconnect(self, *_arguments: object) -> None:
        self._is_connected = False

    def _on_publish(self, _client: object, _data: object, mid: int, reason: object, *_more: object) -> None:
        if getattr(reason, "is_failure", False):
            return  # the broker refuses it: it is sent again after the next connection
        self._confirmed.append(mid)
        self._work.set()

    def _on_message(self, _client: object, _data: object, message: MQTTMessage) -> None:
        if len(message.payload) <= MOST_BYTES:
            self._messages.append(Message(message.topic, bytes(message.payload)))
            self._work.set()

    # --- the thread of the publisher

    def _run(self) -> None:
        client: Client | None = None
        timeout: float | None = None
        while not self._is_closing:
            try:
                if client is None:
                    self._open_outbox()
                    self._topics = Topics(self._settings.prefix, self._outbox.identity.box)
                    self._client = client = self._connect()
                self._work.wait(timeout)
                if self._moments and not self._is_closing:
                    time.sleep(BATCH_SECONDS)
                self._work.clear()
                timeout = self._step()
            except Exception as error:  # noqa: BLE001 - the table goes on without a broker
                self._faults.note(error)
                timeout = RETRY_SECONDS
                if client is None:
                    self._work.clear()
                    self._work.wait(RETRY_SECONDS)
        if client is not None:
            self._leave(client)

    def _leave(self, client: Client) -> None:
        if self._is_connected:
            client.publish(self._topics.available, UNAVAILABLE, qos=1, retain=True)
        client.disconnect()
        client.loop_stop()
        if self._outbox.results is not None:
            self._outbox.results.close()

    def _open_outbox(self) -> None:
        """Open the journal, if it can be read, and the outbox. Raises `OSError` or `sqlite3.Error`."""
        results = open_results(self._journal)
        try:
            self._outbox = Outbox(self._folder, results)
        except BaseException:
            if results is not None:
                results.close()
            raise

    def _connect(self) -> BoundedClient:
        client = self._make_client(self._outbox.identity.box)
        client.will_set(self._topics.available, UNAVAILABLE, qos=1, retain=True)
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_publish, client.on_message = self._on_publish, self._on_message
        client.connect_to(self._settings)
        return client

    def _step(self) -> float | None:
        """Do what is to be done; return after how many seconds to look again, None for when there is news."""
        self._take_confirmations()
        events = self._take_moments()
        if not self._is_connected:
            self._messages.clear()
            return None
        if self._is_new_connection:
            self._is_new_connection = False
            self._greet()
        self._take_messages()
        for event in events:
            self._send(self._topics.event, {"event_type": event, **self._about()}, qos=0)
        waits = (self._send_state(), self._send_results())
        return min((wait for wait in waits if wait is not None), default=None)

    def _greet(self) -> None:
        """Publish that the box is there, then what it is, then how its table stands: always in this order."""
        self._client.publish(self._topics.available, AVAILABLE, qos=1, retain=True)
        if self._settings.home_assistant:
            language = self._moment.language if self._moment is not None else "en"
            box, translations = self._outbox.identity.box, translations_of(language)
            described = discovery_json(box, self._table, self._topics, translations)
            self._send(discovery_topic(box), described, retain=True)
        self._state_sent, self._state_at, self._index_sent = None, float("-inf"), None
        self._is_outbox_due = self._is_state_due = True

    def _take_moments(self) -> list[str]:
        """Go on to the newest moment; return what has happened since."""
        events: list[str] = []
        while self._moments:
            moment, before = self._moments.popleft(), self._moment
            self._moment = moment
            if before is None or before.number != moment.number:
                self._last = ""
            if before is not None:
                events += events_between(before, moment)
            self._is_outbox_due |= before is None or may_change_results(before, moment)
            self._is_state_due = True
        if events:
            self._last = events[-1]
        return events

    def _take_messages(self) -> None:
        while self._messages:
            message = self._messages.popleft()
            if message.topic == BIRTH_TOPIC:
                if message.payload == AVAILABLE.encode():
                    self._greet()
            elif message.topic == self._topics.wanted:
                asked = self._outbox.again(_read_json(message.payload))
                self._wanted += [letter for letter in asked if letter not in self._wanted]
            elif message.topic == self._topics.players:
                self._take_roster(_read_json(message.payload))

    def _take_roster(self, value: object) -> None:
        names = good_names(value.get("players") if isinstance(value, dict) else None)
        if isinstance(value, dict) and names != load_roster():
            with suppress(OSError):  # the names come again with the next connection
                save_roster(names)

    def _about(self) -> dict[str, object]:
        return {"box": self._outbox.identity.box, "table": self._table}

    def _send(self, topic: str, value: object, *, retain: bool = False, qos: int = 1) -> int:
        payload = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return int(self._client.publish(topic, payload, qos=qos, retain=retain).mid)

    def _send_state(self) -> float | None:
        """Publish the table if it has changed; return after how many seconds that is allowed again."""
        if self._moment is None or not self._is_state_due:
            return None
        wait = self._state_at + STATE_SECONDS - self._clock()
        if wait > 0:
            return wait
        self._is_state_due = False
        table = table_json(self._moment, names=self._settings.names)
        state = {**table, **self._about(), "last": self._last}
        text = json.dumps(state, ensure_ascii=False)
        if text != self._state_sent:
            self._state_sent, self._state_at = text, self._clock()
            self._send(self._topics.state, state, retain=True, qos=0)
        return None

    # --- results

    def _take_confirmations(self) -> None:
        while self._confirmed:
            letter = self._in_flight.pop(self._confirmed.popleft(), None)
            if letter is not None:
                self._outbox.confirm(letter)
                self._is_outbox_due = True

    def _send_results(self) -> float | None:
        """Send what the broker has not confirmed, and what somebody lacks, a few at a time.

        Returns after how many seconds to try again if the journal cannot be read now.
        """
        if self._is_outbox_due and self._moment is not None:
            self._is_outbox_due = False
            try:
                if self._outbox.results is None:
                    self._open_outbox()
                if self._outbox.results is None:
                    self._is_outbox_due = True
                    return RETRY_SECONDS
                self._send_index()
                for letter in self._outbox.pending():
                    if letter not in self._in_flight.values() and letter not in self._wanted:
                        self._wanted.append(letter)
            except (sqlite3.Error, OSError):
                self._is_outbox_due = True
                return RETRY_SECONDS
        while self._wanted and len(self._in_flight) < MOST_IN_FLIGHT:
            letter = self._wanted.pop(0)
            message = self._result(letter)
            if message is not None:
                self._in_flight[self._send(self._topics.result, message)] = letter
        return None

    def _send_index(self) -> None:
        index = {"format": FORMAT, **self._about(), "journal": self._outbox.identity.journal}
        text = json.dumps(
            index | {"results": self._outbox.index(SENT), "withdrawn": self._outbox.index(WITHDRAWN)}
        )
        if text != self._index_sent:
            self._index_sent = text
            self._client.publish(self._topics.index, text, qos=1, retain=True)

    def _result(self, letter: Letter) -> dict[str, object] | None:
        """Return the message of a result; None if it has changed since, then it is sent as it is now."""
        about = {**self._about(), "id": self._outbox.result_id(letter.number), "status": letter.what, "at": _now()}
        if letter.what != SENT:
            return {**about, "format": FORMAT, "match": letter.number, "revision": letter.revision}
        assert self._outbox.results is not None  # it has listed the letter
        result = self._outbox.results.result(letter.number)
        if result is None or result.revision != letter.revision:
            return None
        language = "en" if self._moment is None else self._moment.language
        return {**result_json(result, names=self._settings.names, language=language), **about}


def _read_json(payload: bytes) -> object:
    """Return the value of a message; None if it is not JSON."""
    try:
        value: object = parse(payload, MOST_BYTES)
    except BadValue:
        return None
    return value


def _now() -> str:
    """Return the time as text; nothing if the clock is not set."""
    now = time.gmtime()
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", now) if is_clock_set(now) else ""


def start_publisher(settings: Mqtt, note: Callable[[str], None]) -> Publisher:
    """Start publishing the table of this machine. Raises a `UserError` for a file that is not readable."""
    make_client(settings, "")  # so that a wrong path is said at the start
    table = (settings.table.strip() or gethostname())[:LONGEST_TABLE]  # as the club reads it
    return Publisher(
        settings, partial(make_client, settings), data_folder(), journal_file(), table=table, note=note
    )
