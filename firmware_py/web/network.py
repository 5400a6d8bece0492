"""Where the page is served, and to whom: interfaces, their subnets, and the names that the box answers to.

An interface is chosen by name, or `auto`: every one that is up, but neither loopback nor a tunnel. The listening
socket is bound to the interface itself where the system allows it, so that an address may change; else to its
present address. Whoever is not in the subnet of the interface that the connection came in on is not served.

A page of a foreign site can make a browser ask us under that site's name (DNS rebinding). So the Host of a request
has to be one of ours, to the letter: the address that the connection came to, `<hostname>.local`, or, over
loopback, `localhost`; in any case of letters, with our port, which may be left out if it is 80. Everything else is
refused: no Host, several, IPv6, a user before it, a dot after it, a blank around it, leading zeros.

IPv4 only: phones find a box at home by its IPv4 address, and a subnet is what keeps the neighbours apart.

>>> is_our_host("Sideline.local:8080", "192.168.0.5", 8080, "sideline")
True
>>> is_our_host("evil.example:8080", "192.168.0.5", 8080, "sideline")
False
"""

from __future__ import annotations

import errno
import socket
import struct
import sys
import time
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import TYPE_CHECKING, NamedTuple

from engine.verdicts import Sentence, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

AUTO = ("auto",)
LOOPBACK = "lo"
LOCALHOST = "127.0.0.1"
BACKLOG = 64
"""Connections that wait to be accepted: fifty phones that come back at once."""
FRESH = 3.0
"""Seconds for which what was read about the interfaces is good."""
WIDEST = 8
"""A subnet with a shorter prefix is a mistake, not a neighbourhood."""
HTTP_PORT = 80

_SIOCGIFFLAGS, _SIOCGIFADDR, _SIOCGIFNETMASK = 0x8913, 0x8915, 0x891B
_IFF_UP, _IFF_LOOPBACK, _IFF_POINTOPOINT = 0x1, 0x8, 0x10
_NAME_BYTES = 15


class Interface(NamedTuple):
    """A way into a network."""

    name: str
    address: str | None
    """Its IPv4 address, if it has one."""
    network: IPv4Network | None
    is_up: bool
    is_automatic: bool
    """Neither loopback nor a tunnel: `auto` takes it."""


_LOOPBACK = Interface(LOOPBACK, LOCALHOST, IPv4Network("127.0.0.0/8"), is_up=True, is_automatic=False)


def read_interfaces() -> tuple[Interface, ...]:
    """Ask the system for the interfaces of this machine; loopback is always there, on other systems alone."""
    if not sys.platform.startswith("linux"):
        return (_LOOPBACK,)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        names = [name for _, name in socket.if_nameindex() if name != LOOPBACK]
        found = [_interface(asking, name) for name in names]
    return (_LOOPBACK, *(interface for interface in found if interface is not None))


def _interface(asking: socket.socket, name: str) -> Interface | None:
    """Read one interface, unless it has gone meanwhile."""
    answer = _ask(asking, _SIOCGIFFLAGS, name)
    if answer is None:
        return None
    (flags,) = struct.unpack_from("=H", answer)
    address, mask = (_ask(asking, what, name) for what in (_SIOCGIFADDR, _SIOCGIFNETMASK))
    told = None if address is None else socket.inet_ntoa(address[4:8])
    network = None
    if told is not None and mask is not None:
        with suppress(ValueError):  # a mask with holes
            network = IPv4Network(f"{told}/{socket.inet_ntoa(mask[4:8])}", strict=False)
    is_automatic = not flags & (_IFF_LOOPBACK | _IFF_POINTOPOINT)
    return Interface(name, told, network, is_up=bool(flags & _IFF_UP), is_automatic=is_automatic)


def _ask(asking: socket.socket, what: int, name: str) -> bytes | None:
    from fcntl import ioctl  # other systems lack it

    try:
        return ioctl(asking, what, struct.pack("16s24x", name.encode()[:_NAME_BYTES]))[16:]
    except OSError:
        return None


class Interfaces:
    """The interfaces of this machine, read anew when what is known is older than a few seconds."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        read: Callable[[], tuple[Interface, ...]] = read_interfaces,
    ) -> None:
        """Read nothing before it is needed."""
        self._clock, self._read = clock, read
        self._known: tuple[Interface, ...] = ()
        self._until = float("-inf")

    def __call__(self) -> tuple[Interface, ...]:
        """List them."""
        now = self._clock()
        if now >= self._until:
            self._known, self._until = self._read(), now + FRESH
        return self._known


def chosen(names: Sequence[str], interfaces: Iterable[Interface]) -> tuple[Interface, ...] | Sentence:
    """Find the interfaces of these names, or of `auto`; or say in a sentence why not."""
    there = {interface.name: interface for interface in interfaces}
    if tuple(names) == AUTO:
        ready = tuple(each for each in there.values() if each.is_automatic and each.is_up and each.address)
        return ready or say("network.none")
    for name in names:
        if name not in there:
            return say("network.no-interface", interface=name)
    return tuple(there[name] for name in dict.fromkeys(names)) or say("network.none")


def listening_socket(interface: Interface, port: int) -> socket.socket | Sentence:
    """Open a socket that does not block and hears this interface only; or say in a sentence why not."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if _bound_to_device(listening, interface) and interface.name != LOOPBACK:
            listening.bind(("", port))
        elif interface.address is not None:
            listening.bind((interface.address, port))
        else:
            listening.close()
            return say("network.no-address", interface=interface.name)
        listening.listen(BACKLOG)
        listening.settimeout(0)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            return say("network.port-taken", port=port)
        return say("network.not-allowed", port=port, reason=error.strerror or str(error))
    return listening


def _bound_to_device(listening: socket.socket, interface: Interface) -> bool:
    """Bind to the interface whatever its address; older systems allow that to few."""
    option = getattr(socket, "SO_BINDTODEVICE", None)  # other systems lack it
    if option is None:
        return False
    try:
        listening.setsockopt(socket.SOL_SOCKET, option, interface.name.encode()[:_NAME_BYTES] + b"\0")
    except OSError:
        return False
    return True


def is_neighbour(local_address: str, peer_address: str, interfaces: Iterable[Interface]) -> bool:
    """Tell whether a peer is in the subnet of the interface whose address its connection came to.

    >>> wifi = Interface("wlan0", "192.168.0.5", IPv4Network("192.168.0.0/24"), is_up=True, is_automatic=True)
    >>> [is_neighbour("192.168.0.5", peer, [wifi]) for peer in ("192.168.0.77", "192.168.1.77")]
    [True, False]
    """
    try:
        peer = IPv4Address(peer_address)
    except AddressValueError:
        return False
    return any(
        interface.address == local_address
        and interface.network is not None
        and interface.network.prefixlen >= WIDEST
        and peer in interface.network
        for interface in interfaces
    )


def is_our_host(host_header: str | None, local_address: str, port: int, hostname: str) -> bool:
    """Tell whether a request is meant for this box by a name that is ours."""
    if host_header is None:
        return False
    names = [local_address]
    label = hostname.partition(".")[0].lower()
    if label:
        names.append(f"{label}.local")
    if local_address == LOCALHOST:
        names.append("localhost")
    ours = {f"{name}:{port}" for name in names}
    if port == HTTP_PORT:
        ours.update(names)
    return host_header.isascii() and host_header.lower() in ours


def is_same_origin(origin_header: str | None, host_header: str | None) -> bool:
    """Tell whether a page that wants to change something was served by this very host.

    >>> is_same_origin("http://192.168.0.5:8080", "192.168.0.5:8080"), is_same_origin("null", "192.168.0.5:8080")
    (True, False)
    """
    if not origin_header or not host_header:
        return False
    default = f":{HTTP_PORT}"
    return origin_header.lower().removesuffix(default) == f"http://{host_header.lower()}".removesuffix(default)
