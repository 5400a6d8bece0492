"""Home Assistant: what it is told, and that no entity stays unavailable in whatever order things restart."""

from itertools import permutations, product

import pytest

from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.mqtt.discovery import discovery_json, discovery_topic
from firmware_py.mqtt.table_state import EVENTS
from firmware_py.mqtt.topics import Topics
from tests.depth import slow_unless
from tests.firmware_py.mqtt.brokers import Box, Broker, Listener, needs_mosquitto
from tests.firmware_py.mqtt.home_assistant import HomeAssistant, check_description

PARTS = ("broker", "box", "listener")
ORDERS = list(permutations(PARTS)) + [order for order in product(PARTS, repeat=3) if len(set(order)) < 3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_assistant_would_take_the_description(language):
    topics = Topics("sideline", "1f2e3d4c")
    described = discovery_json("1f2e3d4c", "Table 3", topics, Translations(language))
    check_description(discovery_topic("1f2e3d4c"), described)
    assert described["device"]["name"] == "Sideline Table 3"
    assert set(described["components"]["event"]["event_types"]) == set(EVENTS)


@needs_mosquitto
def test_entities_follow_a_match(broker, tmp_path):
    with HomeAssistant(broker.port) as home, Box(broker, tmp_path / "box", names=True) as box:
        home.wait(home.is_good)
        box.begin()
        box.say("1 place L310")
        home.wait(lambda: home.entities()["acts"] == "1" and home.entities()["event"] == "turn")
        entities = home.entities()
        assert (entities["game"], entities["turn"], entities["status"]) == ("Inside", "Ben", "playing")
        assert (entities["points_1"], entities["points_3"]) == ("0", "unknown")
        box.say("2 quit")
        home.wait(lambda: home.entities()["status"] == "over" and home.entities()["event"] == "match_over")
        assert home.entities()["leader"] == "Anna"


@needs_mosquitto
def test_the_first_messages_are_availability_then_description_then_state(broker, tmp_path):
    with Listener(broker.port) as listener, Box(broker, tmp_path / "box"):
        listener.wait(listener.state)
        kinds = [topic.split("/")[-1] for topic, _ in listener.heard]
    assert kinds[:3] == ["available", "config", "state"]


@needs_mosquitto
def test_a_box_that_ends_or_dies_is_unavailable(broker, tmp_path):
    with HomeAssistant(broker.port) as home:
        with Box(broker, tmp_path / "box") as box:
            home.wait(home.is_good)
            box.publisher._client.socket().shutdown(2)  # as if the plug was pulled: the box says nothing
            home.wait(lambda: "offline" in [text for topic, text in home.heard if topic.endswith("/available")])
            home.wait(home.is_good)
        home.wait(lambda: set(home.entities().values()) == {"unavailable"})


@needs_mosquitto
def test_without_discovery_home_assistant_hears_nothing(broker, tmp_path):
    with Listener(broker.port) as listener, Box(broker, tmp_path / "box", home_assistant=False):
        listener.wait(listener.state)
        assert not [topic for topic, _ in listener.heard if topic.startswith("homeassistant/")]


@needs_mosquitto
@pytest.mark.parametrize("keeps", [False, True], ids=["forgetful", "keeping"])
@pytest.mark.parametrize("order", slow_unless(ORDERS, ORDERS[:6]), ids="-".join)
def test_no_entity_stays_unavailable_whatever_restarts_in_which_order(tmp_path, order, keeps):
    """Restart parts one after the other; the broker forgets what it had, or keeps what it had saved."""
    with Broker(tmp_path / "broker", keeps=keeps) as broker:
        box, home = Box(broker, tmp_path / "box"), HomeAssistant(broker.port)
        try:
            for part in order:
                if part == "broker":
                    broker.kill()
                    broker.start()
                elif part == "box":
                    box.close()
                    box = Box(broker, tmp_path / "box")
                else:
                    home.close()
                    home = HomeAssistant(broker.port)
                    home.__enter__()
            home.wait(home.is_good)
            box.begin()
            home.wait(lambda: home.is_good() and home.entities()["game"] == "Inside")
        finally:
            box.close()
            home.close()
