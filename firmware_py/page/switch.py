"""Switches the page on and off: opens its sockets, starts its server with new codes, and stops it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.verdicts import Sentence
from firmware_py.config.wiring import Network
from firmware_py.http import limits, network
from firmware_py.http.network import Interface
from firmware_py.page.kept_phones import load_phones, save_phones
from firmware_py.page.snapshot import Snapshot, SnapshotTaker
from firmware_py.storage.crash_log import Faults
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.services import PairedPhone, Status
from firmware_py.ui.stack.switch_off import SwitchOff
from firmware_py.ui.stack.task import PhoneAction, PhoneFault, UiTask

if TYPE_CHECKING:
    from firmware_py.http.certificate import Certificate
    from firmware_py.http.server import Server
    from firmware_py.http.sessions import KeptSession, Sessions
    from firmware_py.page.app import App
    from firmware_py.page.virtual.simulated_box import SimulatedBox

PORTS_TRIED = 20
"""Ports that a simulated box tries, because several may run on one machine."""


class PageSwitch:
    """The page of this box, on or off."""

    def __init__(
        self, put: Callable[[object], bool], settings: Network, virtual: SimulatedBox | None = None
    ) -> None:
        """Start switched off; `put` adds tasks to the program's queue."""
        self._put, self._settings, self._simulated = put, settings, virtual
        self._server: Server[Snapshot] | None = None
        self._app: App | None = None
        self._sessions: Sessions | None = None
        self._is_kept = False
        """Whether phones are kept: not beside a journal in memory, such as that of another box on this machine."""
        self._kept: Sequence[KeptSession] = ()
        """The phones that are to be on the disk."""
        self._is_write_waiting = False
        self._snapshots, self._interfaces = SnapshotTaker(), network.Interfaces()
        self._fingerprint = ""
        self._ports: dict[str, int] = {}
        """The port by name of the interface that is listened on."""

    @property
    def status(self) -> Status:
        """The state of the page; its addresses change with the network."""
        if self._sessions is None:
            return Status()
        addresses = tuple(
            _address(interface, self._ports[interface.name])
            for interface in self._interfaces()
            if interface.name in self._ports and interface.address
        )
        return Status(
            is_on=True,
            addresses=addresses,
            code=self._sessions.code,
            long_code=self._sessions.long_code,
            is_under_attack=self._sessions.is_besieged,
            why=None if addresses else network.why_none(self._interfaces()),
            is_fixed=self._simulated is not None,
            fingerprint=self._fingerprint,
        )

    def publish(self, stack: ScreenStack) -> None:
        """Publish a snapshot of the screen stack to all listeners."""
        if self._server is None:
            return
        try:
            self._server.publish(self._snapshot(stack))
        except Exception as error:  # noqa: BLE001 - an error of the page must not stop the game
            self._server.faults.note(error)

    def carry_out(self, action: PhoneAction, stack: ScreenStack) -> bool:
        """Carry out what a phone asks for; return whether the box itself may show something else.

        An exception refuses this one action: it is noted once, and the phone begins again at the first question.
        Raises `PhoneFault` if the box may show something else by then.
        """
        from firmware_py.page.actions import carry_out  # late: only a page that is on has phones

        devices, rest, fault = self._snapshots.devices, None, None
        devices.is_box_changed = True
        try:
            rest = carry_out(action.what, stack, devices, action.session, self._simulated)
        except SwitchOff:
            raise
        except Exception as error:
            fault = error
            if self._server is not None:
                self._server.faults.note(error)
            if devices.is_box_changed:
                raise PhoneFault from error
        finally:
            action.answer(rest, fault)
        return devices.is_box_changed

    def _snapshot(self, stack: ScreenStack) -> Snapshot:
        return self._snapshots.take(stack, None if self._simulated is None else self._simulated.view())

    def turn_on(self, stack: ScreenStack) -> Status:
        """Switch the page on, with new codes; the status says why if that fails."""
        # late: asyncio, OpenSSL and microdot take 7 MB, and most boxes serve no page
        from firmware_py.http.server import AcceptPolicy, Server
        from firmware_py.http.sessions import MOST_SESSIONS, MOST_SESSIONS_EACH, Sessions
        from firmware_py.page.app import App

        self.turn_off()
        sockets = self._listen()
        if isinstance(sockets, Sentence):
            return Status(why=sockets)
        certificate = self._certificate() if stack.config.https else None
        if isinstance(certificate, Sentence):
            for each in sockets:
                each.close()
            return Status(why=certificate)
        self._fingerprint = "" if certificate is None else certificate.fingerprint
        port = next(iter(self._ports.values()), self._settings.port)
        is_one_machine = self._simulated is not None and self._names == (network.LOOPBACK,)
        self._is_kept = stack.journal.path != ":memory:"
        self._sessions = sessions = Sessions(
            cookie=f"sideline-{port}",
            most_each=MOST_SESSIONS if is_one_machine else MOST_SESSIONS_EACH,
            kept=stack.store.do(load_phones) if self._is_kept else (),
            on_change=self._keep_phones,
        )
        bounds = limits.Limits(sizes=limits.ONE_MACHINE if is_one_machine else limits.PHONES)
        faults = Faults(self._note, "page")
        self._app = App(
            self._snapshot(stack),
            sessions,
            bounds,
            self._put,
            faults,
            looker=stack.services.looker,
            is_virtual=self._simulated is not None,
            fingerprint=self._fingerprint,
        )
        self._server = Server(
            sockets,
            self._app,
            AcceptPolicy(
                bounds,
                self._is_allowed,
                sessions.has,
                self._listen_more,
                None if certificate is None else certificate.context,
            ),
            faults,
        )
        return self.status

    def _keep_phones(self) -> None:
        """Write the phones to the disk, soon; called in the server's thread.

        While one write waits for the program's thread, no other one is begun: it will write what is known then.
        """
        sessions = self._sessions
        if sessions is None or not self._is_kept:
            return
        self._kept = sessions.kept()

        def keep(stack: ScreenStack) -> bool:
            self._is_write_waiting = False  # before the phones are read: what changes from now on is written again
            kept = self._kept
            if sessions is self._sessions:  # else the page was switched off meanwhile
                stack.store.do(lambda: save_phones(kept))
            return False

        if not self._is_write_waiting:
            self._is_write_waiting = True
            if not self._put(UiTask(keep)):  # too much waits already
                self._is_write_waiting = False

    def _note(self, text: str) -> None:
        """Write to the crash log through the queue of the program, which owns the disk."""
        self._put(UiTask(lambda stack: stack.crash_log.note(text)))

    def _certificate(self) -> Certificate | Sentence:
        """Return the certificate of the page; or why there is none."""
        from firmware_py.http.certificate import load_certificate  # late: OpenSSL

        return load_certificate([each.address for each in self._interfaces() if each.address])

    def turn_off(self) -> None:
        """Switch the page off; all sessions end."""
        self._end("off")

    def close(self) -> None:
        """Stop serving, because the program ends: phones stay paired."""
        self._end("stop")

    def _end(self, why: str) -> None:
        """Tell phones why, and stop serving."""
        if self._server is not None and self._app is not None:
            self._server.finish(self._app.end(why))
            self._server.close()
        if self._sessions is not None and self._is_kept:
            save_phones(self._sessions.kept() if why == "stop" else ())
        self._server = self._app = self._sessions = None
        self._ports.clear()

    def paired_phones(self) -> tuple[PairedPhone, ...]:
        """Return the phones that are paired, in the order of pairing."""
        found = [] if self._sessions is None else self._sessions.all()
        return tuple(PairedPhone(session.number, session.device, session.peer, seat) for session, seat in found)

    def forget(self, number: int) -> None:
        """End the session of a phone, and change the codes."""
        if self._server is not None and self._app is not None:
            self._server.call(partial(self._app.forget, number))

    # --- the network

    @property
    def _names(self) -> tuple[str, ...]:
        return self._settings.interfaces or (network.AUTO if self._simulated is None else (network.LOOPBACK,))

    def _listen(self) -> list[socket.socket] | Sentence:
        """Open a socket on every interface; a simulated box takes the next free port.

        Without a network the list is empty: `_listen_more` opens the sockets later.
        """
        found = network.choose_interfaces(self._names, self._interfaces())
        if isinstance(found, Sentence):
            return [] if found == network.why_none(self._interfaces()) else found
        tries = 1 if self._simulated is None else PORTS_TRIED
        for port in range(self._settings.port, self._settings.port + tries):
            opened = [network.listening_socket(interface, port) for interface in found]
            sockets = [each for each in opened if isinstance(each, socket.socket)]
            if len(sockets) == len(opened):
                self._ports = {interface.name: port for interface in found}
                return sockets
            for each in sockets:
                each.close()
        return next(each for each in opened if isinstance(each, Sentence))

    def _listen_more(self) -> list[socket.socket]:
        """Open sockets on new interfaces; called in the server's thread."""
        found = network.choose_interfaces(self._names, self._interfaces())
        there = () if isinstance(found, Sentence) else found
        port = next(iter(self._ports.values()), self._settings.port)
        gone = self._ports.keys() - {interface.name for interface in self._interfaces()}
        for name in gone:  # it may come back as another device with the same name
            del self._ports[name]
        sockets = []
        for interface in there:
            if interface.name not in self._ports:
                opened = network.listening_socket(interface, port)
                if isinstance(opened, socket.socket):
                    self._ports[interface.name] = port
                    sockets.append(opened)
        return sockets

    def _is_allowed(self, ours: str, peer: str) -> bool:
        return network.is_in_subnet(ours, peer, self._interfaces())


def _address(interface: Interface, port: int) -> str:
    host = "localhost" if interface.name == network.LOOPBACK else interface.address
    return str(host) if port == network.HTTP_PORT else f"{host}:{port}"
