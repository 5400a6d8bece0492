"""The pyramid in space: which cube, and which of its faces, each dot of a picture would show.

A cube stands on its corner, so the cells are a lattice of cubes whose edges all go down. In lattice units cell
`xyz` is the unit cube from (x, y, z), and the tip of the pyramid is the origin.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.inside.pyramid import XYZ
from firmware_py.sight.camera import Camera, Points

CORNERS = ("400", "040", "004")
"""The cells whose places are taught."""
FLAT, DOWN = math.sqrt(2 / 3), 1 / math.sqrt(3)
"""How far an edge of a cube goes sideways and down, in parts of its length."""
LEVELS = 7
"""Edges of a cube from the lowest corner up to the tip, one above the other."""
FOOT_MM = 3.0
"""The lowest corners of the cubes stand so high over the sheet, unless it is taught."""
DOTS_A_CUBE = 12
"""A cube is looked at in a grid of so many dots a side."""
EDGE_PART = 0.12
"""Of a face's side: rounded and badly known, not looked at."""

MOST_RAISED = 3.0
"""So many times more a dot counts where a face shows fewer of them than the others."""

_CORNERS = np.array(XYZ, float)


class Lattice(NamedTuple):
    """Where the pyramid stands on the sheet."""

    axes: NDArray[np.float64]
    """Rows: the three edges of a cube, in millimetres."""
    tip: NDArray[np.float64]

    @classmethod
    def taught(cls, corners: Points, foot: float = FOOT_MM) -> Lattice:
        """Make it from the places of the cells 400, 040 and 004 on the sheet, in millimetres."""
        middle = corners.mean(axis=0)
        out = corners - middle
        # the three lie at equal angles; the turn and the length that fit all three best
        ideal = np.exp(1j * np.radians((-90.0, 30.0, 150.0)))
        fitted = complex(np.vdot(ideal, out[:, 0] + 1j * out[:, 1])) / len(ideal)
        edge = abs(fitted) / (4 * FLAT)
        ways = ideal * fitted / abs(fitted)
        axes = edge * np.stack((FLAT * ways.real, FLAT * ways.imag, np.full(3, -DOWN)), axis=1)
        return cls(axes, np.array((middle[0], middle[1], foot + LEVELS * edge * DOWN)))

    @property
    def edge(self) -> float:
        """The edge of a cube, in millimetres."""
        return float(np.linalg.norm(self.axes[0]))

    def point(self, lattice: Points) -> Points:
        """Return points of the lattice in millimetres."""
        moved: Points = lattice @ self.axes + self.tip
        return moved


class Rays(NamedTuple):
    """The dots of a picture around the pyramid, and where their rays enter each cell."""

    dots: Points
    enters: NDArray[np.float64]
    """By cell and dot: how far away; infinite where the ray misses the cell."""
    faces: NDArray[np.int8]
    """By cell and dot: the face through which the ray enters; 0 is X."""
    weights: NDArray[np.float64]
    """By cell and dot: 1 well inside a face, less toward its edges; more on faces seen at a flat angle."""
    places: Points
    """By dot: where it lies on the board's plane, in cubes from the middle; for light that falls unevenly."""
    shown: NDArray[np.float64]
    """By cell: the share of its corners that lies in the picture."""


def cast(camera: Camera, lattice: Lattice) -> Rays:
    """Return the rays of a picture through the pyramid: none beside the picture."""
    ends = lattice.point(
        _CORNERS[:, None, :] + np.array([(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)])
    )
    seen = camera.sees(ends.reshape(-1, 3))
    low, high = np.clip((seen.min(axis=0), seen.max(axis=0)), 0, camera.end)
    across = float(np.linalg.norm(np.ptp(camera.sees(lattice.point(np.array(((0.0, 0, 0), (0, 1, -1))))), axis=0)))
    step = max(1.0, across / DOTS_A_CUBE)
    columns, rows = np.meshgrid(np.arange(low[0], high[0], step), np.arange(low[1], high[1], step))
    dots = np.stack((columns.ravel(), rows.ravel()), axis=1)
    from_camera = np.linalg.solve(lattice.axes.T, camera.place - lattice.tip)
    ways = np.linalg.solve(lattice.axes.T, camera.rays(dots).T).T
    with np.errstate(divide="ignore", invalid="ignore"):
        one = (_CORNERS[:, None, :] - from_camera) / ways
        other = (_CORNERS[:, None, :] + 1 - from_camera) / ways
    nearer = np.minimum(one, other)
    enters, leaves = nearer.max(axis=2), np.maximum(one, other).min(axis=2)
    faces = nearer.argmax(axis=2)
    hits = (enters < leaves) & (enters > 0)
    used = hits.any(axis=0)
    dots, ways, enters, faces, hits = dots[used], ways[used], enters[:, used], faces[:, used], hits[:, used]
    at = from_camera + ways * np.where(hits, enters, 0.0)[..., None] - _CORNERS[:, None, :]
    apart = np.minimum(at, 1 - at)
    np.put_along_axis(apart, faces[..., None], 1.0, axis=2)
    weights = np.clip(apart.min(axis=2) / EDGE_PART, 0.0, 1.0) ** 2
    counts = np.array([max(1, int((hits & (faces == face)).sum())) for face in range(3)])
    weights *= np.minimum(MOST_RAISED, counts.max() / counts)[faces]
    flat = (camera.on_plane(dots, 0.0) - lattice.tip[:2]) / lattice.edge
    shown = camera.shows(seen).reshape(len(_CORNERS), -1).mean(axis=1)
    return Rays(dots, np.where(hits, enters, np.inf), faces.astype(np.int8), weights, flat, shown)


class Surface(NamedTuple):
    """What the dots show if certain cells are filled."""

    cells: NDArray[np.int64]
    """By dot: the cell; -1 is the board."""
    faces: NDArray[np.int64]
    weights: NDArray[np.float64]


def surface(rays: Rays, filled: NDArray[np.bool_]) -> Surface:
    """Return what each dot shows if these cells are filled."""
    enters = np.where(filled[:, None], rays.enters, np.inf)
    cells = enters.argmin(axis=0)
    every = np.arange(len(cells))
    on_cube = np.isfinite(enters[cells, every])
    weights = np.where(on_cube, rays.weights[cells, every], 1.0)
    return Surface(np.where(on_cube, cells, -1), rays.faces[cells, every].astype(np.int64), weights)
