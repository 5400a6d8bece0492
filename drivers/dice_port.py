"""The dice reader at its serial port.

>>> from queue import Queue
>>> from drivers.simulated.reader import SimulatedReader
>>> events = Queue()
>>> with SimulatedReader() as tray, DiceReader(tray.path, events.put):
...     name, empty = events.get(timeout=60).hello.name, events.get(timeout=60)
...     tray.roll(3, 5)
...     rolling, settled = events.get(timeout=60), events.get(timeout=60)
>>> name, empty.state.value, rolling.state.value, settled.state.value, settled.faces
('simulated', 'few', 'rolling', 'settled', (3, 5))
"""

from __future__ import annotations

from drivers.dice import Findings, Parser, Roll
from drivers.serial_port import Connected, Disconnected, SerialDevice

Event = Connected | Disconnected | Roll | Findings


class DiceReader(SerialDevice[Event]):
    """A dice reader that may be connected and disconnected at any time."""

    protocols = (Parser,)
    devices = ("dice",)
