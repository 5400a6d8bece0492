"""A Home Assistant for tests: it checks a description as the real one does, and keeps states and availability.

After components/mqtt/schemas.py and discovery.py of Home Assistant, 2026-07: which keys a description must have,
which it may have once for all components, and what a component of each platform may have.
"""

import json
import re
from typing import Any, Self

from tests.firmware_py.mqtt.brokers import Listener

SHARED = {
    *("availability", "availability_mode", "availability_topic", "availability_template"),
    *("payload_available", "payload_not_available", "state_topic", "command_topic", "qos", "encoding"),
    "message_expiry_interval",
}
DEVICE = {
    "identifiers",
    "connections",
    "name",
    "model",
    "sw_version",
    "manufacturer",
    "via_device",
    "configuration_url",
}
ENTITY = {"platform", "unique_id", "name", "icon", "entity_category", "state_topic", "value_template"}
PLATFORMS = {
    "sensor": ENTITY | {"device_class", "options", "state_class", "json_attributes_topic", "unit_of_measurement"},
    "event": ENTITY | {"event_types", "device_class"},
}
LONGEST_STATE = 255
TEMPLATE = re.compile(r"\{\{ value_json\.(\w+) \}\}")


def check_description(topic: str, value: dict[str, Any]) -> None:
    """Fail where Home Assistant would refuse a description of a device."""
    assert re.fullmatch(r"homeassistant/device/[a-zA-Z0-9_-]+/config", topic)
    assert set(value) <= {"device", "origin", "components", *SHARED}
    device = value["device"]
    assert set(device) <= DEVICE
    assert device.get("identifiers") or device.get("connections")
    assert isinstance(value["origin"]["name"], str)
    assert set(value["origin"]) <= {"name", "sw_version", "support_url"}
    ids = [component["unique_id"] for component in value["components"].values()]
    assert len(set(ids)) == len(ids) > 0
    for component in value["components"].values():
        assert set(component) <= PLATFORMS[component["platform"]]
        assert not component["name"].startswith(device["name"])
        assert TEMPLATE.fullmatch(component.get("value_template", "{{ value_json.x }}"))
        if component["platform"] == "event":
            assert component["event_types"]
        if component.get("device_class") == "enum":
            assert component["options"]
            assert "state_class" not in component


class HomeAssistant(Listener):
    """Listens as Home Assistant does: to descriptions, and then to the topics that they name."""

    def __init__(self, port: int) -> None:
        super().__init__(port, "homeassistant/device/+/config", "sideline/box/#")

    def __enter__(self) -> Self:
        super().__enter__()
        self.say("homeassistant/status", "online")
        return self

    @property
    def descriptions(self) -> dict[str, dict[str, Any]]:
        found = {topic: text for topic, text in self.retained.items() if topic.startswith("homeassistant/device/")}
        return {topic: json.loads(text) for topic, text in found.items() if text}

    def entities(self) -> dict[str, str]:
        """Give the state of every entity; `unavailable` and `unknown` are what users complain of."""
        states = {}
        for topic, described in self.descriptions.items():
            check_description(topic, described)
            is_there = self.retained.get(described["availability_topic"]) == "online"
            for name, component in described["components"].items():
                states[name] = self._state(described, component) if is_there else "unavailable"
        return states

    def _state(self, described: dict[str, Any], component: dict[str, Any]) -> str:
        text = self.retained.get(component.get("state_topic", described["state_topic"]))
        if text is None:
            return "unknown"
        values = json.loads(text)
        if component["platform"] == "event":
            assert values["event_type"] in component["event_types"]
            return str(values["event_type"])
        state = str(values[TEMPLATE.fullmatch(component["value_template"])[1]])  # type: ignore[index]  # checked before
        assert len(state) <= LONGEST_STATE
        assert state == "None" or state in component.get("options", [state])
        return "unknown" if state == "None" else state

    def is_good(self) -> bool:
        """Return whether the device is there with a state that tells of its table."""
        entities = self.entities()
        return bool(entities) and "unavailable" not in entities.values() and entities["status"] != "unknown"
