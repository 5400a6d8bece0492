"""The large table picture of any game: who has how many points and whose turn it is, in letters of twice the size.

Up to three players have a line each: ▸ for the turn, name, points. A long name has narrow letters, as high as the
others. More players have a field each, with the mark of the seat instead of the name. Winners are inverted.
"""

from __future__ import annotations

from PIL import Image

from engine.game import Rules
from firmware_py.display.canvas import BOTTOM, LIT, OFF, RIGHT, Canvas, Font
from firmware_py.games.seats import Seat, seats_of
from firmware_py.games.views import TableView

MOST_LINES = 3
"""Players who fit with their names."""
MOST_FIELDS_WITH_LABEL = 4
"""Players whose fields leave room for a label below."""
ROW = 20
"""The height of a line in dots: twice that of a small one."""
TURN_WIDTH = 9
LETTER = Font.SMALL.width
FIELD = RIGHT // 2
MARK_WIDTH = 2 * LETTER + 2


def draw(game: str, rules: Rules[object], view: TableView) -> Image.Image:
    """Return the large picture of a position."""
    canvas = Canvas()
    players = seats_of(rules, view.state, view.players)
    if len(players) <= MOST_LINES:
        for at, line in enumerate(players):
            _row(canvas, line, at * ROW)
    else:
        for at, line in enumerate(players):
            _field(canvas, line, view.mark(line.seat), (at % 2 * FIELD, at // 2 * ROW))
    if len(players) < MOST_LINES or len(players) == MOST_FIELDS_WITH_LABEL:
        label = view.translations(f"{game}.points")
        canvas.text(RIGHT - len(label) * LETTER, BOTTOM - Font.SMALL.height, label)
    return canvas.image


def _row(canvas: Canvas, line: Seat, y: int) -> None:
    """Draw the line of a player."""
    points, room = str(line.points), RIGHT - TURN_WIDTH
    is_short = 2 * LETTER * (len(line.name) + 1 + len(points)) <= room
    ink = _ground(canvas, line, (0, y, RIGHT - 1))
    canvas.large(TURN_WIDTH, y, line.name, (2 if is_short else 1, 2), ink)
    wide = 2 if is_short or LETTER * (len(line.name) + 1 + 2 * len(points)) <= room else 1
    canvas.large(RIGHT - wide * LETTER * len(points), y, points, (wide, 2), ink)


def _field(canvas: Canvas, line: Seat, mark: int, corner: tuple[int, int]) -> None:
    """Draw the field of a player: the mark of the seat in a box, and the points."""
    x, y = corner
    ink = _ground(canvas, line, (x, y, x + FIELD - 3))
    left = x + TURN_WIDTH
    canvas.draw.rectangle((left, y, left + MARK_WIDTH - 1, y + ROW - 2), fill=ink)
    canvas.large(left + 2, y, str(mark), (2, 2), LIT - ink)
    points = str(line.points)
    wide = 2 if MARK_WIDTH + TURN_WIDTH + 2 * LETTER * len(points) <= FIELD - 2 else 1
    canvas.large(x + FIELD - 2 - wide * LETTER * len(points), y, points, (wide, 2), ink)


def _ground(canvas: Canvas, line: Seat, room: tuple[int, int, int]) -> int:
    """Draw what is behind a player's text: inverted for winners, with an arrow for the turn; return the ink."""
    left, top, right = room
    if line.is_winner:
        canvas.draw.rectangle((left, top, right, top + ROW - 2), fill=LIT)
    ink = OFF if line.is_winner else LIT
    if line.is_turn:
        canvas.draw.polygon([(left, top + 4), (left + 5, top + 9), (left, top + 14)], fill=ink)
    return ink
