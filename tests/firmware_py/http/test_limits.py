"""Floods are refused, fifty phones are not, and nothing grows without end."""

import re
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.budget import Allowance
from firmware_py import page
from firmware_py.http.limits import KEPT_SECONDS, MOST_DOUBTFUL, MOST_PEERS, ONE_MACHINE, PHONES, Limits


def requests_a_load():
    """Count what a browser asks for when it opens the page: its files, each a bundle; words; events."""
    files = set(
        re.findall(r'="/static/([\w.-]+)"', (Path(page.__file__).parent / "static/index.html").read_text())
    )
    return len(("/", *files, "/words", "/events"))


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
    longest = 0.0
    for phone in phones(50):
        for _ in range(requests_a_load() - 1):
            clock.now += limits.pause()
            place = limits.admit(phone)
            longest = max(longest, place.delay)
            limits.leave(place)
        clock.now += limits.pause()
        assert limits.listen(limits.admit(phone), is_paired=False)
    assert limits.listeners == 50
    assert clock.now - 1000 + longest < 15, "nobody waits for fifteen seconds, if all come at the same moment"


def test_a_phone_that_loads_the_page_thrice_in_a_row_gets_all_of_it():
    limits = Limits(Clock())
    for _ in range(3 * requests_a_load()):
        limits.leave(limits.admit("10.0.0.7"))


@pytest.mark.parametrize("is_paired", [False, True])
def test_fifty_phones_that_come_back_at_once_do_not_wait(is_paired):
    limits = Limits(Clock())
    for phone in phones(50):
        assert limits.pause() == 0
        place = limits.admit(phone, is_paired=is_paired)
        assert place.delay == 0
        assert limits.listen(place, is_paired=is_paired)


def test_a_flood_from_one_address_is_refused_and_the_others_come_in():
    clock = Clock()
    limits = Limits(clock)
    admitted = 0
    for _ in range(10_000):
        if (place := limits.admit("10.0.0.66")) is not None:
            admitted += 1
            limits.leave(place)
    assert admitted == PHONES.burst_each
    assert limits.admit("10.0.0.7")
    clock.now += 1
    assert limits.admit("10.0.0.66"), "it may come back when it has calmed down"


def test_a_flood_from_many_addresses_is_served_no_faster_than_the_stated_rate():
    clock = Clock()
    limits = Limits(clock)
    served, number = [], 0
    while clock.now < 1060:
        clock.now += limits.pause()
        number += 1
        if (place := limits.admit(f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}")) is not None:
            served.append(place.began)
    assert sum(began < 1060 for began in served) <= PHONES.burst + 60 * PHONES.per_second + 1
    assert limits.connections <= PHONES.connections


def test_a_flood_from_one_address_is_looked_at_only_so_many_times_and_leaves_the_common_allowance():
    clock = Clock()
    limits = Limits(clock)
    looks = 0
    while clock.now < 1060:
        clock.now += limits.pause()
        looks += 1
        if (place := limits.admit("10.0.0.66")) is not None:
            limits.leave(place)
    assert looks <= 61 * PHONES.checks_per_second + 1
    assert all(limits.admit(friend).delay == 0 for friend in phones(50))


def test_open_connections_are_bounded_for_each_and_for_all():
    limits = Limits(Clock())
    own = [limits.admit("10.0.0.1") for _ in range(50)]
    assert len(list(filter(None, own))) == PHONES.connections_each
    everybody = [limits.admit(f"10.0.{number}.1") for number in range(1, 256)]
    assert limits.connections == PHONES.connections
    assert len(list(filter(None, everybody))) < len(everybody)
    limits.leave(next(filter(None, everybody)))
    assert limits.admit("10.0.0.2"), "a place is free again"


def test_requests_that_are_never_finished_keep_nobody_out():
    clock = Clock()
    limits = Limits(clock)
    slow = [limits.admit(f"10.0.0.{number % 20}") for number in range(PHONES.connections)]
    dropped = []
    for place in slow:
        place.drop = lambda place=place: dropped.append(place)
    assert limits.admit("10.0.0.1") is None, "everybody has a moment"
    clock.now += KEPT_SECONDS
    place = limits.admit("192.168.0.7")
    assert dropped == slow[:1], "the oldest gives its place"
    limits.leave(place)
    limits.leave(slow[0])
    assert limits.connections == PHONES.connections - 1, "nothing is counted twice"


def test_of_one_address_too_the_oldest_request_gives_its_place():
    clock = Clock()
    limits = Limits(clock)
    other = limits.admit("10.0.0.2")
    slow = [limits.admit("10.0.0.1") for _ in range(PHONES.connections_each)]
    assert limits.admit("10.0.0.1") is None
    clock.now += KEPT_SECONDS
    assert limits.admit("10.0.0.1") is not None
    assert slow[0] not in limits._strangers.places
    assert other in limits._strangers.places


def test_who_listens_keeps_the_place():
    clock = Clock()
    limits = Limits(clock)
    streams = [limits.admit(f"10.0.0.{number}") for number in range(PHONES.listeners)]
    assert all(limits.listen(stream, is_paired=False) for stream in streams)
    for number in range(1000):
        clock.now += KEPT_SECONDS
        limits.admit(f"10.0.1.{number % 250}")
    assert limits.listeners == PHONES.listeners
    assert all(stream in limits._strangers.places for stream in streams)


def test_strangers_from_many_addresses_cannot_shut_out_who_is_paired():
    """However many connections they open and hold, every request of a paired phone is served at once."""
    clock = Clock()
    limits = Limits(clock)
    for number in range(50_000):
        clock.now += limits.pause()
        limits.admit(f"10.{number % 200}.{number % 7}.1")
        if not number % 1000:
            place = limits.admit("192.168.0.7", is_paired=True)
            assert place.delay == 0
            limits.leave(place)


def test_a_stranger_at_the_address_of_a_paired_phone_uses_up_only_what_strangers_have():
    clock = Clock()
    limits = Limits(clock)
    answered = 0
    for _ in range(60 * 40):  # forty requests a second without a session, and one with
        clock.now += 1 / 40
        place = limits.admit("192.168.0.7", is_paired=True)
        answered += limits.serve(place, is_paired=False)
        limits.leave(place)
        if not int(clock.now * 40) % 40:
            limits.leave(limits.admit("192.168.0.7", is_paired=True))
    assert answered <= PHONES.burst_each + 60 * PHONES.per_second_each + 1
    streams = [limits.admit("192.168.0.7", is_paired=True) for _ in range(PHONES.listeners_each)]
    assert sum(limits.listen(stream, is_paired=False) for stream in streams) == PHONES.listeners_each // 2
    assert limits.listen(streams[-1], is_paired=True), "the phone itself can still listen"


@pytest.mark.parametrize("is_finished", [False, True], ids=["held", "finished"])
def test_a_flood_from_the_address_of_a_paired_phone_does_not_shut_that_phone_out(is_finished):
    """Four hundred connections a second without a session, held for ten seconds or finished at once."""
    clock = Clock()
    limits = Limits(clock)
    answered, asked = 0, 0
    for number in range(20 * 400):
        clock.now += 1 / 400
        place = limits.admit("192.168.0.7", is_paired=True)
        if place is not None and is_finished:
            answered += limits.serve(place, is_paired=False)
            limits.leave(place)
        if not number % 80:  # five a second of the phone itself
            own = limits.admit("192.168.0.7", is_paired=True)
            assert limits.serve(own, is_paired=True)
            asked += 1
            if asked == 1:
                assert limits.listen(own, is_paired=True)
            else:
                limits.leave(own)
    assert asked == 100
    assert answered <= PHONES.burst_each + 20 * PHONES.per_second_each + 1
    assert limits.listeners == 1, "who listens is not dropped"
    assert limits.connections <= PHONES.connections_each * 2 + MOST_DOUBTFUL
    assert limits.admit("192.168.0.8", is_paired=True).delay == 0


def test_a_paired_phone_that_floods_is_bounded_too():
    clock = Clock()
    limits = Limits(clock)
    answered = 0
    for _ in range(20 * 400):
        clock.now += 1 / 400
        if (place := limits.admit("192.168.0.7", is_paired=True)) is not None:
            answered += limits.serve(place, is_paired=True)
            limits.leave(place)
    assert answered <= 2 * (PHONES.burst_paired_each + 20 * PHONES.per_second_paired_each + 1)
    assert limits.connections == 0


def test_listeners_are_bounded_for_each_and_for_all():
    limits = Limits(Clock())
    streams = [limits.admit("10.0.0.1") for _ in range(10)]
    assert sum(limits.listen(stream, is_paired=False) for stream in streams) == PHONES.listeners_each
    limits.leave(streams[0])
    assert limits.listen(streams[-1], is_paired=False)
    many = [limits.admit(f"10.0.1.{number}") for number in range(100)]
    assert (
        sum(limits.listen(stream, is_paired=False) for stream in many) == PHONES.listeners - PHONES.listeners_each
    )
    friends = [limits.admit(phone, is_paired=True) for phone in phones(50)]
    assert all(limits.listen(friend, is_paired=True) for friend in friends), "they have their own"


def test_on_one_machine_fifty_browsers_share_an_address():
    limits = Limits(Clock(), ONE_MACHINE)
    for _ in range(50):
        assert limits.listen(limits.admit("127.0.0.1"), is_paired=True)


def test_an_attacker_with_many_addresses_does_not_grow_the_memory():
    limits = Limits(Clock())
    stream = limits.admit("10.1.0.1")
    assert limits.listen(stream, is_paired=True)
    for high in range(256):
        for low in range(256):
            place = limits.admit(f"10.0.{high}.{low}")
            if place is not None and low % 100:
                limits.leave(place)
    assert limits.remembered <= MOST_PEERS
    limits.leave(stream)


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from("cpdl"), st.floats(0, 2)), max_size=200))
def test_the_counts_are_right_whatever_comes_and_goes(steps):
    clock = Clock()
    limits = Limits(clock)
    places = []
    for number, step, seconds in steps:
        clock.now += seconds
        if step in "cp" and (place := limits.admit(str(number), is_paired=step == "p")) is not None:
            place.drop = partial(places.remove, place)
            places.append(place)
        elif step == "l" and places:
            place = places[number % len(places)]
            _ = place.is_listening or limits.listen(place, is_paired=False)
        elif step == "d" and places:
            limits.leave(places.pop(number % len(places)))
    assert limits.connections == len(places)
    assert limits.listeners == sum(place.is_listening for place in places)
    for peer in map(str, range(6)):
        own = [place for place in places if place.peer == peer]
        assert len(own) <= PHONES.connections_each
        assert sum(place.is_listening for place in own) <= PHONES.listeners_each


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


def test_another_request_of_a_connection_counts_like_a_new_connection():
    limits = Limits(Clock())
    place = limits.admit("10.0.0.7")
    assert sum(limits.admit_again(place, is_paired=False) for _ in range(1000)) == PHONES.burst_each - 1
    assert limits.admit("10.0.0.7") is None


def test_a_connection_from_before_pairing_is_not_used_again():
    limits = Limits(Clock())
    assert not limits.admit_again(limits.admit("10.0.0.7"), is_paired=True)


def test_a_new_phone_gets_a_place_of_whoever_has_the_most():
    limits = Limits(clock=lambda: 0.0)
    addresses = [f"10.0.0.{number}" for number in range(1, 21)]
    held = [limits.admit(address) for _ in range(PHONES.connections_each) for address in addresses]
    assert sum(place is not None for place in held) == PHONES.connections
    assert limits.admit(addresses[0]) is None
    assert limits.admit("10.0.0.99") is not None
    assert limits.connections == PHONES.connections
