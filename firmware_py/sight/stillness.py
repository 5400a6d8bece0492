"""Compare a live picture with the one before: whether something moves, or only the light has changed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from firmware_py.sight.reading import State

WIDTH = 240
"""Dots across that are compared: a cube has two or three of them, a hand some hundred."""
CHANGED, CHANGED_PART = 14.0, 0.12
"""A dot has changed by at least so much brightness, and by this part of what it had."""
MOVING_DOTS = 12
"""So many changed dots: something moves."""
BRIGHTER = 1.2
"""The light has changed if half of all dots are so many times brighter or darker."""
DARKEST = 4.0

Grey = NDArray[np.float32]


class Stillness:
    """Compares each picture with the one before, and with the last one that was read."""

    def __init__(self) -> None:
        """Wait for the first picture."""
        self._before: Grey | None = None
        self._read: Grey | None = None

    def follow(self, grey: NDArray[np.uint8]) -> State | None:
        """Take a picture; return why it is not read: something moves, or the light has changed; None if still."""
        now, before = _small(grey), self._before
        self._before = now
        if before is None or now.shape != before.shape:
            self._read = None
            return State.MOVING
        if _differs(now, before):
            return State.MOVING
        gain = _gain(now, before)
        return State.LIGHT if max(gain, 1 / gain) >= BRIGHTER else None

    def note_read(self) -> None:
        """Note that the last picture was read."""
        self._read = self._before

    @property
    def is_as_read(self) -> bool:
        """Whether the last picture shows what the one showed that was read."""
        now, read = self._before, self._read
        if now is None or read is None:
            return False
        gain = _gain(now, read)
        return max(gain, 1 / gain) < BRIGHTER and not _differs(now, read, dots=1)


def _small(grey: NDArray[np.uint8]) -> Grey:
    height, width = grey.shape
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    return np.asarray(Image.fromarray(grey).resize(size, Image.Resampling.BOX), np.float32)


def _gain(now: Grey, before: Grey) -> float:
    """Return how many times brighter a picture is, by its middle dot."""
    return float(np.median(np.maximum(now, DARKEST) / np.maximum(before, DARKEST)))


def _differs(now: Grey, before: Grey, dots: int = MOVING_DOTS) -> bool:
    """Return whether so many dots differ, besides light that changes everywhere."""
    then = before * _gain(now, before)
    changed = np.abs(now - then) > np.maximum(CHANGED, CHANGED_PART * then)
    return int(changed.sum()) >= dots
