"""The switch of the page: which interfaces, which ports, and what comes and goes."""

import socket
import threading
from contextlib import ExitStack
from ipaddress import IPv4Network

import pytest

from engine.verdicts import Sentence
from firmware_py.config.wiring import Network
from firmware_py.http import limits, network
from firmware_py.http.network import Interface
from firmware_py.http.sessions import KeptSession
from firmware_py.i18n.translations import Translations
from firmware_py.page import switch
from firmware_py.page.kept_phones import load_phones, save_phones
from firmware_py.page.switch import PageSwitch
from firmware_py.runtime.worker import Worker
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from tests.firmware_py.page.pages import LOCALHOST, answered, free_port
from tests.firmware_py.ui.stacks import playing

LOCAL = Interface("lo", LOCALHOST, IPv4Network("127.0.0.0/8"), is_up=True, is_automatic=True)


class Virtual:
    def view(self):
        return None


class Net:
    """A network that comes and goes."""

    def __init__(self, *interfaces):
        self.there = interfaces

    def __call__(self):
        return self.there


@pytest.fixture(name="made")
def fixture_made():
    """Make switches that are switched off in the end."""
    switches = []

    def make(settings, *interfaces, virtual=None, put=lambda _event: None):
        made = PageSwitch(put, settings, virtual)
        made._interfaces = Net(*interfaces)
        switches.append(made)
        return made

    yield make
    for each in switches:
        each.turn_off()


def test_one_write_of_the_phones_waits_however_many_have_changed(tmp_path, monkeypatch):
    waiting = []
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path))
    page = PageSwitch(lambda event: waiting.append(event) or True, Network(("lo",), free_port()))
    page._interfaces = Net(LOCAL)
    with ExitStack() as stack:
        stack.callback(page.turn_off)
        box = playing(journal=Journal(str(tmp_path / "journal.db")))
        page.turn_on(box)
        sessions = page._sessions
        for number in range(1, 5):
            sessions.pair(f"127.0.9.{number}", sessions.code)
        (write,) = waiting
        write.do(box)
        assert [phone.peer for phone in load_phones()] == [f"127.0.9.{number}" for number in range(1, 5)]
        sessions.forget(1)
        waiting[-1].do(box)
        assert len(load_phones()) == 3


def test_a_box_that_keeps_nothing_leaves_the_phones_of_the_other_box_alone(made):
    phone = KeptSession("a hash", LOCALHOST, 1, "iPhone", "Anna", 0.0)
    save_phones([phone])
    waiting = []
    page = made(Network(("lo",), free_port()), LOCAL, put=lambda event: waiting.append(event) or True)
    another = playing()  # its journal is in memory
    page.turn_on(another)
    assert page.paired_phones() == ()
    page._sessions.open_session(LOCALHOST)
    for write in waiting:
        write.do(another)
    page.close()
    page.turn_on(another)
    page.turn_off()
    assert [kept.id for kept in load_phones()] == [phone.id]


def test_the_phones_are_read_by_the_worker_that_owns_the_disk(tmp_path, made, monkeypatch):
    def load():
        readers.append(threading.current_thread().name)
        return load_phones()

    readers = []
    monkeypatch.setattr(switch, "load_phones", load)
    page, disk = made(Network(("lo",), free_port()), LOCAL), Worker("disk")
    stack = playing(journal=Journal(str(tmp_path / "journal.db")))
    stack.store = MatchStore(stack.store.journal, disk)
    page.turn_on(stack)
    disk.stop()
    assert readers == ["disk"]


def test_a_real_box_listens_wherever_there_is_a_network(made):
    port = free_port()
    page = made(Network((), port), LOCAL)
    status = page.turn_on(playing())
    assert status == page.status
    assert status.is_on
    assert status.addresses == (f"localhost:{port}",)
    assert status.why is None
    assert not status.is_fixed


def test_a_box_waits_for_its_network_and_says_so_meanwhile(made, monkeypatch):
    monkeypatch.setattr("firmware_py.http.server.NETWORK_CHECK_SECONDS", 0.01)
    port = free_port()
    page = made(Network((), port))
    status = page.turn_on(playing())
    assert status.is_on
    assert isinstance(status.why, Sentence)
    assert Translations("de").text(status.why)
    page._interfaces.there = (LOCAL,)
    for _ in range(10**6):
        if page.status.addresses:
            break
    assert answered(port, b"\r\n\r\n").startswith(b"HTTP/1.0 400 ")
    assert page.status.why is None


def test_an_address_that_goes_away_is_not_shown_any_more(made):
    page = made(Network((), free_port()), LOCAL)
    page.turn_on(playing())
    page._interfaces.there = (LOCAL._replace(address="127.0.0.9"),)
    assert page.status.addresses[0].startswith("localhost:")
    page._interfaces.there = ()
    assert page.status.addresses == ()
    assert page.status.why is not None


def test_the_simulated_box_takes_the_next_free_port(made):
    port = free_port()
    with socket.create_server((LOCALHOST, port)):
        page = made(Network((), port), LOCAL, virtual=Virtual())
        status = page.turn_on(playing())
    assert status.is_fixed
    ((_, taken),) = page._ports.items()
    assert port < taken < port + switch.PORTS_TRIED


def test_a_real_box_takes_its_own_port_or_none(made):
    port = free_port()
    with socket.create_server((LOCALHOST, port)):
        page = made(Network(("lo",), port), LOCAL)
        status = page.turn_on(playing())
        assert not status.is_on
        assert str(port) in Translations("fr").text(status.why)
        assert not page.status.is_on
    assert page.turn_on(playing()).is_on, "as soon as it is free"


def test_switching_on_twice_begins_anew_on_the_same_port(made):
    page = made(Network(("lo",), free_port()), LOCAL)
    first, second = page.turn_on(playing()), page.turn_on(playing())
    assert first.addresses == second.addresses
    assert first.long_code != second.long_code


def test_the_default_port_of_the_web_is_not_told(monkeypatch):
    monkeypatch.setattr(network, "HTTP_PORT", 8080)
    assert switch._address(LOCAL._replace(name="wlan0", address="10.0.0.7"), 8080) == "10.0.0.7"
    assert switch._address(LOCAL._replace(name="wlan0", address="10.0.0.7"), 8081) == "10.0.0.7:8081"


def test_what_happens_while_it_is_off_is_nobodys_business(made):
    page = made(Network(("lo",), free_port()), LOCAL)
    stack = playing()
    page.publish(stack)
    page.turn_off()
    page.turn_on(stack)
    page.turn_off()
    page.publish(stack)
    assert not page.status.is_on


def test_a_simulated_box_in_a_network_keeps_each_neighbour_within_bounds(made):
    wifi = LOCAL._replace(name="wifi7")
    page = made(Network(("wifi7",), free_port()), wifi, virtual=Virtual())
    port = int(page.turn_on(playing()).addresses[0].partition(":")[2])
    with ExitStack() as stack:
        for _ in range(limits.PHONES.connections_each):
            stack.enter_context(socket.create_connection((LOCALHOST, port)))
        assert answered(port, b"GET / HTTP/1.1\r\n\r\n") == b""
