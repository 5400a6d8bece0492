"""A table that plays by itself in a process of its own, so that it can be killed: a line for each match."""

import sys
from functools import partial

from firmware_py.club.simulation import SimulatedTable
from firmware_py.config.mqtt import Mqtt
from tests.firmware_py.mqtt.brokers import LOCALHOST, quick_client

ACTS = 3
"""Of each match."""


def play(port: str, folder: str, seed: str) -> None:
    settings = Mqtt(host=LOCALHOST, port=int(port), table="Table 1", names=True)
    client = partial(quick_client, settings)
    table = SimulatedTable(settings, client, folder, seed=int(seed), note=print, games=["inside"], most_acts=ACTS)
    while True:
        finished = table.finished
        table.act()
        if table.finished > finished:
            print(table.number, flush=True)


if __name__ == "__main__":
    play(*sys.argv[1:])
