"""The page is served to neighbours under its own names, and to nobody else."""

import errno
import socket
import sys
from ipaddress import IPv4Network

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.verdicts import Sentence, say
from firmware_py.http import network
from firmware_py.http.network import (
    AUTO,
    LOCALHOST,
    LOOPBACK,
    Interface,
    Interfaces,
    choose_interfaces,
    is_in_subnet,
    is_our_host,
    is_same_origin,
    listening_socket,
    read_interfaces,
)
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations

LOCAL = Interface(LOOPBACK, LOCALHOST, IPv4Network("127.0.0.0/8"), is_up=True, is_automatic=False)


def interface(name, address="192.168.0.5", prefix=24, *, is_up=True, is_automatic=True):
    subnet = None if address is None else IPv4Network(f"{address}/{prefix}", strict=False)
    return Interface(name, address, subnet, is_up=is_up, is_automatic=is_automatic)


WIFI = interface("wlan0")
CABLE = interface("eth0", "10.1.2.3", 16)
TUNNEL = interface("tun0", "10.8.0.2", 32, is_automatic=False)
DOWN = interface("eth1", "10.9.0.1", is_up=False)
BARE = interface("usb0", None)


def free_port():
    with socket.socket() as asking:
        asking.bind((LOCALHOST, 0))
        return asking.getsockname()[1]


def test_this_machine_has_loopback_first():
    assert read_interfaces()[0] == LOCAL


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems are asked for nothing but loopback"
)
def test_every_interface_of_this_machine_is_read_and_lies_in_its_own_subnet():
    found = read_interfaces()
    assert {each.name for each in found} == {name for _, name in socket.if_nameindex()} | {LOOPBACK}
    for each in found:
        if each.address is not None:
            assert is_in_subnet(each.address, each.address, found)


def test_the_system_is_asked_as_linux_answers(monkeypatch):
    """The kernel's own loopback, read like any other interface."""
    monkeypatch.setattr(network, "LOOPBACK", "not lo")
    assert (
        Interface("lo", LOCALHOST, IPv4Network("127.0.0.0/8"), is_up=True, is_automatic=False) in read_interfaces()
    )


def test_an_interface_that_goes_away_while_it_is_read_is_left_out(monkeypatch):
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo"), (7, "gone0")])
    assert read_interfaces() == (LOCAL,)


def test_other_systems_have_loopback_only(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert read_interfaces() == (LOCAL,)


def test_interfaces_are_read_anew_after_a_few_seconds():
    now, addresses, reads = [100.0], ["192.168.0.5"], []

    def read():
        reads.append(now[0])
        return (interface("wlan0", addresses[0]),)

    interfaces = Interfaces(lambda: now[0], read)
    for _ in range(1000):
        assert interfaces()[0].address == "192.168.0.5"
    assert reads == [100.0]
    addresses[0] = "192.168.0.9"
    now[0] += network.CACHE_SECONDS
    assert interfaces()[0].address == "192.168.0.9"


def test_auto_takes_what_is_up_and_leads_to_a_network():
    assert choose_interfaces(AUTO, [LOCAL, WIFI, CABLE, TUNNEL, DOWN, BARE]) == (WIFI, CABLE)
    assert choose_interfaces(AUTO, [LOCAL, TUNNEL, DOWN, BARE]) == say("network.none")


def test_a_network_without_ipv4_is_named():
    modern = BARE._replace(has_ipv6=True)
    assert choose_interfaces(AUTO, [LOCAL, modern]) == say("network.only-ipv6")
    assert choose_interfaces(AUTO, [LOCAL, modern, WIFI]) == (WIFI,)
    assert choose_interfaces(AUTO, [LOCAL, modern._replace(is_up=False)]) == say("network.none")


def test_link_local_ipv6_addresses_are_no_network(monkeypatch, tmp_path):
    table = tmp_path / "if_inet6"
    table.write_text(
        "00000000000000000000000000000001 01 80 10 80       lo\n"
        "fe800000000000000000000000000001 02 40 20 80    wlan0\n"
        "20010db8000000000000000000000001 03 40 00 80     eth0\n"
    )
    monkeypatch.setattr("firmware_py.http.network._IPV6_ADDRESSES", str(table))
    assert network._names_with_ipv6() == {"eth0"}
    table.unlink()
    assert network._names_with_ipv6() == set()


def test_interfaces_are_chosen_by_name_each_once():
    everything = [LOCAL, WIFI, CABLE, TUNNEL]
    assert choose_interfaces(["tun0", "lo", "tun0"], everything) == (TUNNEL, LOCAL)
    assert choose_interfaces([], everything) == say("network.none")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_not_there_gives_a_sentence(language):
    answer = choose_interfaces(["lo", "wlan7"], [LOCAL, WIFI])
    assert isinstance(answer, Sentence)
    assert "wlan7" in Translations(language).text(answer)


def test_a_phone_connects_to_the_listening_socket_and_nobody_waits_for_it():
    port = free_port()
    listening = listening_socket(LOCAL, port)
    assert isinstance(listening, socket.socket)
    with listening:
        assert listening.getsockname() == (LOCALHOST, port)
        with pytest.raises(BlockingIOError):
            listening.accept()
        with socket.create_connection((LOCALHOST, port)) as phone:
            listening.settimeout(10)
            accepted, peer = listening.accept()
            with accepted:
                assert peer == phone.getsockname()
                assert is_in_subnet(accepted.getsockname()[0], peer[0], read_interfaces())


def test_the_port_can_be_opened_again_at_once():
    port = free_port()
    for _ in range(3):
        listening = listening_socket(LOCAL, port)
        assert isinstance(listening, socket.socket)
        with listening, socket.create_connection((LOCALHOST, port)):
            accepted, _ = listening.accept()
            accepted.close()


def test_a_port_that_is_taken_gives_a_sentence():
    port = free_port()
    first = listening_socket(LOCAL, port)
    assert isinstance(first, socket.socket)
    with first:
        assert listening_socket(LOCAL, port) == say("network.port-taken", port=port)


class Reluctant(socket.socket):
    """A socket of a system that allows little."""

    refuses_device = True
    refuses_port = None
    bound = ()

    def setsockopt(self, level, option, value):
        if option == socket.SO_BINDTODEVICE:
            if self.refuses_device:
                raise PermissionError(errno.EPERM, "Operation not permitted")
        else:
            super().setsockopt(level, option, value)

    def bind(self, address):
        if self.refuses_port is not None:
            raise OSError(self.refuses_port, "Permission denied")
        Reluctant.bound = address


@pytest.mark.parametrize(
    ("each", "refuses_device", "bound"),
    [
        (WIFI, False, ("", 8080)),
        (WIFI, True, ("192.168.0.5", 8080)),
        (BARE, False, ("", 8080)),
        (LOCAL, False, (LOCALHOST, 8080)),
        (LOCAL, True, (LOCALHOST, 8080)),
    ],
)
def test_a_socket_is_bound_to_the_interface_or_else_to_its_address(monkeypatch, each, refuses_device, bound):
    monkeypatch.setattr(socket, "socket", Reluctant)
    monkeypatch.setattr(Reluctant, "refuses_device", refuses_device)
    listening = listening_socket(each, 8080)
    assert isinstance(listening, socket.socket)
    listening.close()
    assert Reluctant.bound == bound


def test_an_interface_without_an_address_and_a_port_that_is_not_ours_give_sentences(monkeypatch):
    monkeypatch.setattr(socket, "socket", Reluctant)
    assert listening_socket(BARE, 8080) == say("network.no-address", interface="usb0")
    monkeypatch.setattr(Reluctant, "refuses_port", errno.EACCES)
    assert listening_socket(WIFI, 80) == say("network.not-allowed", port=80, reason="Permission denied")


@pytest.mark.parametrize(
    ("local", "peer", "expected"),
    [
        ("192.168.0.5", "192.168.0.200", True),
        ("192.168.0.5", "192.168.1.1", False),
        ("192.168.0.5", "10.1.99.99", False),  # a neighbour, but of the other interface
        ("10.1.2.3", "10.1.99.99", True),
        ("10.1.2.3", "8.8.8.8", False),
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "192.168.0.200", False),
        ("192.168.0.9", "192.168.0.200", False),  # an address that we no longer have
        ("192.168.0.5", "::1", False),
        ("192.168.0.5", "::ffff:192.168.0.200", False),
        ("192.168.0.5", "", False),
        ("192.168.0.5", "192.168.0.200\n", False),
    ],
)
def test_only_the_subnet_of_the_interface_that_it_came_in_on_is_served(local, peer, expected):
    assert is_in_subnet(local, peer, [LOCAL, WIFI, CABLE, BARE]) is expected


def test_an_interface_that_claims_the_whole_world_as_its_subnet_serves_nobody():
    assert not is_in_subnet("192.168.0.5", "192.168.0.6", [interface("wlan0", prefix=0)])


@pytest.mark.parametrize(
    "host",
    ["192.168.0.5:8080", "sideline.local:8080", "SideLine.LOCAL:8080"],
)
def test_the_box_answers_to_its_own_names(host):
    assert is_our_host(host, "192.168.0.5", 8080, "sideline")
    assert is_our_host(host, "192.168.0.5", 8080, "Sideline.fritz.box")


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080"])
def test_localhost_is_a_name_over_loopback_only(host):
    assert is_our_host(host, "127.0.0.1", 8080, "sideline")
    assert not is_our_host(host, "192.168.0.5", 8080, "sideline")


def test_the_port_may_be_left_out_if_it_is_80():
    assert is_our_host("192.168.0.5", "192.168.0.5", 80, "sideline")
    assert is_our_host("sideline.local:80", "192.168.0.5", 80, "sideline")
    assert not is_our_host("192.168.0.5", "192.168.0.5", 8080, "sideline")


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        ":8080",
        "evil.example:8080",
        "192.168.0.6:8080",
        "192.168.0.5:8081",
        "192.168.0.5:",
        "192.168.0.5:08080",
        "192.168.0.5:8080:8080",
        "192.168.000.005:8080",
        "3232235525:8080",
        "[::1]:8080",
        "[::ffff:192.168.0.5]:8080",
        "user@192.168.0.5:8080",
        "192.168.0.5:8080@evil.example",
        "192.168.0.5.:8080",
        "sideline.local.:8080",
        "sideline:8080",
        "x.sideline.local:8080",
        "sideline.local.evil.example:8080",
        "192.168.0.5.nip.io:8080",
        "192.168.0.5:8080, evil.example",
        "192.168.0.5:8080 192.168.0.5:8080",
        " 192.168.0.5:8080",
        "192.168.0.5:8080\r",
        "192.168.0.5:8080/",
        "http://192.168.0.5:8080",
        "１92.168.0.5:8080",
        "\u017fideline.local:8080",
        "sidel\u0130ne.local:8080",
        "0.0.0.0:8080",
        ".local:8080",
    ],
)
def test_nothing_else_is_our_name(host):
    assert not is_our_host(host, "192.168.0.5", 8080, "sideline")


def test_without_a_hostname_there_is_no_local_name():
    assert not is_our_host(".local:8080", "192.168.0.5", 8080, "")


PIECES = [
    "192.168.0.5",
    "127.0.0.1",
    "localhost",
    "sideline",
    ".local",
    ":8080",
    ":80",
    ":",
    ".",
    "@",
    ",",
    " ",
    "K",
]


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
def test_no_text_but_the_allowed_ones_passes(host):
    assume(host.isascii() is False or host.lower() not in {"192.168.0.5:8080", "sideline.local:8080"})
    assert not is_our_host(host, "192.168.0.5", 8080, "sideline")


@pytest.mark.parametrize(
    ("origin", "host", "expected"),
    [
        ("http://192.168.0.5:8080", "192.168.0.5:8080", True),
        ("http://sideline.local:8080", "Sideline.local:8080", True),
        ("http://sideline.local", "sideline.local", True),
        ("http://sideline.local", "sideline.local:80", True),
        ("https://192.168.0.5:8080", "192.168.0.5:8080", False),
        ("http://192.168.0.5:8081", "192.168.0.5:8080", False),
        ("http://192.168.0.5", "192.168.0.5:8080", False),
        ("http://evil.example", "192.168.0.5:8080", False),
        ("http://192.168.0.5:8080.evil.example", "192.168.0.5:8080", False),
        ("http://192.168.0.5:8080/", "192.168.0.5:8080", False),
        ("192.168.0.5:8080", "192.168.0.5:8080", False),
        ("null", "192.168.0.5:8080", False),
        ("", "192.168.0.5:8080", False),
        (None, "192.168.0.5:8080", False),
        ("http://", "", False),
        ("http://", None, False),
    ],
)
def test_a_change_comes_from_a_page_of_this_very_host(origin, host, expected):
    assert is_same_origin(origin, host) is expected
