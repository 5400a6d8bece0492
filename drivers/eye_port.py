"""The eye at its serial port; a camera that reads dice too has both protocols on one port.

>>> from queue import Queue
>>> from drivers.simulated.eye import SimulatedEye
>>> events = Queue()
>>> with SimulatedEye() as camera, Eye(camera.path, events.put):
...     name, empty = events.get(timeout=60).hello.name, events.get(timeout=60)
...     camera.lay(103, 500, 500)
...     moving, seen = events.get(timeout=60), events.get(timeout=60)
>>> name, empty.tags, moving.state.value, [tag.number for tag in seen.tags]
('simulated', (), 'moving', [103])
"""

from __future__ import annotations

from drivers import dice, eye
from drivers.eye import Check, View
from drivers.serial_port import Connected, Disconnected, SerialDevice

Event = Connected | Disconnected | View | Check


class Eye(SerialDevice[Event]):
    """An eye that may be connected and disconnected at any time."""

    protocols = (eye.Parser,)
    devices = ("eye",)


class DiceAndEye(SerialDevice[object]):
    """A camera that reads the dice and is the eye, on one port."""

    protocols = dice.Parser, eye.Parser
    devices = "dice", "eye"
