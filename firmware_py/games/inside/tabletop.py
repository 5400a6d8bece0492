"""Inside on a drawn table: a board with cubes, and two cubes beside it that never run out."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engine.inside.pyramid import CARRIERS, CELLS, XYZ, names
from engine.inside.state import State
from firmware_py.games.inside.sight_cubes import FOOT_MM, Lattice
from firmware_py.games.tabletop import Face, Place, Thing

Laid = Mapping[str, str]
"""Cell → L or D."""
TAUGHT: Mapping[str, object] = {"corners": [[130, 24], [180, 111], [80, 111]], "tones": [80, 28]}
"""Where the drawn board lies."""
TONES = {"L": 215, "D": 75}
SIDES = (1.0, 0.84, 0.7)
"""How bright the three upper sides of a cube are."""
STOCKS: Mapping[str, Place] = {"L": (225.0, 60.0), "D": (225.0, 110.0)}
AWAY: Place = (225.0, 20.0)
BOARD_TONE, BOARD_CORNERS, BOARD_MM = 120, 40, 74.0
NEAR_MM = 20.0
"""A cube that is let go so far from the middle of a cell falls beside the board."""
_LATTICE = Lattice.taught(np.array(TAUGHT["corners"], float), FOOT_MM)


def lies(state: State) -> Laid:
    """Return what lies on the table in a state."""
    light, dark = state.cubes
    return dict.fromkeys(names(light), "L") | dict.fromkeys(names(dark), "D")


def put(laid: Laid, name: str, place: Place) -> Laid:
    """Return what lies there after a cube was put somewhere: in the nearest cell with room, or beside it."""
    left = {cell: colour for cell, colour in laid.items() if cell != name}
    colour = laid.get(name, name)
    if colour not in TONES or (name in laid and any(_rests_on(cell, name) for cell in left)):
        return laid
    free = [cell for cell in CELLS if cell not in left and all(under in left for under in _carriers(cell))]
    nearest = min(free, key=lambda cell: _distance(cell, place), default=None)
    if nearest is None or _distance(nearest, place) > NEAR_MM:
        return left
    return {**left, nearest: colour}


def things(laid: Laid) -> list[Thing]:
    """Return the board, the cubes from the lowest up, and two more beside the board."""
    angles = np.linspace(0, 2 * np.pi, BOARD_CORNERS, endpoint=False)
    middle = _LATTICE.tip[:2]
    rim = middle + BOARD_MM * np.stack((np.cos(angles), np.sin(angles)), axis=1)
    board = Face(tuple((float(x), float(y), FOOT_MM) for x, y in rim), BOARD_TONE)
    found = [Thing("board", _place(middle), (board,))]
    cubes = sorted(laid, key=lambda cell: -sum(map(int, cell)))
    found += [_cube(cell, laid[cell], np.array(XYZ[CELLS.index(cell)], float), AWAY) for cell in cubes]
    first = next(
        (cell for cell in CELLS if cell not in laid and all(one in laid for one in _carriers(cell))), None
    )
    for colour, place in STOCKS.items():
        beside = np.linalg.solve(_LATTICE.axes.T, np.array((*place, 0.0)) - _LATTICE.tip)
        found.append(_cube(colour, colour, beside, AWAY if first is None else _middle(first)))
    return found


def _cube(name: str, colour: str, corner: np.ndarray, goes: Place) -> Thing:
    """Return a cube whose upper corner is at a place of the lattice."""
    faces = []
    for axis, shade in enumerate(SIDES):
        steps = np.zeros((4, 3))
        others = [other for other in range(3) if other != axis]
        steps[1:3, others[0]] = 1
        steps[2:, others[1]] = 1
        points = _LATTICE.point(corner + steps)
        faces.append(
            Face(tuple((float(x), float(y), float(z)) for x, y, z in points), round(TONES[colour] * shade))
        )
    return Thing(name, _place(_LATTICE.point(corner)), tuple(faces), None, f"inside.piece-{colour.lower()}", goes)


def _carriers(cell: str) -> list[str]:
    return list(names(CARRIERS[CELLS.index(cell)]))


def _rests_on(cell: str, other: str) -> bool:
    return other in _carriers(cell)


def _middle(cell: str) -> Place:
    return _place(_LATTICE.point(np.array(XYZ[CELLS.index(cell)], float)))


def _place(point: np.ndarray) -> Place:
    return float(point[0]), float(point[1])


def _distance(cell: str, place: Place) -> float:
    (x, y), (at_x, at_y) = _middle(cell), place
    return float(np.hypot(x - at_x, y - at_y))
