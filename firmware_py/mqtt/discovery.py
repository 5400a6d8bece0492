"""The description of a box for Home Assistant: one device, and the entities that people use.

It is one retained message under `homeassistant/device`. Its availability is the topic `available`, which is the
last will and the first message of the box; there is no other.
"""

from __future__ import annotations

from firmware_py import __version__
from firmware_py.i18n.default_names import MOST_SEATS
from firmware_py.i18n.translations import Translations
from firmware_py.mqtt.table_state import EVENTS, STATUSES
from firmware_py.mqtt.topics import Topics

BIRTH_TOPIC = "homeassistant/status"
"""Home Assistant says `online` here when it has started; it wants everything again then."""
TEXTS = {"game": "title", "turn": "turn", "leader": "leader", "waits": "waits", "last": "last"}
"""The entities that show a text, and the value of the state that each of them shows."""
NUMBERS = ("acts", "evaluations")
ICONS = {
    "status": "mdi:dice-multiple",
    "game": "mdi:gamepad-variant",
    "turn": "mdi:account-arrow-right",
    "leader": "mdi:trophy",
    "waits": "mdi:chat-question",
    "last": "mdi:history",
    "acts": "mdi:counter",
    "evaluations": "mdi:clipboard-check",
    "version": "mdi:tag",
    "event": "mdi:bell",
}


def discovery_topic(box: str) -> str:
    """Return the topic of the description of a box."""
    return f"homeassistant/device/sideline_{box}/config"


def discovery_json(box: str, table: str, topics: Topics, translations: Translations) -> dict[str, object]:
    """Return the description of a box as plain values."""
    sensors: dict[str, dict[str, object]] = {
        "status": {
            "device_class": "enum",
            "options": list(STATUSES),
            "json_attributes_topic": topics.state,
            **_value("status"),
        },
        **{name: _value(value) for name, value in TEXTS.items()},
        **{name: {"state_class": "measurement", **_value(name)} for name in NUMBERS},
        "version": {"entity_category": "diagnostic", **_value("version")},
    }
    components: dict[str, dict[str, object]] = {
        name: {"platform": "sensor", "name": translations(f"mqtt.{name}"), "icon": ICONS[name], **more}
        for name, more in sensors.items()
    }
    for seat in range(1, MOST_SEATS + 1):
        components[f"points_{seat}"] = {
            "platform": "sensor",
            "name": translations("mqtt.points", seat=seat),
            "state_class": "measurement",
            "icon": "mdi:counter",
            **_value(f"points_{seat}"),
        }
    components["event"] = {
        "platform": "event",
        "name": translations("mqtt.event"),
        "icon": ICONS["event"],
        "event_types": list(EVENTS),
        "state_topic": topics.event,
    }
    for name, component in components.items():
        component["unique_id"] = f"sideline_{box}_{name}"
    return {
        "device": {
            "identifiers": [f"sideline_{box}"],
            "name": f"Sideline {table}",
            "model": "Sideline",
            "sw_version": __version__,
        },
        "origin": {"name": "Sideline", "sw_version": __version__},
        "availability_topic": topics.available,
        "state_topic": topics.state,
        "qos": 1,
        "components": components,
    }


def _value(name: str) -> dict[str, object]:
    """Return the template that takes a value out of the state of the table."""
    return {"value_template": f"{{{{ value_json.{name} }}}}"}
