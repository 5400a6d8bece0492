"""The topics: `sideline/box/1f2e3d4c/state` and the others.

>>> topics = Topics("sideline", "1f2e3d4c")
>>> topics.state, topics.players
('sideline/box/1f2e3d4c/state', 'sideline/club/players')
>>> read_topic("sideline", "sideline/box/1f2e3d4c/result")
('1f2e3d4c', 'result')
"""

from __future__ import annotations

import re

BOX_ID = re.compile(r"[0-9a-f]{8}")
AVAILABLE = "online"
UNAVAILABLE = "offline"
"""The two values of the topic `available`: the words that Home Assistant expects."""
MOST_BYTES = 256 * 1024
"""Of a message that is read; larger ones are not ours."""


class Topics:
    """The topics of one box."""

    def __init__(self, prefix: str, box: str) -> None:
        """Compose the topics from the prefix of the configuration and the id of the box."""
        base = f"{prefix}/box/{box}"
        self.available = f"{base}/available"
        """Retained: whether the box is there. The broker itself says so when it loses the box."""
        self.state = f"{base}/state"
        """Retained: the table as it is now."""
        self.event = f"{base}/event"
        """What happens, for lights and sounds."""
        self.result = f"{base}/result"
        """A match that is over, with its record."""
        self.index = f"{base}/index"
        """Retained: which results the broker has confirmed, so that the club sees whether it lacks one."""
        self.wanted = f"{base}/wanted"
        """The club asks for results again."""
        self.players = players_topic(prefix)


def players_topic(prefix: str) -> str:
    """Return the topic of the roster of the club; it is retained."""
    return f"{prefix}/club/players"


def read_topic(prefix: str, topic: str) -> tuple[str, str] | None:
    """Return the id of the box and the last level of a topic of a box; None if it is another topic."""
    match topic.removeprefix(f"{prefix}/box/").split("/") if topic.startswith(f"{prefix}/box/") else []:
        case [box, name] if BOX_ID.fullmatch(box):
            return box, name
    return None
