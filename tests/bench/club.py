"""A box in a club: whether publishing on a broker makes the keys slower. Needs mosquitto."""

import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from firmware_py.mqtt.client import make_client
from firmware_py.mqtt.publisher import Publisher
from firmware_py.ui.stack.screen_stack import ScreenStack
from tests.bench.matches import matches
from tests.bench.rows import Figure, Goal, Needs, Row, measured
from tests.firmware_py.mqtt.brokers import MOSQUITTO, Broker
from tests.firmware_py.ui.fingers import play_act

PRESSES = 120
"""Of each game, in each round."""
ROUNDS = 5


def keys() -> Iterator[Row]:
    """Measure the time from each press to both pictures, with and without a broker; the best rounds count."""
    yield from measured(_keys, Goal("key to pictures with MQTT, median (without)", 1.1))


def _keys() -> Sequence[Figure]:
    if MOSQUITTO is None:
        raise Needs("mosquitto")
    with tempfile.TemporaryDirectory() as folder, Broker(Path(folder, "broker")) as broker:
        with_broker, without = [], []
        for _ in range(ROUNDS):
            without.append(_round(None))
            with_broker.append(_round(broker))
    return (Figure(min(with_broker), min(without)),)


def _round(broker: Broker | None) -> float:
    """Play a part of a match of each kind; return the median of the seconds from a press to both pictures."""
    took: list[float] = []
    for _, stack in matches():
        publisher = None
        if broker is not None:
            data, settings = os.environ["SIDELINE_DATA"], broker.settings(table="Table 1", names=True)
            client = partial(make_client, settings)
            publisher = Publisher(settings, client, data, f"{data}/journal.db", table="Table 1")
        took += _press_keys(stack, publisher)
        if publisher is not None:
            publisher.close(10)
    return statistics.median(took)


def _press_keys(stack: ScreenStack, publisher: Publisher | None) -> list[float]:
    took: list[float] = []
    press, chance = stack.press, random.Random(1)

    def timed(given) -> None:
        began = time.perf_counter()
        press(given)
        stack.prompt()
        stack.table()
        if publisher is not None:
            publisher.publish(stack)
        took.append(time.perf_counter() - began)

    stack.press = timed
    while len(took) < PRESSES and play_act(stack, chance):
        pass
    return took
