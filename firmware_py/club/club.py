"""What the club knows now: its tables, its results, its roster, and what it has ignored."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from firmware_py.club.messages import Result, Table, read_index, read_result, read_state
from firmware_py.club.store import Store
from firmware_py.mqtt.topics import AVAILABLE, UNAVAILABLE, Topics, players_topic, read_topic
from firmware_py.outside import BadValue

MOST_TABLES = 5000
"""Boxes that are remembered; more of them are somebody's flood."""
STATE, RESULT, INDEX, PRESENCE = "state", "result", "index", "available"
READ = (STATE, RESULT, INDEX, PRESENCE)
"""The topics of a box that the club listens to."""


class Outgoing(NamedTuple):
    """A message to be published."""

    topic: str
    payload: str
    retain: bool = False


class Club:
    """Takes messages of boxes, on the thread of the network; others read the tables."""

    def __init__(self, store: Store, prefix: str, changed: Callable[[], None] = lambda: None) -> None:
        """Start without tables; `changed` is called after each change."""
        self.store, self._prefix, self.changed = store, prefix, changed
        self._lock = threading.Lock()
        self._tables: dict[str, Table] = {}
        self._present: dict[str, bool] = {}
        self._named: dict[str, dict[str, int]] = {}
        """For each box the results that it was asked for, with the revision in its index."""
        self.version = 0
        """Another number after each message about a table."""
        self.ignored = Counter[str]()
        """How many messages were ignored, by their topic's last level."""

    def tables(self) -> list[tuple[Table, bool]]:
        """Return all tables in the order of their names, and whether each box is there now."""
        with self._lock:
            found = [(table, self._present.get(box, False)) for box, table in self._tables.items()]
        return sorted(found, key=lambda pair: (_natural(pair[0].table), pair[0].box))

    def roster_message(self) -> Outgoing:
        """Return the message with the roster, which every box gets when it connects."""
        payload = json.dumps({"players": self.store.roster()}, ensure_ascii=False)
        return Outgoing(players_topic(self._prefix), payload, retain=True)

    def retire(self, box: str) -> list[Outgoing]:
        """Forget the table of a box that is switched off; return what empties its topics at the broker."""
        with self._lock:
            if box not in self._tables or self._present.get(box, False):
                return []
            del self._tables[box]
            self._present.pop(box, None)
            self.version += 1
        topics = Topics(self._prefix, box)
        return [Outgoing(topic, "", retain=True) for topic in (topics.state, topics.available, topics.index)]

    def receive(self, topic: str, payload: bytes) -> list[Outgoing]:
        """Take a message; return what is to be published because of it. Raises `sqlite3.Error`.

        When it returns, a result is stored.
        """
        found = read_topic(self._prefix, topic)
        if found is None or found[1] not in READ:
            self.ignored["topic"] += 1
            return []
        box, kind = found
        if not payload:  # the topic of a box that was retired
            return []
        try:
            answer = self._take(box, kind, payload)
        except BadValue:
            self.ignored[kind] += 1
            return []
        self.changed()
        return answer

    def _take(self, box: str, kind: str, payload: bytes) -> list[Outgoing]:
        match kind:
            case "state":
                self._remember(box, read_state(box, payload))
            case "available":
                self._take_presence(box, payload)
            case "result":
                self._take_result(read_result(box, payload))
            case _:
                return self._ask_for_missing(box, payload)
        return []

    def _remember(self, box: str, table: Table) -> None:
        with self._lock:
            if box not in self._tables and len(self._tables) >= MOST_TABLES:
                raise BadValue
            self._tables[box] = table._replace(began=time.monotonic() - 60 * table.minutes)
            self.version += 1

    def _take_presence(self, box: str, payload: bytes) -> None:
        if payload not in {AVAILABLE.encode(), UNAVAILABLE.encode()}:
            raise BadValue
        with self._lock:
            if box not in self._present and len(self._present) >= MOST_TABLES:
                raise BadValue
            self._present[box] = payload == AVAILABLE.encode()
            self.version += 1

    def _take_result(self, result: Result) -> None:
        """Store a result that is newer, or that the index of its box has named."""
        named = self._named.get(result.box, {})
        is_named = named.get(result.id) == result.revision
        if not self.store.has_room(result):
            raise BadValue
        if is_named:
            del named[result.id]
        self.store.add(result, is_named=is_named)

    def _ask_for_missing(self, box: str, payload: bytes) -> list[Outgoing]:
        """Compare the results that a box has with what is stored; ask for those that differ.

        What a box names in its index counts, even if it seems older: somebody else may have sent a higher revision
        in its name.
        """
        index = read_index(box, payload)
        known = self.store.revisions(box, index.journal)
        missing = [number for number, revision in index.results.items() if known.get(number) != revision]
        if box in self._named or len(self._named) < MOST_TABLES:
            self._named[box] = {f"{box}-{index.journal}-{number}": index.results[number] for number in missing}
        if not missing:
            return []
        return [Outgoing(Topics(self._prefix, box).wanted, json.dumps(sorted(missing)))]


def _natural(name: str) -> list[tuple[int, str]]:
    """Return a key that sorts Table 2 before Table 10.

    >>> sorted(["Table 10", "Table 2"], key=_natural)
    ['Table 2', 'Table 10']
    """
    return [(int(part), "") if part.isdecimal() else (-1, part.casefold()) for part in re.split(r"(\d+)", name)]
