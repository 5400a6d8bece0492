"""How the light falls on the sheet, told from its white paper."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from firmware_py.sight.view import View

ROUNDS = 6
"""Rounds in which white spots lose their weight that a shadow, a glare or a hand has changed."""
SPREAD = 0.05
"""How far the logarithm of paper's brightness lies from an even slope."""
DARKEST = 3.0


def paper_light(view: View) -> tuple[float, NDArray[np.float64]]:
    """Return how bright the sheet's white is in its middle, as a logarithm, and how that changes with each mm."""
    points = view.white_points()
    values = np.log(np.maximum(view.values(view.camera.sees(points)), DARKEST))
    columns = np.concatenate((np.ones((len(points), 1)), points - view.sheet_middle), axis=1)
    weights = np.ones(len(points))
    solved: NDArray[np.float64] = np.zeros(3)
    for _ in range(ROUNDS):
        weighted = columns * weights[:, None]
        normal = weighted.T @ columns + np.diag((1e-9, 1.0, 1.0))
        solved = np.asarray(np.linalg.solve(normal, weighted.T @ values), np.float64)
        weights = 1 / np.maximum(1.0, np.abs(values - columns @ solved) / SPREAD)
    return float(solved[0]), solved[1:]
