"""The rights that CLUB.md gives to boxes, club and Home Assistant, on a real Mosquitto."""

import re
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from firmware_py.mqtt.topics import MOST_BYTES
from tests.firmware_py.mqtt.brokers import LOCALHOST, PATIENCE, Broker, needs_mosquitto

pytestmark = needs_mosquitto
BLOCKS = re.findall(r"```\n(.*?)```", Path("hardware/CLUB.md").read_text(encoding="utf-8"), re.DOTALL)
STATE, RESULT = "sideline/box/1f2e3d4c/state", "sideline/box/1f2e3d4c/result"
ROSTER, BIRTH = "sideline/club/players", "homeassistant/status"


def block(word):
    (found,) = (text for text in BLOCKS if word in text)
    return [line.strip() for line in found.splitlines()]


def guided_broker(folder):
    """Return a broker as the guide sets one up, with its users and their rights."""
    users, rights = folder / "users", folder / "rights"
    folder.mkdir()
    for name in (line.rpartition(" ")[2] for line in block("mosquitto_passwd")):
        options = ["-b"] if users.exists() else ["-b", "-c"]
        subprocess.run([shutil.which("mosquitto_passwd"), *options, users, name, name], check=True)
    rights.write_text("\n".join(block("user home")) + "\n")
    lines = [line for line in block("listener 1883") if not line.startswith("listener")]
    here = {"password_file": users, "acl_file": rights}
    lines = [
        " ".join([word, str(here.get(word, rest))]) for word, _, rest in (line.partition(" ") for line in lines)
    ]
    return Broker(folder / "broker", more="\n".join(lines))


@contextmanager
def client(broker, user, *topics):
    """Connect as a user of the guide; gives the client and what it hears."""
    heard, ready = Queue(), Queue()
    made = Client(CallbackAPIVersion.VERSION2)
    made.username_pw_set(user, user)
    made.on_connect = lambda *_: made.subscribe([(topic, 1) for topic in topics])
    made.on_subscribe = lambda *_: ready.put(True)
    made.on_message = lambda _client, _data, message: heard.put((message.topic, len(message.payload)))
    made.connect(LOCALHOST, broker.port)
    made.loop_start()
    ready.get(timeout=PATIENCE)
    yield made, heard
    made.disconnect()
    made.loop_stop()


def say(client, *topics, size=1):
    """Publish on topics, one after the other; those that are not allowed are dropped by the broker."""
    for topic in topics:
        client.publish(topic, b"x" * size, qos=1)


def test_everybody_can_do_their_part_and_no_more(tmp_path):
    with (
        guided_broker(tmp_path / "club") as broker,
        client(broker, "club", "sideline/#") as (club, at_club),
        client(broker, "box", ROSTER, BIRTH) as (box, at_box),
        client(broker, "home", "#") as (home, at_home),
    ):
        say(box, ROSTER, BIRTH, STATE)  # only the last one is the box's to say
        assert at_home.get(timeout=PATIENCE) == at_club.get(timeout=PATIENCE) == (STATE, 1)
        say(home, RESULT, ROSTER, BIRTH)
        assert at_box.get(timeout=PATIENCE) == at_home.get(timeout=PATIENCE) == (BIRTH, 1)
        say(club, ROSTER)
        assert at_box.get(timeout=PATIENCE) == at_club.get(timeout=PATIENCE) == (ROSTER, 1)
        say(box, RESULT, size=MOST_BYTES)  # the largest that is read arrives
        assert at_club.get(timeout=PATIENCE) == at_home.get(timeout=PATIENCE) == (RESULT, MOST_BYTES)
