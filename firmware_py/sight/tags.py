"""Find the printed tags in a picture: AprilTag's family 36h11, with AprilTag's own detector.

Others were measured: families 16h5 and ArUco 4×4 report tags that are not there, OpenCV needs larger tags.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from pyapriltags import Detector

Grey: TypeAlias = NDArray[np.uint8]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom, in dots."""

FAMILY = "tag36h11"
SHARPEN = 1.0
"""Against blur: of 40 soft pictures at 640 × 480 all corner tags were found in 37, with the default 0.25 in 28."""
MOST_WRONG_BITS = 1
"""Of 36; with two, false tags begin to be thinkable."""
LEAST_MARGIN = 12.0
"""How clearly black and white of a tag must differ, as the detector counts it."""
AS_PRINTED = [1, 0, 3, 2]
"""The corners in our order; the detector begins elsewhere and goes the other way round."""
ENLARGED_BELOW, WHOLE_BELOW = 700, 1200
"""Dots of the long side. Smaller pictures are enlarged; in larger ones squares are searched in every second dot.

Of 150 drawn pictures at 640 × 480 with a card and pawns, all tags were found in 135 as they are, in 142 enlarged
twice, and in 146 in one of two tries, enlarged twice and three times.
"""


SHARPER = ImageFilter.UnsharpMask(radius=3, percent=300, threshold=0)
"""For a longer search in a whole picture: it finds other tags than without."""


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


def find_tags(grey: Grey) -> list[FoundTag]:
    """Return the tags of a picture, by number; a number that is seen twice is reported twice."""
    long_side = max(grey.shape)
    if long_side > WHOLE_BELOW:
        return _found(grey, decimate=2.0)
    return _found(grey, times=2 if long_side <= ENLARGED_BELOW else 1)


def find_more_tags(grey: Grey, known: Iterable[FoundTag], box: Box | None = None) -> list[FoundTag]:
    """Return the tags of a picture, or of a part of it, with those that are found only by a longer search."""
    long_side = max(grey.shape)
    left, top, right, bottom = box or (0, 0, grey.shape[1], grey.shape[0])
    times = 3 if long_side <= ENLARGED_BELOW else 2 if long_side <= WHOLE_BELOW else 1
    found, part = list(known), grey[top:bottom, left:right]
    sharper = [] if box is not None else _found(part, times=max(1, times - 1), filtered=SHARPER)
    for tag in (*_found(part, times=times), *sharper):
        moved = tag._replace(corners=tag.corners + np.array((left, top)))
        if all(each.number != tag.number or not _is_one(each, moved) for each in found):
            found.append(moved)
    return sorted(found, key=lambda tag: tag.number)


def _is_one(tag: FoundTag, other: FoundTag) -> bool:
    """Return whether two tags are the same one, found twice."""
    side = float(np.linalg.norm(tag.corners[0] - tag.corners[1]))
    return float(np.abs(tag.corners.mean(axis=0) - other.corners.mean(axis=0)).max()) < side / 2


def _found(
    grey: Grey, *, times: int = 1, decimate: float = 1.0, filtered: ImageFilter.Filter | None = None
) -> list[FoundTag]:
    if times > 1:
        size = grey.shape[1] * times, grey.shape[0] * times
        grey = np.asarray(Image.fromarray(grey).resize(size, Image.Resampling.BICUBIC))
    if filtered is not None:
        grey = np.asarray(Image.fromarray(grey).filter(filtered))
    tags = [
        FoundTag(int(tag.tag_id), np.asarray(tag.corners, np.float64)[AS_PRINTED] / times - 0.5)
        for tag in _detector(decimate).detect(np.ascontiguousarray(grey))
        if tag.hamming <= MOST_WRONG_BITS and tag.decision_margin >= LEAST_MARGIN
    ]
    return sorted(tags, key=lambda tag: tag.number)
