"""From where a picture was taken: millimetres on and above the sheet to dots, and back.

The corners of the sheet's tags determine a pinhole camera with one number for the lens (its radial distortion).
Seen straight from above, the focal length cannot be told from the height; what cameras usually have then decides,
and the error that remains is small where it matters (cubes near the middle of the sheet).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

FOCAL = 0.78
"""Focal length of an ordinary camera, in parts of the picture's long side; from 0.6 (webcam) to 1.0."""
FOCAL_SPREAD, LENS_SPREAD = 0.2, 0.15
"""How far cameras lie apart: the logarithm of the focal length, and the lens."""
MOST_LENS = 0.45
DOT_ERROR = 1 / 2500
"""How far a corner of a tag is off (paper is wavy, scissors slip), in parts of the picture's long side."""
ROUNDS = 40
ENOUGH = 1e-4
"""A round that makes the errors less by this share ends the search."""
STEP = 1e-6
MOST_DAMPING = 1e9
TINY, HALF_TURN = 1e-9, 1e-4
"""Angles (radians) too near to nothing, and to a half turn, for the formula."""
UNDISTORT_ROUNDS = 12
UP = np.diag((1.0, 1.0, -1.0))


class Camera(NamedTuple):
    """A camera, as one picture shows it."""

    turn: NDArray[np.float64]
    """From the sheet's axes to the camera's: a rotation, mirrored because z goes up from the sheet."""
    shift: NDArray[np.float64]
    """The sheet's origin in the camera's axes."""
    focal: float
    """In dots."""
    lens: float
    """Radial distortion: a dot lies 1 + lens · r² times as far from the middle as without a lens."""
    middle: tuple[float, float]

    @property
    def place(self) -> NDArray[np.float64]:
        """Where the camera is, in millimetres over the sheet."""
        return -self.turn.T @ self.shift

    @property
    def tilt(self) -> float:
        """How far the line of sight is from the vertical, in degrees."""
        return math.degrees(math.acos(min(1.0, abs(self.turn[2, 2]))))

    def sees(self, points: Points) -> Points:
        """Return the dots where points (millimetres; three columns, or two on the sheet) are seen."""
        if points.shape[-1] == len("xy"):
            points = np.concatenate((points, np.zeros((*points.shape[:-1], 1))), axis=-1)
        return _project(points @ self.turn.T + self.shift, self.focal, self.lens, self.middle)

    def shows(self, dots: Points) -> NDArray[np.bool_]:
        """Return which dots lie in the picture."""
        return np.asarray(((dots >= 0) & (dots <= self.end)).all(axis=-1))

    @property
    def end(self) -> NDArray[np.float64]:
        """The last dot of the picture, at its bottom right."""
        return 2 * np.array(self.middle)

    def rays(self, dots: Points) -> Points:
        """Return the directions in which dots look, in millimetres over the sheet; not of length 1."""
        bent = (dots - np.array(self.middle)) / self.focal
        straight = bent.copy()
        for _ in range(UNDISTORT_ROUNDS):
            straight = bent / (1 + self.lens * (straight**2).sum(axis=-1, keepdims=True))
        return np.concatenate((straight, np.ones((*straight.shape[:-1], 1))), axis=-1) @ self.turn

    def on_plane(self, dots: Points, height: float = 0.0) -> Points:
        """Return where dots lie on a plane over the sheet, as x and y in millimetres."""
        place, rays = self.place, self.rays(dots)
        points: Points = place[:2] + rays[..., :2] * ((height - place[2]) / rays[..., 2:])
        return points


def _project(points: Points, focal: float, lens: float, middle: tuple[float, float]) -> Points:
    flat = points[..., :2] / np.maximum(points[..., 2:], 1e-6)
    bent = flat * (1 + lens * (flat**2).sum(axis=-1, keepdims=True))
    dots: Points = bent * focal + np.array(middle)
    return dots


def fit(points: Points, dots: Points, size: tuple[int, int]) -> tuple[Camera, float] | None:
    """Return the camera that sees points of the sheet (x, y) at dots, and by how many dots it is off.

    None if there is no such camera. `size` is the picture's width and height.
    """
    long_side = max(size)
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    world = np.concatenate((points, np.zeros((len(points), 1))), axis=1)
    begin = _begin(points, dots, FOCAL * long_side, middle)
    if begin is None:
        return None
    error = DOT_ERROR * long_side

    def residuals(values: Points) -> Points:
        turn = _rotation(values[:3])
        seen = _project(world @ turn.T + values[3:6], math.exp(values[6]) * long_side, values[7], middle)
        usual = np.array(((values[6] - math.log(FOCAL)) / FOCAL_SPREAD, values[7] / LENS_SPREAD))
        return np.concatenate((((seen - dots) / error).ravel(), usual))

    values = _least_squares(residuals, begin)
    turn = _rotation(values[:3])
    camera = Camera(turn @ UP, values[3:6], math.exp(values[6]) * long_side, float(values[7]), middle)
    is_sound = abs(camera.lens) <= MOST_LENS and camera.place[2] > 0 and np.isfinite(values).all()
    if not is_sound or (world @ turn.T + camera.shift)[:, 2].min() <= 0:
        return None
    return camera, float(np.sqrt(((camera.sees(points) - dots) ** 2).sum(axis=1).mean()))


def _least_squares(residuals: object, begin: Points) -> Points:
    """Return the values with the smallest sum of squared residuals near a beginning (Levenberg and Marquardt)."""
    assert callable(residuals)
    values, damping = begin, 1e-3
    now: Points = residuals(values)
    for _ in range(ROUNDS):
        slopes = np.empty((len(now), len(values)))
        for at in range(len(values)):
            step = STEP * max(1.0, abs(values[at]))
            moved = values.copy()
            moved[at] += step
            slopes[:, at] = (residuals(moved) - now) / step
        normal, towards = slopes.T @ slopes, slopes.T @ now
        before = float(now @ now)
        while damping < MOST_DAMPING:
            tried = values - np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), towards)
            then: Points = residuals(tried)
            if float(then @ then) < before:
                break
            damping *= 8
        else:
            return values
        values, now, damping = tried, then, damping / 8
        if before - float(now @ now) < ENOUGH * before:
            return values
    return values


def _rotation(axis: Points) -> Points:
    """Return the matrix that turns about an axis by its length (Rodrigues)."""
    angle = float(np.linalg.norm(axis))
    if angle < TINY:
        return np.eye(3)
    x, y, z = axis / angle
    cross = np.array(((0, -z, y), (z, 0, -x), (-y, x, 0)))
    turn: Points = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * (cross @ cross)
    return turn


def _axis(turn: Points) -> Points:
    """Return the axis about which a matrix turns, as long as the angle."""
    angle = math.acos(max(-1.0, min(1.0, (float(np.trace(turn)) - 1) / 2)))
    if angle < TINY:
        return np.zeros(3)
    if math.pi - angle < HALF_TURN:  # seen upside down: the sine is of no use
        best = (turn + np.eye(3))[:, int(np.argmax(np.diag(turn)))]
        half: Points = angle * best / np.linalg.norm(best)
        return half
    twice = np.array((turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]))
    return angle * twice / (2 * math.sin(angle))


def _begin(points: Points, dots: Points, focal: float, middle: tuple[float, float]) -> Points | None:
    """Return first values from the projective map between sheet and picture; None if it is no view from above."""
    flat = (dots - np.array(middle)) / focal
    scale = float(np.abs(points).max()) or 1.0
    rows = []
    for (x, y), (u, v) in zip(points / scale, flat, strict=True):
        rows += [(x, y, 1, 0, 0, 0, -u * x, -u * y, -u), (0, 0, 0, x, y, 1, -v * x, -v * y, -v)]
    try:
        *_, solved = np.linalg.svd(np.array(rows))
    except np.linalg.LinAlgError:
        return None
    mapped = solved[-1].reshape(3, 3) @ np.diag((1 / scale, 1 / scale, 1))
    size = math.sqrt(float(np.linalg.norm(mapped[:, 0]) * np.linalg.norm(mapped[:, 1])))
    if not size > 0:
        return None
    mapped = mapped / (math.copysign(size, mapped[2, 2]))
    one, other = mapped[:, 0], mapped[:, 1]
    left, _, right = np.linalg.svd(np.stack((one, other, np.cross(one, other)), axis=1))
    turn = left @ np.diag((1, 1, float(np.linalg.det(left @ right)))) @ right
    return np.concatenate((_axis(turn), mapped[:, 2], (math.log(FOCAL), 0.0)))
