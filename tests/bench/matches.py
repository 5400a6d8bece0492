"""A match of each kind on a whole box without a panel: pictures and their bytes are measured on these."""

import tempfile
from collections.abc import Iterator
from unittest.mock import patch

from engine.game import Setup
from firmware_py.blackbox import BlackBox
from firmware_py.desk import Desk
from firmware_py.desk.evening import begin
from firmware_py.desk.home import home
from firmware_py.journal import Journal
from firmware_py.keeper import Keeper
from firmware_py.words import Words
from firmware_py.worker import Worker
from tests.engine.games import NAMES
from tests.firmware_py.desks import PLAIN

SETUPS = (
    Setup("inside", NAMES[:2]),
    Setup("insider", NAMES[:3]),
    Setup("insider", NAMES[:3], tags={"Depth": "board"}),
    Setup("offline", NAMES[:3]),
    Setup("online", NAMES[:4]),
)


class Bus:
    """A bus that takes everything, and sends it nowhere."""

    def command(self, *_given: int) -> None:
        """Take commands."""

    def data(self, _given: bytes) -> None:
        """Take data."""

    def cleanup(self) -> None:
        """Keep nothing."""


def matches() -> Iterator[tuple[Setup, Desk]]:
    """Yield each setup and a desk with such a match, with a real journal and the worker that waits for it.

    The data folder is new each time: a catalogue that learnt cards in another part would change the pictures.
    """
    with tempfile.TemporaryDirectory() as folder, patch.dict("os.environ", SIDELINE_DATA=folder):
        disk = Worker("disk")
        journal = Journal(f"{folder}/journal.db")
        for setup in SETUPS:
            desk = Desk(Keeper(journal, disk), PLAIN, BlackBox(folder), Words("en"))
            home(desk)
            begin(desk, setup)
            yield setup, desk
        disk.stop()
        journal.close()
