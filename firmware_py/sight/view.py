"""A picture of a table with a sheet on it: its tags, the camera, and what covers the sheet's band."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from firmware_py.sight.camera import Camera, Points, fit
from firmware_py.sight.picture import Dots, brightness
from firmware_py.sight.reading import State
from firmware_py.sight.sheet import MODULES, PAPERS, TAG, Sheet
from firmware_py.sight.tags import FoundTag, find_more_tags, find_tags

FEWEST_CORNER_TAGS = 3
MOST_OFF = 1 / 150
"""How far the corners of the tags may be off, in parts of the picture's long side: more is no flat sheet."""
DARK = 40
"""A picture whose brightest tenth is darker than this (of 255) shows nothing."""
BRIGHT_SHARE = 90
FAINT = 0.25
"""Cells of the band differ by at least this part of the brighter one."""
BROKEN = 3
"""So many neighbours without a difference are covered."""
SMALLEST_PART = 24
"""Dots of a part of a picture in which tags are searched."""
MODULE = TAG / MODULES
"""White paper beside a corner tag is looked at in the first of its two white modules."""


class View(NamedTuple):
    """A picture with a sheet in it."""

    dots: Dots
    grey: NDArray[np.uint8]
    tags: tuple[FoundTag, ...]
    sheet: Sheet
    camera: Camera
    covered: Points
    """Cells of the band, in millimetres, that something covers."""
    is_disturbed: bool = True
    """Something has moved, or a hand was there, since the last picture that was explained."""

    @property
    def sheet_middle(self) -> NDArray[np.float64]:
        """The middle of the sheet, in millimetres."""
        return np.array((self.sheet.width / 2, self.sheet.height / 2))

    def with_more_tags(self, around: Points) -> View:
        """Return the view with the tags that a longer search finds around places on the sheet."""
        dots = self.camera.sees(around)
        low = np.clip(np.floor(dots.min(axis=0)), 0, self.camera.end).astype(int).tolist()
        high = np.clip(np.ceil(dots.max(axis=0)) + 1, 0, self.camera.end + 1).astype(int).tolist()
        if min(high[0] - low[0], high[1] - low[1]) < SMALLEST_PART:
            return self
        found = find_more_tags(self.grey, self.tags, (low[0], low[1], high[0], high[1]))
        return self._replace(tags=tuple(found))

    def white_points(self) -> Points:
        """Return points of the sheet that are white paper: between the band's cells, and beside corner tags."""
        sides = self.sheet.sides()
        ways = np.array(((1.0, 0), (-1, 0), (0, 1), (0, -1))) * (TAG / 2 + MODULE / 2)
        beside = np.array(self.sheet.middles)[:, None, :] + ways
        return np.concatenate([beside.reshape(-1, 2), *(side[1::2] for side in sides)])

    def values(self, dots: Points) -> NDArray[np.float64]:
        """Return how bright the picture is at dots; beside it, at its edge."""
        return sample(self.grey, dots)


def sample(picture: NDArray[np.uint8], dots: Points) -> NDArray[np.float64]:
    """Return the values of a picture, grey or in colour, at dots; beside it, at its edge."""
    rows = np.clip(np.rint(dots[..., 1]).astype(int), 0, picture.shape[0] - 1)
    columns = np.clip(np.rint(dots[..., 0]).astype(int), 0, picture.shape[1] - 1)
    values: NDArray[np.float64] = picture[rows, columns].astype(np.float64)
    return values


def look(dots: Dots, free: Sheet | None = None) -> View | State:
    """Return the view of a picture; a state if it shows none: dark, or without a sheet.

    `free` is the sheet of single tags around a board, if the owner has measured one.
    """
    grey = brightness(dots)
    tags = tuple(find_tags(grey))
    sheets = (*PAPERS, *(() if free is None else (free,)))
    if all(_count(sheet, tags) < len(sheet.numbers) for sheet in sheets):
        tags = tuple(find_more_tags(grey, tags))
    size = grey.shape[1], grey.shape[0]
    for sheet in sorted(sheets, key=lambda sheet: -_count(sheet, tags)):
        if _count(sheet, tags) < FEWEST_CORNER_TAGS:
            break
        camera = _fit(sheet, tags, size)
        if camera is not None:
            return View(dots, grey, tags, sheet, camera, _covered(grey, sheet, camera))
    is_dark = np.percentile(grey[::4, ::4], BRIGHT_SHARE) < DARK
    return State.DARK if is_dark else State.NO_SHEET


def _count(sheet: Sheet, tags: tuple[FoundTag, ...]) -> int:
    return len({tag.number for tag in tags} & set(sheet.numbers))


def _fit(sheet: Sheet, tags: tuple[FoundTag, ...], size: tuple[int, int]) -> Camera | None:
    """Return the camera, if each corner tag is there only once and the sheet is flat enough."""
    corner_tags = [tag for tag in tags if tag.number in sheet.numbers]
    if len({tag.number for tag in corner_tags}) < len(corner_tags):
        return None
    points = np.concatenate([sheet.corners(tag.number) for tag in corner_tags])
    fitted = fit(points, np.concatenate([tag.corners for tag in corner_tags]), size)
    return fitted[0] if fitted is not None and fitted[1] <= MOST_OFF * max(size) else None


def _covered(grey: NDArray[np.uint8], sheet: Sheet, camera: Camera) -> Points:
    """Return the cells of the band that cannot be told black from white, where several neighbours cannot."""
    found: list[Points] = []
    for side in sheet.sides():
        around = side[:, None, :] + np.array(((0.0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)))
        dots = np.rint(camera.sees(around)).astype(int)
        within = ((dots >= 0) & (dots < (grey.shape[1], grey.shape[0]))).all(axis=(1, 2))
        columns = np.clip(dots[..., 0], 0, grey.shape[1] - 1)
        values = grey[np.clip(dots[..., 1], 0, grey.shape[0] - 1), columns].astype(float).mean(axis=1)
        signs = np.where(np.arange(len(side)) % 2 == 0, -1.0, 1.0)  # black cells come first
        steps = signs[1:] * (values[1:] - values[:-1]) / np.maximum(values[1:], values[:-1]).clip(1)
        is_bad = np.concatenate(((steps < FAINT), (False,))) | np.concatenate(((False,), (steps < FAINT)))
        runs = is_bad & within
        found += [side[start:end] for start, end in _runs(runs) if end - start >= BROKEN]
    return np.concatenate(found) if found else np.empty((0, 2))


def _runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return where runs of true values begin and end.

    >>> _runs(np.array([True, False, True, True]))
    [(0, 1), (2, 4)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate(((0,), flags.astype(np.int8), (0,)))))
    return [(int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]
