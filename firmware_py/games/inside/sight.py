"""Inside seen from above, without a sticker on any cube: what is taught, expected and read.

`sight_cubes` says which cube each dot of a picture would show, `sight_comparing` finds the cubes that fit best.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.acts import Act, is_open
from engine.inside.pyramid import CELLS, FACES, XYZ, names
from engine.inside.scoring import MAJORITY
from engine.inside.state import State
from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.games.inside.sight_comparing import DARK, EMPTY, LIGHT, Comparison, Tones
from firmware_py.games.inside.sight_cubes import CORNERS, FOOT_MM, Lattice, Rays, cast
from firmware_py.games.inside.sight_hues import Dots, Hues, dots_of
from firmware_py.sight.reading import CLEAR, NOTHING, Reading, Taps
from firmware_py.sight.view import View

HUE_SPREAD, MOST_HUE = 0.06, 300
"""How far the hue of the cubes lies from what was taught; the largest one, in hundredths."""
TAUGHT_SPREAD = 0.12
"""How far the brightness of the cubes lies from what was taught, in other light."""
SMALLEST_MM, LARGEST_MM = 8, 40
"""Edges of cubes that a picture can show."""
UNEVEN = 1.15
"""The three taught corners lie at equal distances, but for such a factor."""
FARTHEST_MM, HIGHEST_FOOT_MM = 2000, 100
"""From the sheet's corner to the taught cells; from the sheet up to the lowest corners of the cubes."""
DARKEST, BRIGHTEST = 1, 300
"""Percent of the paper."""
HIDDEN_SHARE = 0.3
"""So many dots that nothing explains: something lies over the pyramid."""
SAME_PLACE_DOTS = 1.5
"""The camera has not moved if the sheet's corners have not moved farther, on average."""


DETOUR = 2 * CLEAR
"""How much worse a picture may fit after an act, if others follow: a shadow may look like a cube."""


class Taught(NamedTuple):
    """Where the owner's board stands on the sheet, and how bright the cubes are."""

    lattice: Lattice
    tones: Tones = Tones()
    hues: Hues = Hues()


class Memory(NamedTuple):
    """A picture that is understood: how bright the dots were, and with which cubes."""

    view: View
    """The first of several from the same place."""
    rays: Rays
    dots: Dots
    colours: NDArray[np.int64]
    tones: tuple[int, int]
    """How bright light and dark cubes are here, in percent of the paper: they can be taught."""
    hues: list[list[int]]
    """Their hues, in hundredths: they can be taught, too."""


def read_taught(values: Mapping[str, object]) -> Taught:
    """Return what was taught from its values. Raises a `UserError`.

    >>> read_taught({"corners": [[130, 20], [185, 115], [75, 115]]}).lattice.edge > 10
    True
    """
    corners, foot = values.get("corners"), values.get("foot", FOOT_MM)
    try:
        points = np.array(corners, float)
    except (TypeError, ValueError, OverflowError):
        points = np.empty(0)
    is_near = points.shape == (len(CORNERS), 2) and bool((np.abs(points) <= FARTHEST_MM).all())
    if not is_near or not isinstance(foot, (int, float)) or not 0 <= foot <= HIGHEST_FOOT_MM:
        raise UserError(say("inside.look-corners", cells=CORNERS))
    lattice = Lattice.taught(points, float(foot))
    sides = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
    (ax, ay), (bx, by) = points[1] - points[0], points[2] - points[0]
    if not SMALLEST_MM <= lattice.edge <= LARGEST_MM or sides.max() > UNEVEN * sides.min() or ax * by <= ay * bx:
        raise UserError(say("inside.look-corners-odd", cells=CORNERS))
    hues = _read_hues(values.get("hues"))
    match values.get("tones"):
        case None:
            return Taught(lattice, hues=hues)
        case [int() | float() as light, int() | float() as dark] if DARKEST <= dark < light <= BRIGHTEST:
            return Taught(lattice, Tones(math.log(light / 100), math.log(dark / light), TAUGHT_SPREAD), hues)
    raise UserError(say("inside.look-tones"))


def _read_hues(values: object) -> Hues:
    """Return what was taught of the hues of light and dark cubes. Raises a `UserError`."""
    match values:
        case None:
            return Hues()
        case [
            [int() | float() as red, int() | float() as blue],
            [int() | float() as dark_red, int() | float() as dark_blue],
        ] if all(-MOST_HUE <= each <= MOST_HUE for each in (red, blue, dark_red, dark_blue)):
            return Hues(((red / 100, blue / 100), (dark_red / 100, dark_blue / 100)), HUE_SPREAD)
    raise UserError(say("inside.look-hues"))


def taps(_view: View, _state: State, taught: Mapping[str, object] | None) -> Taps:
    """Return the corners, which can be tapped on a photo of the empty board."""
    return Taps(tuple(say(f"inside.tap-{cell}") for cell in CORNERS), is_needed=taught is None)


def tapped(
    _view: View, _state: State, _taught: Mapping[str, object] | None, places: Sequence[tuple[float, float]]
) -> dict[str, object]:
    """Return what taps on the corners teach, as values; what was taught before is forgotten."""
    return {"corners": [[round(value, 1) for value in place] for place in places]}


def spots(view: View, taught: Taught) -> dict[str, tuple[float, float]]:
    """Return at which dots the middles of the cells' upper corners are seen."""
    dots = view.camera.sees(taught.lattice.point(np.array(XYZ, float)))
    return {cell: (float(x), float(y)) for cell, (x, y) in zip(CELLS, dots, strict=True)}


def expected(state: State) -> tuple[tuple[str, str], ...]:
    """Return what should be seen in a state: cell and piece."""
    light, dark = state.cubes
    return tuple(
        (name, "L" if light >> at & 1 else "D" if dark >> at & 1 else NOTHING) for at, name in enumerate(CELLS)
    )


def shown(acts: Iterable[Act], _state: State, _reading: Reading) -> Iterable[Act]:
    """Return those of some acts that a picture can show: all that lay a cube."""
    return (act for act in acts if not is_open(act))


def is_asked(_act: Act, _state: State) -> bool:
    """Return that every act can be seen."""
    return False


def read(view: View, state: State, taught: Taught, before: Memory | None = None) -> tuple[Reading, Memory | None]:
    """Return what a picture shows of the pyramid, beginning with what the box expects; and what to remember then.

    A picture without a whole cell of the pyramid shows nothing of it.
    `before` is the last picture that showed what the box has now.
    """
    box = _colours(state)
    again = before._replace(colours=box) if before is not None and _is_same_place(view, before) else None
    rays = cast(view.camera, taught.lattice) if again is None else again.rays
    if not (rays.shown == 1).any():
        return Reading({}, is_hidden=True), before
    dots = dots_of(view, rays)
    seen = None if again is None else (again.dots, again.colours)
    look = Comparison(rays, dots, box, seen, (taught.tones, taught.hues))
    colours = look.best()
    costs = look.costs(colours)
    hidden = look.unexplained(colours) > HIDDEN_SHARE or _is_covered(view, rays)
    first = view if again is None else again.view
    return Reading(costs, is_hidden=hidden), Memory(first, rays, dots, colours, look.tones, look.hues(colours))


def _colours(state: State) -> NDArray[np.int64]:
    light, dark = state.cubes
    return np.array([LIGHT if light >> at & 1 else DARK if dark >> at & 1 else EMPTY for at in range(len(CELLS))])


def learnt(memory: Memory) -> dict[str, object]:
    """Return how bright the cubes are here, once both colours are seen: it can be taught, if it can be true."""
    is_known = {LIGHT, DARK} <= set(memory.colours.tolist())
    (light, dark), hues = memory.tones, memory.hues
    can_be = DARKEST <= dark < light <= BRIGHTEST and all(abs(each) <= MOST_HUE for hue in hues for each in hue)
    return {"tones": [light, dark], "hues": hues} if is_known and can_be else {}


def counted(reading: Reading) -> dict[str, object]:
    """Return the squares of each face that are light, dark or cannot be told, and who takes it (ID-3, ID-11)."""
    pieces = reading.pieces
    shown = {face: [pieces.get(cell, NOTHING) for cell in names(cells)] for face, cells in FACES.items()}
    unsure = set(CELLS) - set(reading.costs) | set(reading.unsure)
    counts: dict[str, object] = {}
    for face, found in shown.items():
        light, dark = found.count("L"), found.count("D")
        taken = "light" if light >= MAJORITY else "dark" if dark >= MAJORITY else None
        doubtful = len(unsure & set(names(FACES[face])))
        counts[face] = {"light": light, "dark": dark, "unsure": doubtful, "taken": taken}
    return counts


def _is_covered(view: View, rays: Rays) -> bool:
    """Return whether something other than the pyramid covers the band of the sheet."""
    low, high = rays.dots.min(axis=0), rays.dots.max(axis=0)
    seen = view.camera.sees(view.covered)
    return bool(((seen < low) | (seen > high)).any(axis=1).any()) if len(seen) else False


def _is_same_place(view: View, before: Memory) -> bool:
    """Return whether a picture was taken from where the one before was, as two of a fixed camera are."""
    if before.view.sheet != view.sheet or before.view.grey.shape != view.grey.shape:
        return False
    corners = np.array(view.sheet.middles)
    moved = np.linalg.norm(view.camera.sees(corners) - before.view.camera.sees(corners), axis=1)
    return float(moved.mean()) <= SAME_PLACE_DOTS
