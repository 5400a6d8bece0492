"""Inside's table picture: the pyramid from above, cube by cube, with the faces' counts and the stocks.

The cubes stand on their corners, so from above each shows three squares, one for each face of the pyramid:
X in front, Y on the left, Z on the right, as on the page. Light cubes are filled, dark ones are outlined.
"""

from __future__ import annotations

from PIL import Image

from engine.acts import Act
from engine.inside import State
from engine.inside.pyramid import CELLS, INDEX, XYZ, members
from engine.inside.scoring import MAJORITY, squares
from engine.inside.state import is_over
from engine.verdicts import Sentence, say
from firmware_py.display.canvas import LIT, OFF, RIGHT, Canvas, Font
from firmware_py.games.views import Scene, TableView

ACROSS, DOWN = 6.75, 3.75
"""Pixels sideways per unit of y or z, and half of the pixels up per unit of x."""
TIP = (34, 38)
LETTERS, LIGHT, DARK = 76, 94, 114
"""The x of the columns of letters, light counts and dark counts."""
HEAD_ROW, FACE_ROW, STOCK_ROW, ROW = 0, 11, 42, 9

Point = tuple[int, int]


def _point(x: float, y: float, z: float) -> Point:
    """Return the pixel of a corner of the cube lattice."""
    return round(TIP[0] + ACROSS * (y - z)), round(TIP[1] + DOWN * (y + z - 2 * x))


def _squares(cell: int) -> tuple[list[Point], ...]:
    """Return the corners of the three visible squares of a cube."""
    x, y, z = XYZ[cell]
    return (
        [_point(x, y, z), _point(x, y + 1, z), _point(x, y + 1, z + 1), _point(x, y, z + 1)],
        [_point(x, y, z), _point(x + 1, y, z), _point(x + 1, y, z + 1), _point(x, y, z + 1)],
        [_point(x, y, z), _point(x + 1, y, z), _point(x + 1, y + 1, z), _point(x, y + 1, z)],
    )


def draw(view: TableView) -> Image.Image:
    """Return the picture of a position."""
    state: State = view.state
    canvas = Canvas()
    light, dark = state.cubes
    for cell in range(len(CELLS)):  # from the board up, so that higher cubes cover lower ones
        if light >> cell & 1:
            _cube(canvas, cell, fill=LIT, edge=OFF)
        elif dark >> cell & 1:
            _cube(canvas, cell, fill=OFF, edge=LIT)
    for cell in members(state.open):
        _dimple(canvas, cell)
    for name in sorted(view.marked):
        _ring(canvas, INDEX[name], OFF)
    if view.cursor is not None:
        _ring(canvas, INDEX[view.cursor], OFF if view.hollow else LIT)
        canvas.text(LETTERS, HEAD_ROW, view.cursor)
    _counts(canvas, state)
    return canvas.image


def summary(_state: State) -> list[Sentence]:
    """Return no lines: the points are enough."""
    return []


def legend(_state: State) -> list[Sentence]:
    """Return what the numbers and signs of the picture mean."""
    return [say("inside.picture-faces"), say("inside.picture-stocks")]


def opening(state: State) -> list[Scene]:
    """Return a scene that explains the faces."""
    return [Scene(say("box.orientation"), (say("inside.orientation"),), state, "ID-1")]


def rounds(_state: State) -> int:
    """Return 0: Inside has no rounds."""
    return 0


def scenes(_state: State, _number: int) -> list[Scene]:
    """Return no scenes: there are no rounds to review."""
    return []


def scenes_after(_before: State, _after: State) -> list[Scene]:
    """Return no scenes."""
    return []


def preview(state: State, _act: Act) -> State:
    """Return the current position."""
    return state


def _cube(canvas: Canvas, cell: int, fill: int, edge: int) -> None:
    for square in _squares(cell):
        canvas.draw.polygon(square, fill=fill, outline=edge)


def _dimple(canvas: Canvas, cell: int) -> None:
    """Mark an open cell: lit, with a dark rim so that it is visible on lit cubes too."""
    x, y = _point(*XYZ[cell])
    canvas.draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=OFF)
    canvas.draw.point([(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)], fill=LIT)


def _ring(canvas: Canvas, cell: int, heart: int) -> None:
    x, y = _point(*XYZ[cell])
    canvas.draw.ellipse((x - 5, y - 5, x + 5, y + 5), fill=OFF)
    canvas.draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill=OFF, outline=LIT)
    canvas.draw.ellipse((x - 2, y - 2, x + 2, y + 2), fill=heart)


def _counts(canvas: Canvas, state: State) -> None:
    """Write the squares of each face (inverted if the face is taken) and the stocks."""
    canvas.text(LIGHT + 3, HEAD_ROW, "●")
    canvas.text(DARK + 3, HEAD_ROW, "○")
    for row, (face, counts) in enumerate(squares(state).items()):
        y = FACE_ROW + row * ROW
        canvas.text(LETTERS, y, face)
        for x, count in zip((LIGHT, DARK), counts, strict=True):
            _number(canvas, x, y, count, turned=count >= MAJORITY)
    for seat, (sign, stock) in enumerate(zip("●○", state.stocks, strict=True), start=1):
        y = STOCK_ROW + (seat - 1) * ROW
        if seat == state.turn and not is_over(state):
            canvas.draw.polygon([(LETTERS - 5, y + 1), (LETTERS - 2, y + 4), (LETTERS - 5, y + 7)], fill=LIT)
        canvas.text(LETTERS, y, sign)
        for x, count in zip((LIGHT, DARK), stock, strict=True):
            _number(canvas, x, y, count, turned=False)
    canvas.draw.line((LETTERS, STOCK_ROW - 2, RIGHT - 1, STOCK_ROW - 2), fill=LIT)


def _number(canvas: Canvas, x: int, y: int, number: int, *, turned: bool) -> None:
    width = 2 * Font.SMALL.width
    if turned:
        canvas.draw.rectangle((x - 1, y, x + width - 1, y + ROW - 2), fill=LIT)
    canvas.text(x, y, f"{number:>2}", ink=OFF if turned else LIT)
