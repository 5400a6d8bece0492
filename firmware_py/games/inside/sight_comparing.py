"""Find the cubes of Inside that fit a picture best, and what all others would cost.

What each dot around the pyramid would show is known for every set of cubes (`cubes`). How bright light and dark
cubes are on each of their three faces is learnt from the cubes that the box knows, in each picture. From those
cubes on, the cube whose coming, going or changing makes the picture fit better is taken, until none does.
With a picture from the same place before, whatever did not change has to look as it did there.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.inside.pyramid import CARRIED, CARRIERS, CELLS
from firmware_py.games.inside.sight_cubes import Rays, Surface, surface
from firmware_py.games.inside.sight_hues import Dots, HueComparison, Hues
from firmware_py.sight.reading import CLEAR, MOST_COST, NOTHING

LIGHT, DARK, EMPTY = 0, 1, -1
PIECES = {LIGHT: "L", DARK: "D", EMPTY: NOTHING}

SPREAD, SPREAD_BEFORE = 0.13, 0.09
"""How far brightness (its logarithm) lies from what is expected: of cubes and board, of what was seen before."""
SOCKET, SPREAD_SOCKET = -0.5, 0.35
"""How bright a socket is against the board around it."""
CAP = 4.5
"""A dot can speak against a hypothesis no more than this: gloss and shadows."""
SHADOW, DEEPEST_SHADOW = 2.2, -0.8
"""What became darker, but not by more than this, may lie in a new cube's shadow: that speaks less against it."""
COUNTED = 10.0
"""Neighbouring dots say nearly the same: all dots of a cube count as so many."""
COMES, CHANGES = 2.0, 10.0
"""What is unlikely before looking: that a cube has come to a cell; that one has gone or changed."""
OTHER = 30.0
"""What is unlikely before looking: that the pyramid is quite another than that of the box."""
ALMOST = 5.0
"""What is unlikely before looking: that all cubes but one are there, if the box has not followed the game."""
SEVERAL = 2
"""So many new cubes can all be taken for the other colour while little is known of brightness."""
FEW, PROMISING = 8, 30.0
"""With so few cubes brightness is learnt again for each alternative that does not fit worse by more."""
ROUNDS = 24
LEARNT = 6
"""Rounds in which outliers lose their weight while brightness is learnt."""
FACE_SPREAD, LAMP_SPREAD, SLOPE_SPREAD = 0.35, 0.1, 0.02
"""How far light makes the three faces differ (one loses what others gain), all three together, and cubes apart."""
ODD = 1.4
"""A cube that has come and fits worse than this, on average, may be a glare or a shadow: it is unsure …"""
CERTAIN, VERY_CERTAIN = 9.0, 30.0
"""… unless all else costs more than this; than the second, if its hue is odd and few have come: a glare."""
BOARD_PRIOR = (-0.6, 0.7)
LEAST_SEEN = 5.0
"""Dots, by weight, that a cell must show to be read at all."""
MOSTLY = 0.5
"""A cell is read only if at least this share of it lies in the picture."""


Costs: TypeAlias = dict[str, dict[str, float]]
"""By cell, then by piece."""


class Tones(NamedTuple):
    """How bright cubes are, as logarithms: light against paper, dark against light; and how sure."""

    light: float = -0.2
    dark: float = -0.75
    spread: float = 0.3


class Comparison:
    """Compares one picture with what different sets of cubes would look like."""

    def __init__(
        self,
        rays: Rays,
        dots: Dots,
        box: NDArray[np.int64],
        before: tuple[Dots, NDArray[np.int64]] | None,
        known: tuple[Tones, Hues],
    ) -> None:
        """Compare dots with the cubes of the box, and with dots and cubes of a picture before."""
        tones, hues = known
        self._prior = _prior(tones)
        self._rays, self._values, self._box = rays, dots.values, box
        self._before = None if before is None else (before[0].values, before[1])
        self._hue_changes = None if before is None else dots.hue_changes(before[0])
        self._before_surface = None if before is None else surface(rays, before[1] != EMPTY)
        whole = np.isfinite(rays.enters[rays.shown == 1])
        dots_of_a_cube = max(1.0, float(whole.sum(axis=1).mean()))
        self._counted = COUNTED / dots_of_a_cube
        self._hues = HueComparison(dots.hues, hues, dots_of_a_cube)
        self._drift = 0.0
        self._learnt = np.zeros(6)
        self._board = BOARD_PRIOR[0]

    def best(self) -> NDArray[np.int64]:
        """Return the cubes that fit best: beginning with those of the box, or with a full pyramid."""
        found = [self._improved(self._box.copy())]
        if (self._box == EMPTY).any() and self._before is None:
            found.append(self._improved(self._full()))
        found += [self._improved(self._swapped(each)) for each in found if (each != self._box).sum() >= SEVERAL]
        totals = []
        for colours in found:
            self._learn(colours)
            totals.append(self._total(colours))
        colours = found[int(np.argmin(totals))]
        self._learn(colours)
        return colours

    def _swapped(self, colours: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the cubes with the colours of those swapped that the box does not have."""
        is_new = (colours != EMPTY) & (colours != self._box)
        return np.where(is_new, LIGHT + DARK - colours, colours)

    def _full(self) -> NDArray[np.int64]:
        """Return a full pyramid: each cube light or dark, as it is brighter or darker than the others."""
        every = np.ones(len(CELLS), bool)
        shown = surface(self._rays, every)
        tones = np.zeros(len(CELLS))
        middles = [np.median(self._values[(shown.faces == face) & (shown.weights > 0)]) for face in range(3)]
        even = self._values - np.array(middles)[shown.faces]
        for at in range(len(CELLS)):
            own = (shown.cells == at) & (shown.weights > 0)
            tones[at] = np.median(even[own]) if own.any() else 0.0
        order = np.sort(tones)
        gap = len(order) // 4 + int(np.argmax(np.diff(order[len(order) // 4 : -(len(order) // 4)])))
        return np.where(tones > (order[gap] + order[gap + 1]) / 2, LIGHT, DARK)

    def _improved(self, colours: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return cubes that fit better, by one change after the other."""
        self._learnt = np.zeros(6)
        for _ in range(ROUNDS):
            self._learn(colours)
            now = self._total(colours)
            changes = [
                (self._alternative(changed, now) - now, at, colour)
                for changed, at, colour in self._changes(colours)
            ]
            gain, at, colour = min(changes, default=(0.0, 0, EMPTY))
            if gain >= 0:
                break
            colours[at] = colour
        return colours

    @property
    def tones(self) -> tuple[int, int]:
        """How bright light and dark cubes are, in percent of the paper."""
        light = float(self._learnt[:3].mean())
        return round(100 * math.exp(light)), round(100 * math.exp(light + self._learnt[3]))

    def hues(self, colours: NDArray[np.int64]) -> list[list[int]]:
        """Return the hues of light and dark cubes, in hundredths."""
        return self._hues.learnt(surface(self._rays, colours != EMPTY), colours)

    def costs(self, colours: NDArray[np.int64]) -> Costs:
        """Return for every cell that is seen what its pieces cost, the others being as they are."""
        now = self._total(colours)
        shown = surface(self._rays, colours != EMPTY)
        costs: Costs = {}
        for changed, at, colour in self._changes(colours):
            seen = self._shows(shown, surface(self._rays, changed != EMPTY), at)
            if seen >= LEAST_SEEN and self._rays.shown[at] >= MOSTLY:
                known = costs.setdefault(CELLS[at], {PIECES[int(colours[at])]: 0.0})
                known[PIECES[colour]] = max(0.0, self._alternative(changed, now) - now)
        self._doubt_odd_cubes(costs, shown, colours)
        self._doubt_colours(costs, colours, now)
        _empty_above(costs, colours)
        return costs

    def _doubt_odd_cubes(self, costs: Costs, shown: Surface, colours: NDArray[np.int64]) -> None:
        """Make cubes unsure that have come and fit badly: they may be a glare or a shadow."""
        errors, odd = self._errors(shown, colours), self._hues.odd(shown, colours)
        came = np.flatnonzero((colours != EMPTY) & (self._box == EMPTY)).tolist()
        for at in came:
            weights = shown.weights * (shown.cells == at)
            if CELLS[at] in costs and (odd[at] or float((weights * errors).sum()) > ODD * float(weights.sum())):
                certain = VERY_CERTAIN if odd[at] and len(came) <= SEVERAL else CERTAIN
                doubtful = costs[CELLS[at]].items()
                costs[CELLS[at]] = {
                    piece: cost if cost > certain else min(cost, CLEAR / 2) for piece, cost in doubtful
                }

    def _doubt_colours(self, costs: Costs, colours: NDArray[np.int64], now: float) -> None:
        """Make the colours of first cubes as unsure as that of all together: the box has none to compare with."""
        if (self._box != EMPTY).any():
            return
        kept = self._learnt, self._board, self._drift
        swapped, self._learnt = self._swapped(colours), np.zeros(6)
        self._learn(swapped)
        more = max(0.0, self._total(swapped) - now)
        self._learnt, self._board, self._drift = kept
        for at in np.flatnonzero(swapped != colours).tolist():
            if CELLS[at] in costs:
                other = PIECES[int(swapped[at])]
                costs[CELLS[at]][other] = min(costs[CELLS[at]].get(other, more), more)

    def unexplained(self, colours: NDArray[np.int64]) -> float:
        """Return the share of the dots that nothing explains."""
        shown = surface(self._rays, colours != EMPTY)
        errors = self._errors(shown, colours)
        on_cubes = shown.cells >= 0
        weights = shown.weights * on_cubes
        return float((weights * (errors >= CAP - 0.01)).sum() / max(1.0, weights.sum()))

    def _shows(self, one: Surface, other: Surface, at: int) -> float:
        """Return how many dots, by weight, show a cell with either set of cubes."""
        return max(float(each.weights[each.cells == at].sum()) for each in (one, other))

    def _changes(self, colours: NDArray[np.int64]) -> list[tuple[NDArray[np.int64], int, int]]:
        """List the sets with one cube more, less or of the other colour; each with cell and piece."""
        filled = sum(1 << at for at in np.flatnonzero(colours != EMPTY).tolist())
        found = []
        for at in range(len(CELLS)):
            carries = any(filled & above for above, _ in CARRIED[at])
            can_stand = CARRIERS[at] & ~filled == 0
            for colour in (LIGHT, DARK, EMPTY):
                if colour == colours[at] or (colour == EMPTY and carries) or not can_stand:
                    continue
                changed = colours.copy()
                changed[at] = colour
                found.append((changed, at, colour))
        return found

    def _alternative(self, colours: NDArray[np.int64], now: float) -> float:
        """Return how badly cubes fit that differ from those that fit so well now.

        With few cubes, what light and dark look like depends on each: it is learnt again.
        """
        total = self._total(colours)
        if int((colours != EMPTY).sum()) > FEW or total > now + PROMISING:
            return total
        kept = self._learnt, self._board, self._drift
        self._learn(colours)
        total = min(total, self._total(colours))
        self._learnt, self._board, self._drift = kept
        return total

    def _total(self, colours: NDArray[np.int64]) -> float:
        """Return how badly cubes fit: the picture, and how unlikely they are after those of the box."""
        shown = surface(self._rays, colours != EMPTY)
        misfit = float((shown.weights * self._errors(shown, colours)).sum()) * self._counted
        came = (colours != EMPTY) & (self._box == EMPTY)
        changed = (colours != self._box) & ~came
        prior, mean = self._prior
        odd = self._learnt - mean
        misfit += float(odd @ prior @ odd) / 2 + self._hues.misfit(shown, colours)
        if int((colours == EMPTY).sum()) == 1 and int((self._box == EMPTY).sum()) > FEW:
            misfit += ALMOST
        return misfit + min(OTHER, COMES * float(came.sum()) + CHANGES * float(changed.sum()))

    def _errors(self, shown: Surface, colours: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return for each dot how badly it fits."""
        on_cube = shown.cells >= 0
        colour = np.where(on_cube, colours[shown.cells], EMPTY)
        cube = self._predict(shown.faces, colour)
        errors = np.minimum(((self._values - cube) / SPREAD) ** 2 / 2, CAP)
        board = ((self._values - self._board) / SPREAD) ** 2 / 2
        socket = ((self._values - self._board - SOCKET) / SPREAD_SOCKET) ** 2 / 2 + np.log(SPREAD_SOCKET / SPREAD)
        errors = np.where(on_cube, errors, np.minimum(np.minimum(board, socket), CAP))
        if self._before is not None and self._before_surface is not None:
            was = self._before_surface
            same = (was.cells == shown.cells) & ((was.cells < 0) | (self._before[1][was.cells] == colour))
            changed = self._values - self._before[0] - self._drift
            most = np.where((changed < 0) & (changed > DEEPEST_SHADOW), SHADOW, CAP)
            again = np.minimum((changed / SPREAD_BEFORE) ** 2 / 2, most)
            again = np.minimum(again + self._hue_changes, CAP)
            errors = np.where(same, again, errors)
        return errors

    def _predict(self, faces: NDArray[np.int64], colours: NDArray[np.int64]) -> NDArray[np.float64]:
        learnt = self._learnt
        slopes = self._rays.places @ learnt[4:6]
        predicted: NDArray[np.float64] = learnt[faces] + learnt[3] * (colours == DARK) + slopes
        return predicted

    def _learn(self, colours: NDArray[np.int64]) -> None:
        """Learn how bright the faces of light and dark cubes are here, and the board."""
        shown = surface(self._rays, colours != EMPTY)
        on_cube = shown.cells >= 0
        rows = np.flatnonzero(on_cube)
        columns = np.zeros((len(rows), 6))
        columns[np.arange(len(rows)), shown.faces[rows]] = 1
        columns[:, 3] = colours[shown.cells[rows]] == DARK
        columns[:, 4:] = self._rays.places[rows]
        values, weights = self._values[rows], shown.weights[rows] * self._counted
        prior, mean = self._prior
        learnt: NDArray[np.float64] = mean if not self._learnt.any() else self._learnt
        for _ in range(LEARNT):
            off = np.abs(values - columns @ learnt) / SPREAD
            weighted = columns * (weights / np.maximum(1.0, off) / SPREAD**2)[:, None]
            learnt = np.asarray(
                np.linalg.solve(weighted.T @ columns + prior, weighted.T @ values + prior @ mean), np.float64
            )
        self._learnt = learnt
        bare = self._values[~on_cube]
        if len(bare):
            held = len(bare) * self._counted / SPREAD**2
            spread = 1 / BOARD_PRIOR[1] ** 2
            self._board = float((np.median(bare) * held + BOARD_PRIOR[0] * spread) / (held + spread))
        if self._before is not None and self._before_surface is not None:
            same = self._before_surface.cells == shown.cells
            if same.any():
                self._drift = float(np.median((self._values - self._before[0])[same]))


def _empty_above(costs: Costs, colours: NDArray[np.int64]) -> None:
    """Add the cells over one that is read as empty, from the board up: no cube can stand there."""
    empty = 0
    for at, name in enumerate(CELLS):
        if name not in costs and colours[at] == EMPTY and CARRIERS[at] & empty:
            costs[name] = {NOTHING: 0.0, "L": MOST_COST, "D": MOST_COST}
        if name in costs and colours[at] == EMPTY:
            empty |= 1 << at


def _prior(tones: Tones) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what is known of brightness before looking: how firmly, and the values."""
    even = np.ones((3, 3))
    faces = FACE_SPREAD**2 * (np.eye(3) - even / 3) + (tones.spread**2 + LAMP_SPREAD**2) * even
    firm = np.zeros((6, 6))
    firm[:3, :3] = np.linalg.inv(faces)
    firm[3, 3] = 1 / tones.spread**2
    firm[4, 4] = firm[5, 5] = 1 / SLOPE_SPREAD**2
    return firm, np.array((tones.light,) * 3 + (tones.dark, 0.0, 0.0))
