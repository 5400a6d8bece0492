"""The club server as a whole: store, subscriber and pages, until it is told to stop."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING, cast

from engine.verdicts import Sentence
from firmware_py.club.app import ClubApp
from firmware_py.club.club import Club
from firmware_py.club.store import Store
from firmware_py.club.subscriber import Subscriber
from firmware_py.errors import UserError
from firmware_py.i18n.sentences import plain
from firmware_py.ui.task import UiTask
from firmware_py.ui.view_model import ViewModel
from firmware_py.web import limits, network
from firmware_py.web.server import AcceptPolicy, Server
from firmware_py.web.sessions import Sessions
from firmware_py.web.snapshot import Snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paho.mqtt.client import Client

    from firmware_py.config.mqtt import Mqtt
    from firmware_py.ui.screen_stack import ScreenStack

BATCH_SECONDS = 0.1
"""Changes of so long are sent to the browsers together."""
SIZES = limits.PHONES._replace(listeners=200, listeners_each=40, connections=300, connections_each=60)
"""A club has televisions and many phones, some of them behind one address."""
NO_TABLE = Snapshot(0, ViewModel(plain("")), None)
"""The server for pages of a box wants one; the pages of a club take nothing from it."""


class _Notes:
    """What the server for pages needs of a screen stack: a place for faults."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self.crash_log, self.note = self, note


class ClubServer:
    """Everything that `sideline club` runs."""

    def __init__(
        self,
        settings: Mqtt,
        make_client: Callable[[str], Client],
        path: str,
        *,
        interfaces: Sequence[str] = (),
        port: int,
        note: Callable[[str], None],
    ) -> None:
        """Open the store in a file, connect to the broker, serve the pages; `note` gets faults as text.

        Raises a `UserError`, `OSError` or `sqlite3.Error`.
        """
        self._interfaces = network.Interfaces()
        sockets, self.addresses = self._listen(tuple(interfaces) or network.AUTO, port)
        self.store = Store(path)
        self.club = Club(self.store, settings.prefix)
        self.sessions = Sessions(cookie="sideline-club")
        self.subscriber = Subscriber(settings, make_client, self.club, note)
        bounds = limits.Limits(sizes=SIZES)
        self._server = Server(
            sockets,
            NO_TABLE,
            lambda feed: ClubApp(self.club, self.subscriber, feed.listen, self.sessions, bounds).app,
            AcceptPolicy(bounds, self._is_allowed, self.sessions.has),
            lambda task: _run(task, _Notes(note)),
        )
        self._changed, self._is_closing = threading.Event(), False
        self._thread = threading.Thread(target=self._send_changes, name="changes", daemon=True)
        self._thread.start()
        self.club.changed = self._changed.set

    def close(self) -> None:
        """Leave the broker, end all connections and close the file."""
        self.subscriber.close()
        self._is_closing = True
        self._changed.set()
        self._thread.join()
        self._server.close()
        self.store.close()

    def _send_changes(self) -> None:
        """Wake the browsers after changes, a few times a second."""
        pause = threading.Event()
        while not self._is_closing:
            self._changed.wait()
            pause.wait(BATCH_SECONDS)
            self._changed.clear()
            self._server.do(lambda: None)

    def _listen(self, names: tuple[str, ...], port: int) -> tuple[list[socket.socket], list[str]]:
        """Open a socket on every interface; return them and their addresses. Raises a `UserError`."""
        found = network.choose_interfaces(names, self._interfaces())
        if isinstance(found, Sentence):
            raise UserError(found)
        opened = [network.listening_socket(interface, port) for interface in found]
        why = next((each for each in opened if isinstance(each, Sentence)), None)
        sockets = [each for each in opened if isinstance(each, socket.socket)]
        if why is not None:
            for each in sockets:
                each.close()
            raise UserError(why)
        return sockets, [f"{interface.address}:{port}" for interface in found]

    def _is_allowed(self, ours: str, peer: str) -> bool:
        return network.is_in_subnet(ours, peer, self._interfaces())


def _run(task: object, notes: _Notes) -> bool:
    """Run a task of the server for pages; its only ones are faults to be noted."""
    if isinstance(task, UiTask):
        task.do(cast("ScreenStack", notes))
    return True
