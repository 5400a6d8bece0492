"""Insider's board on the table display: the paths between the places, and the squares that they have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.insider.board.prompts import PITCH
from engine.insider.city import CORNERS, GRID, INSIDER, PLACES
from engine.insider.layout import along, point
from engine.insider.owner_data import Board
from firmware_py.display.canvas import LIT, OFF, Canvas, Font

LEFT, TOP = 1, 1
PIECES = 8
"""Straight pieces that a bent path is drawn of."""
LIST_LEFT, LIST_LINES = 72, 6


class Grid(NamedTuple):
    """Where places and paths lie on a display, in pixels."""

    across: int
    down: int
    """From place to place."""
    width: int
    height: int
    """Of a place."""

    def corner(self, place: str) -> tuple[int, int]:
        """Return the upper left pixel of a place."""
        x, y = point(place)
        return LEFT + x * self.across, TOP + y * self.down

    def middle(self, one: str, other: str, share: float) -> tuple[int, int]:
        """Return a pixel in the middle of a path, after a share of its length."""
        x, y = along(one, other, share)
        return LEFT + self.width // 2 + round(x * self.across), TOP + self.height // 2 + round(y * self.down)

    def streets(self, paths: Sequence[tuple[str, str]]) -> Canvas:
        """Draw the paths between places."""
        canvas = Canvas()
        for one, other in paths:
            shares = (0, 1) if (one, other) in GRID else [share / PIECES for share in range(PIECES + 1)]
            canvas.draw.line([self.middle(one, other, share) for share in shares], fill=LIT)
        return canvas


BOX = 7
"""Width and height of a place on a board without pawns."""
NARROW = Grid(PITCH, PITCH, BOX, BOX)


def draw(board: Board, named: Sequence[str]) -> Image.Image:
    """Draw a board without pawns; the named places are filled, and the paths of the last one are listed.

    Beside it is the spot that ends the entry; it is filled if no place is named.
    """
    canvas = NARROW.streets([link[:2] for link in board.links])
    for place in PLACES:
        x, y = NARROW.corner(place)
        ink = OFF if place in named else LIT
        canvas.draw.rectangle((x, y, x + BOX - 1, y + BOX - 1), fill=LIT - ink, outline=LIT)
        if place == PLACES[INSIDER]:
            canvas.draw.rectangle((x + 2, y + 2, x + 4, y + 4), fill=ink)
        elif place in CORNERS:
            canvas.draw.line((x + 1, y + 3, x + 3, y + 1, x + 5, y + 3), fill=ink)
    x, y = LEFT + 5 * PITCH, TOP + 4 * PITCH
    canvas.draw.rectangle((x, y, x + BOX - 1, y + BOX - 1), fill=OFF if named else LIT, outline=LIT)
    canvas.draw.line((x + 2, y + 3, x + 3, y + 4, x + 5, y + 2), fill=LIT if named else OFF)
    listed = [f"{one}-{other} {squares}" for one, other, squares in board.links if {*named[-1:]} & {one, other}]
    if len(listed) > LIST_LINES:
        listed[LIST_LINES - 1 :] = [f"+{len(listed) - LIST_LINES + 1}"]
    for at, line in enumerate(listed):
        canvas.text(LIST_LEFT, at * Font.SMALL.height + 1, line)
    return canvas.image
