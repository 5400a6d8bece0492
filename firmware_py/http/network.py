"""Network interfaces, their subnets, and the host names under which the page is served.

Interfaces are chosen by name, or by `auto`: all that are up, except loopback and tunnels. The listening socket
is bound to the interface where the system allows it, so that its address may change; otherwise to its current
address. Only peers in the subnet of the interface of their connection are served.

Another site can make a browser send requests to us under that site's name (DNS rebinding). So the Host header
must match exactly: the local address of the connection, `<hostname>.local` or, over loopback, `localhost`; upper
or lower case, with our port, which may be left out if it is 80. Everything else is refused: no Host, several,
IPv6, a user name, a trailing dot, spaces, leading zeros.

IPv4 only. Phones find a box at home by its IPv4 address, and every limit counts by address: with IPv6 each machine
of a network has as many addresses as it likes. A network without IPv4 gets a message that says so.

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
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import NamedTuple

from engine.verdicts import Sentence, say

AUTO = ("auto",)
LOOPBACK = "lo"
LOCALHOST = "127.0.0.1"
BACKLOG = 64
"""Connections waiting to be accepted: fifty phones that reconnect at once."""
CACHE_SECONDS = 3.0
"""How long the list of interfaces is cached."""
SHORTEST_PREFIX = 8
"""A subnet with a shorter prefix is taken for a configuration error: its peers are not served."""
HTTP_PORT = 80
DEFAULT_PORTS = {"http": HTTP_PORT, "https": 443}
"""The ports that browsers leave out of an address."""

_SIOCGIFFLAGS, _SIOCGIFADDR, _SIOCGIFNETMASK = 0x8913, 0x8915, 0x891B
_IFF_UP, _IFF_LOOPBACK, _IFF_POINTOPOINT = 0x1, 0x8, 0x10
_NAME_BYTES = 15
_IPV6_ADDRESSES = "/proc/net/if_inet6"
_GLOBAL_SCOPE = "00"


class Interface(NamedTuple):
    """A network interface."""

    name: str
    address: str | None
    """Its IPv4 address, if it has one."""
    network: IPv4Network | None
    is_up: bool
    is_automatic: bool
    """Neither loopback nor a tunnel: used by `auto`."""
    has_ipv6: bool = False
    """It has an IPv6 address that others can reach."""


_LOOPBACK = Interface(LOOPBACK, LOCALHOST, IPv4Network("127.0.0.0/8"), is_up=True, is_automatic=False)


def read_interfaces() -> tuple[Interface, ...]:
    """Return the interfaces of this machine; on systems other than Linux only loopback."""
    if not sys.platform.startswith("linux"):
        return (_LOOPBACK,)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        names = [name for _, name in socket.if_nameindex() if name != LOOPBACK]
        found = [_interface(probe, name) for name in names]
    with_ipv6 = _names_with_ipv6()
    return (
        _LOOPBACK,
        *(each._replace(has_ipv6=each.name in with_ipv6) for each in found if each is not None),
    )


def _names_with_ipv6() -> set[str]:
    """Return the names of the interfaces that have an IPv6 address which others can reach."""
    try:
        with open(_IPV6_ADDRESSES, encoding="ascii") as file:
            rows = [line.split() for line in file]
    except OSError:  # the kernel has no IPv6
        return set()
    return {name for _address, _number, _prefix, scope, _flags, name in rows if scope == _GLOBAL_SCOPE}


def _interface(probe: socket.socket, name: str) -> Interface | None:
    """Return one interface; None if it no longer exists."""
    answer = _ioctl(probe, _SIOCGIFFLAGS, name)
    if answer is None:
        return None
    (flags,) = struct.unpack_from("=H", answer)
    address, mask = (_ioctl(probe, request, name) for request in (_SIOCGIFADDR, _SIOCGIFNETMASK))
    text = None if address is None else socket.inet_ntoa(address[4:8])
    network = None
    if text is not None and mask is not None:
        with suppress(ValueError):  # the mask is not contiguous
            network = IPv4Network(f"{text}/{socket.inet_ntoa(mask[4:8])}", strict=False)
    is_automatic = not flags & (_IFF_LOOPBACK | _IFF_POINTOPOINT)
    return Interface(name, text, network, is_up=bool(flags & _IFF_UP), is_automatic=is_automatic)


def _ioctl(probe: socket.socket, request: int, name: str) -> bytes | None:
    from fcntl import ioctl  # other systems lack it

    try:
        return ioctl(probe, request, struct.pack("16s24x", name.encode()[:_NAME_BYTES]))[16:]
    except OSError:
        return None


class Interfaces:
    """The interfaces of this machine, cached for `CACHE_SECONDS`."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        read: Callable[[], tuple[Interface, ...]] = read_interfaces,
    ) -> None:
        """Start with an empty cache."""
        self._clock, self._read = clock, read
        self._known: tuple[Interface, ...] = ()
        self._until = float("-inf")

    def __call__(self) -> tuple[Interface, ...]:
        """Return the interfaces."""
        now = self._clock()
        if now >= self._until:
            self._known, self._until = self._read(), now + CACHE_SECONDS
        return self._known


def choose_interfaces(names: Sequence[str], interfaces: Iterable[Interface]) -> tuple[Interface, ...] | Sentence:
    """Return the interfaces of these names, or of `auto`; or a sentence that says why not."""
    there = {interface.name: interface for interface in interfaces}
    if tuple(names) == AUTO:
        ready = tuple(each for each in there.values() if each.is_automatic and each.is_up and each.address)
        return ready or why_none(there.values())
    for name in names:
        if name not in there:
            return say("network.no-interface", interface=name)
    return tuple(there[name] for name in dict.fromkeys(names)) or say("network.none")


def why_none(interfaces: Iterable[Interface]) -> Sentence:
    """Return a sentence that says why no interface can be used: no network, or one without IPv4."""
    is_ipv6 = any(each.is_automatic and each.is_up and each.has_ipv6 and not each.address for each in interfaces)
    return say("network.only-ipv6" if is_ipv6 else "network.none")


def listening_socket(interface: Interface, port: int) -> socket.socket | Sentence:
    """Open a non-blocking listening socket on one interface; or return a sentence that says why not."""
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
    """Bind to the interface itself; return False where that is not supported or not permitted."""
    option = getattr(socket, "SO_BINDTODEVICE", None)  # other systems lack it
    if option is None:
        return False
    try:
        listening.setsockopt(socket.SOL_SOCKET, option, interface.name.encode()[:_NAME_BYTES] + b"\0")
    except OSError:
        return False
    return True


def is_in_subnet(local_address: str, peer_address: str, interfaces: Iterable[Interface]) -> bool:
    """Return whether a peer is in the subnet of the interface that has this local address.

    >>> wifi = Interface("wlan0", "192.168.0.5", IPv4Network("192.168.0.0/24"), is_up=True, is_automatic=True)
    >>> [is_in_subnet("192.168.0.5", peer, [wifi]) for peer in ("192.168.0.77", "192.168.1.77")]
    [True, False]
    """
    try:
        peer = IPv4Address(peer_address)
    except AddressValueError:
        return False
    return any(
        interface.address == local_address
        and interface.network is not None
        and interface.network.prefixlen >= SHORTEST_PREFIX
        and peer in interface.network
        for interface in interfaces
    )


def is_our_host(host_header: str | None, local_address: str, port: int, hostname: str) -> bool:
    """Return whether a Host header is one of our names."""
    if host_header is None:
        return False
    names = [local_address]
    label = hostname.partition(".")[0].lower()
    if label:
        names.append(f"{label}.local")
    if local_address == LOCALHOST:
        names.append("localhost")
    ours = {f"{name}:{port}" for name in names}
    if port in DEFAULT_PORTS.values():
        ours.update(names)
    return host_header.isascii() and host_header.lower() in ours


def is_same_origin(origin_header: str | None, host_header: str | None, scheme: str = "http") -> bool:
    """Return whether an Origin header is the origin of this host.

    >>> is_same_origin("http://192.168.0.5:8080", "192.168.0.5:8080"), is_same_origin("null", "192.168.0.5:8080")
    (True, False)
    """
    if not origin_header or not host_header:
        return False
    default = f":{DEFAULT_PORTS[scheme]}"
    ours = f"{scheme}://{host_header.lower()}".removesuffix(default)
    return origin_header.lower().removesuffix(default) == ours
