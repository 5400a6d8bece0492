"""No device can stop the others: bounded places in the queue, keys first, budgets, and a report of a flood."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.budget import TooMuch
from drivers.dice import Hello, Roll, State
from drivers.dice_port import Connected, Disconnected, Reason
from drivers.presses import Edge, Key
from firmware_py.runtime.event_loop import EventLoop
from firmware_py.runtime.sources import (
    CALM_SECONDS,
    DICE,
    KEYS,
    PAGE,
    Budget,
    Source,
    kind_of_reading,
    open_sources,
)

FLOOD = 100_000


def test_a_flood_of_readings_leaves_the_newest_of_each_state(clock):
    dice = open_sources(EventLoop(clock)).dice
    states = list(State)
    for number in range(FLOOD):
        state = states[number % len(states)]
        assert dice.put(Roll(number % 65536, state, (number % 6 + 1,) if state is State.SETTLED else ()))
    assert dice.waiting == len(states) <= DICE.most
    assert [dice.take(clock.now).state for _ in states] == [states[(FLOOD + i) % len(states)] for i in range(6)]
    assert dice.dropped == FLOOD - len(states)


def test_a_roll_that_has_settled_waits_even_if_the_dice_were_picked_up_since():
    dice = open_sources(EventLoop()).dice
    rolls = [Roll(1, State.ROLLING), Roll(2, State.SETTLED, (3, 5)), Roll(3, State.HANDLED)]
    for roll in rolls:
        dice.put(roll)
    assert [dice.take(0.0) for _ in rolls] == rolls


def test_what_is_last_known_of_the_port_comes_in_its_order():
    dice = open_sources(EventLoop()).dice
    lost, found, roll = Disconnected(Reason.ABSENT), Connected(Hello(7)), Roll(1, State.FEW)
    for event in (lost, found, roll, lost, found, roll):
        dice.put(event)
    assert [dice.take(0.0) for _ in range(dice.waiting)] == [lost, found, roll]


def test_each_source_is_bounded(clock):
    sources = open_sources(EventLoop(clock))
    for source, most in ((sources.keys, KEYS.most), (sources.page, PAGE.most)):
        assert [source.put(number) for number in range(most + 5)] == [True] * most + [False] * 5
        assert (source.waiting, source.dropped) == (most, 5)


def test_keys_overtake_everything_else(clock):
    loop = EventLoop(clock)
    sources = open_sources(loop)
    for number in range(PAGE.most):
        sources.page.put(("task", number))
    sources.dice.put(Roll(1, State.ROLLING))
    press = Edge(Key.OK, down=True, at=0)
    sources.keys.put(press)
    assert loop.take() == press


def test_our_own_events_come_before_the_keys_so_that_the_watchdog_lives(clock):
    loop = EventLoop(clock)
    sources = open_sources(loop)
    sources.keys.put("a press")
    loop.put("a ping")
    assert [loop.take(), loop.take()] == ["a ping", "a press"]


def test_the_others_take_turns(clock):
    loop = EventLoop(clock)
    sources = open_sources(loop)
    for number in range(3):
        sources.page.put(f"task {number}")
    sources.dice.put(Roll(1, State.ROLLING))
    sources.dice.put(Roll(2, State.SETTLED, (3, 5)))
    taken = [loop.take() for _ in range(5)]
    assert [isinstance(event, Roll) for event in taken] == [True, False, True, False, False]


def test_a_source_waits_for_its_budget_and_its_newest_event_is_not_lost(clock):
    budget = Budget(most=4, burst=2, per_second=10)
    source = Source("dice", budget, merge=kind_of_reading, clock=clock)
    taken = []
    for number in range(1000):
        source.put(Roll(number, State.SETTLED, (1,)))
        if source.wait(clock.now) == 0:
            taken.append(source.take(clock.now))
        clock.now += 0.001
    assert len(taken) <= budget.burst + 1 * budget.per_second + 1
    clock.now += source.wait(clock.now)
    assert source.take(clock.now).sequence == 999


def test_a_source_that_must_wait_does_not_hold_up_the_others(clock):
    loop = EventLoop(clock)
    slow, other = loop.source("slow", Budget(9, burst=1, per_second=0.001)), loop.source("other", Budget(9, 9, 9))
    slow.put("slow 1")
    slow.put("slow 2")
    other.put("other 1")
    other.put("other 2")
    assert [loop.take() for _ in range(3)] == ["slow 1", "other 1", "other 2"]
    clock.now += 1000
    assert loop.take() == "slow 2"


def test_a_flood_is_reported_once_and_once_more_when_it_is_over(clock):
    loop = EventLoop(clock)
    dice = open_sources(loop).dice
    reports = []

    def flood(seconds):
        for number in range(round(seconds * 200)):
            dice.put(Roll(number, State.ROLLING))
            clock.now += 0.005
            while loop.waiting > dice.waiting or dice.wait(clock.now) == 0:
                event = loop.take()
                reports.extend([event] if isinstance(event, TooMuch) else [])

    flood(60)
    assert reports == [TooMuch("dice")]
    clock.now += 2 * CALM_SECONDS
    assert loop.take() is None, "a timer has looked"
    assert loop.take() == TooMuch("dice", is_over=True)
    flood(60)
    assert reports == [TooMuch("dice")] * 2


def test_what_a_device_sends_in_a_quick_evening_is_not_too_much(clock):
    loop = EventLoop(clock)
    sources = open_sources(loop)
    for number in range(1000):  # a roll every two seconds
        for state in (State.HANDLED, State.ROLLING, State.COCKED, State.ROLLING, State.SETTLED):
            sources.dice.put(Roll(number, state, (6,) if state is State.SETTLED else ()))
        clock.now += 2
        while loop.waiting:
            assert not isinstance(loop.take(), TooMuch)


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 0.2)), max_size=200))
def test_events_of_a_source_stay_in_order_and_none_is_taken_twice(steps):
    now, put, taken = 0.0, [], []
    source = Source("page", Budget(most=5, burst=3, per_second=20))
    for number, (puts, seconds) in enumerate(steps):
        now += seconds
        put += [event for event in ((number, again) for again in range(puts)) if source.put(event, now)]
        assert source.waiting <= 5
        if source.wait(now) == 0:
            taken.append(source.take(now))
    assert taken == put[: len(taken)]
    assert len(put) - len(taken) == source.waiting
