"""The hue of cubes: what tells light from dark wood even where light falls at an unknown angle.

A hue is how much more red, and how much more blue, than green there is, against the sheet's white, as logarithms.
Shade and lamp do not change it, so one cube is enough once both hues are known: taught, or learnt in each picture
from the cubes that the box knows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from firmware_py.games.inside.sight_cubes import Rays, Surface
from firmware_py.sight.light import paper_light
from firmware_py.sight.view import View, sample

RED, GREEN, BLUE = range(3)
DARKEST = 6.0
"""Darker dots have no hue that can be trusted."""
BLACKEST, NOISE = 3.0, 6.0
"""Of 255: what is darker counts as black; how far a dot is off."""
COLOURS = 2
SPREAD = 0.07
"""How far the hue of a cube lies from that of the others of its colour: gloss, and its neighbours in a JPEG."""
CAP = 4.5
"""A cube's hue can speak against its colour no more than this."""
WHOLE_PART = 0.3
"""A cube counts fully if at least this part of a whole one is seen."""
ROUNDS = 2

Pairs = NDArray[np.float64]


class Hues(NamedTuple):
    """The hues of light and of dark cubes, and how sure they are."""

    means: tuple[tuple[float, float], ...] = ((0.15, -0.2), (0.15, -0.2))
    spread: float = 0.4


class Dots(NamedTuple):
    """The dots of a picture around the pyramid."""

    values: NDArray[np.float64]
    """How bright they are against the paper, as logarithms."""
    hues: Pairs
    spreads: NDArray[np.float64]
    """How sure each hue is: dark dots are noisy."""

    def hue_changes(self, before: Dots) -> NDArray[np.float64]:
        """Return how much the hue of each dot speaks against it being as it was before; a shadow changes none."""
        apart = ((self.hues - before.hues) ** 2).sum(axis=1)
        changes: NDArray[np.float64] = apart / (2 * (self.spreads**2 + before.spreads**2))
        return np.maximum(0.0, changes - 1)


def dots_of(view: View, rays: Rays) -> Dots:
    """Return how the dots of a picture look."""
    step = float(np.abs(np.diff(np.unique(rays.dots[:, 0]))).min()) if len(rays.dots) > 1 else 1.0
    blur = ImageFilter.BoxBlur(max(0.0, (step - 1) / 2))
    soft = sample(np.asarray(Image.fromarray(view.grey).filter(blur)), rays.dots)
    paper, slope = paper_light(view)
    light = paper + (view.camera.on_plane(rays.dots) - view.sheet_middle) @ slope
    coloured = sample(np.asarray(Image.fromarray(view.dots).filter(blur)), rays.dots)
    white = np.median(_hue(sample(view.dots, view.camera.sees(view.white_points()))), axis=0)
    spreads = SPREAD + NOISE / np.maximum(coloured.min(axis=1), DARKEST)
    return Dots(np.log(np.maximum(soft, BLACKEST)) - light, _hue(coloured) - white, spreads)


def _hue(dots: NDArray[np.float64]) -> Pairs:
    logs = np.log(np.maximum(dots, DARKEST))
    return logs[..., (RED, BLUE)] - logs[..., (GREEN,)]


class HueComparison:
    """Compares the hues in one picture with those of different sets of cubes."""

    def __init__(self, hues: Pairs, known: Hues, dots_of_a_cube: float) -> None:
        """Compare hues of dots with what is known of cubes."""
        self._hues, self._known, self._whole = hues, known, dots_of_a_cube * WHOLE_PART

    def misfit(self, shown: Surface, colours: NDArray[np.int64]) -> float:
        """Return how badly the hues of cubes fit their colours."""
        cubes, counts = self._cubes(shown, len(colours))
        total = 0.0
        for colour, mean in enumerate(self._means(cubes, counts, colours)):
            apart = ((cubes - mean) ** 2).sum(axis=1) / (2 * SPREAD**2)
            total += float((counts * np.minimum(apart, CAP))[colours == colour].sum())
            odd = mean - np.array(self._known.means[colour])
            total += float((odd**2).sum()) / (2 * self._known.spread**2)
        return total

    def odd(self, shown: Surface, colours: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which cells have a cube whose hue is none of its colour: a glare, perhaps."""
        cubes, counts = self._cubes(shown, len(colours))
        found = np.zeros(len(colours), bool)
        for colour, mean in enumerate(self._means(cubes, counts, colours)):
            found |= (colours == colour) & (((cubes - mean) ** 2).sum(axis=1) / (2 * SPREAD**2) > CAP)
        return found

    def learnt(self, shown: Surface, colours: NDArray[np.int64]) -> list[list[int]]:
        """Return the hues of light and dark cubes here, in hundredths."""
        means = self._means(*self._cubes(shown, len(colours)), colours)
        return [[round(100 * float(value)) for value in mean] for mean in means]

    def _cubes(self, shown: Surface, count: int) -> tuple[Pairs, NDArray[np.float64]]:
        """Return the mean hue of each cell, and how much it counts: up to 1."""
        on_cube = shown.cells >= 0
        cells, weights, hues = shown.cells[on_cube], shown.weights[on_cube], self._hues[on_cube]
        totals = np.bincount(cells, weights, count)
        sums = np.stack([np.bincount(cells, weights * hues[:, at], count) for at in range(COLOURS)], axis=1)
        means: Pairs = sums / np.maximum(totals, 1e-6)[:, None]
        return means, np.minimum(1.0, totals / self._whole)

    def _means(self, cubes: Pairs, counts: NDArray[np.float64], colours: NDArray[np.int64]) -> list[Pairs]:
        """Return the likeliest hues of light and of dark cubes."""
        found = []
        for colour in range(COLOURS):
            expected = np.array(self._known.means[colour])
            firm = 1 / self._known.spread**2
            own, weights = cubes[colours == colour], counts[colours == colour]
            mean = expected
            for turn in range(ROUNDS):
                off = np.sqrt(((own - mean) ** 2).sum(axis=1)) / (3 * SPREAD) if turn else np.ones(len(own))
                firms = weights / np.maximum(1.0, off) / SPREAD**2
                mean = (expected * firm + (own * firms[:, None]).sum(axis=0)) / (firm + firms.sum())
            found.append(mean)
        return found
