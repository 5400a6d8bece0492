"""A simulated dice reader on a pseudo-terminal, which follows the protocol or violates it.

The faults in `faults` are active until they are removed.

>>> with SimulatedReader() as tray:
...     tray.roll(3, 5)
...     tray.faults.add(Fault.COCKED)
...     tray.roll(3, 5)
...     tray.sent[-1].state
<State.COCKED: 'cocked'>
"""

from __future__ import annotations

from enum import Enum

from drivers.dice import VERSION, Findings, Hello, Parser, Roll, State, Trouble, write
from drivers.frames import next_sequence
from drivers.simulated.pty_device import LineFault, PtyDevice


class Fault(Enum):
    """The faults of a reader; the first ones are those of its line."""

    NOISE = LineFault.NOISE.value
    HALF = LineFault.HALF.value
    REPEATED = LineFault.REPEATED.value
    FLIPPED = LineFault.FLIPPED.value
    SILENT = LineFault.SILENT.value
    UNPLUGGED = "unplugged"
    """The reader is unplugged during the next roll."""
    COCKED = "cocked"
    """Every roll ends with a leaning die."""
    RESET = "reset"
    """It restarts before every roll, with another sequence number."""


class SimulatedReader(PtyDevice):
    """A tray with dice and a reader."""

    def __init__(self, *, dice: int = 2, name: str = "simulated", version: int = VERSION, seed: int = 0) -> None:
        """Start plugged in, with an empty tray."""
        super().__init__("dice", Parser, write, seed)
        self.troubles: tuple[Trouble, ...] = ()
        """The result of its self-test."""
        self._hello = Hello(0, version, dice, name) if version == VERSION else Hello(0, version)
        self.sees = Roll(0, State.FEW)
        """The dice in the tray."""
        self.plug()

    def reset(self) -> None:
        """Restart with another sequence number, and send a hello."""
        with self._lock:
            start = self._other_sequence(self._hello.sequence)
            self._hello = self._hello._replace(sequence=start)
            self.sees = self.sees._replace(sequence=next_sequence(start))
            self._send(self._hello)

    def show(self, state: State, *faces: int) -> None:
        """Change the dice in the tray, and send their state."""
        with self._lock:
            self.sees = Roll(next_sequence(self.sees.sequence), state, faces)
            self._send(self.sees)

    def roll(self, *faces: int) -> None:
        """Roll the dice: send that they are rolling, and then their faces."""
        if Fault.RESET in self.faults:
            self.reset()
        self.show(State.ROLLING)
        state = State.COCKED if Fault.COCKED in self.faults else State.SETTLED
        faces = faces[1:] if state is State.COCKED else faces
        if Fault.UNPLUGGED in self.faults:
            self.faults.discard(Fault.UNPLUGGED)
            self.unplug()
        self.show(state, *faces)

    def _greeting(self) -> Hello:
        return self._hello

    def _state(self) -> Roll:
        return self.sees

    def _findings(self, sequence: int) -> Findings:
        return Findings(sequence, self.troubles)
