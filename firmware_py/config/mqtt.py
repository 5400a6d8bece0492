"""The table `[mqtt]` of a configuration: the broker that this box publishes to, and what it says about itself.

>>> faults = []
>>> settings = read_mqtt({"mqtt": {"host": "club.local", "table": "Table 3"}}, faults)
>>> settings.is_on, settings.port, settings.table, faults
(True, 1883, 'Table 3', [])
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from engine.acts import shown
from engine.values import KeyPath, number, table, yes_or_no
from engine.verdicts import Sentence, say

LONGEST_TEXT = 250
"""Characters of a host name, a user or a path."""
LONGEST_TABLE = 40
PREFIX = re.compile(r"[\w.-]{1,40}(/[\w.-]{1,40}){0,3}")
"""A topic without wildcards, and without empty levels."""


class Mqtt(NamedTuple):
    """How this box reaches a broker, and what it publishes."""

    host: str = ""
    """The broker; if it is empty, nothing is published."""
    port: int = 1883
    tls: bool = False
    ca_file: str = ""
    """The certificate of the authority that has signed the broker's; if empty, those that the machine trusts."""
    user: str = ""
    password_file: str = ""
    prefix: str = "sideline"
    """The first level of all topics."""
    table: str = ""
    """The name of this table; if empty, the name of the machine."""
    names: bool = False
    """Publish the names of the players."""
    home_assistant: bool = True
    """Publish the descriptions that Home Assistant makes entities of."""

    @property
    def is_on(self) -> bool:
        """Whether anything is published."""
        return bool(self.host)


Faults = list[tuple["KeyPath", "Sentence"]]


def read_mqtt(values: Mapping[str, object], faults: Faults) -> Mqtt:
    """Return the settings of a configuration; append every fault with its place to `faults`."""
    default = Mqtt()
    given = {**default._asdict(), **table(values.get("mqtt", {}), Mqtt._fields, ("mqtt",), faults)}
    return Mqtt(
        _text(given, "host", faults),
        number(given["port"], range(1, 65536), ("mqtt", "port"), faults),
        yes_or_no(given["tls"], ("mqtt", "tls"), faults),
        _text(given, "ca_file", faults),
        _text(given, "user", faults),
        _text(given, "password_file", faults),
        _prefix(given["prefix"], faults),
        _text(given, "table", faults, LONGEST_TABLE),
        yes_or_no(given["names"], ("mqtt", "names"), faults),
        yes_or_no(given["home_assistant"], ("mqtt", "home_assistant"), faults),
    )


def _text(given: Mapping[str, object], name: str, faults: Faults, most: int = LONGEST_TEXT) -> str:
    value = given[name]
    if isinstance(value, str) and len(value) <= most and value.isprintable() and '"' not in value:
        return value
    faults.append((("mqtt", name), say("config.no-text", most=most, given=shown(value))))
    return ""


def _prefix(value: object, faults: Faults) -> str:
    if isinstance(value, str) and PREFIX.fullmatch(value):
        return value
    faults.append((("mqtt", "prefix"), say("config.no-prefix", given=shown(value))))
    return Mqtt().prefix


def mqtt_lines(settings: Mqtt) -> list[str]:
    """Return the settings as lines of a configuration.

    >>> mqtt_lines(Mqtt())[:2]
    ['[mqtt]', 'host = ""']
    """
    lines = ["[mqtt]"]
    for name, value in settings._asdict().items():
        lines.append(f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {str(value).lower()}")
    return lines
