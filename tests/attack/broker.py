"""A hostile broker: it sends packets of 200 MB, as fast as it can, to a box that always comes back."""

import time

from firmware_py.config.mqtt import Mqtt
from firmware_py.mqtt.client import make_client
from tests.attack.attackers import BROKER_PORT_WORD
from tests.attack.rows import Row
from tests.attack.victim import attacker, memory_megabytes
from tests.firmware_py.page.pages import LOCALHOST

MOST_GROWTH_MEGABYTES = 5.0
LONGEST_SECONDS = 30.0


def run(seed: int, seconds: float) -> list[Row]:
    """Connect to the broker again and again until the time is over."""
    del seed  # it is always the same packet
    lost: list[object] = []
    with attacker("broker") as broker:
        assert broker.stdout is not None
        port = int(broker.stdout.readline().removeprefix(BROKER_PORT_WORD))
        settings = Mqtt(host=LOCALHOST, port=port)
        client = make_client(settings, "box")
        client.reconnect_delay_set(1, 1)
        client.on_disconnect = lambda *given: lost.append(given)
        before = memory_megabytes()
        client.connect_to(settings)
        time.sleep(min(seconds, LONGEST_SECONDS))
        growth = memory_megabytes() - before
        client.disconnect()
        client.loop_stop()
    limit = f"{MOST_GROWTH_MEGABYTES:.0f} MB"
    figure = f"{growth:.1f} MB in {len(lost)} connections"
    is_kept = growth <= MOST_GROWTH_MEGABYTES and bool(lost)
    return [Row(f"a broker sends packets of 200 MB: memory grows by at most {limit}", figure, is_kept)]
