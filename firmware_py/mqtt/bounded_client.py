"""A paho client that takes no large packet, whatever a broker sends.

It speaks MQTT 5, in which a client says how much it takes: a broker leaves out what is larger. A broker that knows
only MQTT 3.1.1 cannot be told that; there the connection ends before a large packet is read.
"""

from __future__ import annotations

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from firmware_py.config.mqtt import Mqtt
from firmware_py.mqtt.topics import MOST_BYTES

KEEPALIVE_SECONDS = 30
"""After one and a half times this the broker says that a silent box is offline."""
CONNECT_TIMEOUT_SECONDS = 10.0
LONGEST_PAUSE_SECONDS = 60
"""Between two tries to reach a broker that is not there."""
MOST_PACKET = MOST_BYTES + 1024
"""Bytes of a message with its topic and its properties."""
NEVER_EXPIRES = 0xFFFFFFFF
CONNACK_3_BYTES = 2
"""How long the answer of a broker to a connection is in MQTT 3; in MQTT 5 it is longer."""


class BoundedClient(Client):
    """A client of a broker, not connected yet."""

    def __init__(self, client_id: str, *, is_clean: bool) -> None:
        """Use an id; one that is not clean is known to the broker by it, and gets what it has missed."""
        super().__init__(CallbackAPIVersion.VERSION2, client_id=client_id, protocol=MQTTProtocolVersion.MQTTv5)
        self._clean_session = is_clean  # as MQTT 3 calls it; paho asks for it there only
        self.connect_timeout = CONNECT_TIMEOUT_SECONDS
        self.reconnect_delay_set(1, LONGEST_PAUSE_SECONDS)

    def connect_to(self, settings: Mqtt) -> None:
        """Connect in a thread, and again whenever the connection is lost."""
        about = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        about.MaximumPacketSize = MOST_PACKET
        if not self._clean_session:
            about.SessionExpiryInterval = NEVER_EXPIRES
        self.connect_async(
            settings.host,
            settings.port,
            keepalive=KEEPALIVE_SECONDS,
            clean_start=bool(self._clean_session),
            properties=about,
        )
        self.loop_start()

    def _handle_connack(self) -> MQTTErrorCode:
        """Speak MQTT 3.1.1 from now on if the broker answers in MQTT 3: it knows no other."""
        if self.protocol is MQTTProtocolVersion.MQTTv5 and len(self._in_packet["packet"]) == CONNACK_3_BYTES:
            self._protocol = MQTTProtocolVersion.MQTTv311
            return self.reconnect()
        return super()._handle_connack()

    def _sock_recv(self, bufsize: int) -> bytes:
        """Receive the rest of a packet; paho asks for all of it at once."""
        if bufsize > MOST_PACKET:
            raise ConnectionError("the broker sends a packet that is too large")
        return super()._sock_recv(bufsize)
