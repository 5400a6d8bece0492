"""Tables that play by themselves: random matches on a real journal, published as by a box.

For `make run-club`, and for measurements with many tables. There are no displays and no keys.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence
from itertools import cycle

from engine import GAMES
from engine.acts import Act, is_open, read_act
from engine.game import Setup
from engine.match import Match
from firmware_py.config.mqtt import Mqtt
from firmware_py.mqtt.bounded_client import BoundedClient
from firmware_py.mqtt.publisher import Publisher
from firmware_py.mqtt.table_state import TableSnapshot
from firmware_py.storage.journal import Journal, Status
from firmware_py.storage.match_store import new_match

NAMES = (
    *("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Ida", "Jonas", "Klara", "Leo"),
    *("Mia", "Noah", "Olga", "Paul", "Quirin", "Rosa", "Sara", "Theo", "Ute", "Vera", "Willi", "Zoë"),
)
MOST_ACTS = 400
"""A match that takes longer is ended: somebody leaves."""


class SimulatedTable:
    """A table with a journal and a publisher, whose players play at random."""

    def __init__(
        self,
        settings: Mqtt,
        make_client: Callable[[str], BoundedClient],
        folder: str,
        *,
        seed: int,
        note: Callable[[str], None],
        games: Sequence[str] = tuple(GAMES),
        names: Sequence[str] = NAMES,
        most_acts: int = MOST_ACTS,
    ) -> None:
        """Begin a first match of one of the games; `note` gets faults as text."""
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "journal.db")
        self._chance, self._games, self._most = random.Random(seed), games, most_acts
        self._names = names
        self.journal = Journal(path)
        self.publisher = Publisher(settings, make_client, folder, path, table=settings.table, note=note)
        self.finished = 0
        """Matches that have ended since the start."""
        self._begin()

    def close(self, wait_seconds: float = 0.0) -> None:
        """End the publisher and close the journal."""
        self.publisher.close(wait_seconds)
        self.journal.close()

    def _begin(self) -> None:
        game = self._chance.choice(self._games)
        players = tuple(self._chance.sample(self._names, self._chance.choice(GAMES[game].seats)))
        self.match: Match[object] = new_match(Setup(game, players))
        self.number = self.journal.begin(self.match.setup, date="????-??-??")
        self._publish()

    def act(self) -> None:
        """Play one act; after the last one of a match, begin another match."""
        if self.match.standing().is_decided:
            self._begin()
            return
        act = self._choose()
        place = len(self.match.log)
        refusal = self.match.play(act, lambda: self.journal.keep(self.number, place, str(act)))
        assert refusal is None, f"{act}: {refusal}"
        if self.match.standing().is_decided:
            self.journal.settle(self.number, Status.OVER, self.match.players, self.match.standing())
            self.finished += 1
        self._publish()

    def _choose(self) -> Act:
        """Return a random act; where several things can be done, what is done is drawn first."""
        rules, state = self.match.rules, self.match.state
        acts = rules.legal(state)
        if len(self.match.log) >= self._most or not acts:
            leaving = [read_act(f"{seat} quit") for seat in range(1, len(self.match.players) + 1)]
            acts = [act for act in leaving if rules.judge(state, act) is None] or acts
        verb = self._chance.choice(sorted({act.verb for act in acts}))
        act = self._chance.choice([act for act in acts if act.verb == verb])
        while is_open(act):
            act = self._chance.choice([each for each in rules.answers(state, act) if not each.hollow]).act
        return act

    def _publish(self) -> None:
        match = self.match
        self.publisher.put(TableSnapshot("en", self.number, match.setup, match.state, match.names, len(match.log)))


def play_on(tables: Sequence[SimulatedTable], stop: Callable[[float], bool], seconds: float) -> None:
    """Let each table play an act in every so many seconds, evenly spread, until `stop` returns True.

    `stop` waits for so many seconds that it is told to stop.
    """
    due = time.monotonic()
    for table in cycle(tables):
        table.act()
        due += seconds / len(tables)
        if stop(max(due - time.monotonic(), 0.0)):
            return
