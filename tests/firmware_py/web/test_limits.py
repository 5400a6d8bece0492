"""Floods are refused, fifty phones are not, and nothing grows without end."""

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from drivers.budget import Allowance
from firmware_py import web
from firmware_py.web.limits import MOST_PEERS, ONE_MACHINE, PHONES, Limits

STATIC = Path(web.__file__).parent / "static"


def requests_a_load():
    """Count what a browser asks for when it opens the page: the files, the words and the events."""
    found, seen = ["index.html"], set()
    while found:
        name = found.pop()
        if name not in seen:
            seen.add(name)
            found += re.findall(r'(?:="/static/|from "\./)([\w.-]+)"', (STATIC / name).read_text())
    return len(seen) + len(("/words", "/events"))


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def phones(count):
    return [f"192.168.178.{number}" for number in range(2, 2 + count)]


def test_fifty_phones_load_the_page_and_listen():
    clock = Clock()
    limits = Limits(clock)
    for phone in phones(50):
        for _ in range(requests_a_load() - 1):
            clock.now += limits.pause()
            assert limits.admit(phone)
            limits.leave(phone)
        clock.now += limits.pause()
        assert limits.admit(phone)
        assert limits.listen(phone, is_paired=False)
    assert limits.listeners == 50
    assert clock.now < 1015, "nobody waits for fifteen seconds, if all of them come at the same moment"


def test_a_phone_that_loads_the_page_thrice_in_a_row_gets_all_of_it():
    limits = Limits(Clock())
    for _ in range(3 * requests_a_load()):
        assert limits.admit("10.0.0.7")
        limits.leave("10.0.0.7")


def test_fifty_phones_that_come_back_at_once_do_not_wait():
    limits = Limits(Clock())
    for phone in phones(50):
        assert limits.pause() == 0
        assert limits.admit(phone)
        assert limits.listen(phone, is_paired=True)


def test_a_flood_from_one_address_is_refused_and_the_others_come_in():
    clock = Clock()
    limits = Limits(clock)
    admitted = 0
    for _ in range(10_000):
        if limits.admit("10.0.0.66"):
            admitted += 1
            limits.leave("10.0.0.66")
    assert admitted == PHONES.burst_each
    assert limits.admit("10.0.0.7")
    clock.now += 1
    assert limits.admit("10.0.0.66"), "it may come back when it has calmed down"


def test_a_flood_from_many_addresses_is_let_in_no_faster_than_the_stated_rate():
    clock = Clock()
    limits = Limits(clock)
    admitted = number = 0
    while clock.now < 1060:
        clock.now += limits.pause()
        peer = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        number += 1
        if limits.admit(peer):
            admitted += 1
            limits.leave(peer)
    assert admitted <= PHONES.burst + 60 * PHONES.per_second + 1
    assert number <= admitted * 1.01, "nearly all of the flood has waited in the kernel"


def test_a_flood_from_one_address_is_looked_at_only_so_many_times_and_leaves_the_common_allowance():
    clock = Clock()
    limits = Limits(clock)
    looks = 0
    while clock.now < 1060:
        clock.now += limits.pause()
        looks += 1
        if limits.admit("10.0.0.66"):
            limits.leave("10.0.0.66")
    assert looks <= 61 * PHONES.checks_per_second + 1
    friends = phones(50)
    assert all(limits.admit(friend) for friend in friends)


def test_open_connections_are_bounded_for_each_and_for_all():
    limits = Limits(Clock())
    assert sum(limits.admit("10.0.0.1") for _ in range(50)) == PHONES.connections_each
    everybody = sum(limits.admit(f"10.0.{number}.1") for number in range(1, 256))
    assert everybody + PHONES.connections_each == PHONES.connections == limits.connections
    limits.leave("10.0.0.1")
    assert limits.admit("10.0.0.2"), "a place is free again"


def test_listeners_are_bounded_for_each_and_for_all():
    limits = Limits(Clock())
    for _ in range(10):
        limits.admit("10.0.0.1")
    assert sum(limits.listen("10.0.0.1", is_paired=True) for _ in range(10)) == PHONES.listeners_each
    limits.unlisten("10.0.0.1")
    assert limits.listen("10.0.0.1", is_paired=False)


def test_strangers_leave_places_for_who_is_paired():
    limits = Limits(Clock())
    strangers = [f"10.0.1.{number}" for number in range(100)]
    for stranger in strangers:
        limits.admit(stranger)
    assert sum(limits.listen(stranger, is_paired=False) for stranger in strangers) == PHONES.listeners
    friends = phones(20)
    for friend in friends:
        limits.admit(friend)
    assert sum(limits.listen(friend, is_paired=True) for friend in friends) == PHONES.listeners_paired


def test_on_one_machine_fifty_browsers_share_an_address():
    limits = Limits(Clock(), ONE_MACHINE)
    for _ in range(50):
        assert limits.admit("127.0.0.1")
        assert limits.listen("127.0.0.1", is_paired=True)


def test_an_attacker_with_many_addresses_does_not_grow_the_memory():
    limits = Limits(Clock())
    assert limits.admit("10.1.0.1")
    assert limits.listen("10.1.0.1", is_paired=True)
    for high in range(256):
        for low in range(256):
            peer = f"10.0.{high}.{low}"
            if limits.admit(peer) and low % 100:
                limits.leave(peer)
    assert limits.remembered <= MOST_PEERS
    limits.unlisten("10.1.0.1")
    limits.leave("10.1.0.1")


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from("cdlu"), st.floats(0, 2)), max_size=200))
def test_the_counts_are_right_whatever_comes_and_goes(steps):
    clock = Clock()
    limits = Limits(clock)
    connected = dict.fromkeys(range(6), 0)
    listening = dict.fromkeys(range(6), 0)
    for number, step, seconds in steps:
        clock.now += seconds
        peer = str(number)
        if step == "c":
            connected[number] += limits.admit(peer)
        elif step == "l" and connected[number] > listening[number]:
            listening[number] += limits.listen(peer, is_paired=False)
        elif step == "d" and connected[number] > listening[number]:
            connected[number] -= 1
            limits.leave(peer)
        elif step == "u" and listening[number]:
            listening[number] -= 1
            limits.unlisten(peer)
    assert limits.connections == sum(connected.values()) <= PHONES.connections
    assert limits.listeners == sum(listening.values()) <= PHONES.listeners
    assert max(connected.values()) <= PHONES.connections_each
    assert max(listening.values()) <= PHONES.listeners_each


@given(st.integers(1, 50), st.floats(0.01, 100), st.lists(st.floats(0, 5), max_size=200))
def test_an_allowance_never_gives_more_than_stated(burst, per_second, pauses):
    allowance, now, taken = Allowance(burst, per_second), 0.0, 0
    for pause in pauses:
        now += pause
        if wait := allowance.wait(now):
            assert not allowance.take(now)
            assert wait <= 1 / per_second * 1.000001
        else:
            taken += allowance.take(now)
    assert taken <= burst + (now + 0.001) * per_second
