"""The club server as a whole: store, subscriber and pages, until it is told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from functools import partial

from engine.verdicts import Sentence
from firmware_py.club.app import ClubApp
from firmware_py.club.club import Club
from firmware_py.club.store import Store
from firmware_py.club.subscriber import Subscriber
from firmware_py.config.mqtt import Mqtt
from firmware_py.errors import UserError
from firmware_py.http import limits, network
from firmware_py.http.server import AcceptPolicy, Server
from firmware_py.http.sessions import Sessions
from firmware_py.mqtt.bounded_client import BoundedClient
from firmware_py.storage.crash_log import Faults

SIZES = limits.PHONES._replace(listeners=200, listeners_each=40, connections=300, connections_each=60)
"""A club has televisions and many phones, some of them behind one address."""


class ClubServer:
    """Everything that `sideline club` runs."""

    def __init__(
        self,
        settings: Mqtt,
        make_client: Callable[[str], BoundedClient],
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
        self.sessions = one = Sessions(cookie="sideline-club")
        one.code, one.long_code = self.store.kept("code", one.code), self.store.kept("long code", one.long_code)
        self.subscriber = Subscriber(settings, make_client, self.club, note)
        bounds = limits.Limits(sizes=SIZES)
        self._server = Server(
            sockets,
            ClubApp(self.club, self.subscriber, self.sessions, bounds),
            AcceptPolicy(bounds, self._is_allowed, self.sessions.has),
            Faults(note, "page"),
        )
        self.club.changed = partial(self._server.publish, None)

    def close(self) -> None:
        """Leave the broker, end all connections and close the file."""
        self.subscriber.close()
        self._server.close()
        self.store.close()

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
