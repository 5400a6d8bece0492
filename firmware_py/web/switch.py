"""The switch of the page: opens its sockets, starts its server with new codes, and takes it away again."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from engine.verdicts import Sentence, say
from firmware_py.ui.flows.phones import Status
from firmware_py.web import network
from firmware_py.web.snapshot import SnapshotTaker

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_py.config.wiring import Network
    from firmware_py.ui.screen_stack import ScreenStack
    from firmware_py.web.network import Interface
    from firmware_py.web.server import Server
    from firmware_py.web.sessions import Sessions
    from firmware_py.web.simulated_box import SimulatedBox
    from firmware_py.web.snapshot import Snapshot

PORTS_TRIED = 20
"""By the virtual box, of which there may be several on a machine."""


class PageSwitch:
    """The page of this box, on or off."""

    def __init__(
        self, put: Callable[[object], None], settings: Network, virtual: SimulatedBox | None = None
    ) -> None:
        """Be off; `put` takes what people do on the page."""
        self._put, self._settings, self._simulated = put, settings, virtual
        self._snapshots = SnapshotTaker()
        self._server: Server | None = None
        self._sessions: Sessions | None = None
        self._interfaces = network.Interfaces()
        self._heard: dict[str, int] = {}
        """The interfaces that are listened on, each with its port."""

    @property
    def status(self) -> Status:
        """Tell how it is; addresses come and go with the network."""
        if self._sessions is None:
            return Status()
        addresses = tuple(
            _address(interface, self._heard[interface.name])
            for interface in self._interfaces()
            if interface.name in self._heard and interface.address
        )
        return Status(
            is_on=True,
            addresses=addresses,
            code=self._sessions.code,
            long_code=self._sessions.long_code,
            is_under_attack=self._sessions.is_besieged,
            why=None if addresses else say("network.none"),
            is_fixed=self._simulated is not None,
        )

    def publish(self, stack: ScreenStack) -> None:
        """Let everybody see what is on the desk."""
        if self._server is None:
            return
        try:
            self._server.publish(self._photograph(stack))
        except Exception as error:  # noqa: BLE001 - a fault of the page is none of the game's
            self._server.faults.note(error)

    def _photograph(self, stack: ScreenStack) -> Snapshot:
        return self._snapshots.take(stack, None if self._simulated is None else self._simulated.shown())

    def turn_on(self, stack: ScreenStack) -> Status:
        """Switch it on, with new codes; the status says if that cannot be."""
        from firmware_py.web import limits
        from firmware_py.web.actions import ActionContext
        from firmware_py.web.app import App
        from firmware_py.web.server import AcceptPolicy, Server
        from firmware_py.web.sessions import Sessions

        self.turn_off()
        sockets = self._listen()
        if isinstance(sockets, Sentence):
            return Status(why=sockets)
        port = next(iter(self._heard.values()), self._settings.port)
        self._sessions = sessions = Sessions(cookie=f"sideline-{port}")
        is_one_machine = self._simulated is not None and self._names == (network.LOOPBACK,)
        bounds = limits.Limits(sizes=limits.ONE_MACHINE if is_one_machine else limits.PHONES)
        hands = ActionContext(self._snapshots.is_asked, self._simulated)
        self._server = Server(
            sockets,
            self._photograph(stack),
            lambda feed: App(feed, sessions, bounds, self._put, hands).app,
            AcceptPolicy(bounds, self._is_welcome, self._listen_more),
            self._put,
        )
        return self.status

    def turn_off(self) -> None:
        """Switch it off; every phone is forgotten."""
        if self._server is not None:
            self._server.close()
        self._server = self._sessions = None
        self._heard.clear()

    # --- the network

    @property
    def _names(self) -> tuple[str, ...]:
        return self._settings.interfaces or (network.AUTO if self._simulated is None else (network.LOOPBACK,))

    def _listen(self) -> list[socket.socket] | Sentence:
        """Open a socket on every interface; the virtual box takes the next port that is free.

        A box whose network is not there yet waits for it.
        """
        found = network.chosen(self._names, self._interfaces())
        if isinstance(found, Sentence):
            return [] if found.key == "network.none" else found
        tries = 1 if self._simulated is None else PORTS_TRIED
        for port in range(self._settings.port, self._settings.port + tries):
            opened = [network.listening_socket(interface, port) for interface in found]
            sockets = [each for each in opened if isinstance(each, socket.socket)]
            if len(sockets) == len(opened):
                self._heard = {interface.name: port for interface in found}
                return sockets
            for each in sockets:
                each.close()
        return next(each for each in opened if isinstance(each, Sentence))

    def _listen_more(self) -> list[socket.socket]:
        """Open sockets on interfaces that have come since; the server's thread asks for them."""
        found = network.chosen(self._names, self._interfaces())
        there = () if isinstance(found, Sentence) else found
        port = next(iter(self._heard.values()), self._settings.port)
        gone = self._heard.keys() - {interface.name for interface in self._interfaces()}
        for name in gone:  # it may come back as another device of the same name
            del self._heard[name]
        sockets = []
        for interface in there:
            if interface.name not in self._heard:
                opened = network.listening_socket(interface, port)
                if isinstance(opened, socket.socket):
                    self._heard[interface.name] = port
                    sockets.append(opened)
        return sockets

    def _is_welcome(self, ours: str, peer: str) -> bool:
        return network.is_neighbour(ours, peer, self._interfaces())


def _address(interface: Interface, port: int) -> str:
    host = "localhost" if interface.name == network.LOOPBACK else interface.address
    return str(host) if port == network.HTTP_PORT else f"{host}:{port}"
