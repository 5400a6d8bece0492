"""The table `[events]` of a configuration: the addresses that the box calls when something happens at the table.

>>> faults = []
>>> read_events({"events": {"turn": "wled://wled.local/3", "begun": "ftp://x"}}, faults).turn
'wled://wled.local/3'
>>> [place for place, why in faults]
[('events', 'begun')]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from engine.acts import shown
from engine.values import KeyPath, table
from engine.verdicts import Sentence, say

LONGEST_ADDRESS = 500
PRESETS = range(1, 251)
"""Those that a WLED controller can keep."""


class Events(NamedTuple):
    """An address for each event; empty: nothing is called."""

    begun: str = ""
    turn: str = ""
    refused: str = ""
    evaluation: str = ""
    match_over: str = ""

    @property
    def is_on(self) -> bool:
        """Whether anything is called."""
        return any(self)


def read_events(values: Mapping[str, object], faults: list[tuple[KeyPath, Sentence]]) -> Events:
    """Return the addresses of a configuration; append every fault with its place to `faults`."""
    given = table(values.get("events", {}), Events._fields, ("events",), faults)
    found = {}
    for name in Events._fields:
        value = given.get(name, "")
        if isinstance(value, str) and (not value or is_address(value)):
            found[name] = value
        else:
            faults.append((("events", name), say("config.no-address", given=shown(value))))
    return Events(**found)


def is_address(text: str) -> bool:
    """Return whether something can be called there.

    >>> [is_address(text) for text in ("http://host:8123/api", "wled://host/0", "https://", "http://a b/")]
    [True, False, False, False]
    """
    try:
        parts = urlsplit(text)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    is_text = text.isascii() and text.isprintable() and not set(text) & set(' "\\')
    if not (is_text and len(text) <= LONGEST_ADDRESS and parts.hostname and has_port):
        return False
    preset = parts.path.removeprefix("/")
    return parts.scheme in {"http", "https"} or (
        parts.scheme == "wled" and preset.isdecimal() and int(preset) in PRESETS
    )


def events_lines(events: Events) -> list[str]:
    """Return the addresses as lines of a configuration."""
    return ["[events]", *(f'{name} = "{address}"' for name, address in events._asdict().items())]
