"""Find the printed tags in a picture: AprilTag's family 36h11, with AprilTag's own detector.

Others were measured: families 16h5 and ArUco 4×4 report tags that are not there, OpenCV needs larger tags.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyapriltags import Detector

FAMILY = "tag36h11"
SHARPEN = 1.0
"""Against blur: of 40 soft pictures at 640 × 480 all corner tags were found in 37, with the default 0.25 in 28."""
MOST_WRONG_BITS = 1
"""Of 36; with two, false tags begin to be thinkable."""
LEAST_MARGIN = 12.0
"""How clearly black and white of a tag must differ, as the detector counts it."""
AS_PRINTED = [1, 0, 3, 2]
"""The corners in our order; the detector begins elsewhere and goes the other way round."""
FINE_BELOW = 1200
"""Dots of the long side up to which every dot counts; above, the search for squares takes every second one."""


class FoundTag(NamedTuple):
    """A tag in a picture."""

    number: int
    corners: NDArray[np.float64]
    """Dots: top left, top right, bottom right, bottom left of the black square, as it is printed."""

    @property
    def middle(self) -> NDArray[np.float64]:
        """The middle, in dots: where the diagonals cross."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        below = (ax - cx) * (by - dy) - (ay - cy) * (bx - dx)
        one, other = ax * cy - ay * cx, bx * dy - by * dx
        return np.array(
            ((one * (bx - dx) - (ax - cx) * other) / below, (one * (by - dy) - (ay - cy) * other) / below)
        )


@lru_cache(maxsize=2)
def _detector(decimate: float) -> Detector:
    """Make the detector once for each way of searching."""
    return Detector(families=FAMILY, nthreads=1, quad_decimate=decimate, quad_sigma=0.0, decode_sharpening=SHARPEN)


def find_tags(grey: NDArray[np.uint8]) -> list[FoundTag]:
    """Return the tags of a picture, by number; a number that is seen twice is reported twice."""
    decimate = 1.0 if max(grey.shape) <= FINE_BELOW else 2.0
    found = _detector(decimate).detect(np.ascontiguousarray(grey))
    tags = [
        FoundTag(int(tag.tag_id), np.asarray(tag.corners, np.float64)[AS_PRINTED] - 0.5)
        for tag in found
        if tag.hamming <= MOST_WRONG_BITS and tag.decision_margin >= LEAST_MARGIN
    ]
    return sorted(tags, key=lambda tag: tag.number)
