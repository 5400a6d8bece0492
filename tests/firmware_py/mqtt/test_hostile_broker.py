"""A broker that sends too much: what is too large is never read, whatever MQTT it speaks."""

import socket
import threading
from contextlib import ExitStack

import pytest

from firmware_py.config.mqtt import Mqtt
from firmware_py.mqtt.bounded_client import MOST_PACKET
from firmware_py.mqtt.client import make_client
from firmware_py.storage.roster import load_roster
from tests.firmware_py.mqtt.brokers import LOCALHOST, PATIENCE, Box, Listener, needs_mosquitto, until

TOPIC = "sideline/club/players"
REFUSES_5, ACCEPTS_3, ACCEPTS_5 = b"\x20\x02\x00\x01", b"\x20\x02\x00\x00", b"\x20\x03\x00\x00\x00"


@needs_mosquitto
def test_a_large_message_that_a_broker_keeps_does_not_keep_a_box_away(broker, tmp_path):
    with Listener(broker.port) as listener:
        listener.say(TOPIC, {"players": ["x" * 2 * MOST_PACKET]}, retain=True)
        with Box(broker, tmp_path / "box"):
            listener.wait(lambda: any(topic.endswith("/available") for topic in listener.retained))
            listener.say(TOPIC, {"players": ["Anna"]}, retain=True)
            until(lambda: load_roster() == ["Anna"])


def length_of(size: int) -> bytes:
    """Return a length as MQTT writes it."""
    return bytes([size & 127 | 128, size >> 7 & 127 | 128, size >> 14 & 127 | 128, size >> 21])


@pytest.mark.parametrize("answers", [(ACCEPTS_5,), (REFUSES_5, ACCEPTS_3)], ids=["5", "3.1.1"])
def test_a_packet_that_is_too_large_ends_the_connection_before_it_is_read(answers):
    with ExitStack() as lines, socket.create_server((LOCALHOST, 0)) as server:
        client = make_client(Mqtt(host=LOCALHOST, port=server.getsockname()[1]), "box")
        connected, lost = threading.Event(), threading.Event()
        client.on_connect = lambda *_given: connected.set()
        client.on_disconnect = lambda *_given: lost.set()
        client.connect_to(Mqtt(host=LOCALHOST, port=server.getsockname()[1]))
        try:
            for answer in answers:
                line = lines.enter_context(server.accept()[0])
                line.recv(1000)
                line.sendall(answer)
            assert connected.wait(PATIENCE)
            lost.clear()
            line.sendall(b"\x30" + length_of(200_000_000) + b"\x00\x01a")
            assert lost.wait(PATIENCE), "200 MB were announced, three bytes were sent"
        finally:
            client.disconnect()
            client.loop_stop()
