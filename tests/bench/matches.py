"""A match of each kind on a whole box without a panel: pictures and their bytes are measured on these."""

import tempfile
from collections.abc import Iterator
from unittest.mock import patch

from engine.game import Setup
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.worker import Worker
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from firmware_py.ui.flows.home import FLOWS, home
from firmware_py.ui.flows.match import begin
from firmware_py.ui.stack.screen_stack import ScreenStack
from tests.engine.games import NAMES
from tests.firmware_py.ui.stacks import PLAIN, services

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


def matches() -> Iterator[tuple[Setup, ScreenStack]]:
    """Yield each setup and a desk with such a match, with a real journal and the worker that waits for it.

    The data folder is new each time: a catalogue that learnt cards in another part would change the pictures.
    """
    with tempfile.TemporaryDirectory() as folder, patch.dict("os.environ", SIDELINE_DATA=folder):
        disk = Worker("disk")
        journal = Journal(f"{folder}/journal.db")
        for setup in SETUPS:
            stack = ScreenStack(
                MatchStore(journal, disk),
                PLAIN,
                CrashLog(folder),
                Translations("en"),
                flows=FLOWS,
                services=services(),
            )
            home(stack)
            begin(stack, setup)
            yield setup, stack
        disk.stop()
        journal.close()
