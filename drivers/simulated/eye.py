"""A simulated eye on a pseudo-terminal, which follows the protocol or violates it.

>>> with SimulatedEye() as camera:
...     camera.lay(103, 500, 500)
...     camera.faults.add(Fault.HAND)
...     camera.lay(12, 400, 420)
...     camera.sent[-1].state
<State.HIDDEN: 'hidden'>
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from drivers.eye import VERSION, Check, Hello, Parser, State, Tag, Trouble, View, write
from drivers.frames import next_sequence
from drivers.simulated.pty_device import LineFault, PtyDevice

CORNERS, RATE, LIGHT = 4, 12, 200


class Fault(Enum):
    """The faults of an eye; the first ones are those of its line."""

    NOISE = LineFault.NOISE.value
    HALF = LineFault.HALF.value
    REPEATED = LineFault.REPEATED.value
    FLIPPED = LineFault.FLIPPED.value
    SILENT = LineFault.SILENT.value
    HAND = "hidden"
    """A hand lies over the frame."""
    BLUR = "unsure"
    """Something cannot be read."""
    AWAY = "no-frame"
    """The frame is not in the picture."""


COVERING = (Fault.AWAY, Fault.HAND, Fault.BLUR)
"""The faults that hide what lies in the frame; the first one that is active is told."""


class SimulatedEye(PtyDevice):
    """A frame with tags in it and an eye."""

    def __init__(
        self,
        *,
        sides_mm: tuple[int, int] = (160, 120),
        name: str = "simulated",
        version: int = VERSION,
        seed: int = 0,
    ) -> None:
        """Start plugged in, with an empty frame."""
        super().__init__("eye", Parser, write, seed)
        self.troubles: tuple[Trouble, ...] = ()
        """The result of its self-test."""
        self._hello = Hello(0, version, *sides_mm, name) if version == VERSION else Hello(0, version)
        self.tags: dict[int, Tag] = {}
        """What lies in the frame."""
        self.sees = View(0, State.SEEN)
        """What was told last."""
        self.plug()

    def reset(self) -> None:
        """Restart with another sequence number, and send a hello."""
        with self._lock:
            start = self._other_sequence(self._hello.sequence)
            self._hello = self._hello._replace(sequence=start)
            self.sees = self.sees._replace(sequence=next_sequence(start))
            self._send(self._hello)

    def lay(self, number: int, x: int, y: int, turn: int = 0) -> None:
        """Lay a tag down, or move it."""
        self.arrange([*(tag for tag in self.tags.values() if tag.number != number), Tag(number, x, y, turn)])

    def take(self, number: int) -> None:
        """Take a tag away."""
        self.arrange(tag for tag in self.tags.values() if tag.number != number)

    def arrange(self, tags: Iterable[Tag]) -> None:
        """Change all that lies in the frame: tell that it moves, and then what is seen."""
        with self._lock:
            self.tags = {tag.number: tag for tag in tags}
            if self.sees.state is State.SEEN:
                self._tell(State.MOVING)
            self.look()

    def look(self) -> None:
        """Send what is seen now, with the faults that are active."""
        with self._lock:
            covering = next((fault for fault in COVERING if fault in self.faults), None)
            if covering is not None:
                self._tell(State(covering.value))
            else:
                self._tell(State.SEEN, tuple(sorted(self.tags.values())))

    def _tell(self, state: State, tags: tuple[Tag, ...] = ()) -> None:
        if (state, tags) != self.sees[1:]:
            self.sees = View(next_sequence(self.sees.sequence), state, tags)
            self._send(self.sees)

    def _greeting(self) -> Hello:
        return self._hello

    def _state(self) -> View:
        return self.sees

    def _findings(self, sequence: int) -> Check:
        return Check(sequence, CORNERS, len(self.tags), RATE, LIGHT, self.troubles)
